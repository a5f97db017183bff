"""Writes what became of the first edition's schema into a page, between its two markers."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from api.first_edition import FIRST_EDITION, Successor

BEGIN: Final = "<!-- successors: written by `python -m api.first_edition docs/schema-changes.md` -->"
END: Final = "<!-- end of successors -->"


def successors() -> str:
    """Two lists as Markdown: what is gone, and what is something else now."""
    gone = _rows(FIRST_EDITION.gone, "first edition")
    changed = _rows(FIRST_EDITION.changed, "the name stays, or its type was renamed")
    return "\n".join((BEGIN, "", *gone, "", "These are there, and are something else now:", "", *changed, END))


def with_successors(page: str) -> str:
    """`page` with the lists of today between its markers. Raises ValueError for a page without them."""
    before, after = page.index(BEGIN), page.index(END) + len(END)
    return f"{page[:before]}{successors()}{page[after:]}"


def _rows(lines: Mapping[str, Successor], heading: str) -> Iterator[str]:
    yield from (f"| {heading} | now | |", "|---|---|---|")
    yield from (f"| `{each.was}` | `{each.now}` | {each.how} |" for each in lines.values())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        path = Path(sys.argv[1])
        path.write_text(with_successors(path.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        sys.stdout.write(f"{successors()}\n")
