"""The schema by the community's usual rules: every finding is mended, or answered on the page of changes."""

import json
import os
import subprocess
from typing import Final

import pytest
from graphql import build_schema, parse

from api.graphql.schema import SCHEMA
from tests.clients.schema_lint import Answer, Finding, answers, findings
from tests.docs.pages import ROOT

FOLDER: Final = ROOT / "tests/clients/lint"
ESLINT: Final = FOLDER / "node_modules/.bin/eslint"
ANSWERS: Final = answers((ROOT / "docs/schema-changes.md").read_text())
FINDINGS: Final = list(findings(SCHEMA._schema))


def unanswered(reported: list[Finding]) -> list[Finding]:
    return [each for each in reported if not any(answer.fits(each) for answer in ANSWERS)]


def test_every_finding_is_mended_or_answered() -> None:
    assert unanswered(FINDINGS) == []


def test_every_answer_is_to_a_finding() -> None:
    elsewhere = {"no-unreachable-types"}  # only graphql-eslint finds one, see below
    unused = [each for each in ANSWERS if not any(each.fits(reported) for reported in FINDINGS)]
    assert [each for each in unused if each.rule not in elsewhere] == []


@pytest.mark.parametrize(
    ("sdl", "rule"),
    [
        ("type Query { a_b: Int }", "naming-convention"),
        ("type Query { getIt: Int }", "naming-convention"),
        ("type Query { a: Kind } enum Kind { one }", "naming-convention"),
        ("type Query { a(given: Given): Int } input Given { b: Int }", "naming-convention"),
        ("type Query { cat: Cat } type Cat { catName: Int }", "no-typename-prefix"),
        ("type Query { cat: Cat } type Cat { id: Int }", "strict-id-in-types"),
        ("type Query { cats: [Cat!] } type Cat { a: Int }", "lists-as-connections"),
        ("type Query { names: [String] }", "no-nullable-items"),
        ("type Query { a: Boolean }", "no-nullable-boolean"),
        ("type Query { a(gameId: Int): Int }", "typed-arguments"),
        ("type Query { a: Int } type Lost { b: Int }", "no-unreachable-types"),
        ('type Query { a: Int @deprecated(reason: "It is old.") }', "require-deprecation-reason"),
        ("type Query { a: Int } extend type Mutation { c: Int }", "no-scalar-result-type-on-mutation"),
        (
            "type Query { cats: CatConnection } type CatConnection { edges: [Int] pageInfo: Int }",
            "relay-connection-types",
        ),
        ("type Query { cats: CatConnection } type CatConnection { edges: [Int] pageInfo: Int }", "relay-arguments"),
        ("type Query { cat: CatEdge } type CatEdge { cursor: Int }", "relay-edge-types"),
        ("type Query { a: PageInfo } type PageInfo { more: Int }", "relay-page-info"),
        ("type Query { a: Int }", "require-description"),
    ],
)
def test_each_rule_finds_what_it_is_for(sdl: str, rule: str) -> None:
    mutation = "" if "Mutation" in sdl else " extend type Mutation { b: Int }"
    reported = findings(build_schema(f"{sdl} type Mutation{{ d: Int }}{mutation}"))
    assert rule in {each.rule for each in reported}


def test_an_answer_names_a_rule_and_the_parts_that_it_is_about() -> None:
    page = (
        "## What linters say\n\n| rule | where | why |\n|---|---|---|\n| `a-rule` | `Cat.*`, `Dog.name` | It is so. |\n"
    )
    assert answers(page) == [Answer("a-rule", "Cat.*", "It is so."), Answer("a-rule", "Dog.name", "It is so.")]
    assert answers(page)[0].fits(Finding("a-rule", "Cat.name")) and not answers(page)[0].fits(Finding("b", "Cat.name"))


def parts_by_line(sdl: str) -> dict[int, str]:
    """The coordinate that each line of a schema defines."""
    lines: dict[int, str] = {}
    for definition in parse(sdl).definitions:
        name = definition.name  # type: ignore[attr-defined]
        lines[name.loc.start_token.line] = name.value
        for part in (*getattr(definition, "fields", ()), *getattr(definition, "values", ())):
            lines[part.name.loc.start_token.line] = f"{name.value}.{part.name.value}"
    return lines


@pytest.mark.skipif(not ESLINT.exists(), reason="no packages for Node: run `make clients`")
def test_graphql_eslint_finds_nothing_that_is_not_answered() -> None:
    path = ROOT / "docs/schema.graphql"
    sdl, command = path.read_text(), [str(ESLINT), "--format", "json", "--stdin", "--stdin-filename", path.name]
    world = {**os.environ, "EMBERLOG_SCHEMA": str(path)}
    done = subprocess.run(command, cwd=FOLDER, env=world, input=sdl, capture_output=True, text=True, check=False)
    [file] = json.loads(done.stdout)
    parts = parts_by_line(sdl)
    reported = [Finding(str(each["ruleId"]).rpartition("/")[2], parts[each["line"]]) for each in file["messages"]]
    assert len(reported) > 50, "the words of the rulebooks are among them"
    assert unanswered(reported) == []
