"""Options of a new game, typed or as exact JSON: the same game comes of both."""

from typing import Any, Final

import pytest

from api.graphql.schema import SCHEMA
from domain.engine.options import options_of
from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served
from tests.dice import new_id

OPENED: Final = """mutation($id: ID!, $ruleset: String!, $options: OptionsInput, $json: JSON) {
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: 3, options: $options, optionsJson: $json) {
    __typename ... on CommandAccepted { game { options } } ... on CommandProblem { code text facts } } }"""


async def opened(ask: Ask, ruleset: str, options: Any = None, json: Any = None, **how: Any) -> Any:
    response = await ask(OPENED, by="Ann", id=new_id(), ruleset=ruleset, options=options, json=json, **how)
    return response if how else response["answer"]


@pytest.fixture(autouse=True)
async def _ann(served: Served) -> None:
    await served.principal("Ann")


@pytest.mark.rules("GAME-OPEN-01")
async def test_options_that_cannot_be_meant_are_refused(ask: Ask) -> None:
    for options, json, at in (
        ({"brigade": {"advanced": True}}, None, "$.brigade"),
        ({"london": {}}, {}, "$"),
        (None, [], "$"),
        (None, {"x": {}}, "$"),
    ):
        answer = await opened(ask, "london", options, json)
        assert (answer["code"], answer["facts"]) == ("MALFORMED_COMMAND", {"at": at})


@pytest.mark.rules("GAME-OPEN-01")
async def test_values_that_a_ruleset_does_not_have_are_refused_by_its_rules(ask: Ask) -> None:
    for options in ({"greatFire": {"fireCones": 7}}, {"greatFire": {"reburnCones": "many"}}):
        assert (await opened(ask, "great_fire", options))["code"] == "unknown_option"


async def test_what_the_schema_does_not_have_never_reaches_the_rules(ask: Ask) -> None:
    for options in (
        {"london": {"nope": 1}},
        {"london": {}, "brigade": {}},
        {},
        {"london": {"idleTurnsPerPlayer": "x"}},
    ):
        response = await opened(ask, "london", options, errors=True)
        assert response["errors"][0]["extensions"]["code"] in ("GRAPHQL_VALIDATION_FAILED", "BAD_USER_INPUT")


async def test_typed_options_are_those_of_the_exact_json(ask: Ask) -> None:
    for ruleset, typed, exact in (
        ("london", {"london": {"idleTurnsPerPlayer": 3}}, {"idle_turns_per_player": 3}),
        ("great_fire", {"greatFire": {"hiddenColours": True, "fireCones": None}}, {"hidden_colours": True}),
        ("brigade", {"brigade": {}}, None),
    ):
        one, two = await opened(ask, ruleset, typed), await opened(ask, ruleset, None, exact)
        assert one["__typename"] == "CommandAccepted" and one["game"]["options"] == two["game"]["options"]


def test_every_option_of_every_ruleset_has_a_typed_field() -> None:
    for ruleset in CURRENT.values():
        name = "".join(word.capitalize() for word in ruleset.id.split("_")) + "OptionsInput"
        fields = getattr(SCHEMA._schema.type_map[name], "fields")  # noqa: B009
        assert len(fields) == len(options_of(ruleset.options))
