"""The difference between two views as a JSON Patch (RFC 6902), computed from the Structs without encoding them.

Only `add`, `remove` and `replace` are used. Applied to the JSON of the first view, the patch produces exactly the JSON
of the second: names are those the Structs are encoded with. Equal parts are found by comparing Structs, which is cheap.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

Change = dict[str, Any]
"""One operation: `op`, `path` (RFC 6901), and `value` where it adds or replaces, not yet encoded."""

_MISSING: Final = object()


def changes(before: object, after: object) -> list[Change]:
    """Returns the operations that turn the JSON of `before` into that of `after`, in the order of application."""
    return list(_differences(before, after, ""))


def _differences(before: Any, after: Any, path: str) -> Iterator[Change]:  # noqa: ANN401
    if before is after or (type(before) is type(after) and before == after and _comparable(before)):
        return
    if isinstance(before, msgspec.Struct) and type(before) is type(after) and _whole(before):
        yield from _fields(_by_name(before), _by_name(after), path)
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _fields(before, after, path)
    elif isinstance(before, tuple | list) and isinstance(after, tuple | list):
        yield from _items(before, after, path)
    else:
        yield {"op": "replace", "path": path, "value": after}


def _comparable(value: object) -> bool:
    """Whether equal means the same in JSON: not inside open-typed mappings, where True equals 1."""
    return not isinstance(value, Mapping)


def _whole(struct: msgspec.Struct) -> bool:
    """Whether every field of the Struct is written, so that fields correspond one to one."""
    return not (struct.__struct_config__.omit_defaults or struct.__struct_config__.array_like)


def _by_name(struct: msgspec.Struct) -> dict[str, object]:
    names = zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True)
    values = ((encoded, getattr(struct, name)) for encoded, name in names)
    return {encoded: value for encoded, value in values if value is not msgspec.UNSET}


def _fields(before: Mapping[Any, object], after: Mapping[Any, object], path: str) -> Iterator[Change]:
    for name in before:
        if name not in after:
            yield {"op": "remove", "path": f"{path}/{_pointer(name)}"}
    for name, value in after.items():
        old = before.get(name, _MISSING)
        if old is _MISSING:
            yield {"op": "add", "path": f"{path}/{_pointer(name)}", "value": value}
        else:
            yield from _differences(old, value, f"{path}/{_pointer(name)}")


def _items(before: Sequence[object], after: Sequence[object], path: str) -> Iterator[Change]:
    """Where a list grows or shrinks, its equal ends stay; the rest is compared item by item."""
    shorter = min(len(before), len(after))
    start = 0
    while len(before) != len(after) and start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while len(before) != len(after) and end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    for at, (was, is_now) in enumerate(zip(old, new, strict=False), start=start):
        yield from _differences(was, is_now, f"{path}/{at}")
    for at in range(len(old) - 1, len(new) - 1, -1):
        yield {"op": "remove", "path": f"{path}/{start + at}"}
    for at in range(len(old), len(new)):
        yield {"op": "add", "path": f"{path}/{start + at}", "value": new[at]}


def _pointer(name: object) -> str:
    """A name as a part of a JSON pointer (RFC 6901)."""
    return str(name).replace("~", "~0").replace("/", "~1")
