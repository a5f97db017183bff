"""The schema's own scalars, and how times, ids and step cursors are read and written."""

import uuid
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NewType, TypeAlias

import strawberry
from strawberry.schema.config import StrawberryConfig
from strawberry.types.scalar import ScalarDefinition

from api.problems import Problem
from domain.engine.step import Step

CursorText = NewType("CursorText", str)
ExactJson = NewType("ExactJson", object)
WholeMilliseconds = NewType("WholeMilliseconds", int)

MS_MAX: Final = 2**53
"""The largest number of milliseconds: every JSON reader knows it exactly."""

if TYPE_CHECKING:
    Json: TypeAlias = Any
    Cursor: TypeAlias = str
    Milliseconds: TypeAlias = int
else:
    Json = ExactJson
    Cursor = CursorText
    Milliseconds = WholeMilliseconds


def _as_cursor(value: object) -> CursorText:
    if not isinstance(value, str):
        raise ValueError("a cursor is a string, also where it has digits only: send it as it was given")
    return CursorText(value)


def _as_milliseconds(value: object) -> WholeMilliseconds:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MS_MAX:
        raise ValueError(f"milliseconds are a whole number up to {MS_MAX}")
    return WholeMilliseconds(value)


SCALARS: Final[dict[object, ScalarDefinition]] = {
    ExactJson: strawberry.scalar(
        name="JSON",
        description=(
            "Any JSON value without floats, exactly as the domain writes it: names in snake_case, commands with "
            "their tag in `type`. Typed fields show the same values with names in camelCase."
        ),
        serialize=lambda value: value,
        parse_value=lambda value: value,
    ),
    CursorText: strawberry.scalar(
        name="Cursor",
        description=(
            "A place in a list, as a string. The cursor of a step is its version, written as a string. Other cursors "
            "are opaque: send them back as they were given."
        ),
        serialize=str,
        parse_value=_as_cursor,
    ),
    WholeMilliseconds: strawberry.scalar(
        name="Milliseconds",
        description="A length of time in whole milliseconds, up to 2^53: larger than `Int`, which ends at 24 days.",
        serialize=int,
        parse_value=_as_milliseconds,
    ),
}

CONFIG: Final = StrawberryConfig(scalar_map=SCALARS)


def time_of(time_us: int) -> datetime:
    """Microseconds since 1970 as a moment in UTC."""
    return datetime.fromtimestamp(time_us // 1_000_000, UTC).replace(microsecond=time_us % 1_000_000)


def us_of(moment: datetime) -> int:
    """A moment as microseconds since 1970; without an offset it counts as UTC."""
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return round((aware - datetime.fromtimestamp(0, UTC)).total_seconds() * 1_000_000)


def canonical_id(id: str) -> str:
    """The id of a game or a command itself. Raises Problem BAD_ID for every text that is not a UUID in its one
    spelling: nothing has two ids, and no typing error reads as a game that is gone."""
    with suppress(ValueError):
        parsed = uuid.UUID(id)
        if str(parsed) == id and parsed.int:
            return id
    text = "An id is a UUID with dashes in lower case, as `0b7e4c1e-5f0a-4f57-9d3e-2a1c6f0e8d11`, and not all zeros."
    raise Problem("BAD_ID", text)


def is_step(text: str) -> bool:
    """Whether a text is a version, which is the cursor of a step."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def step_of(cursor: str | None) -> Step | None:
    """The version that a step cursor stands for. Raises Problem BAD_CURSOR."""
    if cursor is None:
        return None
    if not is_step(cursor):
        raise Problem("BAD_CURSOR", "A step's cursor is its version: a whole number from 0 on.", cursor=cursor[:40])
    return Step(int(cursor))


def step_or_none(number: int | None) -> Step | None:
    """A number from a request as the number of a step."""
    return None if number is None else Step(number)
