"""The hash tree of the global order (RFC 9162, section 2): roots, and proofs of inclusion and of consistency.

A leaf is SHA-256(0x00, entry), a node SHA-256(0x01, left, right). The entry at index i is the hash of the step, or the
link of the command, at position i + 1; `domain.log.chain.log_leaf` makes its leaf.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from operator import lt
from typing import Final

HASH_BYTES: Final = 32
_NODE: Final = b"\x01"

RangeHash = Callable[[int, int], bytes]
"""The root over the leaves from an index up to another one, for ranges that are nodes of the tree."""


class ProofFails(Exception):
    """A proof does not show what it should. `why` is the end of a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node over two others, 32 bytes."""
    return hashlib.sha256(_NODE + left + right).digest()


def nodes_hash(both: bytes) -> bytes:
    """The same of two that stand side by side, 64 bytes."""
    return hashlib.sha256(_NODE + both).digest()


def split(width: int) -> int:
    """How many of `width` leaves, at least two, are left of the topmost node: the largest power of two below it."""
    return 1 << (width - 1).bit_length() - 1


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over these leaves; of none, the hash of nothing."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    edge = Edge()
    for leaf in leaves:
        edge.append(leaf)
    return edge.root()


class Edge:
    """The right edge of a growing tree: the roots of its whole subtrees, the largest first."""

    def __init__(self) -> None:
        self.size = 0
        self._roots: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add the next leaf."""
        below = self.size
        while below & 1:
            leaf = node_hash(self._roots.pop(), leaf)
            below >>= 1
        self._roots.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        """The root over all leaves so far, of which there is at least one."""
        root = self._roots[-1]
        for left in reversed(self._roots[:-1]):
            root = node_hash(left, root)
        return root


# ---------------------------------------------------------------- one leaf is in a tree


def inclusion_path(index: int, size: int, of: RangeHash) -> list[bytes]:
    """The proof that a leaf is in the tree of this size, from the leaf upwards."""
    path, low, high = list[bytes](), 0, size
    while high - low > 1:
        middle = low + split(high - low)
        if index < middle:
            path.append(of(middle, high))
            high = middle
        else:
            path.append(of(low, middle))
            low = middle
    return path[::-1]


def root_by_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that a proof of inclusion leads to. Raises ProofFails when it has another length than it must have."""
    if not 0 <= index < size:
        raise ProofFails("it is about a leaf outside of the tree")
    turns, low, high = list[bool](), 0, size
    while high - low > 1:
        middle = low + split(high - low)
        turns.append(index < middle)
        low, high = (low, middle) if index < middle else (middle, high)
    if len(path) != len(turns):
        raise ProofFails(f"it has {len(path)} hashes, and must have {len(turns)}")
    for is_left, other in zip(reversed(turns), path, strict=True):
        leaf = node_hash(leaf, other) if is_left else node_hash(other, leaf)
    return leaf


# ---------------------------------------------------------------- many leaves are in a tree


def batch_path(indexes: Sequence[int], size: int, of: RangeHash) -> list[bytes]:
    """The proof that many leaves are in a tree: the roots of the largest subtrees without any of them, left to right.

    `indexes` rise.
    """
    return [of(low, high) for low, high in _gaps(indexes, size)]


def _gaps(indexes: Sequence[int], size: int) -> Iterator[tuple[int, int]]:
    """The largest subtrees that have none of these leaves."""
    waiting, at = [(0, size)], 0
    while waiting:
        low, high = waiting.pop()
        while at < len(indexes) and indexes[at] < low:
            at += 1
        if at >= len(indexes) or indexes[at] >= high:
            yield low, high
        elif high - low > 1:
            middle = low + split(high - low)
            waiting += [(middle, high), (low, middle)]


def root_by_batch(leaves: Sequence[tuple[int, bytes]], size: int, path: Sequence[bytes]) -> bytes:
    """The root that a proof for many leaves leads to; `leaves`: index and leaf, the indexes rise. Raises ProofFails."""
    indexes = [index for index, _ in leaves]
    if not indexes or indexes[0] < 0 or indexes[-1] >= size:
        raise ProofFails("it is about leaves outside of the tree")
    if not all(map(lt, indexes, indexes[1:])):
        raise ProofFails("its leaves do not rise")
    batch = _Batch(indexes, [leaf for _, leaf in leaves], path)
    root = batch.over(0, size)
    if batch.gaps != len(path):
        raise ProofFails(f"it has {len(path)} hashes, and must have {batch.gaps}")
    return root


class _Batch:
    """One pass over the tree, from left to right: `gaps` counts the subtrees without any of the leaves."""

    def __init__(self, indexes: Sequence[int], leaves: Sequence[bytes], path: Sequence[bytes]) -> None:
        self._indexes, self._leaves, self._path = indexes, leaves, path
        self._at = self.gaps = 0

    def over(self, low: int, high: int) -> bytes:
        """The root over this subtree. Leaves side by side are joined a level at a time, without a call for each."""
        at, end = self._at, self._at + high - low
        if at == len(self._indexes) or self._indexes[at] >= high:
            self.gaps += 1
            return self._path[self.gaps - 1] if self.gaps <= len(self._path) else bytes(HASH_BYTES)
        if end <= len(self._indexes) and self._indexes[end - 1] == high - 1:
            self._at = end
            return _root_of_row(self._leaves[at:end])
        middle = low + split(high - low)
        left = self.over(low, middle)
        return node_hash(left, self.over(middle, high))


def _root_of_row(row: Sequence[bytes]) -> bytes:
    """The root over at least one leaf: neighbours are joined, and a last one without a neighbour goes up as it is."""
    sha256 = hashlib.sha256
    while len(row) > 1:
        left = iter(row)
        joined = [sha256(_NODE + one + other).digest() for one, other in zip(left, left, strict=False)]
        row = [*joined, row[-1]] if len(row) % 2 else joined
    return row[0]


# ---------------------------------------------------------------- a tree continues another one


def consistency_path(old: int, new: int, of: RangeHash) -> list[bytes]:
    """The proof that the tree of size `new` begins with all leaves of that of size `old`, which has one at least."""
    path, low, high, is_whole = list[bytes](), 0, new, True
    while old != high:
        middle = low + split(high - low)
        if old <= middle:
            path.append(of(middle, high))
            high = middle
        else:
            path.append(of(low, middle))
            low, is_whole = middle, False
    if not is_whole:
        path.append(of(low, high))
    return path[::-1]


def check_consistency(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> None:
    """Check that a tree continues another one (RFC 9162, 2.1.4.2). Raises ProofFails."""
    if not 0 < old <= new:
        raise ProofFails(f"a tree of {new} leaves cannot continue one of {old}")
    if old == new:
        if path or old_root != new_root:
            raise ProofFails("two trees of one size have different roots" if not path else "it has hashes too many")
        return
    hashes = [old_root, *path] if old & (old - 1) == 0 else list(path)
    if not hashes:
        raise ProofFails("it has no hashes")
    number, last = old - 1, new - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    first = second = hashes[0]
    for each in hashes[1:]:
        if last == 0:
            raise ProofFails("it has hashes too many")
        if number & 1 or number == last:
            first, second = node_hash(each, first), node_hash(each, second)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            second = node_hash(second, each)
        number, last = number >> 1, last >> 1
    if last:
        raise ProofFails("it has hashes too few")
    if first != old_root:
        raise ProofFails("it does not lead to the root of the earlier tree")
    if second != new_root:
        raise ProofFails("it does not lead to the root of the later tree")
