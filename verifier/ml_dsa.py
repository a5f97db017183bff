"""ML-DSA-44 by the library `cryptography`, where it is installed: the zipapp cannot hold it, since it is compiled.

`infra/signer/ml_dsa.py` verifies in the same way; neither of the two may import the other.
"""

from typing import Final

INSTALL: Final = "python3 -m pip install 'cryptography>=50,<51'"


def is_possible() -> bool:
    """Whether the library is here and has ML-DSA-44, which depends on the OpenSSL that it was built with."""
    try:
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey
    except ImportError:
        return False
    try:
        MLDSA44PrivateKey.from_seed_bytes(bytes(32))
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
