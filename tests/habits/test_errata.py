"""Errata: every branch on a version names one, and each is tested before and after."""

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT, RULESETS
from tests.habits.sources import ROOT, name_of
from tests.rules_report import rulebooks

RULESET_FOLDER: Final = ROOT / "domain" / "rulesets"
MAY_NAME_THE_VERSION: Final = {"state.py", "__init__.py"}
"""A field of the state, and what its hash covers."""

in_every_ruleset = pytest.mark.parametrize("ruleset", CURRENT.values(), ids=lambda ruleset: ruleset.id)


def modules() -> Iterator[tuple[Path, ast.Module]]:
    """The source of all rulesets."""
    for path in sorted(RULESET_FOLDER.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_no_rule_asks_for_the_number_of_a_version() -> None:
    """It asks whether an erratum holds."""
    wrong = []
    for path, tree in modules():
        depth = len(path.relative_to(RULESET_FOLDER).parts)
        if depth == 2 and path.name in MAY_NAME_THE_VERSION:
            continue
        for node in ast.walk(tree):
            name = (
                node.attr if isinstance(node, ast.Attribute) else node.value if isinstance(node, ast.Constant) else None
            )
            if name == "ruleset_version":
                wrong.append(f"{name_of(path)}:{node.lineno}")
    assert not wrong


def test_every_branch_names_an_erratum_of_its_ruleset() -> None:
    wrong = []
    for path, tree in modules():
        ruleset = path.relative_to(RULESET_FOLDER).parts[0]
        errata = {each.id.replace("-", "_") for each in CURRENT[ruleset].errata} if ruleset in CURRENT else set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr == "holds" and ast.unparse(node.value) not in errata:
                wrong.append(f"{name_of(path)}:{node.lineno} {ast.unparse(node)}")
    assert not wrong


@in_every_ruleset
def test_what_asks_for_a_version_while_it_evolves_is_named(ruleset: AnyRuleset) -> None:
    """Re-adjudication folds no record beside events that are not (`Ruleset.corrected_events`)."""
    folder = RULESET_FOLDER / ruleset.id
    asks = any(
        isinstance(node, ast.Attribute) and node.attr == "holds"
        for path, tree in modules()
        if path.is_relative_to(folder / "evolve")
        for node in ast.walk(tree)
    )
    assert asks == bool(ruleset.corrected_events)


@in_every_ruleset
def test_errata_are_numbered_and_correct_rules_that_exist(ruleset: AnyRuleset) -> None:
    known = rulebooks()[ruleset.id].known
    prefixes = {id.partition("-")[0] for id in known}
    assert [each.id for each in ruleset.errata] == [
        f"{min(prefixes, key=len)}-E{at:02}" for at, _ in enumerate(ruleset.errata, start=1)
    ]
    for each in ruleset.errata:
        assert each.rule in known, each.id
        assert 2 <= each.since <= ruleset.version, each.id
        assert each.before != each.after, each.id
        assert all(re.match("[A-Z“].*[.]$", words) for words in (each.before, each.after)), each.id


@in_every_ruleset
def test_every_erratum_is_tested_before_and_after(ruleset: AnyRuleset) -> None:
    tests = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "rulesets" / ruleset.id).rglob("test_*.py")
    )
    missing = [
        f"{moment} {each.id}"
        for each in ruleset.errata
        for moment in ("before", "after")
        if f'@pytest.mark.{moment}("{each.id}")' not in tests
    ]
    assert not missing


def test_versions_count_from_one_and_bring_their_own_errata() -> None:
    for id in CURRENT:
        versions = [each for each in RULESETS.values() if each.id == id]
        assert [each.version for each in versions] == list(range(1, len(versions) + 1))
        for earlier, later in itertools.pairwise(versions):
            assert later.errata[: len(earlier.errata)] == earlier.errata
            assert {each.since for each in later.errata[len(earlier.errata) :]} == {later.version}
