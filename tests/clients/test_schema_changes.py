"""The committed schema against the last released one: nothing that could break a client, and every replacement named."""

import re
from functools import cache

import pytest
from graphql import BreakingChange, GraphQLSchema, build_schema, find_breaking_changes, get_named_type

from api.first_edition import FIRST_EDITION
from api.sentences import places
from tests.docs.pages import ROOT

RELEASED = "schema-0.1.graphql"


@cache
def schema(name: str = "schema.graphql") -> GraphQLSchema:
    return build_schema((ROOT / "docs" / name).read_text())


def deprecations(of: GraphQLSchema) -> dict[str, str]:
    """Coordinate -> reason, of everything that is deprecated."""
    reasons: dict[str, str | None] = {}
    for name, type_ in of.type_map.items():
        for field_name, field in getattr(type_, "fields", {}).items():
            reasons[f"{name}.{field_name}"] = field.deprecation_reason
            for argument, declared in getattr(field, "args", {}).items():
                reasons[f"{name}.{field_name}({argument}:)"] = declared.deprecation_reason
        for value, declared in getattr(type_, "values", {}).items():
            reasons[f"{name}.{value}"] = declared.deprecation_reason
    return {at: reason for at, reason in reasons.items() if reason is not None}


def is_there(of: GraphQLSchema, coordinate: str) -> bool:
    """Whether `Type`, `Type.field`, `Type.VALUE` or `Type.field(argument:)` is in the schema."""
    name, _, rest = coordinate.partition(".")
    field, _, argument = rest.removesuffix(":)").partition("(")
    type_ = of.get_type(name)
    members = {**getattr(type_, "fields", {}), **getattr(type_, "values", {})}
    if type_ is None or not field:
        return type_ is not None
    return field in members and (not argument or argument in members[field].args)


def nameless(of: GraphQLSchema) -> list[str]:
    """Deprecated things whose reason names nothing that is there and not deprecated itself."""
    old = deprecations(of)
    return [
        at
        for at, reason in old.items()
        if not any(is_there(of, name) and name not in old for name in re.findall(r"`([A-Za-z_.]+)`", reason))
    ]


def broken(change: BreakingChange) -> str:
    """The coordinate that a breaking change is about."""
    coordinate = re.search(
        r"\b[A-Z]\w+(?:\.\w+(?:\(\w+:\))?)?", change.description.removeprefix("Field ").removeprefix("Argument ")
    )
    assert coordinate is not None, change
    return coordinate[0]


def of_renamed_type(coordinate: str) -> bool:
    """Whether a field has the type that it had in the first edition, under the name of today."""
    name, _, field = coordinate.partition(".")
    before, now = (getattr(of.get_type(name), "fields", {}).get(field) for of in (schema(RELEASED), schema()))
    if before is None or now is None:
        return False
    line = FIRST_EDITION.gone.get(get_named_type(before.type).name)
    return line is not None and str(before.type).replace(line.was, line.now) == str(now.type)


def test_nothing_breaks_clients_of_the_last_release_but_what_their_errors_and_the_changelog_tell() -> None:
    changes = find_breaking_changes(schema(RELEASED), schema())
    lines = [*FIRST_EDITION.gone.values(), *FIRST_EDITION.changed.values()]
    named = {each for line in lines for each in (line.was, line.now)}  # a renamed input field is also an added one
    assert [each.description for each in changes if not (broken(each) in named or of_renamed_type(broken(each)))] == []


def test_what_is_deprecated_names_its_replacement() -> None:
    assert nameless(schema()) == []


@pytest.mark.parametrize(
    ("reason", "named"),
    [("Use `Query.new`.", True), ("Use `Query.gone`.", False), ("Use `Query.old`.", False), ("It is old.", False)],
)
def test_a_replacement_is_something_that_is_there(reason: str, named: bool) -> None:
    changed = build_schema(f'type Query {{ new: Int old: Int @deprecated(reason: "{reason}") }}')
    assert (nameless(changed) == []) is named


def test_the_changelog_names_only_what_is_there() -> None:
    page = (ROOT / "docs" / "schema-changes.md").read_text()
    since = page.split("## Since ")[1].split("\n## ")[0]
    named = re.findall(r"`([A-Z]\w*[a-z]\w*(?:\.\w+)?)`", since)  # codes of problems are in capitals
    now, released = schema(), schema(RELEASED)
    assert len(named) > 20
    assert [name for name in named if not is_there(now, name)] == []
    assert {name for name in named if is_there(released, name) and name not in deprecations(now)} <= {
        "Mutation.openGame",
        "Mutation.submit",
        "Query.games",
        "Game.scoreTracks",
        "Query.rule",
    }, "a field that was there already is named for a new argument, or because another one replaces it"


OF_RULESETS = ("GreatFire", "London", "Brigade")
"""How the types of a ruleset begin. The page does not name those of them that are new."""


def unnamed(page: str, before: GraphQLSchema, now: GraphQLSchema) -> list[str]:
    """Types that were added, and fields that types of the first edition got, that the page does not name."""
    of_problems = set(getattr(now.get_type("CommandProblem"), "fields", {}))
    missing = []
    for coordinate, _ in places(now):
        name, _, member = coordinate.partition(".")
        if is_there(before, coordinate) or "(" in member or (member and before.get_type(name) is None):
            continue
        if member in of_problems or (not member and name.startswith(OF_RULESETS)) or name.endswith("Edge"):
            continue
        if not any(f"`{each}`" in page for each in (coordinate, member) if each):
            missing.append(coordinate)
    return missing


def test_the_page_names_what_was_added() -> None:
    page = (ROOT / "docs" / "schema-changes.md").read_text()
    assert unnamed(page, schema(RELEASED), schema()) == []
    assert unnamed(page.replace("`Mutation.callArbiter`", ""), schema(RELEASED), schema()) == ["Mutation.callArbiter"]
