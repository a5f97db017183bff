"""Signed notes and checkpoints, as C2SP has them: what a log and its witnesses sign, and how their keys are written.

A checkpoint is a note of three lines: the log's origin, the size of its tree, and its root in base64. After an empty
line stands one line for each signature: an em dash, the name of the key, and in base64 the key's id and the signature.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proof import ed25519
from domain.proof.tree import HASH_BYTES

ED25519: Final = 0x01
"""The kind of key with which a log signs a note."""
COSIGNATURE: Final = 0x04
"""The kind of key with which a witness signs a checkpoint and when it did so."""
ML_DSA_44: Final = 0x06
"""The kind of key with which a log signs a checkpoint once more (domain/proof/ml_dsa.py)."""
_KEY_BYTES: Final = {ED25519: ed25519.KEY_BYTES, COSIGNATURE: ed25519.KEY_BYTES, ML_DSA_44: 1_312}
NOTE_BYTES_MAX: Final = 16_384
SIGNATURES_MAX: Final = 64
_NAME: Final = re.compile(r"[!-*,-~]{1,200}")
"""A name has no space and no plus sign."""
_SIZE: Final = re.compile(r"[1-9][0-9]{0,15}")
_DASH: Final = "\N{EM DASH} "
_SECRET: Final = "PRIVATE+KEY+"
_NO_KEY: Final = "it is not the key of a log or of a witness"


class BadNote(Exception):
    """A text is not a note, a checkpoint or a key. `why` is the end of a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def is_name(name: str) -> bool:
    """Whether a log or a witness may have this name."""
    return _NAME.fullmatch(name) is not None


def from_base64(text: str) -> bytes:
    """The bytes of base64 with padding, written in the one way that there is. Raises BadNote."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote("it has something that is not base64") from None
    if to_base64(data) != text:
        raise BadNote("it has something that is not base64")
    return data


def to_base64(data: bytes) -> str:
    """Bytes as base64 with padding."""
    return base64.b64encode(data).decode()


@dataclass(frozen=True, slots=True)
class Key:
    """A public key by its name. `kind`: ED25519 or ML_DSA_44 of a log, COSIGNATURE of a witness."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """Four bytes that tell keys of one name apart."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{to_base64(bytes([self.kind]) + self.public)}"

    @classmethod
    def parse(cls, text: str, kinds: Sequence[int] = (ED25519, COSIGNATURE)) -> "Key":
        """The key that this text names, which is of one of these kinds. Raises BadNote."""
        name, _, rest = text.strip().partition("+")
        id_hex, _, encoded = rest.partition("+")
        data = from_base64(encoded)
        if not is_name(name) or data[:1] not in [bytes([kind]) for kind in kinds]:
            raise BadNote("it is not a key of ML-DSA-44" if ML_DSA_44 in kinds else _NO_KEY)
        if len(data) != 1 + _KEY_BYTES[data[0]]:
            raise BadNote(f"a key of its kind has {_KEY_BYTES[data[0]]} bytes, and it has {len(data) - 1}")
        key = cls(name, data[0], data[1:])
        if key.id.hex() != id_hex:
            raise BadNote("its id is not that of its key")
        return key


@dataclass(frozen=True, slots=True)
class SecretKey:
    """A key that signs. `repr` leaves the seed out."""

    name: str
    kind: int
    seed: bytes

    def __repr__(self) -> str:
        return f"SecretKey({self.name!r})"

    @property
    def public(self) -> Key:
        """The key that verifies what this one signs."""
        return Key(self.name, self.kind, ed25519.public_key(self.seed))

    def text(self) -> str:
        """The key as it is stored, for its owner alone."""
        return f"{_SECRET}{self.name}+{self.public.id.hex()}+{to_base64(bytes([self.kind]) + self.seed)}"

    @classmethod
    def parse(cls, text: str) -> "SecretKey":
        """The key of a text that `text` made. Raises BadNote."""
        name, _, rest = text.strip().removeprefix(_SECRET).partition("+")
        data = from_base64(rest.partition("+")[2])
        if not text.startswith(_SECRET) or len(data) != 1 + ed25519.KEY_BYTES:
            raise BadNote("it is not a secret key")
        key = cls(name, data[0], data[1:])
        if key.text() != text.strip():
            raise BadNote("its id is not that of its key")
        return key


# ---------------------------------------------------------------- checkpoints


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a log says of its tree."""

    origin: str
    size: int
    root: bytes

    def body(self) -> bytes:
        """The three lines that are signed."""
        return f"{self.origin}\n{self.size}\n{to_base64(self.root)}\n".encode()


@dataclass(frozen=True, slots=True)
class Signature:
    """One line under a note. `data`: the signature without the id of its key."""

    name: str
    key_id: bytes
    data: bytes

    def line(self) -> str:
        """The line as it stands under the note."""
        return f"{_DASH}{self.name} {to_base64(self.key_id + self.data)}\n"


@dataclass(frozen=True, slots=True)
class SignedCheckpoint:
    """A checkpoint with the signatures under it, none of which has been verified."""

    checkpoint: Checkpoint
    signatures: tuple[Signature, ...]

    def note(self) -> bytes:
        """The whole note, as it is published."""
        return self.checkpoint.body() + b"\n" + "".join(each.line() for each in self.signatures).encode()

    def is_signed_by(self, key: Key) -> bool:
        """Whether the log with this key signed it. Of two lines of one key both must be good."""
        own = [each for each in self.signatures if (each.name, each.key_id) == (key.name, key.id)]
        return bool(own) and all(ed25519.verify(key.public, self.checkpoint.body(), each.data) for each in own)

    def cosigned_at(self, key: Key) -> int | None:
        """When the witness with this key signed it, in seconds since 1970; None if it did not."""
        for seconds, signature in self._cosignatures(key):
            if ed25519.verify(key.public, _cosigned(self.checkpoint, seconds), signature):
                return seconds
        return None

    def claimed_at(self, key: Key) -> int | None:
        """The same as the line of this witness says it. Its signature is not verified, which takes long."""
        return next((seconds for seconds, _ in self._cosignatures(key)), None)

    def _cosignatures(self, key: Key) -> Iterator[tuple[int, bytes]]:
        for each in self.signatures:
            if (each.name, each.key_id) == (key.name, key.id) and len(each.data) == 8 + ed25519.SIGNATURE_BYTES:
                yield int.from_bytes(each.data[:8], "big"), each.data[8:]


def parse_checkpoint(note: bytes) -> SignedCheckpoint:
    """The checkpoint of a note. Its signatures are not verified. Raises BadNote."""
    if len(note) > NOTE_BYTES_MAX:
        raise BadNote("it is longer than a note may be")
    try:
        text = note.decode()
    except UnicodeDecodeError:
        raise BadNote("it is not UTF-8") from None
    body, empty, rest = text.partition("\n\n")
    lines, signatures = body.rstrip("\n").split("\n"), rest.split("\n")
    if len(lines) == 3 and not rest:
        raise BadNote("nobody has signed it")
    if (
        not empty
        or body.endswith("\n")
        or len(lines) != 3
        or signatures.pop() != ""
        or not 0 < len(signatures) <= SIGNATURES_MAX
    ):
        raise BadNote("it has not three lines and, after an empty one, signatures")
    origin, size, root = lines
    if not is_name(origin) or not _SIZE.fullmatch(size):
        raise BadNote("it does not name a log and a size")
    hash = from_base64(root)
    if len(hash) != HASH_BYTES:
        raise BadNote("its root is not a hash")
    return SignedCheckpoint(Checkpoint(origin, int(size), hash), tuple(map(parse_signature, signatures)))


def parse_signature(line: str) -> Signature:
    """The signature in one line, without its end. Raises BadNote."""
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not is_name(name):
        raise BadNote("a line under it is no signature")
    data = from_base64(encoded)
    if len(data) < 5:
        raise BadNote("a line under it is no signature")
    return Signature(name, data[:4], data[4:])


def signed(checkpoint: Checkpoint, key: SecretKey) -> SignedCheckpoint:
    """The checkpoint with the signature of its log."""
    own = Signature(key.name, key.public.id, ed25519.sign(key.seed, checkpoint.body()))
    return SignedCheckpoint(checkpoint, (own,))


def cosignature(checkpoint: Checkpoint, key: SecretKey, seconds: int) -> Signature:
    """The line of a witness who has a tree that this one continues (cosignature/v1)."""
    signature = ed25519.sign(key.seed, _cosigned(checkpoint, seconds))
    return Signature(key.name, key.public.id, seconds.to_bytes(8, "big") + signature)


def _cosigned(checkpoint: Checkpoint, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n".encode() + checkpoint.body()


def with_cosignatures(signed: SignedCheckpoint, lines: Sequence[Signature]) -> SignedCheckpoint:
    """The same checkpoint with more lines under it."""
    return SignedCheckpoint(signed.checkpoint, (*signed.signatures, *lines))
