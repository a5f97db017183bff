"""Compression: which coding a client takes, and answers in gzip.

Levels and sizes were measured on steps of London and on the rules (docs/client-developers.md, "Bytes and caching"): up
to 64 KB the sixth level takes 0.3 ms at most; beyond that the third one is twice as fast and its answers are a sixth
larger. zlib lets go of the interpreter's lock, so a large answer is compressed in a thread beside the loop.
"""

import asyncio
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Final

SMALL_BYTES: Final = 500
"""Answers below this are sent as they are: compressed, they fill the same packet."""
INLINE_BYTES: Final = 64 * 1024
"""Larger answers are compressed in a thread."""
LEVEL: Final = 6
LEVEL_LARGE: Final = 3
WINDOW_BITS: Final = 13
"""Of answers up to 8 KB: the memory of a larger window takes longer to get than the answer takes to compress."""
WINDOW_BITS_LARGE: Final = 15
MEMORY: Final = {WINDOW_BITS: 5, WINDOW_BITS_LARGE: 8}
GZIP: Final = 16
"""Added to the bits of a window, it makes zlib write gzip's head and end."""

_THREADS: Final = ThreadPoolExecutor(1, "gzip")
"""One: large answers wait for each other, and never take a second core from the loop and the database."""


def accepts_gzip(accept_encoding: str | None) -> bool:
    """Whether a client takes gzip, by its `Accept-Encoding` (RFC 9110, 12.5.3). Without the header it does not."""
    weights: dict[str, float] = {}
    for each in (accept_encoding or "").lower().split(","):
        coding, *parameters = (part.strip() for part in each.split(";"))
        weights[coding] = _weight(parameters)
    gzip = weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0)))
    return gzip > 0 and gzip >= weights.get("identity", 0.0)


def _weight(parameters: list[str]) -> float:
    """The value of `q`, or 1. What is not a weight counts as 0: then the answer is plain, which everybody reads."""
    for each in parameters:
        name, _, value = each.partition("=")
        if name.strip() == "q":
            try:
                weight = float(value)
            except ValueError:
                return 0.0
            return weight if 0 <= weight <= 1 else 0.0
    return 1.0


def gzipped(body: bytes, level: int = LEVEL) -> bytes:
    """The body in gzip. The same body has the same bytes each time."""
    bits = WINDOW_BITS if len(body) <= 1 << WINDOW_BITS else WINDOW_BITS_LARGE
    packer = zlib.compressobj(level, zlib.DEFLATED, GZIP + bits, MEMORY[bits])
    return packer.compress(body) + packer.flush()


async def packed(body: bytes) -> bytes:
    """The body in gzip; a large one is compressed beside the loop."""
    if len(body) <= INLINE_BYTES:
        return gzipped(body)
    return await asyncio.get_running_loop().run_in_executor(_THREADS, gzipped, body, LEVEL_LARGE)


__all__ = ["SMALL_BYTES", "accepts_gzip", "gzipped", "packed"]
