"""Versions of a ruleset over the API: errata, games of an older version, and a server that lacks a version."""

from typing import Any

import httpx
import pytest

from domain.engine.errata import Erratum
from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT, RULESETS
from tests.api.conftest import Ask, Served, asking, services_over, serving
from tests.api.follow import follow_socket
from tests.api.game_client import FOLLOW, SUBMIT, open_game
from tests.dice import new_id
from tests.registry import withdraw

OPEN_VERSION = """mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $version: Int) {
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, rulesetVersion: $version) {
    __typename ... on CommandAccepted { gameId } ... on CommandRefused { code facts rules { id } } } }"""
OPENED = "query Opened($g: ID!) { game(id: $g) { rulesetVersion } }"
ERRATA = [pytest.param(ruleset, each, id=each.id) for ruleset in CURRENT.values() for each in ruleset.errata]


async def opened(ask: Ask, ruleset: AnyRuleset, version: int | None) -> dict[str, Any]:
    response = await ask(
        OPEN_VERSION, by="Ann", id=new_id(), ruleset=ruleset.id, seats=ruleset.seats_min, version=version
    )
    answer: dict[str, Any] = response["answer"]
    return answer


@pytest.mark.rules("GAME-VERSION-01")
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda each: f"{each.id}-{each.version}")
async def test_a_game_is_opened_with_the_newest_version_or_the_one_that_is_named(
    served: Served, ask: Ask, ruleset: AnyRuleset
) -> None:
    await served.principal("Ann")
    newest = await opened(ask, ruleset, None)
    named = await opened(ask, ruleset, ruleset.version)
    assert (await ask(OPENED, g=newest["gameId"]))["game"]["rulesetVersion"] == CURRENT[ruleset.id].version
    assert (await ask(OPENED, g=named["gameId"]))["game"]["rulesetVersion"] == ruleset.version


async def test_a_version_that_never_was_is_refused_with_those_that_there_are(served: Served, ask: Ask) -> None:
    await served.principal("Ann")
    answer = await opened(ask, CURRENT["london"], 99)
    assert (answer["__typename"], answer["code"]) == ("CommandRefused", "unknown_version")
    assert answer["facts"]["versions"] == [version for id, version in RULESETS if id == "london"]


@pytest.mark.rules("GAME-VERSION-03")
@pytest.mark.parametrize(("ruleset", "erratum"), ERRATA)
async def test_an_erratum_is_published_with_its_rule_before_and_after(
    ask: Ask, ruleset: AnyRuleset, erratum: Erratum
) -> None:
    response = await ask(
        """query Errata($ruleset: ID!, $rule: ID!, $before: Int!) {
          now: rule(id: $rule) { text errata { id } }  before: rule(id: $rule, version: $before) { text }
          newest: ruleset(id: $ruleset) { version versions errata { edges { node { id sinceVersion rule before after } } } }
          oldest: ruleset(id: $ruleset, version: 1) { version errata { totalCount } } }""",
        ruleset=ruleset.id,
        rule=erratum.rule,
        before=erratum.since - 1,
    )
    assert erratum.before in response["before"]["text"] != response["now"]["text"]
    assert erratum.id in [each["id"] for each in response["now"]["errata"]]
    nodes = [edge["node"] for edge in response["newest"]["errata"]["edges"]]
    published = {each["id"]: each for each in nodes}[erratum.id]
    assert published == {
        "id": erratum.id,
        "sinceVersion": erratum.since,
        "rule": erratum.rule,
        "before": erratum.before,
        "after": erratum.after,
    }
    assert response["newest"]["version"] == ruleset.version == response["newest"]["versions"][-1]
    assert response["oldest"] == {"version": 1, "errata": {"totalCount": 0}}


async def test_a_ruleset_of_an_unknown_version_is_null(ask: Ask) -> None:
    assert (await ask('{ ruleset(id: "london", version: 99) { id } }'))["ruleset"] is None


@pytest.mark.rules("GAME-VERSION-04")
async def test_a_server_that_lacks_a_version_says_so_in_every_channel_and_plays_the_others(
    served: Served, http: httpx.AsyncClient, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = await open_game(served, ask, ruleset="london"), await open_game(served, ask, ruleset="brigade")
    by = await game.acting()
    command = (await game.mine(by))["legal"][0]["json"]
    with monkeypatch.context() as build:
        withdraw(build, CURRENT["london"])
        async with serving(services_over(served.world)) as older:
            older.tokens = served.tokens
            ask_older = asking(older, http)
            for document, variables in ((OPENED, {"g": game.game}), (SUBMIT, {"id": new_id(), "json": command})):
                response = await ask_older(document, by=by, errors=True, game=game.game, **variables)
                extensions = response["errors"][0]["extensions"]
                assert (extensions["code"], extensions["ruleset"]) == ("UNSUPPORTED_VERSION", "london")
                assert extensions["rulesetVersion"] == CURRENT["london"].version
            with pytest.raises(AssertionError, match="UNSUPPORTED_VERSION"):
                await anext(follow_socket(older, FOLLOW, by=by, game=game.game))
            assert (await ask_older(OPENED, g=other.game))["game"]["rulesetVersion"] == CURRENT["brigade"].version
            assert "errors" not in await ask_older("{ games { totalCount } }", errors=True)
    assert (await game.submit(by, command))["__typename"] == "CommandAccepted", "it was not parked"
