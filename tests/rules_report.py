"""The report of rule ids to tests: which test would fail without which rule. Reads sources, runs no test.

`python -m tests.rules_report` rewrites docs/rules/coverage.md; tests/house holds that it is complete and up to date.

A test says so itself: `@pytest.mark.rules("GF-FIRE-07", ...)` on the function, or on one case by `pytest.param(..., marks=)`.
A rule is an id in bold at the head of a line, list item or table row of docs/rules/<ruleset>.md. Ids under a heading of
`ASIDE` need no test: they name things or hold printed data. The ids of worked examples are tested as cases of their own.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from domain.rulesets import RULESETS

ROOT: Final = Path(__file__).resolve().parents[1]
RULES: Final = ROOT / "docs" / "rules"
REPORT: Final = RULES / "coverage.md"
ASIDE: Final = re.compile(
    r"#+ [\d.]+ (?:terms|(?:scope and )?components|editions|worked examples|cards: face data)\b", re.IGNORECASE
)
_ID: Final = r"[A-Z]{2,5}(?:-[A-Z0-9]+)+(?:\.\d+|[a-z])?"
_RULE: Final = re.compile(rf"^(?:[-*] |\| )?\*\*({_ID})(?: \(D\))?\*\*")
_EXAMPLE: Final = re.compile(rf'^(?:#+ |id = ")({_ID})\b')


class Rulebook(NamedTuple):
    """The ids of one page of rules: those that need a test, and all that a test may name."""

    needed: tuple[str, ...]
    known: frozenset[str]


def rulebook(page: Path) -> Rulebook:
    """Read the ids of a page of rules."""
    needed: list[str] = []
    known: set[str] = set()
    aside = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if example := _EXAMPLE.match(line):
            known.add(example[1])
        elif line.startswith("#"):
            aside = bool(ASIDE.match(line))
        elif rule := _RULE.match(line):
            known.add(rule[1])
            if not aside:
                needed.append(rule[1])
    return Rulebook(tuple(dict.fromkeys(needed)), frozenset(known))


def rulebooks() -> dict[str, Rulebook]:
    """Every page of rules by its name, those not on the shelf too: their ids may be named already."""
    return {page.stem: rulebook(page) for page in sorted(RULES.glob("*.md")) if page != REPORT}


def marked(decorators: list[ast.expr]) -> Iterator[str]:
    """The ids in every `pytest.mark.rules(...)` among (and within) the decorators of a test."""
    for decorator in decorators:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rules":
                for word in node.args:
                    assert isinstance(word, ast.Constant), f"line {word.lineno}: a rule id is written out"
                    assert isinstance(word.value, str), f"line {word.lineno}: a rule id is a text"
                    yield word.value


def named_in(source: Path) -> Iterator[tuple[str, str]]:
    """(rule id, test) for each id that a test of this file names."""
    place = source.relative_to(ROOT / "tests").as_posix()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for id in marked(node.decorator_list):
                yield id, f"{place}::{node.name}"


def by_rule() -> dict[str, list[str]]:
    """Rule id -> the tests that name it, in the order of their places."""
    found: dict[str, list[str]] = {}
    for source in sorted((ROOT / "tests").rglob("test_*.py")):
        for id, test in named_in(source):
            if test not in found.setdefault(id, []):
                found[id].append(test)
    return found


def untested(tests: Mapping[str, list[str]]) -> list[str]:
    """The rules of the rulesets on the shelf that no test names."""
    books = rulebooks()
    return [id for ruleset in RULESETS for id in books[ruleset].needed if id not in tests]


def unknown(tests: Mapping[str, list[str]]) -> list[str]:
    """What tests name although no page of rules has it."""
    known = frozenset().union(*(book.known for book in rulebooks().values()))
    return [f"{id} in {', '.join(places)}" for id, places in tests.items() if id not in known]


def report(tests: Mapping[str, list[str]]) -> str:
    """The report as Markdown."""
    books = rulebooks()
    lines = [
        "# Rules and their tests",
        "",
        "Written by `python -m tests.rules_report`; a test holds that it is complete and up to date. Beside a rule stand the",
        "tests that would fail without it, by their places in `tests/`. Terms, components, editions and printed card data need",
        "none; the worked examples are run as they stand in the rules.",
    ]
    for ruleset, box in RULESETS.items():
        needed = books[ruleset].needed
        covered = sum(id in tests for id in needed)
        lines += ["", f"## {box.title}", "", f"{covered} of {len(needed)} rules are named by a test.", ""]
        lines += ["| rule | tests |", "|---|---|"]
        for id in needed:
            lines.append(f"| {id} | {'<br>'.join(f'`{test}`' for test in tests.get(id, ()))} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Rewrite the report; say what is missing."""
    tests = by_rule()
    REPORT.write_text(report(tests), encoding="utf-8")
    missing, strange = untested(tests), unknown(tests)
    for id in missing:
        print(f"no test names {id}")
    for id in strange:
        print(f"no rule has the id {id}")
    print(f"{REPORT.relative_to(ROOT)}: {len(missing)} rules without a test, {len(strange)} names without a rule")
    return 1 if missing or strange else 0


if __name__ == "__main__":
    sys.exit(main())
