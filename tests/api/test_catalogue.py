"""The catalogue of codes is published, complete, and priced fields are fields of the schema."""

import pytest
from graphql import GraphQLInterfaceType, GraphQLScalarType, GraphQLSchema, GraphQLUnionType, build_schema

from api.catalogue import catalogue, with_catalogue
from api.execution.cost import WEIGHTS, check_prices
from api.execution.pages import PAGES
from api.graphql.schema import SCHEMA
from api.problems import CODES, STATUS, Problem
from domain.game.refusals import REFUSALS
from domain.rulesets import CURRENT
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "client-developers.md"


def graphql_schema() -> GraphQLSchema:
    return SCHEMA._schema


def test_the_published_catalogue_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_catalogue(page), "run: python -m api.catalogue docs/client-developers.md"


def test_the_catalogue_has_every_code_of_errors_answers_and_refusals() -> None:
    text = catalogue()
    refusals = {code for ruleset in CURRENT.values() for code in ruleset.refusals}
    assert not [code for code in (*CODES, *REFUSALS, *refusals) if f"\n| `{code}` | " not in text]


def test_a_problem_has_a_code_of_the_catalogue_that_is_not_only_an_answers() -> None:
    for code in STATUS:
        assert Problem(code, "A sentence.").code == code
    for code in {*CODES} - {*STATUS} | {"NO_CODE"}:
        with pytest.raises(AssertionError, match=code):
            Problem(code, "A sentence.")


def test_every_answer_that_says_no_is_a_command_problem() -> None:
    schema = graphql_schema()
    answers, problem = schema.type_map["CommandAnswer"], schema.type_map["CommandProblem"]
    assert isinstance(answers, GraphQLUnionType) and isinstance(problem, GraphQLInterfaceType)
    implementing = {each.name for each in schema.get_possible_types(problem)}
    assert implementing == {each.name for each in answers.types} - {"CommandAccepted"} | {"Objection", "Refusal"}


def test_every_field_with_a_price_is_a_field_of_the_schema() -> None:
    check_prices(graphql_schema())


@pytest.fixture(scope="module")
def published() -> GraphQLSchema:
    """A schema of this file's own, from the SDL. A test puts back what it takes out."""
    return build_schema(SCHEMA.as_str())


@pytest.mark.parametrize("gone", [*(each for each in WEIGHTS if "__" not in each), *PAGES])
def test_a_price_for_a_field_that_is_gone_stops_the_start(
    gone: str, published: GraphQLSchema, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_name, _, name = gone.partition(".")
    monkeypatch.delitem(published.type_map[type_name].fields, name)  # type: ignore[attr-defined]
    with pytest.raises(AssertionError, match=f"no field {gone}"):
        check_prices(published)


def test_more_types_than_their_price_says_stop_the_start(
    published: GraphQLSchema, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(400):
        monkeypatch.setitem(published.type_map, f"Another{at}", GraphQLScalarType(f"Another{at}"))
    with pytest.raises(AssertionError, match="more types than their price says"):
        check_prices(published)


def test_a_page_without_its_argument_or_with_another_default_stops_the_start() -> None:
    schema = build_schema(SCHEMA.as_str())
    check_prices(schema)
    games = schema.type_map["Rule"].fields["games"]  # type: ignore[attr-defined]
    games.args["first"].default_value = 50
    with pytest.raises(AssertionError, match=r"Rule\.games has 50 entries by default"):
        check_prices(schema)
    del games.args["first"]
    with pytest.raises(AssertionError, match=r"Rule\.games has no argument first"):
        check_prices(schema)


def test_a_connection_without_a_page_stops_the_start() -> None:
    sdl = SCHEMA.as_str().replace("type Me {", "type Me {\n  games(first: Int): GameConnection!\n", 1)
    with pytest.raises(AssertionError, match=r"Me\.games returns"):
        check_prices(build_schema(sdl))
