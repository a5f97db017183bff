"""Canonical JSON (RFC 8785 for whole numbers) by the standard library alone."""

import json
import re
from typing import Any, Final

from domain.proof.faults import Fault, Kind

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
DEPTH_MAX: Final = 100
"""How deep a value may be. Readers of other languages stop somewhere, too."""
_SAFE: Final = (1 << 53) - 1
_DIGITS_SAFE: Final = 15


def canonical(value: object) -> bytes:
    """A value as canonical JSON."""
    return _ENCODER.encode(value).encode()


def _no_fraction(text: str) -> Any:  # noqa: ANN401  never returns
    raise ValueError(text)


def _whole(text: str) -> int:
    value = int(text)
    if len(text) > _DIGITS_SAFE and not -_SAFE <= value <= _SAFE:
        raise ValueError(text)
    return value


_CAREFUL: Final = json.JSONDecoder(parse_float=_no_fraction, parse_int=_whole, parse_constant=_no_fraction)
_QUICK: Final = json.JSONDecoder(parse_float=_no_fraction, parse_constant=_no_fraction)
"""For texts without a number that could be too large: it calls no function for each number."""
_LARGE: Final = re.compile(b"[0-9]{17}|9[0-9]{15}")
"""What a number beyond 2^53 - 1 has in it; a hash may have it, too."""


def _is_deep(data: bytes, value: object) -> bool:
    return data.count(b"[") + data.count(b"{") > DEPTH_MAX and _is_deeper(value, DEPTH_MAX)


def _is_deeper(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    return depth == 0 or any(
        _is_deeper(each, depth - 1) for each in (value.values() if isinstance(value, dict) else value)
    )


def read(data: bytes, kind: Kind, what: str) -> dict[str, Any]:
    """The object of canonical JSON. Raises Fault of this kind for any other bytes; `what` begins its sentence."""
    try:
        value = (_CAREFUL if _LARGE.search(data) else _QUICK).decode(data.decode())
    except (ValueError, RecursionError):
        raise Fault(kind, f"{what} cannot be read") from None
    try:
        same = isinstance(value, dict) and canonical(value) == data
    except (UnicodeEncodeError, RecursionError):
        same = False
    if not same or _is_deep(data, value):
        raise Fault(kind, f"{what} is not canonical JSON")
    assert isinstance(value, dict)
    return value
