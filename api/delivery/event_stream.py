"""A stream in gzip whose pieces are compressed once for all who receive the same ones.

A compressor for each client would take 15 microseconds and up to 256 KB of each. Here a piece is compressed with the
last few pieces before it as its dictionary, as any client has them in its window by then. So the compressed piece fits
every stream that sent these pieces last, and is cached: a watcher more costs a look-up, and no memory.
"""

import zlib
from collections import OrderedDict
from typing import Final, NamedTuple

PIECES_MAX: Final = 4
WINDOW_BYTES_MAX: Final = 8 * 1024
"""Of the dictionary. A whole game of London takes 65 KB in this way, 43 KB with a window of 32 KB for each client."""
CACHED_BYTES_MAX: Final = 8 * 1024 * 1024
LEVEL: Final = 6
WINDOW_BITS: Final = 13
MEMORY: Final = 5

HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""RFC 1952: deflate, no name, no time, an unknown system."""
LAST_BLOCK: Final = b"\x03\x00"
"""An empty block that says that it is the last one."""

Window = tuple[bytes, ...]
"""The last pieces that a client received."""


class Packed(NamedTuple):
    """A compressed piece, and the window after it."""

    data: bytes
    window: Window


class PackedPieces:
    """The cache of a process. The piece that was not used for longest is dropped."""

    def __init__(self, bytes_max: int = CACHED_BYTES_MAX) -> None:
        self._bytes_max = bytes_max
        self._cache: OrderedDict[tuple[Window, bytes], Packed] = OrderedDict()
        self._bytes = 0

    def pack(self, window: Window, piece: bytes) -> Packed:
        """The piece after these pieces, compressed up to its end, so that a client can read all of it."""
        key = (window, piece)
        packed = self._cache.get(key)
        if packed is not None:
            self._cache.move_to_end(key)
            return packed
        packed = _pack(window, piece)
        self._cache[key] = packed
        self._bytes += _size(key, packed)
        while self._bytes > self._bytes_max:
            self._bytes -= _size(*self._cache.popitem(last=False))
        return packed


def _size(key: tuple[Window, bytes], packed: Packed) -> int:
    """The bytes that an entry keeps, as if none of them were shared with other entries."""
    window, piece = key
    return sum(map(len, window)) + len(piece) + len(packed.data)


def _pack(window: Window, piece: bytes) -> Packed:
    dictionary = b"".join(window)
    packer = (
        zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW_BITS, MEMORY, zlib.Z_DEFAULT_STRATEGY, dictionary)
        if dictionary
        else zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW_BITS, MEMORY)
    )
    data = packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    after = (*window, piece)[-PIECES_MAX:]
    while after and sum(map(len, after)) > WINDOW_BYTES_MAX:
        after = after[1:]
    return Packed(data, after)


class GzipStream:
    """One client's stream. It keeps references to the last pieces, a sum and a length."""

    __slots__ = ("_began", "_length", "_pieces", "_sum", "_window")

    def __init__(self, pieces: PackedPieces) -> None:
        self._pieces = pieces
        self._window: Window = ()
        self._began = False
        self._sum = 0
        self._length = 0

    def pack(self, piece: bytes) -> bytes:
        """The next piece as it goes over the wire."""
        packed = self._pieces.pack(self._window, piece)
        self._window = packed.window
        self._sum = zlib.crc32(piece, self._sum)
        self._length += len(piece)
        if self._began:
            return packed.data
        self._began = True
        return HEAD + packed.data

    def end(self) -> bytes:
        """What follows the last piece."""
        head = b"" if self._began else HEAD
        return head + LAST_BLOCK + self._sum.to_bytes(4, "little") + (self._length % (1 << 32)).to_bytes(4, "little")


__all__ = ["GzipStream", "PackedPieces"]
