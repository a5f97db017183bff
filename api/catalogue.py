"""The published catalogue of codes, as Markdown.

`python -m api.catalogue` prints it; `python -m api.catalogue PAGE` writes it into a page, between its two markers.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from api.problems import CODES
from domain.game.refusals import REFUSALS
from domain.rulesets import CURRENT

BEGIN: Final = "<!-- codes: written by `python -m api.catalogue docs/client-developers.md` -->"
END: Final = "<!-- end of codes -->"


def catalogue() -> str:
    """Every code that an error or an answer may carry, with what it means and what to do."""
    return "\n".join((BEGIN, "", *_sections(), END))


def with_catalogue(page: str) -> str:
    """`page` with the catalogue of today between its markers. Raises ValueError for a page without them."""
    before, after = page.index(BEGIN), page.index(END) + len(END)
    return f"{page[:before]}{catalogue()}{page[after:]}"


def _sections() -> Iterator[str]:
    yield from ("| code | status | what it means | what to do |", "|---|---|---|---|")
    for code, each in sorted(CODES.items()):
        status = "answer" if each.status is None else str(each.status)
        yield f"| `{code}` | {status} | {each.meaning} | {each.action} |"
    yield from ("", "### Refusals", "", "Codes of `CommandRefused`, `Objection` and `Refusal`, in every ruleset:", "")
    yield from _refusals(REFUSALS)
    for ruleset in CURRENT.values():
        yield from (f"In *{ruleset.title}* (`{ruleset.id}`):", "")
        yield from _refusals(ruleset.refusals)


def _refusals(refusals: Mapping[str, str]) -> Iterator[str]:
    yield from ("| code | what it means |", "|---|---|")
    yield from (f"| `{code}` | {_cell(meaning)} |" for code, meaning in sorted(refusals.items()))
    yield ""


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        path = Path(sys.argv[1])
        path.write_text(with_catalogue(path.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        sys.stdout.write(f"{catalogue()}\n")
