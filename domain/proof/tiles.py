"""The tree in files, as C2SP tlog-tiles lays it out: tiles of 256 hashes, each over a whole subtree of the level below.

A tile at level L holds hashes over 256^L leaves. Its last one may hold fewer than 256: then its name says how many.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from domain.proof.tree import HASH_BYTES, ProofFails, node_hash, nodes_hash, split

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
LEVELS_MAX: Final = 6
_TILES_MAX: Final = 256
"""Of how many tiles the inner nodes are at hand, some 24 kB each."""
_NAME: Final = re.compile(r"tile/(0|[1-9][0-9]?)/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")

ReadTile = Callable[[int, int, int], bytes | None]
"""The first hashes of a tile by level, index and how many; None when the tile has fewer, or is not there."""


def tile_name(level: int, index: int, width: int = WIDTH) -> str:
    """The path of a tile below the log's address."""
    groups = [f"{index % 1000:03d}"]
    while index := index // 1000:
        groups.insert(0, f"x{index % 1000:03d}")
    partial = "" if width == WIDTH else f".p/{width}"
    return f"tile/{level}/{'/'.join(groups)}{partial}"


def tile_named(name: str) -> tuple[int, int, int] | None:
    """Level, index and width of the tile with this path; None for any other path."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    level, index = int(match[1]), int(match[2].replace("/", "").replace("x", ""))
    width = int(match[3] or WIDTH)
    is_real = level < LEVELS_MAX and (match[3] is None or width < WIDTH) and tile_name(level, index, width) == name
    return (level, index, width) if is_real else None


class MissingTile(ProofFails):
    """A tile that the tree needs is not there."""

    def __init__(self, level: int, index: int, width: int) -> None:
        super().__init__(f"the file {tile_name(level, index, width)} is missing or too short")


class TileTree:
    """The tree of one size, read from its tiles. A tile is read once."""

    def __init__(self, size: int, read: ReadTile) -> None:
        self.size = size
        self._read = read
        self._tiles: dict[tuple[int, int], Sequence[bytes]] = {}
        self._edges: dict[tuple[int, int], bytes] = {}

    def leaf(self, index: int) -> bytes:
        """The leaf at an index. Raises MissingTile."""
        return self._hash(0, index, 0)

    def root(self) -> bytes:
        """The root of the tree, which has a leaf at least. Raises MissingTile."""
        return self.of(0, self.size)

    def of(self, low: int, high: int) -> bytes:
        """The root over a range of leaves that is a node of the tree. Raises MissingTile."""
        width = high - low
        if width & (width - 1):
            return self._edges.get((low, high)) or self._of_edge(low, high)
        height = width.bit_length() - 1
        level, above = divmod(height, HEIGHT)
        return self._hash(level, low >> level * HEIGHT, above)

    def _of_edge(self, low: int, high: int) -> bytes:
        """A node over the right edge of a tree: each tree has few of them, and many proofs need the same."""
        middle = low + split(high - low)
        node = self._edges[low, high] = node_hash(self.of(low, middle), self.of(middle, high))
        return node

    def _hash(self, level: int, number: int, above: int) -> bytes:
        """The node so many levels above a hash of a tile."""
        index, at = divmod(number, WIDTH)
        tile = self._tiles.get((level, index))
        if tile is None:
            width = min(WIDTH, (self.size >> level * HEIGHT) - index * WIDTH)
            read = self._read(level, index, width)
            if read is None or len(read) < width * HASH_BYTES:
                raise MissingTile(level, index, width)
            tile = self._tiles[level, index] = _levels(read[: width * HASH_BYTES])
        start = (at >> above) * HASH_BYTES
        return tile[above][start : start + HASH_BYTES]


@lru_cache(maxsize=_TILES_MAX)
def _levels(tile: bytes) -> Sequence[bytes]:
    """The hashes of a tile, and above them all nodes that they fill, a level each. Known by its bytes, so that what is
    at hand of a tile is never that of another one."""
    levels = [tile]
    while (row := levels[-1])[HASH_BYTES:]:
        whole = len(row) // (2 * HASH_BYTES) * 2 * HASH_BYTES
        levels.append(b"".join([nodes_hash(row[at : at + 2 * HASH_BYTES]) for at in range(0, whole, 2 * HASH_BYTES)]))
    return tuple(levels)


class GrowingTiles:
    """The right edge of a tree in tiles: what is not yet in a whole tile, by level."""

    def __init__(self) -> None:
        self.size = 0
        self._edge: list[list[bytes]] = [[]]

    def append(self, leaves: list[bytes]) -> dict[tuple[int, int], bytes]:
        """Add leaves. Returns the tiles that became whole, by level and index."""
        whole: dict[tuple[int, int], bytes] = {}
        self.size += len(leaves)
        self._add(0, leaves, whole)
        return whole

    def _add(self, level: int, hashes: list[bytes], whole: dict[tuple[int, int], bytes]) -> None:
        if level == len(self._edge):
            self._edge.append([])
        edge = self._edge[level]
        edge += hashes
        above, done = [], (self.size >> level * HEIGHT) - len(edge)
        for start in range(0, len(edge) - WIDTH + 1, WIDTH):
            tile = edge[start : start + WIDTH]
            whole[level, (done + start) // WIDTH] = b"".join(tile)
            above.append(_root_of_tile(tile))
        if above:
            del edge[: len(above) * WIDTH]
            self._add(level + 1, above, whole)

    def edge(self) -> dict[tuple[int, int], bytes]:
        """The tiles that are not whole, by level and index."""
        return {
            (level, (self.size >> level * HEIGHT) // WIDTH): b"".join(hashes)
            for level, hashes in enumerate(self._edge)
            if hashes
        }

    def root(self) -> bytes:
        """The root over all leaves so far, of which there is at least one."""
        root = b""
        for hashes in self._edge:
            width = len(hashes)
            while width:  # the smallest whole subtrees are at the end, on the lowest level
                own = _root_of_tile(hashes[width & (width - 1) : width])
                root = node_hash(own, root) if root else own
                width &= width - 1
        return root


def _root_of_tile(hashes: list[bytes]) -> bytes:
    while len(hashes) > 1:
        hashes = [node_hash(hashes[at], hashes[at + 1]) for at in range(0, len(hashes), 2)]
    return hashes[0]
