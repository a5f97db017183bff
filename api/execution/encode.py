"""How answers become bytes. The domain's Structs in them are encoded as the domain encodes them."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec


def encoded(response: Mapping[str, Any]) -> bytes:
    """An answer as JSON."""
    return _ENCODER.encode(response)


def encoded_value(value: object) -> bytes:
    """A part of an answer as JSON."""
    return _ENCODER.encode(value)


def _encode_mapping(value: object) -> object:
    """Mappings that are not a dict, such as the read-only ones of printed components."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"an answer cannot contain {type(value).__name__}")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_encode_mapping)
