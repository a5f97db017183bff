"""A client of the first edition is told what became of each part of its schema: on the page, and by its errors."""

from typing import Any, Final

import pytest
from graphql import DocumentNode, OperationDefinitionNode, parse
from graphql.execution.values import get_variable_values

from api.execution.successors import VALUES_MAX, in_variables
from api.execution.validation import errors_in
from api.first_edition import FIRST_EDITION, Successor, read
from api.first_edition.__main__ import with_successors
from api.graphql.schema import SCHEMA
from api.sentences import places
from tests.clients.test_schema_changes import RELEASED, is_there, schema
from tests.docs.pages import ROOT

GONE: Final = [at for at, _ in places(schema(RELEASED)) if not is_there(schema(), at)]


def errors(text: str) -> list[Any]:
    document: DocumentNode = parse(text)
    return errors_in(SCHEMA._schema, document, 10)


def test_every_part_of_the_first_edition_that_is_gone_has_a_successor_that_is_there() -> None:
    now = schema()
    assert len(GONE) > 20
    assert [at for at in GONE if FIRST_EDITION.successor(at) is None] == []
    lines = [FIRST_EDITION.successor(at) for at in GONE] + list(FIRST_EDITION.changed.values())
    assert [line.now for line in lines if line is not None and not is_there(now, line.now)] == []


def test_every_line_is_about_a_part_that_the_first_edition_had() -> None:
    before, now = schema(RELEASED), schema()
    assert [at for at in (*FIRST_EDITION.gone, *FIRST_EDITION.changed) if not is_there(before, at)] == []
    assert [at for at in FIRST_EDITION.gone if is_there(now, at)] == []


def test_the_page_has_the_lines_of_today() -> None:
    page = (ROOT / "docs" / "schema-changes.md").read_text()
    assert with_successors(page) == page, "run `python -m api.first_edition docs/schema-changes.md`"


def test_the_members_of_a_renamed_type_and_the_arguments_of_a_renamed_field_follow() -> None:
    lines = read('[gone]\nCat = "Dog"\n"Query.cat" = "Query.dog"\n[changed]\n')
    assert lines.successor("Cat.name") == Successor("Cat.name", "Dog.name")
    assert lines.successor("Query.cat(name:)") == Successor("Query.cat(name:)", "Query.dog(name:)")
    assert lines.successor("Cow.name") is None


@pytest.mark.parametrize(
    ("text", "successor"),
    [
        ('{ game(id: "g") { movedAt } }', "Game.lastMoveAt"),
        ('{ game(id: "g") { view { table { __typename } } } }', "View.position"),
        ('{ game(id: "g") { view { position { ... on TableView { phase } } } } }', "RulesetView"),
        ("query($as: Eyes) { me { id } }", "ViewerKind"),
        ('{ game(id: "g") { view(as: {eyes: SPECTATOR}) { version } } }', "ViewerInput.kind"),
        ('{ rules(ruleset: "game") { id } }', "Query.rules"),
        (
            'mutation { openGame(commandId: "c", ruleset: "r", seats: 2, options: {idle: 5}) { __typename } }',
            "Mutation.openGame(optionsJson:)",
        ),
        (
            'mutation($o: JSON) { openGame(commandId: "c", ruleset: "r", seats: 2, options: $o) { __typename } }',
            "Mutation.openGame(optionsJson:)",
        ),
        (
            'mutation { submit(game: "g", commandId: "c", command: {brigade: {controlPyre: YES}}) { __typename } }',
            "BrigadeCommandInput.controlFirestorm",
        ),
    ],
)
def test_an_error_about_a_name_of_the_first_edition_ends_with_the_name_of_today(text: str, successor: str) -> None:
    [error, *_] = [each for each in errors(text) if "successor" in (each.extensions or {})]
    assert error.extensions["successor"] == successor
    assert "first edition" in error.message
    assert error.message.count(".") >= 2, "the library's own sentence comes first"


@pytest.mark.parametrize(
    "text",
    [
        '{ game(id: "g") { nothing } }',
        "{ games(nothing: 1) { totalCount } }",
        "{ games(phase: NOTHING) { totalCount } }",
        '{ game(id: "g") { title { id } } }',
        '{ game(id: "g") }',
        'mutation { openGame(commandId: "c", ruleset: "r", seats: 2, options: {lond: {}}) { __typename } }',
        "query($phase: String) { games(phase: $phase) { totalCount } }",
    ],
)
def test_an_error_about_any_other_name_has_none(text: str) -> None:
    [error] = errors(text)
    assert "successor" not in (error.extensions or {}) and "first edition" not in error.message


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (
            '{ game(id: "g") { movedAt } }',
            "'Game'. In the first edition this was Game.movedAt: it is now Game.lastMoveAt.",
        ),
        (
            'subscription { x(game: "g") }',
            "'Subscription'. Subscription has gamesChanged, myTurns, myGames, gameSteps.",
        ),
        ("{ games(phase: RUNNING) { totalCount } }", "Phase is one of OPEN, PLAYING, OVER, ABANDONED."),
        ("{ games(phase: OPENED) { totalCount } }", "Did you mean the enum value 'OPEN'?"),
        ("{ games(phase: 1) { totalCount } }", "Phase is one of OPEN, PLAYING, OVER, ABANDONED."),
        ('{ game(id: "g") { zzzzzzzz } }', "'Game'."),
    ],
)
def test_one_hint_ends_a_message(text: str, ends: str) -> None:
    [error] = errors(text)
    assert error.message.endswith(ends)


def test_the_values_of_a_variable_are_named_too() -> None:
    document = parse("query($phase: Phase) { games(phase: $phase) { totalCount } }")
    [operation] = document.definitions
    assert isinstance(operation, OperationDefinitionNode)
    given = {"phase": "RUNNING"}
    problems = get_variable_values(SCHEMA._schema, operation.variable_definitions, given)
    assert isinstance(problems, list)
    [error] = in_variables(SCHEMA._schema, operation, given, problems)
    assert error.message.endswith("Phase is one of OPEN, PLAYING, OVER, ABANDONED.")


def test_arguments_and_words_have_successors_too(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = {"Query.games(kind:)": "Query.games(phase:)", "Phase.ENDED": "Phase.OVER"}
    monkeypatch.setattr(FIRST_EDITION, "gone", {at: Successor(at, now) for at, now in lines.items()})
    [argument] = errors("{ games(kind: 1) { totalCount } }")
    assert argument.extensions["successor"] == "Query.games(phase:)"
    [word] = errors("{ games(phase: ENDED) { totalCount } }")
    assert word.extensions["successor"] == "Phase.OVER"


def test_a_scalar_that_became_an_object_has_a_successor(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = {"Query.me": Successor("Query.me", "Me.id", "Select `id`.")}
    monkeypatch.setattr(FIRST_EDITION, "changed", changed)
    [error] = errors("{ me }")
    assert error.extensions["successor"] == "Me.id" and error.message.endswith("Select `id`.")


def test_a_value_of_any_size_is_looked_at_within_bounds() -> None:
    many = " ".join(["{eyes: SPECTATOR}"] * (2 * VALUES_MAX))
    [error, *_] = errors(f'{{ game(id: "g") {{ view(as: [{many}]) {{ version }} }} }}')
    assert error.message
    [digits] = errors(f"{{ game(id: {{a: {'9' * 20_000}}}) {{ id }} }}")
    assert digits.message
