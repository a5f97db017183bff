"""The line by ML-DSA-44 under the newest note, for `emberlog verify --tree`: verified where the library is."""

from domain.proof.ml_dsa import Required, line_by, parse_key
from domain.proof.note import BadNote, parse_checkpoint
from infra.signer.ml_dsa import MISSING, is_possible, verify
from services.log.signed_tree import SignedTree, TreeDamaged


def second_line(tree: SignedTree) -> str | None:
    """What was found, as a sentence; None for a log that has no ML-DSA-44 key. Raises TreeDamaged for a wrong line."""
    text, note = tree.ml_dsa_key(), tree.checkpoint()
    if text is None or note is None:
        return None
    try:
        key, signed = parse_key(text), parse_checkpoint(note)
    except BadNote as bad:
        raise TreeDamaged(f"its ML-DSA-44 key or its newest checkpoint cannot be read: {bad.why}") from bad
    of_size = f"the checkpoint of size {signed.checkpoint.size}"
    if not is_possible():
        return f"The ML-DSA-44 line was NOT checked. {MISSING}"
    match line_by(signed, Required(key, verify)):
        case "wrong":
            raise TreeDamaged(f"{of_size} has an ML-DSA-44 line that the key of {key.name} did not make")
        case "none":
            return f"T{of_size[1:]} has no ML-DSA-44 line: it was switched off, or somebody has removed the line."
    return f"T{of_size[1:]} was also signed with ML-DSA-44 by {key.name}."
