"""Places in the global order as cursors: encrypted, because a place counts the steps of all games.

A client that could read two places would learn how much happened in games that a delay, or a seal, hides from them
(GAME-DELAY-02, GAME-FORK-04). The same place is always the same cursor. No cursor can be made up: half of its bytes are
a check.
"""

import base64
import binascii
import hashlib
from typing import Final

_ROUNDS: Final = 6
_HALF: Final = 8


class BadCursor(Exception):
    """A text that no feed of this service has given as a cursor."""


class Cursors:
    """Writes and reads the cursors of one order. `key`: secret bytes, the same for all processes of a service;
    `order`: its name, so that no cursor of one order is one of another."""

    def __init__(self, key: bytes, order: str) -> None:
        self._key = key
        self._order = order.encode()

    def write(self, place: int) -> str:
        """The cursor of a place: 22 characters."""
        left, right = bytes(_HALF), place.to_bytes(_HALF, "big")
        for number in range(_ROUNDS):
            left, right = right, _xor(left, self._mixed(number, right))
        return base64.urlsafe_b64encode(left + right).rstrip(b"=").decode()

    def read(self, cursor: str) -> int:
        """The place of a cursor. Raises BadCursor."""
        try:
            block = base64.urlsafe_b64decode(f"{cursor}==".encode("ascii"))
        except (binascii.Error, UnicodeError, ValueError) as error:
            raise BadCursor from error
        left, right = block[:_HALF], block[_HALF:]
        if len(block) != 2 * _HALF:
            raise BadCursor
        for number in reversed(range(_ROUNDS)):
            left, right = _xor(right, self._mixed(number, left)), left
        if left != bytes(_HALF) or right[0] >= 0x80:
            raise BadCursor
        return int.from_bytes(right, "big")

    def _mixed(self, number: int, half: bytes) -> bytes:
        return hashlib.blake2b(bytes((number,)) + half, key=self._key, person=self._order, digest_size=_HALF).digest()


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
