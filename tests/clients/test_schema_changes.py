"""The committed schema against the last released one: nothing that could break a client, and every replacement named."""

import re

import pytest
from graphql import GraphQLSchema, build_schema, find_breaking_changes

from tests.docs.pages import ROOT

RELEASED = "schema-0.1.graphql"


def schema(name: str = "schema.graphql") -> GraphQLSchema:
    return build_schema((ROOT / "docs" / name).read_text())


def deprecations(of: GraphQLSchema) -> dict[str, str]:
    """Coordinate -> reason, of everything that is deprecated."""
    found: dict[str, str | None] = {}
    for name, type_ in of.type_map.items():
        for field_name, field in getattr(type_, "fields", {}).items():
            found[f"{name}.{field_name}"] = field.deprecation_reason
            for argument, shown in getattr(field, "args", {}).items():
                found[f"{name}.{field_name}({argument}:)"] = shown.deprecation_reason
        for value, shown in getattr(type_, "values", {}).items():
            found[f"{name}.{value}"] = shown.deprecation_reason
    return {at: reason for at, reason in found.items() if reason is not None}


def is_there(of: GraphQLSchema, coordinate: str) -> bool:
    """Whether `Type`, `Type.field` or `Type.VALUE` is in the schema."""
    name, _, field = coordinate.partition(".")
    type_ = of.get_type(name)
    return type_ is not None and (
        not field or field in getattr(type_, "fields", {}) or field in getattr(type_, "values", {})
    )


def nameless(of: GraphQLSchema) -> list[str]:
    """Deprecated things whose reason names nothing that is there and not deprecated itself."""
    old = deprecations(of)
    return [
        at
        for at, reason in old.items()
        if not any(is_there(of, name) and name not in old for name in re.findall(r"`([A-Za-z_.]+)`", reason))
    ]


def test_nothing_breaks_clients_of_the_last_release() -> None:
    assert [change.description for change in find_breaking_changes(schema(RELEASED), schema())] == []


def test_what_is_deprecated_names_its_replacement() -> None:
    assert nameless(schema()) == []


@pytest.mark.parametrize(
    ("reason", "named"),
    [("Use `Query.new`.", True), ("Use `Query.gone`.", False), ("Use `Query.old`.", False), ("It is old.", False)],
)
def test_a_replacement_is_something_that_is_there(reason: str, named: bool) -> None:
    made = build_schema(f'type Query {{ new: Int old: Int @deprecated(reason: "{reason}") }}')
    assert (nameless(made) == []) is named


def test_the_changelog_names_only_what_is_there() -> None:
    page = (ROOT / "docs" / "schema-changes.md").read_text()
    since = page.split("## Since ")[1].split("\n## ")[0]
    named = re.findall(r"`([A-Z]\w+(?:\.\w+)?)`", since)
    now, released = schema(), schema(RELEASED)
    assert len(named) > 20
    assert [name for name in named if not is_there(now, name)] == []
    assert {name for name in named if is_there(released, name)} <= {
        "Mutation.openGame",
        "Query.games",
        "Game.scoreTracks",
    }
