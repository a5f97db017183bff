"""The check `tree`: every entry of a stream is in the tree that the signer has signed, where the order says.

The other checks rest on the database alone: who may change all of it can make another game that holds. The tree was
signed before, and lies elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.proof.note import BadNote, parse_checkpoint
from domain.proof.tree import ProofFails, batch_path, inclusion_path, root_by_batch, root_by_inclusion
from services.log.findings import Broken, StoredStream, entries_of
from services.log.signed_tree import CheckedTree, NotSignedYet, SignedTree, TreeDamaged, checked_tree


@dataclass(frozen=True, slots=True)
class InTree:
    """What the tree has of a stream. `origin`, `size`: of the newest checkpoint; `waiting`: entries that it does not
    cover yet."""

    origin: str
    size: int
    entries: int
    waiting: int


def check_tree(stream: StoredStream, tree: SignedTree) -> InTree:
    """Checks that the newest checkpoint covers each entry of a stream that is old enough. The order must agree with the
    stream already. Raises Broken, TreeDamaged, NotSignedYet."""
    newest = _newest(tree)
    placed = [
        (place.pos - 1, entry[0], entry[3]) for place, entry in zip(stream.places, entries_of(stream), strict=False)
    ]
    covered = [each for each in placed if each[0] < newest.tiles.size]
    checkpoint = newest.signed.checkpoint
    if covered:
        leaves = [(index, leaf) for index, _, leaf in covered]
        try:
            path = batch_path([index for index, _ in leaves], newest.tiles.size, newest.tiles.of)
            root = root_by_batch(leaves, newest.tiles.size, path)
        except ProofFails as fails:
            raise TreeDamaged(fails.why) from fails
        if root != checkpoint.root:
            for index, version, leaf in covered:
                _check_leaf(tree, newest, index, version, leaf)
            raise TreeDamaged(f"the tiles do not lead to the root of the checkpoint of size {checkpoint.size}")
    return InTree(checkpoint.origin, checkpoint.size, len(covered), len(placed) - len(covered))


@dataclass(frozen=True, slots=True)
class Proof:
    """The way of one entry to the root of a signed note. `index`: its leaf, from 0; `path`: from the leaf up."""

    note: bytes
    index: int
    path: Sequence[bytes]


def proof_of(tree: SignedTree, pos: int, version: int, leaf: bytes) -> Proof:
    """The proof that the oldest tree with a position has this leaf there. `version`: the step that it belongs to.
    Raises Broken when the tree has another one, TreeDamaged, NotSignedYet."""
    signed, index = checked_tree(tree, pos), pos - 1
    try:
        path = inclusion_path(index, signed.tiles.size, signed.tiles.of)
        root = root_by_inclusion(leaf, index, signed.tiles.size, path)
    except ProofFails as fails:
        raise TreeDamaged(fails.why) from fails
    if root != signed.signed.checkpoint.root:
        _check_leaf(tree, signed, index, version, leaf)
        raise TreeDamaged(f"the tiles do not lead to the root of the checkpoint of size {signed.tiles.size}")
    return Proof(signed.note, index, path)


def _newest(tree: SignedTree) -> CheckedTree:
    note = tree.checkpoint()
    if note is None:
        raise NotSignedYet
    try:
        size = parse_checkpoint(note).checkpoint.size
    except BadNote as bad:
        raise TreeDamaged(f"the newest checkpoint cannot be read: {bad.why}") from bad
    try:
        return checked_tree(tree, size)
    except NotSignedYet:
        raise TreeDamaged(f"the newest checkpoint, of size {size}, is not among the notes that were signed") from None


def _check_leaf(tree: SignedTree, newest: CheckedTree, index: int, version: int, leaf: bytes) -> None:
    """Raises Broken when the tree has another leaf there, and names the first checkpoint that says so."""
    stored = newest.tiles.leaf(index)
    if stored == leaf:
        return
    first = checked_tree(tree, index + 1)
    size, root = first.signed.checkpoint.size, first.signed.checkpoint.root
    path = inclusion_path(index, size, first.tiles.of)
    if root_by_inclusion(stored, index, size, path) != root:
        raise TreeDamaged(f"the tile with position {index + 1} is not what was signed")
    raise Broken(
        version,
        "tree",
        f"the signed tree has another entry at position {index + 1}: the checkpoint of size {size} "
        f"of {newest.key.name} with root {root.hex()} convicts",
    )
