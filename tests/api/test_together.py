"""Clocks, take-backs, motions, calls, rulings and stops in one game, for watchers, for readers behind a delay, and in forks."""

from dataclasses import replace
from typing import Any

import httpx
import jsonpatch
import pytest

from services.log.verify import verify_game
from tests.api.conftest import asking, services_over, serving
from tests.api.follow import follow_socket
from tests.api.game_client import ANSWER
from tests.api.memory import memory_world
from tests.api.test_clocks import ADJUST, BANK, RULE, STOP, Time, Timed, send
from tests.api.test_what_if import FORK
from tests.dice import new_id

OPEN = (
    "mutation($id: ID!, $clock: ClockInput, $delay: DelayInput) { answer: openGame(commandId: $id, ruleset: "
    '"london", seats: 2, clock: $clock, delay: $delay, takeBacks: {policy: CONSENT}) { ' + ANSWER + " } }"
)
BACK = send("takeBack(game: $g, commandId: $id)")
MOVE = send("makeMotion(game: $g, commandId: $id, kind: $k)", "$k: MotionKind!")
AGREE = send("answerMotion(game: $g, commandId: $id, motion: $m, yes: true)", "$m: Int!")
CALL = send('callArbiter(game: $g, commandId: $id, step: 2, category: TIME, note: "a secret")')
MAKE = send(
    'makeRuling(game: $g, commandId: $id, expectedVersion: $v, ruling: $r, note: "a reason")',
    "$v: Int!",
    "$r: RulingInput!",
)
FOLLOW = "subscription($g: ID!) { gameSteps(game: $g) { version patch viewJson takenBackAt clocks { seat bank } } }"
ALL = """query($g: ID!) { game(id: $g) { version viewJson clocks { seat bank dueAt } stopped { version why note }
  motion { version kind } calls { number note } rulings { number kind note mayAppeal } appeals { number }
  timeLedger(first: 200) { edges { node { version } } } highlights { edges { node { version kind } } }
  steps(first: 200) { edges { node { version takenBackAt line { type } } } } } }"""
STEPS_LATE = 6


async def timed_game(http: httpx.AsyncClient, time: Time, served: Any, **more: Any) -> Timed:
    timed = Timed(served, asking(served, http))
    await timed.open(BANK, document=OPEN, **more)
    return timed


async def eventful(timed: Timed, time: Time) -> None:
    """Everything once: a free take-back, one by consent, a call, a fix, time, a rewind, a stop; and play between."""

    async def done(text: str, by: str, **values: Any) -> Any:
        time.pass_by(1)
        if "$v: Int!" in text:
            values["v"] = (await timed.read("Ann"))["version"]
        answer = await timed.send(text, by, **values)
        assert answer["__typename"] == "CommandAccepted", (text, answer)
        return answer

    async def play(kind: str) -> None:
        time.pass_by(1)
        legal = (await timed.client.mine(timed.mover))["legal"]
        chosen = next(each["json"] for each in legal if each["type"] == f"london.{kind}")
        assert (await timed.client.submit(timed.mover, chosen))["__typename"] == "CommandAccepted"

    await play("DrawFromDeck")
    await play("TakeLoan")
    await done(BACK, timed.mover)
    made = await done(MOVE, timed.mover, k="TAKE_BACK")
    await done(AGREE, timed.waiter, m=made["version"])
    await play("DrawFromDeck")
    await done(CALL, timed.mover)
    fix = {"fix": {"london": {"fixAmount": {"seat": timed.seat, "of": "money", "amount": 7}}}}
    await done(MAKE, "Judge", r=fix)
    await done(RULE, "Judge", seat=timed.seat)
    await play("TakeLoan")
    await done(MAKE, "Judge", r={"rewind": (await timed.read("Ann"))["version"] - 1})
    await done(ADJUST, "Judge", seat=timed.seat, s=10)
    await done(STOP, "Judge", note="the lights")


@pytest.mark.rules("GAME-BACK-05", "GAME-RULING-02", "GAME-CLOCK-09")
async def test_a_watcher_follows_by_patches_and_forks_go_on_from_any_step(http: httpx.AsyncClient) -> None:
    time = Time()
    async with serving(services_over(replace(memory_world(), now_us=time))) as served:
        timed = await timed_game(http, time, served)
        stream = follow_socket(served, FOLLOW, g=timed.game)
        first = await anext(stream)  # it watches while everything happens
        await eventful(timed, time)
        head = (await timed.ask(ALL, g=timed.game))["game"]
        view = jsonpatch.apply_patch({}, first["patch"])
        steps = [first]
        while steps[-1]["version"] < head["version"]:
            steps.append(await anext(stream))
            view = jsonpatch.apply_patch(view, steps[-1]["patch"])
            assert view == steps[-1]["viewJson"]
        await stream.aclose()  # type: ignore[attr-defined]
        assert view == head["viewJson"] and steps[-1]["clocks"] == [
            {name: each[name] for name in ("seat", "bank")} for each in head["clocks"]
        ]
        struck = [edge["node"]["version"] for edge in head["steps"]["edges"] if edge["node"]["takenBackAt"]]
        for at in (struck[0], head["version"]):
            await forked(timed, at)


async def forked(timed: Timed, at: int) -> None:
    """A fork goes on from a step that was taken back, and from the end of all rulings; it has no clock and no stop."""
    answer = (await timed.ask(FORK, by="Eve", game=timed.game, id=new_id(), at=at, seat=timed.seat))["answer"]
    assert answer["__typename"] == "CommandAccepted", answer
    game = answer["gameId"]
    mine = await timed.ask(
        "query($g: ID!) { game(id: $g) { clock { kind } stopped { why } legal { json } } }", by="Eve", g=game
    )
    assert (mine["game"]["clock"], mine["game"]["stopped"]) == (None, None) and mine["game"]["legal"]
    verdict = await verify_game(timed.served.world, game)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-DELAY-01", "GAME-DELAY-02")
async def test_a_reader_behind_a_delay_sees_nothing_of_it_before_its_time(http: httpx.AsyncClient) -> None:
    time = Time()
    async with serving(services_over(replace(memory_world(), now_us=time))) as served:
        timed = await timed_game(http, time, served, delay={"steps": STEPS_LATE})
        await eventful(timed, time)
        head = (await timed.ask(ALL, by="Ann", g=timed.game))["game"]
        for reader in ("Eve", None):
            late = (await timed.ask(ALL, by=reader, g=timed.game))["game"]
            at = late["version"]
            assert at == head["version"] - STEPS_LATE and late["stopped"] is None and head["stopped"] is not None
            made = {step["version"]: step["line"]["type"] for step in nodes(head, "steps") if step["line"]}
            visible = [kind for version, kind in made.items() if version <= at]
            assert len(late["calls"]) == visible.count("game.ArbiterCalled")
            assert len(late["rulings"]) == visible.count("game.RulingMade") < len(head["rulings"])
            assert all(each["note"] is None and not each.get("mayAppeal") for each in late["calls"] + late["rulings"])
            for name in ("steps", "highlights", "timeLedger"):
                assert all(node["version"] <= at for node in nodes(late, name)), name
            assert all((node["takenBackAt"] or 0) <= at for node in nodes(late, "steps"))
            then = (await timed.ask(AT, by="Ann", g=timed.game, at=at))["game"]
            assert (late["clocks"], late["viewJson"]) == (then["clocks"], then["viewJson"] | {"title": ""})


AT = """query($g: ID!, $at: Int) { game(id: $g) { clocks(at: $at) { seat bank dueAt }
  viewJson(at: $at, as: {kind: SPECTATOR}) } }"""


def nodes(game: Any, name: str) -> list[Any]:
    return [edge["node"] for edge in game[name]["edges"]]
