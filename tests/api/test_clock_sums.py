"""The sums of every clock, computed by a second reckoner from what a spectator reads, over take-backs, stops and rulings."""

import random
from dataclasses import replace
from typing import Any

import httpx
import pytest

from domain.game.clocks.rules import moment_text
from services.log.verify import verify_game
from tests.api.conftest import asking, services_over, serving
from tests.api.game_client import ANSWER
from tests.api.memory import memory_world
from tests.api.test_clocks import ADJUST, BANK, CLAIM, LEDGER, RESUME, RULE, STOP, Time, Timed, send
from tests.game.clocks.from_steps import STEP, FromSteps

OPEN = (
    "mutation($id: ID!, $clock: ClockInput) { answer: openGame(commandId: $id, ruleset: "
    '"london", seats: 2, clock: $clock, takeBacks: {policy: CONSENT}) { ' + ANSWER + " } }"
)
BACK = send("takeBack(game: $g, commandId: $id)")
MOVE = send("makeMotion(game: $g, commandId: $id, kind: $k)", "$k: MotionKind!")
AGREE = send("answerMotion(game: $g, commandId: $id, motion: $m, yes: true)", "$m: Int!")
REWIND = send(
    "makeRuling(game: $g, commandId: $id, expectedVersion: $v, ruling: {rewind: $to})", "$v: Int!", "$to: Int!"
)
CALL = send("callArbiter(game: $g, commandId: $id, step: 2, category: TIME)")
HEAD = "query($g: ID!, $after: Cursor) { game(id: $g) { clock { bankMs addMs capMs lagMs lagMaxMs overtimeMs } "
STEPS = (
    HEAD
    + "steps(after: $after, first: 50) { pageInfo { hasNextPage endCursor } edges { node { "
    + STEP
    + " clocks { seat bank } } } } } }"
)
DEEDS = ("back", "consent", "rewind", "stop", "adjust", "ruling", "flag", "call")
SCHEDULE = ("play",) * 8 + DEEDS * 2
BANKED = ("BANK", "SPENT", "CREDIT", "ADJUSTED")


async def steps_of(timed: Timed) -> tuple[Any, list[Any]]:
    """The terms, and every step as everybody reads it."""
    nodes: list[Any] = []
    after = None
    while True:
        game = (await timed.ask(STEPS, g=timed.game, after=after))["game"]
        nodes += [edge["node"] for edge in game["steps"]["edges"]]
        if not game["steps"]["pageInfo"]["hasNextPage"]:
            return game["clock"], nodes
        after = game["steps"]["pageInfo"]["endCursor"]


async def does(timed: Timed, time: Time, deed: str, dice: random.Random) -> str:
    """Tries something. Returns what became of it: the refusal's code, or empty."""
    game = await timed.client.mine(None)
    (seat,), version = game["toAct"], game["version"]
    own, other = timed.client.players[seat], timed.client.players[1 - seat]
    match deed:
        case "play":
            legal = (await timed.client.mine(own))["legal"]
            answer = await timed.client.submit(own, dice.choice(legal)["json"]) if legal else {"code": "game_stopped"}
        case "back":
            answer = await timed.send(BACK, own)
        case "consent":
            made = await timed.send(MOVE, own, k="TAKE_BACK")
            time.pass_by(dice.random() * 4)
            answer = await timed.send(AGREE, other, m=made["version"]) if "version" in made else made
        case "rewind":
            answer = await timed.send(REWIND, "Judge", v=version, to=max(1, version - dice.randrange(1, 6)))
        case "stop":
            answer = await timed.send(STOP, "Judge", until=dice.choice([None, timed_until(time, dice)]))
        case "resume":
            answer = await timed.send(RESUME, "Judge")
        case "adjust":
            answer = await timed.send(ADJUST, "Judge", seat=dice.randrange(2), s=dice.choice([-3, 7, 20]))
        case "ruling":
            answer = await timed.send(RULE, "Judge", v=version, seat=dice.randrange(2))
        case "call":
            answer = await timed.send(CALL, dice.choice([own, other]))
        case _:
            time.pass_by(dice.choice([0.5, 200]))
            answer = await timed.send(CLAIM, "Judge", seat=seat)
    return str(answer.get("code", ""))


def timed_until(time: Time, dice: random.Random) -> str:
    """A moment some seconds from now."""
    return moment_text(time.us + dice.randrange(5, 30) * 1_000_000)


@pytest.mark.rules("GAME-CLOCK-09", "GAME-BACK-07", "GAME-CLOCK-04")
async def test_every_bank_follows_from_the_steps_over_take_backs_stops_and_rulings(http: httpx.AsyncClient) -> None:
    time, dice = Time(), random.Random("sums")
    async with serving(services_over(replace(memory_world(), now_us=time))) as served:
        timed = Timed(served, asking(served, http))
        await timed.open(BANK, document=OPEN)
        done: set[str] = set()
        for deed in dice.sample(SCHEDULE, len(SCHEDULE)):
            time.pass_by(dice.random() * 6)
            code = await does(timed, time, deed, dice)
            if code in ("game_stopped", "time_over"):
                await does(timed, time, "resume" if code == "game_stopped" else "flag", dice)
                code = await does(timed, time, deed, dice)
            if not code:
                done.add(deed)
        assert len(done) > 5, "most of it was done at least once"
        terms, steps = await steps_of(timed)
        displayed = {step["version"]: {each["seat"]: each["bank"] for each in step["clocks"]} for step in steps}
        reckoned = FromSteps(terms, seats=2)
        compared = 0
        for version, banks in reckoned.after_commands(steps):
            for seat, bank in displayed[version].items():
                assert banks[seat] // 1_000 == bank, (version, seat)
                compared += 1
        assert compared > len(SCHEDULE)
        entries = [edge["node"] for edge in (await timed.ask(LEDGER, g=timed.game))["game"]["timeLedger"]["edges"]]
        for seat, bank in enumerate(reckoned.banks):
            listed = [int(each["us"]) for each in entries if each["seat"] == seat and each["kind"] in BANKED]
            assert sum(listed) == bank.left
        verdict = await verify_game(served.world, timed.game)
        assert verdict is not None and verdict.finding is None
