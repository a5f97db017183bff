"""Canonical JSON (RFC 8785 for whole numbers) by the standard library alone."""

import json
from collections.abc import Callable, Sequence
from itertools import repeat
from json import decoder as decoding
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


class _Wholes(dict[str, int]):
    """Numbers by their text: small ones at hand, which a decoder finds without a call into Python."""

    def __missing__(self, text: str) -> int:
        return _whole(text)


_WHOLES: Final = _Wholes({str(number): number for number in range(-100, 1000)})
_DECODER: Final = json.JSONDecoder(parse_float=_no_fraction, parse_int=_WHOLES.__getitem__, parse_constant=_no_fraction)


_parts: Any = (decoding, _DECODER)
_string_at: Final[Callable[[str, int], tuple[str, int]]] = _parts[0].scanstring
_value_at: Final[Callable[[str, int], tuple[Any, int]]] = _parts[1].scan_once
"""What the decoder itself calls, in C where Python has that: a value, or a string behind its quote, and its end."""


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


def objects(written: Sequence[str]) -> list[Any] | None:
    """The objects in these texts; None when one is not canonical, or may be too deep inside of another object.

    They are written once more in one piece. No object's text begins another one's, so the whole is the same only if
    each of them is.
    """
    if any(len(text) >= DEPTH_MAX <= text.count("[") + text.count("{") for text in written):
        return None
    try:
        read_to = list(map(_value_at, written, repeat(0)))
    except (ValueError, RecursionError):
        return None
    values = [value for value, _ in read_to]
    if [end for _, end in read_to] != list(map(len, written)) or _encode(values) != f"[{','.join(written)}]":
        return None
    return values


def texts(written: Sequence[str]) -> list[str] | None:
    """The strings in these texts, each within quotes; None when one is not canonical."""
    try:
        values = [value for value, _ in map(_string_at, written, repeat(1))]
    except ValueError:
        return None
    return values if list(map(encoding.encode_basestring, values)) == list(written) else None
