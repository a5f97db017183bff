"""Where the entries of a game stand in the signed tree, with the proof of it."""

from collections.abc import Sequence

from domain.proof.bundle import Signed
from domain.proof.note import parse_checkpoint
from domain.proof.tree import ProofFails, batch_path, consistency_path, root_by_batch
from services.log.signed_tree import CheckedTree, NotSignedYet, SignedTree, TreeDamaged, checked_tree
from services.reads.bundle.sources import NoEvidence


def signed_entries(
    tree: SignedTree, positions: Sequence[int], leaves: Sequence[bytes], since: bytes | None
) -> Signed | None:
    """The proof for these leaves at these positions; None for one that does not lead to the signed root: nobody is
    given that. `since`: a note that the reader has. Raises NoEvidence and TreeDamaged."""
    signed = _tree_over(tree, positions[-1], since)
    path = _inclusion(signed, positions, leaves)
    if path is None:
        return None
    return Signed(
        key=str(signed.key), checkpoint=signed.note, places=positions, inclusion=path,
        since=None if since is None else (since, _consistency(signed, since)),
    )  # fmt: skip


def _tree_over(tree: SignedTree, size: int, since: bytes | None) -> CheckedTree:
    """The tree that a bundle rests on."""
    newest = tree.checkpoint()
    if newest is None:
        raise NoEvidence("Nobody signs the order of all games here.")
    least = size if since is None else max(size, parse_checkpoint(newest).checkpoint.size)
    try:
        return checked_tree(tree, least)
    except NotSignedYet:
        raise NoEvidence("The last steps of this game are not signed yet.") from None


def _inclusion(signed: CheckedTree, positions: Sequence[int], leaves: Sequence[bytes]) -> list[bytes] | None:
    """The proof of inclusion; None for one that does not lead to the signed root. Nobody is given that."""
    indexes, size = [position - 1 for position in positions], signed.tiles.size
    try:
        path = batch_path(indexes, size, signed.tiles.of)
        root = root_by_batch(list(zip(indexes, leaves, strict=True)), size, path)
    except ProofFails as fails:
        raise TreeDamaged(fails.why) from fails
    return path if root == signed.signed.checkpoint.root else None


def _consistency(signed: CheckedTree, since: bytes) -> list[bytes]:
    earlier = parse_checkpoint(since)
    old = earlier.checkpoint.size
    if earlier.checkpoint.origin != signed.key.name or not earlier.is_signed_by(signed.key) or old > signed.tiles.size:
        raise NoEvidence("The earlier checkpoint is not one of this log.")
    return consistency_path(old, signed.tiles.size, signed.tiles.of)
