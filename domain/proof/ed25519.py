"""Ed25519 (RFC 8032) on whole numbers: for verifiers that have Python alone, and for the signer.

Verification is strict: S is below the order of the group, and points are encoded in the one way that there is. The
point that a signature must begin with is encoded and compared, without the cofactor, as OpenSSL and the browsers do.
Signing adds a secret multiple of the order to its numbers, another one for each message, since Python's numbers do not
take the same time for all values.
"""

import hashlib
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
_KEYS_MAX: Final = 16
"""Of how many keys the multiples are at hand, some 300 kB each."""

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE: Final = pow(2, (_P - 1) // 4, _P)

_DIGITS: Final = 64
"""Of a number below the order, four bits each."""

Point = tuple[int, int, int, int]
"""X, Y, Z and T with x = X/Z, y = Y/Z, x*y = T/Z."""


def _add(a: Point, b: Point) -> Point:
    first, second = (a[1] - a[0]) * (b[1] - b[0]) % _P, (a[1] + a[0]) * (b[1] + b[0]) % _P
    third, fourth = 2 * a[3] * b[3] * _D % _P, 2 * a[2] * b[2] % _P
    e, f, g, h = second - first, fourth - third, fourth + third, second + first
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    return result


Multiples = Sequence[Sequence[Point]]
"""Of a point, for each four bits of a number: what these bits may add, from none on, as Y-X, Y+X, 2Z and 2dT."""


def _multiples(point: Point) -> Multiples:
    rows = list[list[Point]]()
    for _ in range(_DIGITS):
        products: list[Point] = [(0, 1, 1, 0)]
        while len(products) < 16:
            products.append(_add(products[-1], point))
        rows.append([(y - x, y + x, 2 * z, 2 * _D * t % _P) for x, y, z, t in products])
        point = _add(products[-1], point)
    return rows


def _added(number: int, multiples: Multiples, to: Point) -> Point:
    """The sum of `to` and a product: one addition for each four bits, since nothing is left to double."""
    x, y, z, t = to
    for row in multiples:
        if digit := number & 15:
            less, more, twice, mixed = row[digit]
            first, second, third, fourth = (y - x) * less % _P, (y + x) * more % _P, t * mixed % _P, z * twice % _P
            e, f, g, h = second - first, fourth - third, fourth + third, second + first
            x, y, z, t = e * f % _P, g * h % _P, f * g % _P, e * h % _P
        number >>= 4
    return x, y, z, t


def _encoded(point: Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _decoded(encoded: bytes) -> Point | None:
    """The point of 32 bytes; None when they are not the encoding of one."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


_base = _decoded((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
assert _base is not None, "the base point of the standard"
_BASE: Final = _base


def _number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % _ORDER


def _secrets_of(seed: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(seed).digest()
    number = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    return number, digest[32:]


def _blinded(number: int, *secrets: bytes) -> Point:
    blind = hashlib.sha512(b"emberlog.blind" + b"".join(secrets)).digest()
    return _times(number + int.from_bytes(blind[:16], "little") * _ORDER, _BASE)


def public_key(seed: bytes) -> bytes:
    """The public key of a secret seed of 32 bytes."""
    return _encoded(_blinded(_secrets_of(seed)[0], seed))


def sign(seed: bytes, message: bytes) -> bytes:
    """The signature of a message, 64 bytes: always the same for one seed and message."""
    secret, prefix = _secrets_of(seed)
    key = _encoded(_blinded(secret, seed))
    nonce = _number(prefix, message)
    commitment = _encoded(_blinded(nonce, prefix, message))
    answer = (nonce + _number(commitment, key, message) * secret) % _ORDER
    return commitment + answer.to_bytes(32, "little")


@cache
def _base_multiples() -> Multiples:
    return _multiples(_BASE)


@lru_cache(maxsize=_KEYS_MAX)
def _minus_multiples(key: bytes) -> Multiples | None:
    """Those of a public key's negative; None for other bytes. They serve every signature by it."""
    point = _decoded(key)
    return None if point is None else _multiples((-point[0] % _P, point[1], 1, -point[3] % _P))


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of this message was made with the seed of this public key."""
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    minus, answer = _minus_multiples(key), int.from_bytes(signature[32:], "little")
    if minus is None or answer >= _ORDER:
        return False
    challenge = _number(signature[:32], key, message)
    return _encoded(_added(challenge, minus, _added(answer, _base_multiples(), (0, 1, 1, 0)))) == signature[:32]
