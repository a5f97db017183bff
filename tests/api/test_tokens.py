"""Tokens of one's own over the API: made, narrowed, renewed, revoked, recovered; and what ends with them."""

import asyncio
import json
import logging
from dataclasses import replace
from typing import Any

import httpx
import pytest

import api.sessions
from services.world import World
from tests.api.conftest import Ask, Served, asking, services_over, serving
from tests.api.frames import frames
from tests.api.game_client import FOLLOW, GameClient
from tests.dice import new_id
from tests.fakes import FakeRevocations

REGISTER = (
    "mutation($name: String!) { register(name: $name) { token me { id currentToken { id kind scopes isCurrent } } } }"
)
MAKE = """mutation($label: String!, $scopes: [Scope!]!, $gameId: ID, $days: Int) {
  makeToken(label: $label, scopes: $scopes, gameId: $gameId, days: $days) {
    token details { id kind label scopes gameId madeBy usedOn isCurrent } me { id } } }"""
TOKENS = "{ me { currentToken { id } tokens { id label usedOn isCurrent } recoveryCode { id } } }"
OPEN = 'mutation($id: ID!) { openGame(commandId: $id, ruleset: "london", seats: 2) { __typename ... on NotInScope { code text needs facts rules { id } } } }'
RESIGN = "mutation($g: ID!, $id: ID!) { resign(game: $g, commandId: $id) { __typename ... on NotInScope { needs } } }"


async def register(served: Served, ask: Ask, name: str = "Ada") -> str:
    made = (await ask(REGISTER, name=name))["register"]
    served.tokens[name] = made["token"]
    return str(made["me"]["currentToken"]["id"])


async def make(served: Served, ask: Ask, by: str, name: str, *scopes: str, **more: Any) -> str:
    """A narrower token of somebody, which the test calls `name`. Returns its id."""
    made = (await ask(MAKE, by=by, label=name, scopes=list(scopes), **more))["makeToken"]
    served.tokens[name] = made["token"]
    return str(made["details"]["id"])


def code(response: dict[str, Any]) -> str:
    return str(response["errors"][0]["extensions"]["code"])


@pytest.mark.rules("GAME-TOKEN-02")
async def test_a_newcomer_has_a_token_and_lists_those_they_make(served: Served, ask: Ask) -> None:
    made = (await ask(REGISTER, name="Ada"))["register"]
    assert made["me"]["currentToken"] | {"id": ""} == {
        "id": "", "kind": "REGISTERED", "scopes": ["READ", "PLAY", "HOST", "KEYS"], "isCurrent": False,
    }  # fmt: skip
    served.tokens["Ada"] = made["token"]
    bot = await make(served, ask, "Ada", "bot", "PLAY", days=7)
    assert (await ask("{ me { name currentToken { id label scopes } } }", by="bot"))["me"] == {
        "name": "Ada", "currentToken": {"id": bot, "label": "bot", "scopes": ["READ", "PLAY"]},
    }  # fmt: skip
    me = (await ask(TOKENS, by="Ada"))["me"]
    assert {(each["label"], each["isCurrent"]) for each in me["tokens"]} == {("bot", False), ("", True)}
    assert all(each["usedOn"] for each in me["tokens"]) and me["recoveryCode"] is None


@pytest.mark.rules("GAME-TOKEN-01", "GAME-TOKEN-04")
async def test_what_a_token_is_not_for_is_answered_with_a_code_and_what_it_needs(served: Served, ask: Ask) -> None:
    await register(served, ask)
    await make(served, ask, "Ada", "reader", "READ")
    answer = (await ask(OPEN, by="reader", id=new_id()))["openGame"]
    assert answer == {
        "__typename": "NotInScope", "code": "NOT_IN_SCOPE", "needs": ["HOST"], "facts": {"needs": ["HOST"]},
        "text": "Your token has not the scope HOST, which this needs.", "rules": [{"id": "GAME-TOKEN-01"}],
    }  # fmt: skip
    await make(served, ask, "Ada", "keys", "KEYS")
    assert code(await ask("{ games(mine: true) { edges { node { id } } } }", by="keys", errors=True)) == "NOT_IN_SCOPE"
    refused = await ask(TOKENS, by="reader", errors=True)
    assert code(refused) == "NOT_IN_SCOPE" and refused["errors"][0]["extensions"]["needs"] == ["KEYS"]
    wrong = {"label": "more", "errors": True}
    assert code(await ask(MAKE, by="reader", scopes=["READ"], **wrong)) == "NOT_IN_SCOPE"
    assert code(await ask(MAKE, by="Ada", scopes=["ARBITRATE"], **wrong)) == "SCOPE_TOO_WIDE"
    assert code(await ask(MAKE, by="Ada", scopes=["READ"], days=401, **wrong)) == "SCOPE_TOO_WIDE"
    assert code(await ask(MAKE, by="Ada", scopes=["READ"], gameId=new_id(), **wrong)) == "UNKNOWN_GAME"
    assert code(await ask(MAKE, scopes=["READ"], **wrong)) == "NOT_AUTHENTICATED"
    assert code(await ask(MAKE, by="Ada", scopes=["READ"], label="x" * 81, errors=True)) == "BAD_NAME"
    assert code(await ask('mutation { revokeToken(id: "t_none") { ids } }', by="Ada", errors=True)) == "NO_SUCH_TOKEN"


@pytest.mark.rules("GAME-TOKEN-01")
async def test_a_token_for_one_game_is_a_spectators_elsewhere(served: Served, ask: Ask, game: GameClient) -> None:
    await make(served, ask, "Player1", "here", "PLAY", gameId=game.game)
    other = (
        await ask(
            'mutation($id: ID!) { openGame(commandId: $id, ruleset: "london", seats: 2) { ... on CommandAccepted { gameId } } }',
            by="Player1",
            id=new_id(),
        )
    )["openGame"]["gameId"]
    await ask(
        "mutation($g: ID!, $id: ID!) { takeSeat(game: $g, commandId: $id) { __typename } }",
        by="Player1",
        g=other,
        id=new_id(),
    )
    seat = "query($g: ID!) { game(id: $g) { mySeat isHost } }"
    assert (await ask(seat, by="here", g=game.game))["game"]["mySeat"] is not None
    assert (await ask(seat, by="Player1", g=other))["game"] == {"mySeat": 0, "isHost": True}
    assert (await ask(seat, by="here", g=other))["game"] == {"mySeat": None, "isHost": False}
    assert (await ask(RESIGN, by="here", g=other, id=new_id()))["resign"] == {"__typename": "NotInScope", "needs": []}
    assert (await ask(RESIGN, by="here", g=game.game, id=new_id()))["resign"]["__typename"] == "CommandAccepted"


@pytest.mark.rules("GAME-TOKEN-03", "GAME-TOKEN-06")
async def test_a_revoked_or_renewed_token_is_refused_by_the_next_request(served: Served, ask: Ask) -> None:
    await register(served, ask)
    bot = await make(served, ask, "Ada", "bot", "READ")
    await ask("{ me { id } }", by="bot")  # it is cached now
    revoked = await ask("mutation($id: ID!) { revokeToken(id: $id) { ids me { tokens { label } } } }", by="Ada", id=bot)
    assert revoked["revokeToken"] == {"ids": [bot], "me": {"tokens": [{"label": ""}]}}
    assert code(await ask("{ me { id } }", by="bot", errors=True)) == "UNKNOWN_TOKEN"
    renewed = (await ask("mutation { renewToken { token details { id renewedAt } me { name } } }", by="Ada"))[
        "renewToken"
    ]
    assert renewed["details"]["renewedAt"] and renewed["me"] == {"name": "Ada"}
    assert code(await ask("{ me { id } }", by="Ada", errors=True)) == "UNKNOWN_TOKEN"
    served.tokens["Ada"] = renewed["token"]
    assert (await ask("{ me { name } }", by="Ada"))["me"] == {"name": "Ada"}


@pytest.mark.rules("GAME-TOKEN-07")
async def test_a_recovery_code_brings_back_who_lost_the_token(served: Served, ask: Ask) -> None:
    await register(served, ask)
    made = (await ask("mutation { makeRecoveryCode { code path details { id expiresAt } } }", by="Ada"))[
        "makeRecoveryCode"
    ]
    assert made["path"] == f"/recover#{made['code']}"
    assert (await ask(TOKENS, by="Ada"))["me"]["recoveryCode"] == {"id": made["details"]["id"]}
    recover = "mutation($code: String!) { recover(code: $code) { token details { kind } me { name tokens { id } } } }"
    assert code(await ask(recover, code="emr_wrong", errors=True)) == "NO_SUCH_RECOVERY"
    back = (await ask(recover, code=made["code"]))["recover"]
    assert back["details"] == {"kind": "RECOVERED"} and back["me"]["name"] == "Ada" and len(back["me"]["tokens"]) == 2
    served.tokens["back"] = back["token"]
    others = (await ask("mutation { revokeOtherTokens { ids me { tokens { id } } } }", by="back"))["revokeOtherTokens"]
    assert len(others["ids"]) == 1 and len(others["me"]["tokens"]) == 1
    assert code(await ask(recover, code=made["code"], errors=True)) == "NO_SUCH_RECOVERY"
    assert (await ask("mutation { revokeRecoveryCode { name recoveryCode { id } } }", by="back")) == {
        "revokeRecoveryCode": {"name": "Ada", "recoveryCode": None}
    }


async def test_guessing_recovery_codes_has_a_limit(world: World, http: httpx.AsyncClient) -> None:
    from api.limits import ApiLimits

    async with serving(services_over(world, ApiLimits(newcomers_burst=2, newcomers_per_second=0.01))) as served:
        ask = asking(served, http)
        guess = 'mutation { recover(code: "emr_guess") { token } }'
        codes = [code(await ask(guess, errors=True)) for _ in range(3)]
    assert codes == ["NO_SUCH_RECOVERY", "NO_SUCH_RECOVERY", "RATE_LIMITED"]


# ---------------------------------------------------------------- connections


async def revoke(ask: Ask, by: str, id: str) -> None:
    await ask("mutation($id: ID!) { revokeToken(id: $id) { ids } }", by=by, id=id)


@pytest.mark.rules("GAME-TOKEN-03")
async def test_a_websocket_ends_with_its_token_and_others_go_on(served: Served, ask: Ask, game: GameClient) -> None:
    bot = await make(served, ask, "Player1", "bot", "READ")
    async with frames(served) as doomed, frames(served) as other:
        await doomed.greet(authorization=f"Bearer {served.tokens['bot']}")
        await other.greet(authorization=f"Bearer {served.tokens['Player1']}")
        for client in (doomed, other):
            await client.subscribe("s", FOLLOW, game=game.game, after="0")
            assert (await client.hear())["type"] == "next"
        await revoke(ask, "Player1", bot)
        assert await doomed.closed() == 4401
        await other.say(type="ping")
        while (await other.hear())["type"] != "pong":
            pass


@pytest.mark.rules("GAME-TOKEN-03")
async def test_a_stream_of_events_ends_with_its_token_and_says_so(
    served: Served, ask: Ask, http: httpx.AsyncClient, game: GameClient
) -> None:
    bot = await make(served, ask, "Player1", "bot", "READ")
    body = {"query": FOLLOW, "variables": {"game": game.game, "after": "0"}}
    events = await _events(served, http, "bot", body, lambda: revoke(ask, "Player1", bot))
    assert events[-1] == ("complete", "")
    kind, data = events[-2]
    assert kind == "next" and code(json.loads(data)) == "UNKNOWN_TOKEN"


@pytest.mark.rules("GAME-TOKEN-03")
@pytest.mark.parametrize("feed", ["myTurns", "myGames", "gamesChanged"])
async def test_a_feed_ends_with_its_token_over_both_transports(
    served: Served, ask: Ask, http: httpx.AsyncClient, game: GameClient, feed: str
) -> None:
    bot = await make(served, ask, "Player1", "bot", "READ")
    body = {"query": f"subscription {{ {feed} {{ cursor }} }}"}
    async with frames(served) as doomed:
        await doomed.greet(authorization=f"Bearer {served.tokens['bot']}")
        await doomed.subscribe("feed", body["query"])
        assert (await doomed.hear())["type"] == "next"
        events = await _events(served, http, "bot", body, lambda: revoke(ask, "Player1", bot))
        assert await doomed.closed() == 4401
    assert events[-1] == ("complete", "") and code(json.loads(events[-2][1])) == "UNKNOWN_TOKEN"


async def _events(
    served: Served, http: httpx.AsyncClient, by: str, body: dict[str, Any], act: Any
) -> list[tuple[str, str]]:
    """Every event of a stream; `act` once it has begun."""
    headers = {**served.headers(by), "accept": "text/event-stream"}
    events, kind = [], ""
    async with asyncio.timeout(30), http.stream("POST", f"{served.url}/graphql", json=body, headers=headers) as answer:
        async for line in answer.aiter_lines():
            name, _, value = line.partition(":")
            if name == "event":
                kind = value.strip()
            elif name == "data":
                events.append((kind, value.strip()))
                if len(events) == 1:
                    await act()
    return events


@pytest.mark.rules("GAME-TOKEN-03")
@pytest.mark.parametrize("deaf", [False, True], ids=["announced", "without a broker"])
async def test_what_another_process_revoked_ends_here(
    world: World, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, deaf: bool
) -> None:
    monkeypatch.setattr(api.sessions, "CHECK_SECONDS", 0.3 if deaf else 60.0)
    monkeypatch.setattr("api.auth.CACHED_SECONDS", 0.3 if deaf else 60.0)
    revocations = world.revocations
    assert isinstance(revocations, FakeRevocations)
    revocations.deaf = deaf
    async with serving(services_over(world)) as here, serving(services_over(world)) as there:
        await register(here, asking(here, http))
        there.tokens |= here.tokens
        assert (await asking(there, http)("{ me { name } }", by="Ada"))["me"] == {"name": "Ada"}
        async with frames(there) as client:
            await client.greet(authorization=f"Bearer {there.tokens['Ada']}")
            await asking(here, http)("mutation { renewToken { token } }", by="Ada")
            assert await client.closed() == 4401
        assert code(await asking(there, http)("{ me { name } }", by="Ada", errors=True)) == "UNKNOWN_TOKEN"


@pytest.mark.rules("GAME-TOKEN-03")
async def test_a_connection_ends_when_its_token_does(
    world: World, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.sessions, "CHECK_SECONDS", 0.1)
    clock = world.principals
    async with serving(services_over(world)) as served:
        id = await register(served, asking(served, http))
        async with frames(served) as client:
            await client.greet(authorization=f"Bearer {served.tokens['Ada']}")
            row = clock.rows[id]  # type: ignore[attr-defined]
            row.token = replace(row.token, expires_us=clock.now_us())  # type: ignore[attr-defined]
            assert await client.closed() == 4401


async def test_no_secret_is_logged_measured_or_repeated(
    served: Served, ask: Ask, http: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "emberlog"):
        await register(served, ask)
        await make(served, ask, "Ada", "bot", "READ")
        recovery = (await ask("mutation { makeRecoveryCode { code } }", by="Ada"))["makeRecoveryCode"]["code"]
        wrong = await ask("mutation($c: String!) { recover(code: $c) { token } }", c=recovery + "x", errors=True)
        listed = await ask(TOKENS, by="Ada")
        metrics = (await http.get(f"{served.url}/metrics")).text
    for secret in (served.tokens["Ada"], served.tokens["bot"], recovery):
        assert secret not in json.dumps([wrong, listed]) + metrics + caplog.text
