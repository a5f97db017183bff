"""`Query.events` through the public API: refused questions first, then pages without a loss, and nothing hidden."""

import json
from typing import Any

import pytest

from tests.api.conftest import Ask, Served
from tests.api.game_client import STEPS, GameClient, open_game

EVENTS = """query($f: EventFilterInput!, $first: Int, $after: Cursor, $since: DateTime) {
  events(filter: $f, first: $first, after: $after, since: $since) { pageInfo { hasNextPage endCursor } edges { cursor
  node { gameId version type seat ruleset rulesetVersion ruleIds facts publicSince line { type text } } } } }"""
SOON = "2999-01-01T00:00:00Z"
BEGUN = {"types": ["game.GameBegun"]}


@pytest.fixture
async def games(served: Served, ask: Ask) -> list[GameClient]:
    """Two running games of London with the same players."""
    clients = [await open_game(served, ask, ruleset="london", seed=seed) for seed in (1, 2)]
    for client in clients:
        await client.play(12)
    return clients


async def code_of(ask: Ask, by: str | None, **variables: Any) -> str:
    response = await ask(EVENTS, by=by, errors=True, **variables)
    return response["errors"][0]["extensions"]["code"]


async def paged(ask: Ask, size: int, by: str | None = None, **filter: Any) -> list[dict[str, Any]]:
    nodes, after = [], None
    while True:
        page = (await ask(EVENTS, by=by, f=filter, first=size, after=after))["events"]
        assert len(page["edges"]) <= size
        nodes += [edge["node"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            return nodes
        after = page["pageInfo"]["endCursor"]


async def test_a_question_that_is_too_wide_or_wrong_is_refused(games: list[GameClient], ask: Ask) -> None:
    for wide in ({}, {"ruleset": "london"}, {"types": ["a"], "rules": ["b"]}, {"types": list("abcdefghijk")}):
        assert await code_of(ask, None, f=wide) == "TOO_EXPENSIVE", wide
    assert await code_of(ask, None, f={"facts": {"a": 1}}, since=SOON) == "TOO_EXPENSIVE", "facts need a type or a rule"
    for wrong in ([1], {}, {"a": "\0"}, "ale"):
        assert await code_of(ask, None, f={**BEGUN, "facts": wrong}) == "BAD_FILTER", wrong
    assert await code_of(ask, None, f={"mine": True}) == "NOT_AUTHENTICATED"
    assert await code_of(ask, games[0].players[0], f={"mine": True, "types": ["a"]}) == "TOO_EXPENSIVE"
    assert await code_of(ask, None, f=BEGUN, first=101) == "BAD_PAGE"
    for bad in ("no cursor", "MS94LzE=", "LTEvMC8x"):
        assert await code_of(ask, None, f=BEGUN, after=bad) == "BAD_CURSOR", bad


@pytest.mark.rules("GAME-OPENDATA-01")
async def test_pages_have_every_public_event_of_both_games_once_and_the_newest_first(
    games: list[GameClient], ask: Ask
) -> None:
    steps = {
        (client.game, step["version"]): step["line"]
        for client in games
        for step in await client.steps()
        if step["line"]
    }
    types = sorted({line["type"] for line in steps.values() if line["type"].startswith("london.")})[:10]
    expected = {key for key, line in steps.items() if line["type"] in types}
    for size in (7, 100):
        nodes = await paged(ask, size, ruleset="london", types=types)
        keys = [(node["gameId"], node["version"]) for node in nodes]
        assert len(keys) == len(set(keys)) and set(keys) == expected
        assert [node["publicSince"] for node in nodes] == sorted((node["publicSince"] for node in nodes), reverse=True)
    for node in nodes:
        line = steps[node["gameId"], node["version"]]
        assert (node["type"], node["facts"], node["line"]["text"]) == (line["type"], line["facts"], line["text"])


@pytest.mark.rules("GAME-HID-01", "GAME-OPENDATA-01")
async def test_everybody_gets_the_same_and_mine_is_what_i_did(
    served: Served, games: list[GameClient], ask: Ask
) -> None:
    await served.principal("Judge", "arbiter")
    types = {step["line"]["type"] for step in await games[0].steps() if step["line"]}
    cited = {"types": sorted(each for each in types if each.startswith("london."))[:10]}
    answers = [json.dumps(await paged(ask, 100, by, **cited)) for by in (None, "Judge", *games[0].players)]
    assert len(set(answers)) == 1 and len(json.loads(answers[0])) > 0, "a seat's eyes open nothing here"
    own = await paged(ask, 100, games[0].players[1], mine=True)
    assert {node["gameId"] for node in own} == {client.game for client in games}
    assert {node["seat"] for node in own} == {1}


@pytest.mark.rules("GAME-HID-01", "GAME-OPENDATA-01")
async def test_facts_and_phases_narrow_by_what_spectators_know(
    served: Served, games: list[GameClient], ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fact that only its seat knows is in no event, so nothing is learned by asking for it."""
    steps = [step["line"] for step in await games[0].steps() if step["line"]]
    types = sorted({line["type"] for line in steps if line["type"].startswith("london.")})[:10]
    every = await paged(ask, 100, types=types)
    name, value = next(pair for node in every for pair in node["facts"].items() if isinstance(pair[1], str | int))
    expected = [node for node in every if node["facts"].get(name, object()) == value]
    assert 0 < len(expected) < len(every)
    for examined in (1_000, 10):
        monkeypatch.setattr(served.world.events, "_examined_max", examined)
        assert await paged(ask, 7, types=types, facts={name: value}) == expected
        assert await paged(ask, 100, types=types, phase="PLAYING") == every
        assert await paged(ask, 100, types=types, phase="OVER") == []
    hidden = [fact for line in await _as_seat(games[0], ask) for fact in line["facts"].items()]
    known = [fact for node in every for fact in node["facts"].items()]
    secrets = [dict([fact]) for fact in hidden if fact not in known][:5]
    assert secrets, "a seat knows more than spectators"
    for secret in secrets:
        assert await paged(ask, 100, types=types, facts=secret) == []


async def _as_seat(client: GameClient, ask: Ask) -> list[dict[str, Any]]:
    page = await ask(STEPS, by=client.players[0], game=client.game, first=200, **{"as": {"seat": 0}})
    return [edge["node"]["line"] for edge in page["game"]["steps"]["edges"] if edge["node"]["line"]]
