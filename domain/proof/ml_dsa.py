"""The ML-DSA-44 line under a checkpoint, as C2SP tlog-cosignature has it: what is signed, and how the line is read.

Quantum computers that forge Ed25519 do not forge it. Signing and verifying need a library, which the caller passes in:
the standard library has neither, and nothing here needs more than it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from domain.proof.note import ML_DSA_44, Checkpoint, Key, Signature, SignedCheckpoint

SIGNATURE_BYTES: Final = 2_420
SEED_BYTES: Final = 32
_TIME_BYTES: Final = 8
_TIME_MAX: Final = 2**63 - 1
_LABEL: Final = b"subtree/v1\n\0"

Sign = Callable[[bytes], bytes]
"""The signature of a message by a key that the function has, with an empty context."""
Verify = Callable[[bytes, bytes, bytes], bool]
"""Whether the third was made with the key of the first, over the message that is the second, with an empty context."""
Line = Literal["good", "wrong", "none"]
"""What stands under a checkpoint by a key. Of several lines all must be good."""


@dataclass(frozen=True, slots=True)
class Required:
    """A key whose line a reader requires, and how to verify it."""

    key: Key
    verify: Verify


def parse_key(text: str) -> Key:
    """The public key of a line. Raises BadNote."""
    return Key.parse(text, (ML_DSA_44,))


def message(checkpoint: Checkpoint, name: str, seconds: int) -> bytes:
    """What the key with this name signs of a checkpoint: the whole tree, as the subtree that begins at its first leaf.
    `seconds`: since 1970."""
    return b"".join((
        _LABEL, _named(name), seconds.to_bytes(8, "big"), _named(checkpoint.origin),
        bytes(8), checkpoint.size.to_bytes(8, "big"), checkpoint.root,
    ))  # fmt: skip


def _named(name: str) -> bytes:
    return bytes([len(name.encode())]) + name.encode()


def own_line(checkpoint: Checkpoint, key: Key, seconds: int, sign: Sign) -> Signature:
    """The line that stands under a checkpoint."""
    signature = sign(message(checkpoint, key.name, seconds))
    return Signature(key.name, key.id, seconds.to_bytes(_TIME_BYTES, "big") + signature)


def line_by(signed: SignedCheckpoint, required: Required) -> Line:
    """What stands under a checkpoint by a key."""
    key = required.key
    own = [each.data for each in signed.signatures if (each.name, each.key_id) == (key.name, key.id)]
    if not own:
        return "none"
    return "good" if all(_is_good(signed.checkpoint, each, required) for each in own) else "wrong"


def _is_good(checkpoint: Checkpoint, data: bytes, required: Required) -> bool:
    seconds, signature = int.from_bytes(data[:_TIME_BYTES], "big"), data[_TIME_BYTES:]
    if len(signature) != SIGNATURE_BYTES or seconds > _TIME_MAX:
        return False
    return required.verify(required.key.public, message(checkpoint, required.key.name, seconds), signature)


__all__ = ["Required", "Sign", "Verify", "line_by", "message", "own_line", "parse_key"]
