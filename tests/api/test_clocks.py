"""Clocks and stops through the public API: what everybody sees of them, and who may do what."""

import itertools
import random
from dataclasses import replace
from datetime import datetime
from typing import Any

import httpx
import pytest

from domain.game.authority import SERVICE
from services.errors import Cause
from services.log.verify import verify_game
from services.rulings.flags import DueFlag, FlagCaller
from tests.api.conftest import Ask, Served, asking, services_over, serving
from tests.api.game_client import ANSWER, BEGIN, TAKE, GameClient
from tests.api.memory import memory_world
from tests.dice import new_id

OPEN = (
    "mutation($id: ID!, $clock: ClockInput, $delay: DelayInput) { answer: openGame(commandId: $id, ruleset: "
    '"london", seats: 2, clock: $clock, delay: $delay) { ' + ANSWER + " } }"
)
CLOCKS = "clocks { seat left bank running dueAt fallen flags overtime asleep restLeft restNext sleep { minutes } }"
READ = (
    "query($g: ID!) { now game(id: $g) { version lastMoveAt clock { kind bankMs addMs flag overtimeMs } "
    f"stopped {{ version why until note }} {CLOCKS} }} }}"
)
LEDGER = """query($g: ID!, $after: Cursor, $seat: Int, $first: Int) { game(id: $g) {
  timeLedger(seat: $seat, first: $first, after: $after) { pageInfo { hasNextPage endCursor }
    edges { cursor node { version at seat kind ms us left rules { id } note } } } } }"""
BANK = {"kind": "BANK", "bankMs": 60_000, "addMs": 5_000, "capMs": 90_000, "lagMs": 100, "lagMaxMs": 300}


def send(mutation: str, *more: str) -> str:
    """A mutation of a game, with more declared variables."""
    declared = "".join(f", {each}" for each in more)
    return "mutation($g: ID!, $id: ID!" + declared + ") { answer: " + mutation + " { " + ANSWER + " } }"


CLAIM = send("claimTime(game: $g, commandId: $id, seat: $seat)", "$seat: Int!")
STOP = send("stopGame(game: $g, commandId: $id, until: $until, note: $note)", "$until: DateTime", '$note: String! = ""')
RESUME = send("resumeGame(game: $g, commandId: $id)")
ADJUST = send(
    'adjustTime(game: $g, commandId: $id, seat: $seat, seconds: $s, note: "his phone rang")', "$seat: Int!", "$s: Int!"
)
SLEEP = send("setSleep(game: $g, commandId: $id, fromMinute: 0, minutes: $m)", "$m: Int!")
REST = send("takeRest(game: $g, commandId: $id, ms: $ms)", "$ms: Milliseconds!")
RULE = send(
    "makeRuling(game: $g, commandId: $id, expectedVersion: $v, ruling: {time: [{seat: $seat, seconds: 90}]})",
    "$v: Int!",
    "$seat: Int!",
)


class Timed:
    """A service whose time stands still until a test moves it, and a game of London with clocks in it."""

    def __init__(self, served: Served, ask: Ask) -> None:
        self.served, self.ask = served, ask
        self.client = GameClient(served, ask, "", ("Ann", "Ben"), random.Random(5))
        self.seat, self.mover, self.waiter = 0, "", ""
        """The seat that begins, its player, and the other one."""

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.client.game

    async def open(self, clock: Any, *, document: str = OPEN, **more: Any) -> None:
        """Opens and begins the game."""
        for name in ("Ann", "Ben", "Eve"):
            await self.served.principal(name)
        await self.served.principal("Judge", "arbiter")
        opened = (await self.ask(document, by="Ann", id=new_id(), clock=clock, **more))["answer"]
        assert opened["__typename"] == "CommandAccepted", opened
        self.client.game = opened["gameId"]
        for seat, name in enumerate(self.client.players):
            await self.ask(TAKE, by=name, game=self.game, id=new_id(), seat=seat)
        await self.ask(BEGIN, by="Ann", game=self.game, id=new_id())
        self.seat = (await self.client.mine("Ann"))["toAct"][0]
        self.mover, self.waiter = self.client.players[self.seat], self.client.players[1 - self.seat]

    async def play_one(self) -> None:
        """The seat that may act plays something; a delay hides it from those who are asked by `client`."""
        by = self.client.players[(await self.client.mine("Ann"))["toAct"][0]]
        answer = await self.client.submit(by, (await self.client.mine(by))["legal"][0]["json"])
        assert answer["__typename"] == "CommandAccepted", answer

    async def legal(self) -> Any:
        """A command that the first seat may play."""
        return (await self.client.mine(self.mover))["legal"][0]["json"]

    async def clocks(self, by: str | None = None) -> Any:
        """The clock of the seat that began, and that of the other."""
        clocks = (await self.read(by))["clocks"]
        return clocks[self.seat], clocks[1 - self.seat]

    async def read(self, by: str | None = None) -> Any:
        """The clocks as somebody sees them."""
        return (await self.ask(READ, by=by, g=self.game))["game"]

    async def send(self, text: str, by: str, **values: Any) -> Any:
        """The answer to a mutation."""
        return (await self.ask(text, by=by, g=self.game, id=new_id(), **values))["answer"]


class Time:
    """The time of a service, in microseconds; a test moves it."""

    def __init__(self) -> None:
        self.us = 1_700_000_000_000_000

    def __call__(self) -> int:
        return self.us

    def pass_by(self, seconds: float) -> None:
        self.us += round(seconds * 1_000_000)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def timed(time: Time, http: httpx.AsyncClient) -> Any:
    world = replace(memory_world(), now_us=time)
    async with serving(services_over(world)) as served:
        yield Timed(served, asking(served, http))


@pytest.mark.rules("GAME-CLOCK-01", "GAME-CLOCK-02", "GAME-CLOCK-03", "GAME-CLOCK-09")
async def test_everybody_sees_the_terms_the_clocks_and_the_ledger(timed: Timed, time: Time) -> None:
    await timed.open(BANK)
    game = await timed.read()
    assert game["clock"] == {"kind": "BANK", "bankMs": 60_000, "addMs": 5_000, "flag": "RULES", "overtimeMs": 60_000}
    mover, waiter = await timed.clocks()
    assert (mover["running"], mover["left"], waiter["running"], waiter["dueAt"]) == (True, 60_000, False, None)
    for _ in range(20):
        time.pass_by(2.5)
        await timed.client.play_one()
    page = (await timed.ask(LEDGER, g=timed.game))["game"]["timeLedger"]
    entries = [edge["node"] for edge in page["edges"]]
    assert {each["kind"] for each in entries} >= {"BANK", "SPENT", "FORGIVEN", "CREDIT"}
    after = await timed.read()
    for clock in after["clocks"]:
        banked = [
            each for each in entries if each["seat"] == clock["seat"] and each["kind"] not in ("FORGIVEN", "FREE")
        ]
        assert sum(int(each["us"]) for each in banked) == clock["bank"] * 1_000
    forgiven = [each["ms"] for each in entries if each["kind"] == "FORGIVEN"]
    assert set(forgiven) == {100} and all(each["rules"] for each in entries)
    pages: list[Any] = []
    after_cursor = None
    for _ in itertools.count():
        some = (await timed.ask(LEDGER, g=timed.game, first=3, after=after_cursor))["game"]["timeLedger"]
        pages += [edge["node"] for edge in some["edges"]]
        if not some["pageInfo"]["hasNextPage"]:
            break
        after_cursor = some["pageInfo"]["endCursor"]
    assert pages == entries
    verdict = await verify_game(timed.served.world, timed.game)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-CLOCK-05", "GAME-CLOCK-06")
async def test_a_flag_that_nobody_noticed_falls_when_its_time_was_used_up(timed: Timed, time: Time) -> None:
    await timed.open(BANK)
    due = (await timed.clocks())[0]["dueAt"]
    early = await timed.send(CLAIM, timed.waiter, seat=timed.seat)
    assert early["code"] == "flag_not_fallen"
    assert datetime.fromisoformat(early["facts"]["when"]) == datetime.fromisoformat(due)
    time.pass_by(3_600)
    late = await timed.client.submit(timed.mover, await timed.legal())
    assert (late["code"], [each["id"] for each in late["rules"]]) == ("time_over", ["GAME-CLOCK-05"])
    assert (await timed.send(CLAIM, timed.mover, seat=timed.seat))["code"] == "not_an_arbiter"
    assert (await timed.send(CLAIM, "Eve", seat=timed.seat))["code"] == "not_an_arbiter"
    called = await timed.send(CLAIM, timed.waiter, seat=timed.seat)
    assert called["__typename"] == "CommandAccepted"
    fell = next(step["line"] for step in called["steps"] if step["line"]["type"] == "game.FlagFell")
    assert datetime.fromisoformat(fell["facts"]["when"]) == datetime.fromisoformat(due)
    repeated = await timed.send(CLAIM, timed.waiter, seat=timed.seat)
    assert repeated["code"] == "flag_not_fallen"
    mover = (await timed.clocks())[0]
    assert (mover["flags"], mover["overtime"], mover["left"]) == (1, True, 60_000)
    forgiven = (await timed.ask(LEDGER, g=timed.game, seat=timed.seat))["game"]["timeLedger"]["edges"]
    assert [each["node"]["ms"] for each in forgiven if each["node"]["kind"] == "FORGIVEN"] == [3_600_000 - 60_100]


@pytest.mark.rules("GAME-CLOCK-06")
async def test_the_service_calls_a_flag_once_however_often_it_tries(timed: Timed, time: Time) -> None:
    await timed.open(BANK | {"flag": "FORFEIT"})
    version = (await timed.read())["version"]

    class Due:
        async def flags_due(self, *, until_us: int, limit: int) -> list[DueFlag]:
            return [DueFlag(timed.game, version, timed.seat)] * 3  # type: ignore[arg-type]

    callers = [FlagCaller(timed.served.world, Due(), timed.served.services.play) for _ in range(2)]
    time.pass_by(61)
    assert sum([await caller.call() for caller in callers]) == 1
    commands = await timed.served.world.log.commands(timed.game)
    assert [each.outcome for each in commands if each.principal == SERVICE] == ["accepted"]


@pytest.mark.rules("GAME-STOP-01", "GAME-CLOCK-02", "GAME-CLOCK-07")
async def test_a_stopped_game_takes_no_move_and_its_clocks_wait(timed: Timed, time: Time) -> None:
    await timed.open(BANK)
    time.pass_by(10)
    assert (await timed.send(STOP, "Ann", note="x"))["code"] == "not_an_arbiter"
    assert (await timed.send(STOP, "Judge", note="the server room burns"))["__typename"] == "CommandAccepted"
    assert (await timed.send(STOP, "Judge"))["code"] == "game_stopped"
    for who, note in (
        ("Ben", "the server room burns"),
        ("Judge", "the server room burns"),
        ("Eve", None),
        (None, None),
    ):
        stopped = (await timed.read(who))["stopped"]
        assert (stopped["why"], stopped["until"], stopped["note"]) == ("ARBITER", None, note)
    mine = await timed.client.mine(timed.mover)
    assert mine["legal"] == []
    time.pass_by(5_000)
    assert [each["left"] for each in await timed.clocks()] == [50_000, 60_000]
    assert (await timed.send(CLAIM, timed.waiter, seat=timed.seat))["code"] == "game_stopped"
    assert (await timed.send(ADJUST, timed.waiter, seat=timed.seat, s=60))["code"] == "not_an_arbiter"
    assert (await timed.send(ADJUST, "Judge", seat=timed.seat, s=0))["code"] == "bad_clock"
    assert (await timed.send(ADJUST, "Judge", seat=timed.seat, s=60))["__typename"] == "CommandAccepted"
    assert (await timed.send(RESUME, "Judge"))["__typename"] == "CommandAccepted"
    assert (await timed.send(RESUME, "Judge"))["code"] == "not_stopped"
    time.pass_by(1)
    await timed.client.play_one()
    assert (await timed.clocks())[0]["left"] == 50_000 + 60_000 - 900
    version = (await timed.read())["version"]
    assert (await timed.send(RULE, "Judge", v=version, seat=1 - timed.seat))["__typename"] == "CommandAccepted"
    assert (await timed.clocks())[1]["left"] == 150_000
    entries = (await timed.ask(LEDGER, by="Ben", g=timed.game))["game"]["timeLedger"]["edges"]
    adjusted = [each["node"] for each in entries if each["node"]["kind"] == "ADJUSTED"]
    assert [(each["ms"], each["note"]) for each in adjusted] == [(60_000, "his phone rang"), (90_000, None)]


@pytest.mark.rules("GAME-CLOCK-08")
async def test_sleep_and_rest_hold_from_the_next_stint_on(timed: Timed, time: Time) -> None:
    hour = 3_600_000
    await timed.open({"kind": "EACH", "eachMs": 24 * hour, "sleepMinutesMax": 480, "restMs": 48 * hour})
    assert (await timed.send(SLEEP, timed.mover, m=481))["facts"]["most"] == 480
    assert (await timed.send(SLEEP, "Eve", m=60))["__typename"] == "NotYourSeat"
    assert (await timed.send(SLEEP, timed.waiter, m=480))["__typename"] == "CommandAccepted"
    assert (await timed.send(REST, timed.waiter, ms=49 * hour))["code"] == "no_rest_left"
    assert (await timed.send(REST, timed.waiter, ms=24 * hour))["__typename"] == "CommandAccepted"
    ben = (await timed.clocks())[1]
    assert (ben["restLeft"], ben["restNext"], ben["sleep"]) == (24 * hour, 24 * hour, None)
    while (await timed.client.acting()) == timed.mover:
        await timed.client.play_one()
    game = await timed.read()
    ben = (await timed.clocks())[1]
    began, due = datetime.fromisoformat(game["lastMoveAt"]), datetime.fromisoformat(ben["dueAt"])
    assert (ben["restNext"], ben["sleep"], ben["running"]) == (0, {"minutes": 480}, False)
    assert (due - began).total_seconds() == 24 * 3_600 + 36 * 3_600 + _extra(began.timestamp() + 86_400)


def _extra(start: float) -> float:
    """How much of a first night is left, or the night at the end: 24 waking hours last 32 to 40 hours."""
    night = 8 * 3_600
    at, awake = start, 0.0
    while awake < 86_400:
        awake += 60 if at % 86_400 >= night else 0
        at += 60
    return at - start - 36 * 3_600


async def test_who_is_behind_a_delay_sees_the_clocks_of_the_step_they_see(timed: Timed, time: Time) -> None:
    await timed.open(BANK, delay={"steps": 5})
    for _ in range(6):
        time.pass_by(2)
        await timed.play_one()
    delayed, head = await timed.read("Eve"), await timed.read("Ann")
    assert delayed["version"] < head["version"] and delayed["lastMoveAt"] < head["lastMoveAt"]
    at = "query($g: ID!, $at: Int) { game(id: $g) { clocks(at: $at) { seat left bank dueAt } } }"
    then = (await timed.ask(at, by="Ann", g=timed.game, at=delayed["version"]))["game"]["clocks"]
    assert [{key: each[key] for key in ("seat", "left", "bank", "dueAt")} for each in delayed["clocks"]] == then
    hidden = await timed.ask(at, by="Eve", errors=True, g=timed.game, at=head["version"])
    assert hidden["errors"][0]["extensions"]["code"] == "NO_SUCH_STEP"
    ledger = (await timed.ask(LEDGER, by="Eve", g=timed.game))["game"]["timeLedger"]["edges"]
    assert all(each["node"]["version"] <= delayed["version"] for each in ledger)


async def test_steps_and_answers_carry_the_clocks_after_them(timed: Timed, time: Time) -> None:
    await timed.open(BANK)
    time.pass_by(3)
    text = send("submit(game: $g, commandId: $id, commandJson: $json)", "$json: JSON").replace(
        "gameId commandId", f"game {{ {CLOCKS} }} gameId commandId"
    )
    answer = await timed.send(text, timed.mover, json=await timed.legal())
    steps = f"query($g: ID!) {{ game(id: $g) {{ steps(last: 1) {{ edges {{ node {{ {CLOCKS} }} }} }} }} }}"
    last = (await timed.ask(steps, g=timed.game))["game"]["steps"]["edges"][0]["node"]["clocks"]
    assert answer["game"]["clocks"] == last and last[timed.seat]["left"] == 57_100


@pytest.mark.rules("GAME-CLOCK-01")
@pytest.mark.parametrize(
    ("clock", "field"),
    [
        ({"kind": "BANK"}, "bank_ms"),
        ({"kind": "BANK", "bankMs": 2**53}, "bank_ms"),
        ({"kind": "EACH", "eachMs": 1_000, "bankMs": 1}, "bank_ms"),
        ({"kind": "EACH", "eachMs": 1_000, "lagMs": 1_001}, "lag_ms"),
        ({"kind": "EACH", "eachMs": 1_000, "overtimeMs": 9_999}, "overtime_ms"),
        ({"kind": "EACH", "eachMs": 1_000, "sleepMinutesMax": 601}, "sleep_minutes_max"),
        ({"kind": "BANK", "bankMs": 9_000, "capMs": 8_999}, "cap_ms"),
        ({"kind": "FREE", "freeMs": 999}, "free_ms"),
        ({"kind": "FREE", "freeMs": 1_000, "addMs": -1}, "add_ms"),
    ],
)
async def test_terms_out_of_range_are_refused_with_the_range(timed: Timed, clock: Any, field: str) -> None:
    await timed.served.principal("Ann")
    answer = (await timed.ask(OPEN, by="Ann", id=new_id(), clock=clock))["answer"]
    assert (answer["code"], answer["facts"]["field"]) == ("bad_clock", field)
    assert answer["facts"]["least"] <= answer["facts"]["most"]


async def test_milliseconds_end_where_json_readers_lose_count(timed: Timed) -> None:
    await timed.served.principal("Ann")
    for bad in (2**53 + 1, 1.5, "1000", True):
        clock = {"kind": "BANK", "bankMs": bad}
        response = await timed.ask(OPEN, by="Ann", errors=True, id=new_id(), clock=clock)
        assert response["errors"][0]["extensions"]["code"] == "GRAPHQL_VALIDATION_FAILED", bad


async def test_a_server_whose_time_is_wrong_takes_no_move_of_a_clocked_game(
    time: Time, http: httpx.AsyncClient
) -> None:
    trouble: list[str] = []
    world = replace(memory_world(), now_us=time, clock_trouble=lambda: trouble[0] if trouble else None)
    async with serving(services_over(world)) as served:
        timed = Timed(served, asking(served, http))
        await timed.open(BANK)
        legal = await timed.legal()
        trouble.append("The time of this process is 300 ms behind the time of the database.")
        text = send("submit(game: $g, commandId: $id, commandJson: $json)", "$json: JSON")
        answer = await timed.ask(text, by=timed.mover, errors=True, g=timed.game, id=new_id(), json=legal)
        extensions = answer["errors"][0]["extensions"]
        assert (extensions["code"], extensions["cause"]) == ("UNAVAILABLE", Cause.CLOCK.value)
        trouble.clear()
        assert (await timed.client.play_one())["__typename"] == "CommandAccepted"
