"""The hashes that chain a stream: its steps, its commands, and its entries in the global order."""

import hashlib
from collections.abc import Iterable
from typing import Final

GENESIS: Final = bytes(32)
"""What the first step, and the first command, follow on."""
_ENTRY: Final = b"\x00"
_STEP: Final = b"\x01"
_COMMAND: Final = b"\x02"


def event_hash(prev_hash: bytes, body: bytes) -> bytes:
    """The link of the chain of steps, 32 bytes."""
    return hashlib.sha256(_STEP + prev_hash + body).digest()


def event_hashes(prev_hash: bytes, bodies: Iterable[bytes]) -> list[bytes]:
    """The links of many steps, one after another."""
    hashes, sha256 = list[bytes](), hashlib.sha256
    for body in bodies:
        prev_hash = sha256(_STEP + prev_hash + body).digest()
        hashes.append(prev_hash)
    return hashes


def command_link(prev_link: bytes, ordinal: int, content: bytes) -> bytes:
    """The link of the chain of a stream's commands, refused ones too, 32 bytes.

    `ordinal`: 1..n in the order of the decisions. `content`: 32 bytes over everything that is stored of the command.
    """
    return hashlib.sha256(_COMMAND + prev_link + ordinal.to_bytes(4, "big") + content).digest()


def log_leaf(hash: bytes) -> bytes:
    """The entry of a step with this hash, or of a command with this link, in the global order of all streams."""
    return hashlib.sha256(_ENTRY + hash).digest()


def log_leaves(hashes: Iterable[bytes]) -> list[bytes]:
    """The entries of many."""
    sha256 = hashlib.sha256
    return [sha256(_ENTRY + hash).digest() for hash in hashes]
