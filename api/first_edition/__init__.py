"""What became of the first edition's schema: for the page of changes, and for the errors of clients that still use it.

`successors.toml` is the only place where it is written. `python -m api.first_edition PAGE` writes it into a page.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from typing import Final, NamedTuple

from graphql import GraphQLSchema, get_named_type


class Successor(NamedTuple):
    """`was`: a coordinate of the first edition. `now`: its successor. `how`: what to do, if the name is not enough."""

    was: str
    now: str
    how: str = ""

    @property
    def sentence(self) -> str:
        """What a client of the first edition is told."""
        if self.was == self.now:
            return f"This was something else in the first edition. {self.how}"
        text = f"In the first edition this was {self.was}: it is now {self.now}."
        return f"{text} {self.how}" if self.how else text


class FirstEdition:
    """The successors, by coordinate."""

    def __init__(self, gone: Mapping[str, Successor], changed: Mapping[str, Successor]) -> None:
        self.gone = gone
        self.changed = changed
        self._by_type: dict[str, list[Successor]] | None = None

    def successor(self, coordinate: str) -> Successor | None:
        """The successor of a coordinate as the first edition wrote it; None if nothing became of it."""
        line = self.gone.get(coordinate) or self.changed.get(coordinate)
        if line is not None:
            return line
        owner, rest = _split(coordinate)
        renamed = self.gone.get(owner) if rest else None
        return None if renamed is None else Successor(coordinate, f"{renamed.now}{rest}", renamed.how)

    def of_today(self, type_name: str, member: str) -> Successor | None:
        """The successor of what a client asks of a type of today. `member`: `.field`, `.VALUE`, `.field(argument:)`."""
        for name in (type_name, *self._former_names.get(type_name, ())):
            line = self.gone.get(f"{name}{member}") or self.changed.get(f"{name}{member}")
            if line is not None:
                return line
        return None

    def leading_to(self, type_name: str, schema: GraphQLSchema) -> Successor | None:
        """A field that changed its type to this one, so that clients look in it for what the former type had."""
        if self._by_type is None:
            self._by_type = {}
            for line in self.changed.values():
                owner, _, name = line.now.partition(".")
                fields = getattr(schema.get_type(owner), "fields", {})
                if name in fields:
                    self._by_type.setdefault(get_named_type(fields[name].type).name, []).append(line)
        return next(iter(self._by_type.get(type_name, ())), None)

    def of_input(self, type_name: str, schema: GraphQLSchema) -> Successor | None:
        """An argument that changed its type to this one, so that clients send it what the former type had."""
        for at, line in self.changed.items():
            owner, _, rest = at.partition(".")
            field_name, _, argument = rest.removesuffix(":)").partition("(")
            field = getattr(schema.get_type(owner), "fields", {}).get(field_name) if argument else None
            changed = None if field is None else field.args.get(argument)
            if changed is not None and get_named_type(changed.type).name == type_name:
                return line
        return None

    @cached_property
    def _former_names(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for was, line in self.gone.items():
            if "." not in was:
                names.setdefault(line.now, []).append(was)
        return names


def read(text: str) -> FirstEdition:
    """The successors of a file. Raises KeyError for a file without both parts."""
    lines = tomllib.loads(text)
    return FirstEdition(dict(_lines(lines["gone"])), dict(_lines(lines["changed"])))


def _lines(lines: Mapping[str, str | Mapping[str, str]]) -> Iterator[tuple[str, Successor]]:
    for was, line in lines.items():
        yield was, Successor(was, line) if isinstance(line, str) else Successor(was, **line)


def _split(coordinate: str) -> tuple[str, str]:
    """The part that a coordinate belongs to, a field or a type, and the rest with its sign."""
    sign = "(" if "(" in coordinate else "."
    owner, between, rest = coordinate.partition(sign)
    return owner, between + rest


FIRST_EDITION: Final = read((files(__name__) / "successors.toml").read_text(encoding="utf-8"))
