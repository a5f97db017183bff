"""Canonical JSON and hashes: the same value has the same bytes on every machine and in every version.

Canonical JSON is RFC 8785 for the domain's values: objects with ASCII keys in sorted order, no insignificant space,
shortest escapes, whole numbers within +-(2^53 - 1), no floats. `bytes` are encoded as base64 text.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

SAFE_INT: Final = (1 << 53) - 1
_ENCODER: Final = msgspec.json.Encoder(order="sorted")


canonical: Final[Callable[[object], bytes]] = _ENCODER.encode
"""A value (Structs, mappings with str keys, sequences, str, bytes, int, bool, None) as canonical JSON."""


def canonical_each(values: Sequence[object]) -> list[bytes]:
    """`canonical` of each value. No canonical JSON holds a line break, so all are written at once."""
    return _ENCODER.encode_lines(values).split(b"\n")[:-1]


def digest(body: bytes) -> str:
    """SHA-256 of `body`, in hex."""
    return hashlib.sha256(body).hexdigest()


def without(struct: msgspec.Struct, *names: str) -> dict[str, object]:
    """The tag and the fields of a Struct, except those named. Encodes as the Struct did before it had them.

    It is for `Ruleset.hashed`, when a state has grown. A Struct inside the state is replaced in the dict that this
    returns.
    """
    config, fields = struct.__struct_config__, msgspec.structs.fields(struct)
    assert {each.name for each in fields} >= set(names), "only a field that is there can be left out"
    values = {each.encode_name: getattr(struct, each.name) for each in fields if each.name not in names}
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return {**tag, **{name: value for name, value in values.items() if value is not msgspec.UNSET}}


def state_hash(state: object) -> str:
    """The hash of a whole game's state, stored with the last event of each command and compared on replay."""
    return digest(canonical(state))


def is_canonical(body: bytes) -> bool:
    """Whether `body` is exactly the canonical JSON of the value it encodes."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return canonical(value) == body and plain(value)


def plain(value: object) -> bool:
    """Whether a decoded value has no float and no number beyond what every JSON reader keeps exactly."""
    match value:
        case bool() | str() | None:
            return True
        case int():
            return -SAFE_INT <= value <= SAFE_INT
        case list():
            return all(plain(item) for item in value)
        case dict():
            return all(plain(item) for item in value.values())
        case _:
            return False
