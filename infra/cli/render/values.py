"""Any view of any ruleset as readable text: scalars as words, lists of similar things as grids.

It uses only the shape of the JSON that a client receives, so that a new ruleset needs no code here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeGuard

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

Json = str | int | bool | None | Sequence["Json"] | Mapping[str, "Json"]
Rows = Sequence[Mapping[str, Json]]

SEAT_FIELDS = frozenset({"seat", "active", "start", "to_act", "leaders", "winners", "landowners", "owner", "by"})
"""Fields that hold seats wherever they occur. Their numbers are printed as names."""

DEPTH_MAX = 6
_INNER_CAPITAL = re.compile("(?<=[a-z0-9])(?=[A-Z])")
SPACES: Final = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""What French sets before its high signs. Python counts no space but the plain one as printable."""


def snake(name: str) -> str:
    """`housesLost` and `houses_lost` as `houses_lost`."""
    return _INNER_CAPITAL.sub("_", name).lower()


def printable(text: str) -> str:
    """`text` with a replacement character for each one that a terminal would act on."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in SPACES else "\N{REPLACEMENT CHARACTER}" for each in text)


def words(name: str) -> str:
    """A field's name as words."""
    return snake(name).replace("_", " ").strip()


def view_as_text(value: Mapping[str, Json], names: Sequence[str] = (), *, depth: int = 0) -> Group:
    """`value` as something rich can print. `names`: the names of the seats, in order."""
    parts: list[RenderableType] = []
    short = [(name, inner) for name, inner in value.items() if _short(inner) and name != "__typename"]
    if short:
        parts.append(_facts(short, names))
    for name, inner in value.items():
        if not _short(inner):
            parts.append(_section(name, inner, names, depth))
    return Group(*parts)


def value_as_text(name: str, value: Json, names: Sequence[str] = ()) -> str:
    """One value in one line. A field that holds seats is printed with their names."""
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
            return ", ".join(
                f"{words(key)} {value_as_text(key, inner, names)}" for key, inner in value.items() if inner
            )
        case _:
            return ", ".join(_runs(value_as_text(name, inner, names) for inner in value))


def _runs(items: Iterable[str]) -> Iterable[str]:
    """Equal neighbours once, with their number."""
    for item, group in groupby(items):
        many = sum(1 for _ in group)
        yield item if many == 1 else f"{item} ×{many}"


def _facts(pairs: Sequence[tuple[str, Json]], names: Sequence[str]) -> Text:
    """Short values side by side. Wraps between pairs, and inside one only where the width requires it."""
    text = Text()
    for at, (name, value) in enumerate(pairs):
        text.append("" if at == 0 else "   ")
        text.append(words(name).replace(" ", "\N{NO-BREAK SPACE}") + "\N{NO-BREAK SPACE}", style="dim")
        text_of_value = value_as_text(name, value, names)
        text.append(
            text_of_value if len(text_of_value) > 60 else text_of_value.replace(" ", "\N{NO-BREAK SPACE}"), style="bold"
        )
    return text


def _section(name: str, value: Json, names: Sequence[str], depth: int) -> RenderableType:
    title = Text(words(name), style="bold underline")
    if depth >= DEPTH_MAX:
        return Group(Text(), title, Text(value_as_text(name, value, names)))
    if _is_rows(value):
        return Group(Text(), title, _grid(value, names))
    if isinstance(value, Mapping):
        if value and all(isinstance(inner, Mapping) for inner in value.values()):
            rows = [{words(name): key, **inner} for key, inner in value.items() if isinstance(inner, Mapping)]
            return Group(Text(), title, _grid(rows, names))
        return Group(Text(), title, Padding(view_as_text(value, names, depth=depth + 1), (0, 0, 0, 2)))
    return Group(Text(), title, Text(value_as_text(name, value, names)))


def _grid(rows: Rows, names: Sequence[str]) -> RenderableType:
    """One line per row. Leaves out empty columns and empty rows, and prints the number of empty rows."""
    columns = [name for name in dict.fromkeys(key for row in rows for key in row) if name != "__typename"]
    columns = [name for name in columns if any(row.get(name) for row in rows)]
    first = columns[:1]
    filled = [row for row in rows if any(row.get(name) for name in columns if name not in first)] or list(rows)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    for name in columns:
        whole_numbers = all(isinstance(row.get(name), int) and not isinstance(row.get(name), bool) for row in filled)
        seats = snake(name) in SEAT_FIELDS
        grid.add_column(words(name), justify="right" if whole_numbers and not seats else "left", overflow="fold")
    for row in filled:
        grid.add_row(*(Text(_cell(name, row.get(name), names)) for name in columns))
    left_out = len(rows) - len(filled)
    return Group(grid, Text(f"and {left_out} with nothing in them", style="dim")) if left_out else grid


def _cell(name: str, value: Json, names: Sequence[str]) -> str:
    """A value in a grid, which is easier to read with a dot for each no and each zero."""
    if value is None:
        return ""
    if value is False or (value == 0 and snake(name) not in SEAT_FIELDS):
        return "·"
    return "" if value == "" or (isinstance(value, Sequence) and not value) else value_as_text(name, value, names)


def _is_rows(value: Json) -> TypeGuard[Rows]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return False
    return bool(value) and all(isinstance(item, Mapping) for item in value)


def _short(value: Json) -> bool:
    """Whether it fits in a line: a scalar, a list of scalars, or a few named scalars."""
    if isinstance(value, Mapping):
        return not value or (len(value) <= 6 and all(_scalar(inner) for inner in value.values()))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return all(_scalar(item) for item in value)
    return True


def _scalar(value: Json) -> bool:
    return value is None or isinstance(value, str | int)
