"""The matrix as data (matrix.toml): who may read, send and follow what, in which phase, by which rule."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

MATRIX: Final = Path(__file__).parent / "matrix.toml"
EVERYBODY: Final = "everybody"
OTHERS: Final = "others"

Cell = str | Mapping[str, str]


@dataclass(frozen=True)
class Row:
    """One field with one set of arguments. `usual`: what comes of it where `phases` names nothing else.

    `kind`: me, read, register, token, opening or command, for the answers that come before the field's own.
    """

    name: str
    kind: str
    rules: tuple[str, ...]
    usual: Cell
    arguments: str = ""
    phases: Mapping[str, Cell] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name}({self.arguments})"


@dataclass(frozen=True)
class Viewing:
    """One viewer that a field may be asked for by `as`, and who may look so in each phase."""

    as_: str
    rules: tuple[str, ...]
    phases: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Before:
    """An answer that comes before the field's own, for these kinds of rows. No phases or callers: for all."""

    rules: tuple[str, ...]
    outcome: str
    kinds: tuple[str, ...]
    phases: tuple[str, ...]
    callers: tuple[str, ...]


@dataclass(frozen=True)
class Matrix:
    """The whole of it."""

    before: tuple[Before, ...]
    groups: Mapping[str, tuple[str, ...]]
    phases: Mapping[str, str]
    callers: Mapping[str, str]
    plain: Mapping[str, tuple[str, ...]]
    viewer_fields: tuple[str, ...]
    stream: str
    viewings: tuple[Viewing, ...]
    rows: tuple[Row, ...]

    def expected(self, row: Row, phase: str, caller: str) -> str:
        """What must come of it, for this caller in this phase."""
        first = self.first(row.kind, phase, caller)
        if first is not None:
            return first
        for cell in (row.phases.get(phase), row.usual):
            if isinstance(cell, str):
                return cell
            for who, word in (cell or {}).items():
                if who == caller or caller in self.groups.get(who, ()):
                    return word
            if cell is not None and OTHERS in cell:
                return cell[OTHERS]
        raise LookupError(f"{row} says nothing of {caller} in {phase}")

    def first(self, kind: str, phase: str, caller: str) -> str | None:
        """The answer that comes before the field's own; None if none does."""
        for each in self.before:
            members = {member for who in each.callers for member in self.groups.get(who, (who,))}
            if kind in each.kinds and (not each.phases or phase in each.phases) and (not members or caller in members):
                return each.outcome
        return None

    def may_look(self, viewing: Viewing, phase: str, caller: str) -> bool:
        """Whether the caller may look as this viewer."""
        return any(
            who in (caller, EVERYBODY) or caller in self.groups.get(who, ())
            for who in viewing.phases.get(phase, viewing.phases["usual"])
        )

    def known_fields(self) -> Iterator[str]:
        """Every `Type.field` that the matrix speaks of."""
        for type_name, names in self.plain.items():
            yield from (f"{type_name}.{name}" for name in names)
        yield from (*self.viewer_fields, self.stream)
        yield from (row.name for row in self.rows)


def matrix() -> Matrix:
    """The matrix as it stands in its file. A group may name other groups."""
    read = tomllib.loads(MATRIX.read_text(encoding="utf-8"))
    groups: dict[str, tuple[str, ...]] = {}
    for name, members in read["groups"].items():
        groups[name] = tuple(each for member in members for each in groups.get(member, (member,)))
    return Matrix(
        tuple(_before(each) for each in read["before"]),
        groups,
        read["phases"],
        read["callers"],
        {name: tuple(fields) for name, fields in read["plain"].items()},
        tuple(read["viewers"]["fields"]),
        read["viewers"]["stream"],
        tuple(_viewing(each) for each in read["viewers"]["as"]),
        tuple(_row(each) for each in read["row"]),
    )


def _viewing(read: dict[str, Any]) -> Viewing:
    as_, rules = read.pop("as"), tuple(read.pop("rules"))
    return Viewing(as_, rules, {phase: tuple(who) for phase, who in read.items()})


def _before(read: dict[str, Any]) -> Before:
    phases, callers = tuple(read.get("phases", ())), tuple(read.get("callers", ()))
    return Before(tuple(read["rules"]), read["outcome"], tuple(read["kinds"]), phases, callers)


def _row(read: dict[str, Any]) -> Row:
    name, kind, rules = read.pop("field"), read.pop("kind"), tuple(read.pop("rules"))
    return Row(name, kind, rules, read.pop("usual"), read.pop("arguments", ""), read)
