"""JSON Patch (RFC 6902), the part that the service sends: `add`, `remove` and `replace`.

A patch never changes the document that it is applied to. Old and new one share what did not change.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

_REMOVED: Final = object()


def patched(document: Any, patch: Iterable[Mapping[str, Any]]) -> Any:
    """The document after a patch. Raises ValueError for an operation that does not fit it."""
    for operation in patch:
        kind = operation["op"]
        if kind not in ("add", "remove", "replace"):
            raise ValueError(f"not an operation of this service: {kind}")
        keys = [key.replace("~1", "/").replace("~0", "~") for key in operation["path"].split("/")[1:]]
        value = _REMOVED if kind == "remove" else operation["value"]
        document = _changed(document, keys, value, insert=kind == "add")
    return document


def _changed(node: Any, keys: list[str], value: Any, *, insert: bool) -> Any:
    """`node` with `value` at the place that the keys lead to."""
    if not keys:
        return None if value is _REMOVED else value
    key, *more = keys
    try:
        if isinstance(node, dict):
            return _changed_object(node, key, more, value, insert=insert)
        if isinstance(node, list):
            return _changed_list(node, key, more, value, insert=insert)
    except (LookupError, ValueError) as error:
        raise ValueError(f"the patch does not fit: {key!r}") from error
    raise ValueError(f"the patch does not fit: {key!r} of a value")


def _changed_object(node: dict[str, Any], key: str, more: list[str], value: Any, *, insert: bool) -> dict[str, Any]:
    changed = dict(node)
    if more:
        changed[key] = _changed(node[key], more, value, insert=insert)
    elif value is _REMOVED:
        del changed[key]
    elif insert or key in changed:
        changed[key] = value
    else:
        raise KeyError(key)
    return changed


def _changed_list(node: list[Any], key: str, more: list[str], value: Any, *, insert: bool) -> list[Any]:
    at = len(node) if key == "-" and insert and not more else int(key)
    if not 0 <= at < len(node) + (insert and not more):
        raise IndexError(key)
    changed = list(node)
    if more:
        changed[at] = _changed(node[at], more, value, insert=insert)
    elif value is _REMOVED:
        del changed[at]
    elif insert:
        changed.insert(at, value)
    else:
        changed[at] = value
    return changed
