"""The report of rule ids to tests: which test would fail without which rule. Reads sources, runs no test.

`python -m tests.rules_report` rewrites docs/rules-coverage.md. tests/habits checks that the report is complete and up to date.

A test names its rules itself: `@pytest.mark.rules("GF-FIRE-07", ...)` on the function, or on one case by `pytest.param(..., marks=)`.
The rules are read from each `rules.md` by the service's own reader, `services.rulebook`. Rules under a title of `ASIDE` need no
test: they define terms or hold printed data. The ids of worked examples are tested as cases of their own.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from domain.rulesets import CURRENT
from services.rulebook import read_rules

ROOT: Final = Path(__file__).resolve().parents[1]
REPORT: Final = ROOT / "docs" / "rules-coverage.md"
ASIDE: Final = re.compile(
    r"(?:terms|(?:scope and )?components|editions|worked examples|cards: face data)\b", re.IGNORECASE
)
DECORATOR: Final = "pytest.mark.rules"
_CASE: Final = re.compile(r'^id = "([^"]+)"', re.MULTILINE)


TITLES: Final = {"game": "Every game", **{ruleset.id: ruleset.title for ruleset in CURRENT.values()}}
"""The pages of rules in the report."""


class RuleIds(NamedTuple):
    """The ids of one page of rules: those that need a test, and all that a test may name."""

    needed: tuple[str, ...]
    known: frozenset[str]


def rule_ids(page: Path) -> RuleIds:
    """Read the ids of a page of rules."""
    text = page.read_text(encoding="utf-8")
    rules = tuple(read_rules(page.parent.name, text))
    needed = dict.fromkeys(rule.id for rule in rules if not ASIDE.match(rule.title))
    return RuleIds(tuple(needed), frozenset((*(rule.id for rule in rules), *_CASE.findall(text))))


def rulebooks() -> dict[str, RuleIds]:
    """Every page of rules by its package's name: `game`, and each ruleset's id."""
    return {page.parent.name: rule_ids(page) for page in sorted((ROOT / "domain").glob("**/rules.md"))}


def marked_rules(decorators: list[ast.expr]) -> Iterator[str]:
    """The ids in every `pytest.mark.rules(...)` among (and within) the decorators of a test."""
    for decorator in decorators:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == DECORATOR:
                for word in node.args:
                    assert isinstance(word, ast.Constant), f"line {word.lineno}: a rule id is written out"
                    assert isinstance(word.value, str), f"line {word.lineno}: a rule id is a text"
                    yield word.value


def named_in(source: Path) -> Iterator[tuple[str, str]]:
    """(rule id, test) for each id that a test of this file names. A file without such a decorator is not parsed."""
    place, text = source.relative_to(ROOT / "tests").as_posix(), source.read_text(encoding="utf-8")
    if DECORATOR not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for id in marked_rules(node.decorator_list):
                yield id, f"{place}::{node.name}"


@cache
def by_rule() -> dict[str, list[str]]:
    """Rule id -> the tests that name it, in the order of their places."""
    tests: dict[str, list[str]] = {}
    for source in sorted((ROOT / "tests").rglob("test_*.py")):
        for id, test in named_in(source):
            if test not in tests.setdefault(id, []):
                tests[id].append(test)
    return tests


def untested(tests: Mapping[str, list[str]]) -> list[str]:
    """The rules of games and of registered rulesets that no test names."""
    books = rulebooks()
    return [id for page in TITLES for id in books[page].needed if id not in tests]


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
        "`python -m tests.rules_report` writes this page, and a test checks that it is complete and up to date. Each row lists the",
        "tests that would fail without the rule, as paths in `tests/`. Terms, components, editions and printed card data need",
        "no test. The worked examples are run as they stand in the rules.",
    ]
    for name, title in TITLES.items():
        needed = books[name].needed
        covered = sum(id in tests for id in needed)
        lines += ["", f"## {title}", "", f"{covered} of {len(needed)} rules are named by a test.", ""]
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
