"""Canonical JSON (RFC 8785 for whole numbers) by the standard library alone."""

import json
from collections.abc import Callable
from json import encoder as encoding
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


def _quick_encoder() -> Callable[[object], str]:
    """`_ENCODER.encode`, which makes the same encoder in C for each call, without making it anew; where Python has
    none, or another one, it is `_ENCODER.encode`."""
    try:
        in_c: Any = getattr(encoding, "c_make_encoder", None)
        parts = in_c(None, _ENCODER.default, encoding.encode_basestring, None, ":", ",", True, False, False)
        encode: Callable[[object], str] = lambda value: "".join(parts(value, 0))  # noqa: E731
        is_same = encode(_SAMPLE) == _ENCODER.encode(_SAMPLE)
    except (TypeError, ValueError):
        return _ENCODER.encode
    return encode if is_same else _ENCODER.encode


_SAMPLE: Final[dict[str, Any]] = {"b": [1, -1, True, None, {}], "a": '\u00e9"\\\n\x01'}
_encode: Final = _quick_encoder()


def _no_fraction(text: str) -> Any:  # noqa: ANN401  never returns
    raise ValueError(text)


def _whole(text: str) -> int:
    if len(text) <= _DIGITS_SAFE:
        return int(text)
    value = int(text)
    if not -_SAFE <= value <= _SAFE:
        raise ValueError(text)
    return value


_DECODER: Final = json.JSONDecoder(parse_float=_no_fraction, parse_int=_whole, parse_constant=_no_fraction)


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
        value = _DECODER.decode(data.decode())
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


def value_at(text: str, start: int) -> tuple[Any, int]:
    """The value that begins here, and where it ends; None and -1 when it is not canonical, or may be too deep inside of
    an object."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, -1
    written = text[start:end]
    shallow = len(written) < DEPTH_MAX or written.count("[") + written.count("{") < DEPTH_MAX
    return (value, end) if shallow and _encode(value) == written else (None, -1)
