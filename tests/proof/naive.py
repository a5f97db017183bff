"""RFC 9162 word for word, and tiles read from their specification alone: what the service's own code is compared with.

Nothing here imports `domain.proof`.
"""

import hashlib
from pathlib import Path


def root(leaves: list[bytes]) -> bytes:
    """MTH of section 2.1.1, over leaf hashes."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = largest(len(leaves))
    return hashlib.sha256(b"\x01" + root(leaves[:k]) + root(leaves[k:])).digest()


def largest(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def path(m: int, leaves: list[bytes]) -> list[bytes]:
    """PATH of section 2.1.3.1."""
    if len(leaves) == 1:
        return []
    k = largest(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), root(leaves[k:])]
    return [*path(m - k, leaves[k:]), root(leaves[:k])]


def proof(m: int, leaves: list[bytes]) -> list[bytes]:
    """PROOF of section 2.1.4.1."""
    return [] if m == len(leaves) else subproof(m, leaves, True)


def subproof(m: int, leaves: list[bytes], whole: bool) -> list[bytes]:
    if m == len(leaves):
        return [] if whole else [root(leaves)]
    k = largest(len(leaves))
    if m <= k:
        return [*subproof(m, leaves[:k], whole), root(leaves[k:])]
    return [*subproof(m - k, leaves[k:], False), root(leaves[:k])]


def leaves_in_tiles(folder: Path, size: int) -> list[bytes]:
    """All leaves of a tree of this size, from its tiles of level 0. The path has groups of three digits."""
    leaves: list[bytes] = []
    for number in range((size + 255) // 256):
        width = min(256, size - number * 256)
        digits = f"{number:03d}" if number < 1000 else f"x{number // 1000:03d}/{number % 1000:03d}"
        name = folder / "tile" / "0" / digits
        data = name.read_bytes() if width == 256 else Path(f"{name}.p", str(width)).read_bytes()
        leaves += [data[at : at + 32] for at in range(0, width * 32, 32)]
    return leaves


def tile_of_level_1(leaves: list[bytes]) -> list[bytes]:
    """The hashes that level 1 must have: over each 256 leaves."""
    return [root(leaves[at : at + 256]) for at in range(0, len(leaves) - 255, 256)]
