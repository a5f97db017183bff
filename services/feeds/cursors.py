"""Places in the global order as cursors: encrypted, because a place counts the steps of all games.

A client that could read two places would learn how much happened in games that a delay, or a seal, hides from them
(GAME-DELAY-02, GAME-FORK-04). The same place is always the same cursor. No cursor can be made up: half of its bytes are
a check.
"""

import base64
import binascii
import hashlib
from typing import Final, NamedTuple

_ROUNDS: Final = 6
_HALF: Final = 8
_BLOCK: Final = 2 * _HALF


class BadCursor(Exception):
    """A text that no feed of this service has given as a cursor."""


class Place(NamedTuple):
    """Up to where a client has read. `list_pos`: where the order was when the client began with a list of its games,
    as long as it does not have all of them; None: it has everything up to `pos`."""

    pos: int
    list_pos: int | None = None


class CaughtUp(NamedTuple):
    """A mark in a feed: everything up to the place `pos` has been sent. What follows comes as it happens."""

    pos: int


class Cursors:
    """Writes and reads the cursors of one order. `key`: secret bytes, the same for all processes of a service;
    `order`: its name, so that no cursor of one order is one of another."""

    def __init__(self, key: bytes, order: str) -> None:
        self._key = key
        self._order = order.encode()

    def write(self, pos: int, list_pos: int | None = None) -> str:
        """The cursor of a place: 22 characters, or 43 within a first list."""
        numbers = (pos,) if list_pos is None else (pos, list_pos)
        return base64.urlsafe_b64encode(b"".join(map(self._block, numbers))).rstrip(b"=").decode()

    def _block(self, number: int) -> bytes:
        left, right = bytes(_HALF), number.to_bytes(_HALF, "big")
        for each in range(_ROUNDS):
            left, right = right, _xor(left, self._mixed(each, right))
        return left + right

    def read(self, cursor: str) -> Place:
        """The place of a cursor. Raises BadCursor."""
        try:
            blocks = base64.urlsafe_b64decode(f"{cursor}==".encode("ascii"))
        except (binascii.Error, UnicodeError, ValueError) as error:
            raise BadCursor from error
        if len(blocks) not in (_BLOCK, 2 * _BLOCK):
            raise BadCursor
        return Place(*(self._number(blocks[at : at + _BLOCK]) for at in range(0, len(blocks), _BLOCK)))

    def _number(self, block: bytes) -> int:
        left, right = block[:_HALF], block[_HALF:]
        for number in reversed(range(_ROUNDS)):
            left, right = _xor(right, self._mixed(number, left)), left
        if left != bytes(_HALF) or right[0] >= 0x80:
            raise BadCursor
        return int.from_bytes(right, "big")

    def _mixed(self, number: int, half: bytes) -> bytes:
        return hashlib.blake2b(bytes((number,)) + half, key=self._key, person=self._order, digest_size=_HALF).digest()


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
