"""Clocks in the services: who calls a flag, how often, on real servers, and what an audit finds."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.engine.codec import canonical
from domain.engine.viewer import seats_of
from domain.game.authority import SERVICE
from domain.game.clocks.state import ClockState
from domain.game.clocks.terms import ClockTerms
from domain.game.rulings.ruling import Ruling, TimeGiven
from domain.game.terms import Terms
from domain.log.chain import GENESIS, event_hash, log_leaf
from infra.clock_check import compare_clocks, joined_time_us
from infra.postgres.pool import open_pool
from infra.wiring import Wired, use_cases_of, wired
from projections.runner import Runner
from services.clock import ClockWatch
from services.commands.answers import Accepted
from services.commands.bot_player import BotPlayer
from services.commands.play import Play
from services.log.command_chain import link_of
from services.log.load_game import GameLoader
from services.log.verify import verify_game
from services.ports import StoredCommand
from services.reads.clocks import ledger
from services.reads.look import Look
from services.rulings.flags import FlagCaller
from services.rulings.timing import Timing
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id
from tests.fakes import FakeEventLog, FakeParkings
from tests.services.clock import SECOND_US, Clock
from tests.services.game_driver import JUDGE, GameDriver, seated_game

PROCESSES = [uuid.UUID(int=at, version=4) for at in range(1, 4)]
TERMS = Terms(
    clock=ClockTerms(kind="bank", bank_us=60 * SECOND_US, add_us=5 * SECOND_US, lag_us=100_000, lag_max_us=500_000)
)


@pytest.fixture
async def real(database_url: str, redis_url: str, clock: Clock) -> AsyncIterator[Wired]:
    """Two of these are two processes, whose time a test moves."""
    async with wired(database_url, redis_url) as use_cases:
        yield use_cases_of(use_cases.pool, replace(use_cases.world, now_us=clock))


async def project(use_cases: Wired, game_id: str) -> None:
    await Runner(use_cases.store).project(game_id)


def caller(use_cases: Wired) -> FlagCaller:
    """A worker of its own: it shares nothing with the others but the servers."""
    other = use_cases_of(use_cases.pool, use_cases.world)
    return FlagCaller(other.world, other.store, other.play)


@pytest.mark.rules("GAME-CLOCK-05", "GAME-CLOCK-06")
async def test_a_flag_that_fell_while_all_workers_were_dead_is_called_once(real: Wired, clock: Clock) -> None:
    driver = await seated_game(real.world, terms=TERMS)
    await project(real, driver.game_id)
    assert await caller(real).call() == 0, "its time is not used up"
    clock.pass_seconds(3_600)  # nobody was there, or the clock of the machine jumped
    called = await asyncio.gather(*(caller(real).call() for _ in range(6)))
    assert sum(called) == 1
    for _ in range(3):
        assert sum(await asyncio.gather(*(caller(real).call() for _ in range(2)))) == 0
    own = [each for each in await real.world.log.commands(driver.game_id) if each.principal == SERVICE]
    assert [each.outcome for each in own] == ["accepted"]
    verdict = await verify_game(real.world, driver.game_id)
    assert verdict is not None and verdict.finding is None
    await project(real, driver.game_id)
    clock.pass_seconds(600)
    assert await caller(real).call() == 1, "the overtime is used up, too"


@pytest.mark.rules("GAME-CLOCK-06")
async def test_a_claim_the_sweep_and_a_move_race_and_one_of_them_wins(real: Wired, clock: Clock) -> None:
    for _ in range(4):
        driver = await seated_game(real.world, terms=TERMS)
        await project(real, driver.game_id)
        clock.pass_seconds(60.1)
        waiting = driver.principal(driver.not_to_act())
        timing = Timing(use_cases_of(real.pool, real.world).arbitration)
        moved, swept, claimed = await asyncio.gather(
            driver.play_on(1),
            caller(real).call(),
            timing.claim(waiting, driver.game_id, new_id(), seat=driver.to_act()),
            return_exceptions=True,
        )
        commands = await real.world.log.commands(driver.game_id)
        calls = [each for each in commands if each.outcome == "accepted" and b"game.CallFlag" in each.body]
        assert len(calls) == 1 and (swept, isinstance(claimed, Accepted)) in ((1, False), (0, True)), (moved, swept)
        verdict = await verify_game(real.world, driver.game_id)
        assert verdict is not None and verdict.finding is None


async def test_an_hour_on_the_clock_of_the_machine_costs_no_move(real: Wired, clock: Clock) -> None:
    """A time that goes back stands still in the game: no step is before the one before it."""
    driver = await seated_game(real.world, terms=TERMS)
    seat = driver.to_act()
    clock.pass_seconds(-3_600)
    await driver.play_on(1)
    clocks = driver.state.clock
    assert isinstance(clocks, ClockState) and clocks.seats[seat].spent_us == 0


@pytest.mark.rules("GAME-CLOCK-05")
async def test_a_process_compares_its_time_with_that_of_the_database(real: Wired) -> None:
    now_us = await real.pool.fetchval("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
    watch = ClockWatch()
    for apart_us in (-400_000, 2_000_000):
        await compare_clocks(real.pool, lambda by=apart_us: now_us + by, watch, PROCESSES[0])  # type: ignore[misc]
        assert watch.trouble is not None and "ms apart" in watch.trouble
    await compare_clocks(real.pool, lambda: now_us, watch, PROCESSES[0])
    assert watch.trouble is None


@pytest.mark.rules("GAME-CLOCK-05")
@pytest.mark.parametrize("hours", [-1, 1])
async def test_after_a_jump_of_the_database_processes_of_one_time_go_on_and_a_newcomer_joins(
    database_url: str, hours: int
) -> None:
    """The jump is that of the database's clock, so every process seems to be the other way round from it."""
    pool = await open_pool(database_url, size_max=2)

    async def database_us() -> int:
        return int(await pool.fetchval("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"))

    watches = [ClockWatch(), ClockWatch(), ClockWatch()]
    jump_us = 0

    async def compare(at: int, by_us: int = 0) -> None:
        now_us = await database_us() - jump_us + by_us
        await compare_clocks(pool, lambda: now_us, watches[at], PROCESSES[at])

    await pool.fetch("DELETE FROM process_time")
    await compare(0), await compare(1)
    jump_us = hours * 3_600_000_000
    await compare(0)
    assert watches[0].trouble is not None, "the other one has not compared since"
    await compare(1), await compare(0)
    assert watches[0].trouble is None and watches[1].trouble is None
    joined = await joined_time_us(pool)
    assert joined is not None and abs(joined - (await database_us() - jump_us)) < 1_000_000
    await compare(2, by_us=jump_us)
    assert watches[2].trouble is None, "a process that began by the database's clock is right by that"
    await compare(0)
    assert watches[0].trouble is not None and await joined_time_us(pool) is None, "and the others wait"
    await pool.fetch("UPDATE process_time SET backend = 0 WHERE process = $1", PROCESSES[2])
    await compare(0)
    assert watches[0].trouble is None, "it ended, so nobody differs any more"
    await pool.close()


def test_the_way_to_the_database_does_not_count() -> None:
    watch = ClockWatch()
    watch.compare(0, 4_000_000, 9_000_000)
    assert watch.trouble is None
    watch = ClockWatch()
    watch.compare(0, 9_250_001, 9_000_000)
    assert watch.trouble is not None and watch.ahead_us == -250_001


# ---------------------------------------------------------------- bots and stops


@pytest.mark.rules("GAME-STOP-01", "GAME-CLOCK-02")
async def test_bots_wait_in_a_stopped_game_and_go_on_after_it(memory: World, clock: Clock) -> None:
    driver = await seated_game(memory, terms=TERMS)
    seat = driver.to_act()
    await driver.seating.seat_bot(driver.principal(seat), driver.game_id, new_id(), seat=seat, bot="random")
    timing = Timing(use_cases_of(None, memory).arbitration)  # type: ignore[arg-type]
    until_us = clock.now_us + 50 * SECOND_US
    stopped = await timing.stop(JUDGE, driver.game_id, new_id(), until_us=until_us, note="")
    assert isinstance(stopped, Accepted)
    games = GameLoader(memory)
    bots = BotPlayer(games, Play(memory, games))
    assert await bots.play_bot_seats(driver.game_id, commands_max=1) == 0
    assert all(each.outcome == "accepted" for each in await memory.log.commands(driver.game_id)), "nothing was refused"
    clock.pass_seconds(51)
    assert await bots.play_bot_seats(driver.game_id, commands_max=1) == 1


# ---------------------------------------------------------------- an audit


class Forger:
    """Edits a log, and writes every hash, link and place anew as the service would."""

    def __init__(self, log: FakeEventLog, game_id: str) -> None:
        self.log, self.game_id = log, game_id

    def edit(
        self, at: int, body: Callable[[dict[str, Any]], None], command: Callable[[StoredCommand], StoredCommand]
    ) -> None:
        """Edits the steps of the command at a place, and what is stored of it."""
        stored = self.log.stored[self.game_id]
        chosen = list(stored.values())[at]
        rows, prev, link = self.log.rows[self.game_id], GENESIS, GENESIS
        for number, row in enumerate(rows):
            decoded = msgspec.json.decode(row.body)
            if chosen.first_version <= row.version <= chosen.last_version:
                body(decoded)
            written = canonical(decoded)
            hashed = event_hash(prev, written)
            rows[number] = replace(row, body=written, prev_hash=prev, hash=hashed)
            prev = hashed
        for id, each in stored.items():
            edited = command(each) if id == chosen.command_id else each
            link = link_of(edited, link)
            stored[id] = replace(edited, link=link)
        leaves = {("step", row.version): row.hash for row in rows}
        leaves |= {("command", each.ordinal): each.link for each in stored.values()}
        self.log.order = [
            replace(each, leaf=log_leaf(leaves[each.kind, each.number])) if each.game_id == self.game_id else each
            for each in self.log.order
        ]


@pytest.fixture
async def forged(clock: Clock) -> tuple[FakeEventLog, GameDriver]:
    log = FakeEventLog()
    world = replace(memory_world(), log=log, parkings=FakeParkings(log), now_us=clock)
    driver = await seated_game(world, terms=TERMS)
    timing = Timing(use_cases_of(None, world).arbitration)  # type: ignore[arg-type]
    for _ in range(3):
        clock.pass_seconds(2)
        await driver.play_on(1)
    await timing.adjust(JUDGE, driver.game_id, new_id(), seat=driver.to_act(), us=30 * SECOND_US, note="")
    clock.pass_seconds(200)
    waiting = driver.principal(driver.not_to_act())
    await timing.claim(waiting, driver.game_id, new_id(), seat=driver.to_act())
    return log, driver


def at_time(us: int) -> Callable[[dict[str, Any]], None]:
    return lambda body: body.update(time_us=body["time_us"] + us)


def data(**changes: Any) -> Callable[[dict[str, Any]], None]:
    def edit(body: dict[str, Any]) -> None:
        if body["type"] in ("game.TimeAdjusted", "game.FlagFell"):
            body["data"] |= changes

    return edit


def same(command: StoredCommand) -> StoredCommand:
    return command


def earlier(command: StoredCommand) -> StoredCommand:
    return replace(command, time_us=command.time_us - SECOND_US)


def with_body(**changes: Any) -> Callable[[StoredCommand], StoredCommand]:
    return lambda command: replace(command, body=canonical(msgspec.json.decode(command.body) | changes))


@pytest.mark.rules("GAME-CLOCK-09")
@pytest.mark.parametrize(
    ("at", "body", "command", "check"),
    [
        (-3, at_time(-SECOND_US), earlier, "state"),
        (-2, data(us=60 * SECOND_US), same, "command"),
        (-2, data(us=60 * SECOND_US), with_body(us=60 * SECOND_US), "state"),
        (-1, data(due_us=1), same, "command"),
        (-1, at_time(-SECOND_US), earlier, "state"),
        (-1, at_time(-190 * SECOND_US), lambda each: replace(each, time_us=each.time_us - 190 * SECOND_US), "command"),
    ],
)
async def test_an_audit_finds_a_changed_time_adjustment_or_due(
    forged: tuple[FakeEventLog, GameDriver], at: int, body: Any, command: Any, check: str
) -> None:
    """Also where every hash, link and place was written anew: the times are decided on again."""
    log, driver = forged
    untouched = await verify_game(driver.world, driver.game_id)
    assert untouched is not None and untouched.finding is None
    Forger(log, driver.game_id).edit(at, lambda each: None, same)
    rewritten = await verify_game(driver.world, driver.game_id)
    assert rewritten is not None and rewritten.finding is None, "the forger writes what the service writes"
    Forger(log, driver.game_id).edit(at, body, command)
    verdict = await verify_game(driver.world, driver.game_id)
    assert verdict is not None and verdict.finding is not None and verdict.finding.check == check


@pytest.mark.rules("GAME-CLOCK-09")
async def test_the_sums_of_every_clock_follow_from_the_ledger(forged: tuple[FakeEventLog, GameDriver]) -> None:
    _, driver = forged
    visible = await Look(driver.world, use_cases_of(None, driver.world).histories).game(JUDGE, driver.game_id)  # type: ignore[arg-type]
    assert visible is not None and isinstance(visible.state.clock, ClockState)
    listed = [entry for some in ledger(visible, 0) for entry in some]  # type: ignore[arg-type]
    for seat in seats_of(len(visible.state.seats)):
        banked = [
            each.us for each in listed if each.seat == seat and each.kind in ("bank", "spent", "credit", "adjusted")
        ]
        assert sum(banked) == visible.state.clock.seats[seat].left_us
    assert {"adjusted", "forgiven", "spent"} <= {each.kind for each in listed}


# ---------------------------------------------------------------- forks and rulings


async def test_a_fork_of_a_game_with_clocks_has_none(memory: World, clock: Clock) -> None:
    driver = await seated_game(memory, terms=TERMS)
    await driver.play_on(2)
    use_cases = use_cases_of(None, memory)  # type: ignore[arg-type]
    visible = await use_cases.look.game(driver.players[0], driver.game_id)
    assert visible is not None
    seat = driver.seat_of(driver.players[0])
    forked = await use_cases.forks.fork(driver.players[0], new_id(), visible, seat, at=None, seat=seat, title="")
    assert isinstance(forked, Accepted) and forked.head.state.clock_terms is None
    clock.pass_seconds(1_000)
    games = GameLoader(memory)
    await BotPlayer(games, Play(memory, games)).play_bot_seats(forked.game_id, commands_max=3)
    verdict = await verify_game(memory, forked.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-RULING-03", "GAME-CLOCK-07")
async def test_a_ruling_gives_and_takes_time_once_for_each_seat(memory: World, clock: Clock) -> None:
    driver = await seated_game(memory, terms=TERMS)
    arbitration = use_cases_of(None, memory).arbitration  # type: ignore[arg-type]
    first, second = seats_of(2)

    async def ruled(*time: TimeGiven) -> Any:
        ruling = Ruling("time", time=time)
        await driver.refresh()
        return await arbitration.rule(
            JUDGE, driver.game_id, new_id(), ruling=ruling, note="a late bus", expected_version=driver.state.version
        )

    assert (await ruled()).refusal.refused.code == "bad_time"
    assert (await ruled(TimeGiven(first, 1), TimeGiven(first, 2))).refusal.refused.code == "bad_time"
    assert (await ruled(TimeGiven(first, 0))).refusal.refused.code == "bad_clock"
    answer = await ruled(TimeGiven(first, 30 * SECOND_US), TimeGiven(second, -30 * SECOND_US))
    assert isinstance(answer, Accepted)
    clocks = answer.head.state.clock
    assert isinstance(clocks, ClockState)
    assert [each.adjusted_us for each in clocks.seats[:2]] == [30 * SECOND_US, -30 * SECOND_US]
    verdict = await verify_game(memory, driver.game_id)
    assert verdict is not None and verdict.finding is None
