"""Any view of any ruleset as readable text: scalars as words, lists of alike things as tables. Knows no game.

It looks at nothing but the shape of the JSON that a client gets, so that a new ruleset is drawn without a line here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeGuard

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

Json = str | int | bool | None | Sequence["Json"] | Mapping[str, "Json"]
Things = Sequence[Mapping[str, Json]]

SEAT_FIELDS = frozenset({"seat", "active", "start", "to_act", "leaders", "winners", "landowners", "owner", "by"})
"""Fields that hold seats wherever they occur; their numbers are shown as names."""

DEPTH_MAX = 6
_INNER_CAPITAL = re.compile("(?<=[a-z0-9])(?=[A-Z])")


def snake(name: str) -> str:
    """`housesLost` and `houses_lost` alike."""
    return _INNER_CAPITAL.sub("_", name).lower()


def printable(text: str) -> str:
    """`text` without anything that a terminal would obey."""
    return (
        text
        if text.isprintable()
        else "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)
    )


def words(name: str) -> str:
    """A field's name as words."""
    return snake(name).replace("_", " ").strip()


def drawn(value: Mapping[str, Json], names: Sequence[str] = (), *, depth: int = 0) -> Group:
    """`value` as something rich can print; `names` of the seats, in order."""
    parts: list[RenderableType] = []
    said = [(name, inner) for name, inner in value.items() if _short(inner) and name != "__typename"]
    if said:
        parts.append(_facts(said, names))
    for name, inner in value.items():
        if not _short(inner):
            parts.append(_section(name, inner, names, depth))
    return Group(*parts)


def said(name: str, value: Json, names: Sequence[str] = ()) -> str:
    """One value in one line. Seats get their names where the field is known to hold seats."""
    match value:
        case None | "" | [] | ():
            return "–"
        case bool():
            return "yes" if value else "no"
        case int() if snake(name) in SEAT_FIELDS and 0 <= value < len(names):
            return names[value]
        case int():
            return str(value)
        case str():
            return printable(value)
        case Mapping():
            return ", ".join(f"{words(key)} {said(key, inner, names)}" for key, inner in value.items() if inner)
        case _:
            return ", ".join(_runs(said(name, inner, names) for inner in value))


def _runs(items: Iterable[str]) -> Iterable[str]:
    """Equal neighbours once, with how many there are."""
    for item, group in groupby(items):
        many = sum(1 for _ in group)
        yield item if many == 1 else f"{item} ×{many}"


def _facts(pairs: Sequence[tuple[str, Json]], names: Sequence[str]) -> Text:
    """Short values side by side, wrapped between pairs and not inside one where the width allows it."""
    text = Text()
    for at, (name, value) in enumerate(pairs):
        text.append("" if at == 0 else "   ")
        text.append(words(name).replace(" ", "\N{NO-BREAK SPACE}") + "\N{NO-BREAK SPACE}", style="dim")
        shown = said(name, value, names)
        text.append(shown if len(shown) > 60 else shown.replace(" ", "\N{NO-BREAK SPACE}"), style="bold")
    return text


def _section(name: str, value: Json, names: Sequence[str], depth: int) -> RenderableType:
    title = Text(words(name), style="bold underline")
    if depth >= DEPTH_MAX:
        return Group(Text(), title, Text(said(name, value, names)))
    if _things(value):
        return Group(Text(), title, _table(value, names))
    if isinstance(value, Mapping):
        if value and all(isinstance(inner, Mapping) for inner in value.values()):
            rows = [{words(name): key, **inner} for key, inner in value.items() if isinstance(inner, Mapping)]
            return Group(Text(), title, _table(rows, names))
        return Group(Text(), title, Padding(drawn(value, names, depth=depth + 1), (0, 0, 0, 2)))
    return Group(Text(), title, Text(said(name, value, names)))


def _table(rows: Things, names: Sequence[str]) -> RenderableType:
    """One line a thing. Columns and rows that hold nothing at all are left out, and the rows are counted."""
    columns = [name for name in dict.fromkeys(key for row in rows for key in row) if name != "__typename"]
    columns = [name for name in columns if any(row.get(name) for row in rows)]
    first = columns[:1]
    kept = [row for row in rows if any(row.get(name) for name in columns if name not in first)] or list(rows)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    for name in columns:
        whole_numbers = all(isinstance(row.get(name), int) and not isinstance(row.get(name), bool) for row in kept)
        seats = snake(name) in SEAT_FIELDS
        table.add_column(words(name), justify="right" if whole_numbers and not seats else "left", overflow="fold")
    for row in kept:
        table.add_row(*(Text(_cell(name, row.get(name), names)) for name in columns))
    left_out = len(rows) - len(kept)
    return Group(table, Text(f"and {left_out} with nothing in them", style="dim")) if left_out else table


def _cell(name: str, value: Json, names: Sequence[str]) -> str:
    """A table is calmer without its noes."""
    if value is None:
        return ""
    if value is False or (value == 0 and snake(name) not in SEAT_FIELDS):
        return "·"
    return "" if value == "" or (isinstance(value, Sequence) and not value) else said(name, value, names)


def _things(value: Json) -> TypeGuard[Things]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return False
    return bool(value) and all(isinstance(item, Mapping) for item in value)


def _short(value: Json) -> bool:
    """Fits in a line: a scalar, a list of scalars, or few named scalars."""
    if isinstance(value, Mapping):
        return not value or (len(value) <= 6 and all(_scalar(inner) for inner in value.values()))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return all(_scalar(item) for item in value)
    return True


def _scalar(value: Json) -> bool:
    return value is None or isinstance(value, str | int)
