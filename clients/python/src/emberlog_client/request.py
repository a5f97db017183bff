"""What a generated operation is made of: its document, its variables, and the reader of its answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Operation:
    """A document with one operation. `root`: the field of the answer's data that is its result. `repeatable`: whether
    sending it twice does no more than sending it once. Commands are repeatable, because they have an id.
    `has_sentences`: whether its variable `$locale` is the language of its sentences."""

    name: str
    root: str
    document: str
    repeatable: bool = True
    has_sentences: bool = False


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """An operation with its variables. `read` turns the JSON of its result into types."""

    operation: Operation
    variables: Mapping[str, Any] = field(repr=False)
    read: Callable[[Any], T] = field(repr=False)

    def varied(self, **variables: object) -> "Request[T]":
        """The same operation with some other variables, named as in its document."""
        return Request(self.operation, {**self.variables, **variables}, self.read)


@dataclass(frozen=True, slots=True)
class Staleness:
    """How old an answer may be. Everything that was committed before `as_of` is in it, and that was at most
    `age_ms_max` milliseconds ago."""

    as_of: datetime
    age_ms_max: int

    @classmethod
    def read(cls, extensions: Mapping[str, Any]) -> "Staleness | None":
        """From the `extensions` of an answer; None if it does not say, because it is of its moment."""
        age = extensions.get("staleness")
        return cls(time_of(age["asOf"]), age["ageMsMax"]) if isinstance(age, Mapping) else None


@dataclass(frozen=True, slots=True)
class Unknown:
    """A member of a union that this kit is too old to know. Unions may grow."""

    typename: str
    data: Mapping[str, Any]

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Unknown":
        """From the JSON of an answer."""
        return cls(data["__typename"], data)


def given(variables: Mapping[str, Any]) -> dict[str, Any]:
    """The variables without those that were left out, and times as the schema writes them."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in variables.items()
        if value is not None
    }


def each(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    """A reader of a list, from the reader of its items."""
    return lambda data: tuple(map(read, data))


def optional(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """A reader of a value that may be null."""
    return lambda data: None if data is None else read(data)


def time_of(text: str) -> datetime:
    """A `DateTime` of the schema."""
    return datetime.fromisoformat(text)
