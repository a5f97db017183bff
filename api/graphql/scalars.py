"""The schema's own scalars. Each says what it is on the wire; none decides anything."""

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NewType, TypeAlias

import strawberry
from strawberry.schema.config import StrawberryConfig
from strawberry.types.scalar import ScalarDefinition

from api.problems import Problem

CursorText = NewType("CursorText", str)
ExactJson = NewType("ExactJson", object)

if TYPE_CHECKING:
    Json: TypeAlias = Any
    Cursor: TypeAlias = str
else:
    Json = ExactJson
    Cursor = CursorText


def _as_cursor(value: object) -> CursorText:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError("a cursor is a string or a whole number")
    return CursorText(str(value))


SCALARS: Final[dict[object, ScalarDefinition]] = {
    ExactJson: strawberry.scalar(
        name="JSON",
        description=(
            "Any JSON value without floats, exactly as the domain writes it: names in snake_case, commands with their tag in "
            "`type`. What a typed field shows in camelCase is the same value."
        ),
        serialize=lambda value: value,
        parse_value=lambda value: value,
    ),
    CursorText: strawberry.scalar(
        name="Cursor",
        description=(
            "A place in a list. The cursor of a step is its version, written as a string; a number is taken, too. Other "
            "cursors are opaque."
        ),
        serialize=str,
        parse_value=_as_cursor,
    ),
}

CONFIG: Final = StrawberryConfig(scalar_map=SCALARS)


def time_of(time_us: int) -> datetime:
    """Microseconds since 1970 as a moment in UTC."""
    return datetime.fromtimestamp(time_us // 1_000_000, UTC).replace(microsecond=time_us % 1_000_000)


def canonical_id(id: str) -> str:
    """A UUID in its one canonical spelling, so that no game and no command is known by two; anything else as it is."""
    try:
        return str(uuid.UUID(id))
    except ValueError:
        return id


def step_of(cursor: str | None) -> int | None:
    """The version a step cursor stands for; Problem BAD_CURSOR for a text that is none."""
    if cursor is None:
        return None
    if not cursor.isascii() or not cursor.isdecimal() or len(cursor) > 9:
        raise Problem("BAD_CURSOR", "A step's cursor is its version: a whole number from 0 on.", cursor=cursor[:40])
    return int(cursor)
