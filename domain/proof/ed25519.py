"""Ed25519 (RFC 8032) on whole numbers: for verifiers that have Python alone, and for the signer.

Verification is strict: S is below the order of the group, and points are encoded in the one way that there is. It
compares without the cofactor, as OpenSSL and the browsers do. Signing adds a secret multiple of the order to its
numbers, another one for each message, since Python's numbers do not take the same time for all values.
"""

import hashlib
from typing import Final

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE: Final = pow(2, (_P - 1) // 4, _P)

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


def _times_sixteen(point: Point) -> Point:
    x, y, z, t = point
    for _ in range(4):
        a, b, xy, zz = x * x % _P, y * y % _P, x * y % _P, z * z % _P
        e, f, g, h = 2 * xy, b - a - 2 * zz, b - a, -a - b
        x, y, z, t = e * f % _P, g * h % _P, f * g % _P, e * h
    return x, y, z, t % _P


def _multiples(point: Point) -> list[Point]:
    """The first sixteen multiples of a point, from none on."""
    multiples: list[Point] = [(0, 1, 1, 0), point]
    while len(multiples) < 16:
        multiples.append(_add(multiples[-1], point))
    return multiples


def _sum_of_times(number: int, point: Point, other_number: int, other: Point) -> Point:
    """The sum of two products, four bits of both numbers at a time: it doubles once for both."""
    result, own_multiples, other_multiples = (0, 1, 1, 0), _multiples(point), _multiples(other)
    for shift in range(max(number, other_number).bit_length() // 4 * 4, -1, -4):
        result = _times_sixteen(result)
        for digit, multiples in ((number >> shift & 15, own_multiples), (other_number >> shift & 15, other_multiples)):
            if digit:
                result = _add(result, multiples[digit])
    return result


def _same(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % _P == 0 and (a[1] * b[2] - b[1] * a[2]) % _P == 0


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


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of this message was made with the seed of this public key."""
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    point, commitment = _decoded(key), _decoded(signature[:32])
    answer = int.from_bytes(signature[32:], "little")
    if point is None or commitment is None or answer >= _ORDER:
        return False
    challenge = _number(signature[:32], key, message)
    minus = (-point[0] % _P, point[1], 1, -point[3] % _P)
    return _same(_sum_of_times(answer, _BASE, challenge, minus), commitment)
