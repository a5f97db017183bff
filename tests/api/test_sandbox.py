"""Sandboxes and newcomers through the public API: seed, faults on both transports, tokens for new players."""

import time
from typing import Any

import httpx
import pytest
import websockets

from tests.api.conftest import Ask, Served
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import ANSWER, BEGIN, FOLLOW, RESIGN, SUBMIT
from tests.dice import new_id

OPEN = f"""mutation Open($id: ID!, $sandbox: SandboxInput, $delay: DelayInput) {{
  answer: openGame(commandId: $id, ruleset: "london", seats: 2, title: "Box", sandbox: $sandbox, delay: $delay) {{ {ANSWER} }} }}"""
TAKE = f'mutation Take($game: ID!, $id: ID!, $share: String! = "") {{ answer: takeSeat(game: $game, commandId: $id, share: $share) {{ {ANSWER} }} }}'
GAME = """query($g: ID!) { game(id: $g) { version phase commitment isDelayed delay { steps seconds } viewJson
  sandbox { seeded paceMs faults { at kind ms } origin { gameId } } legal { json } } }"""
REGISTER = "mutation($name: String!) { register(name: $name) { token me { id name roles } } }"


async def begun(served: Served, ask: Ask, **terms: Any) -> str:
    """A game of two, Ann and Ben."""
    for name in ("Ann", "Ben"):
        if name not in served.tokens:
            await served.principal(name)
    response = (await ask(OPEN, by="Ann", id=new_id(), **terms))["answer"]
    assert response["__typename"] == "CommandAccepted", response
    for name in ("Ann", "Ben"):
        assert (await ask(TAKE, by=name, game=response["gameId"], id=new_id()))["answer"][
            "__typename"
        ] == "CommandAccepted"
    assert (await ask(BEGIN, by="Ann", game=response["gameId"], id=new_id()))["answer"][
        "__typename"
    ] == "CommandAccepted"
    return str(response["gameId"])


@pytest.mark.rules("GAME-SAND-01", "GAME-SAND-02")
async def test_the_same_seed_is_the_same_game(served: Served, ask: Ask) -> None:
    one, two = [await begun(served, ask, sandbox={"seed": "luck"}) for _ in range(2)]
    other = await begun(served, ask, sandbox={"seed": "misfortune"})
    free = await begun(served, ask)
    displayed = [(await ask(GAME, by="Ann", g=game))["game"] for game in (one, two, other, free)]
    assert (
        displayed[0]["viewJson"]["position"]
        == displayed[1]["viewJson"]["position"]
        != displayed[2]["viewJson"]["position"]
    )
    assert displayed[0]["commitment"] == displayed[1]["commitment"]
    assert displayed[0]["sandbox"] == {"seeded": True, "paceMs": 0, "faults": [], "origin": None}
    assert displayed[3]["sandbox"] is None


@pytest.mark.rules("GAME-SAND-03")
@pytest.mark.parametrize("transport", ["socket", "events"])
async def test_ordered_faults_come_and_a_client_with_a_cursor_is_not_confused(
    served: Served, ask: Ask, http: httpx.AsyncClient, transport: str
) -> None:
    faults = [{"at": 2, "kind": "TWICE"}, {"at": 3, "kind": "DROP"}, {"at": 4, "kind": "SLOW", "ms": 300}]
    game = await begun(served, ask, sandbox={"faults": faults})
    got: list[int] = []
    began = time.monotonic()

    async def follow(after: int) -> None:
        source = (
            follow_socket(served, FOLLOW, game=game, after=str(after))
            if transport == "socket"
            else follow_events(served, http, FOLLOW, game=game, after=str(after))
        )
        async for step in source:
            got.append(step["version"])
            if step["version"] == 5:
                return

    with pytest.raises((AssertionError, websockets.ConnectionClosed, Exception)):
        await follow(0)
    assert got == [1, 2, 2, 3], "twice, and then the connection was lost"
    await follow(3)
    assert got[4:] == [4, 5] and time.monotonic() - began > 0.3


@pytest.mark.rules("GAME-SAND-03")
async def test_an_answer_comes_late_where_that_was_ordered(served: Served, ask: Ask) -> None:
    game = await begun(served, ask, sandbox={"faults": [{"at": at, "kind": "SLOW", "ms": 400} for at in range(5, 40)]})
    for by in ("Ann", "Ben"):
        legal = (await ask(GAME, by=by, g=game))["game"]["legal"]
        if legal:
            began = time.monotonic()
            await ask(SUBMIT, by=by, game=game, id=new_id(), json=legal[0]["json"])
            assert time.monotonic() - began > 0.4
            return
    raise AssertionError("somebody may act")


@pytest.mark.rules("GAME-DELAY-01", "GAME-DELAY-02")
async def test_a_delay_is_declared_and_applied(served: Served, ask: Ask) -> None:
    game = await begun(served, ask, delay={"steps": 500})
    own, others = (await ask(GAME, by="Ann", g=game))["game"], (await ask(GAME, by=None, g=game))["game"]
    assert own["delay"] == others["delay"] == {"steps": 500, "seconds": 0}
    assert own["isDelayed"] is False and others["isDelayed"] is True
    assert (
        others["phase"] == "OPEN" and others["version"] == 3 < own["version"] and others["viewJson"]["position"] is None
    )
    response = await ask("query($g: ID!) { game(id: $g) { viewJson(at: 4) } }", g=game, errors=True)
    assert response["errors"][0]["extensions"] == {
        "code": "NO_SUCH_STEP", "gameId": game, "step": 4, "version": 3,
    }  # fmt: skip


@pytest.mark.rules("GAME-DELAY-01", "GAME-RESIGN-01")
async def test_who_has_resigned_can_tell_why_they_are_behind(served: Served, ask: Ask) -> None:
    game = await begun(served, ask, delay={"steps": 500})
    query = "query($g: ID!) { game(id: $g) { isDelayed delayedBecause mySeat } }"
    assert (await ask(query, by="Ben", g=game))["game"] == {"isDelayed": False, "delayedBecause": None, "mySeat": 1}
    assert (await ask(RESIGN, by="Ben", game=game, id=new_id()))["answer"]["__typename"] == "CommandAccepted"
    resigned = (await ask(query, by="Ben", g=game))["game"]
    assert resigned == {"isDelayed": True, "delayedBecause": "GAVE_UP_SEAT", "mySeat": 1}
    others = (await ask(query, by=None, g=game))["game"]
    assert others == {"isDelayed": True, "delayedBecause": "NO_SEAT", "mySeat": None}
    assert (await ask(query, by="Ann", g=game))["game"]["delayedBecause"] is None


async def test_who_has_no_token_gets_one_and_not_too_many(served: Served, ask: Ask) -> None:
    response = (await ask(REGISTER, name="  Newcomer "))["register"]
    assert response["me"]["name"] == "Newcomer" and response["me"]["roles"] == ["PLAYER"]
    served.tokens["Newcomer"] = response["token"]
    assert (await ask("{ me { id } }", by="Newcomer"))["me"]["id"] == response["me"]["id"]
    for name in ("", " ", "x" * 41, "a\nb"):
        assert (await ask(REGISTER, name=name, errors=True))["errors"][0]["extensions"]["code"] == "BAD_NAME"
    for _ in range(60):
        answer = await ask(REGISTER, name="Many", errors=True)
        if "errors" in answer:
            break
    received = answer["errors"][0]["extensions"]
    assert received["code"] == "RATE_LIMITED" and received["retryAfterMs"] > 0 and received["left"] == 0
