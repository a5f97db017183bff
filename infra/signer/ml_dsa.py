"""ML-DSA-44 by the library `cryptography` (the extra `post-quantum`): the signer's second key, and verifying its lines.

Only what is signed with this key needs the library; everything else runs without it.
"""

import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from domain.proof.ml_dsa import SEED_BYTES, own_line
from domain.proof.note import ML_DSA_44, BadNote, Checkpoint, Key, Signature, from_base64, is_name, to_base64

MISSING: Final = (
    "ML-DSA-44 needs the library cryptography, 50 or later, with an OpenSSL that has it. "
    "Install the extra: pip install 'emberlog[post-quantum]'."
)
_SECRET: Final = "PRIVATE+KEY+"


def is_possible() -> bool:
    """Whether the library is here and has ML-DSA-44, which depends on the OpenSSL that it was built with."""
    try:
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey
    except ImportError:
        return False
    try:
        MLDSA44PrivateKey.from_seed_bytes(bytes(SEED_BYTES))
    except UnsupportedAlgorithm:
        return False
    return True


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Implements `domain.proof.ml_dsa.Verify`, where it is possible."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey

    try:
        MLDSA44PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@dataclass(frozen=True)
class MlDsaKey:
    """A key that signs a log's checkpoints once more. `repr` leaves the seed out."""

    name: str
    seed: bytes

    def __repr__(self) -> str:
        return f"MlDsaKey({self.name!r})"

    @classmethod
    def new(cls, name: str) -> "MlDsaKey":
        """Another key for the log with this name."""
        return cls(name, secrets.token_bytes(SEED_BYTES))

    @cached_property
    def public(self) -> Key:
        """The key that verifies what this one signs."""
        from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey

        key = MLDSA44PrivateKey.from_seed_bytes(self.seed).public_key()
        return Key(self.name, ML_DSA_44, key.public_bytes_raw())

    def line(self, checkpoint: Checkpoint, seconds: int) -> Signature:
        """The line under a checkpoint, made at this time in seconds since 1970."""
        return own_line(checkpoint, self.public, seconds, self._sign)

    def _sign(self, message: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey

        return MLDSA44PrivateKey.from_seed_bytes(self.seed).sign(message)

    def text(self) -> str:
        """The key as it is stored, for its owner alone."""
        return f"{_SECRET}{self.name}+{self.public.id.hex()}+{to_base64(bytes([ML_DSA_44]) + self.seed)}"

    @classmethod
    def parse(cls, text: str) -> "MlDsaKey":
        """The key of a text that `text` made. Raises BadNote."""
        name, _, rest = text.strip().removeprefix(_SECRET).partition("+")
        data = from_base64(rest.partition("+")[2])
        if not is_name(name) or len(data) != 1 + SEED_BYTES or data[0] != ML_DSA_44:
            raise BadNote("it is not a secret key of ML-DSA-44")
        key = cls(name, data[1:])
        if key.text() != text.strip():
            raise BadNote("its id is not that of its key")
        return key


__all__ = ["MISSING", "MlDsaKey", "is_possible", "verify"]
