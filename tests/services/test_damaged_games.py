"""Damaged games: no process takes a command for one after the first that meets the damage, also after a restart."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import asyncpg
import msgspec
import pytest

from domain.engine.viewer import FIRST_SEAT
from services.commands.answers import Accepted, GameParked, RefusedAnswer
from services.commands.bot_player import BotPlayer
from services.commands.play import Play
from services.commands.seating import Seating
from services.commands.unpark import StillDamaged, Unparked, unpark
from services.errors import LogDamaged, Unavailable
from services.log import load_game
from services.log.behind_snapshots import BehindSnapshots
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_or_park
from services.parkings import ParkedGame
from services.reads.horizon import VisibleDamage
from services.reads.look import Look
from services.reads.watch import Watch
from services.world import World
from tests.api.memory import MemoryLog
from tests.dice import new_id
from tests.fakes import FakeParkings, FakeSnapshots
from tests.game.toy import Show
from tests.services.game_driver import ANN, BEN, GameDriver, seated_game
from tests.services.ports_to_disturb import DisturbedLog, edit_step

LONDON = "london"
WRONG = 12
"""The step that is changed by hand, far behind the snapshot."""


def new_process(driver: GameDriver) -> GameDriver:
    """The same game in a process that was just started."""
    games = GameLoader(driver.world)
    return replace(driver, games=games, play=Play(driver.world, games, Histories(driver.world)))


@asynccontextmanager
async def superuser(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection that may change what is append-only, with the guards of the table switched off."""
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute("SET session_replication_role = replica")
        checks = await connection.fetch(
            "SELECT conname FROM pg_constraint WHERE conrelid = 'event'::regclass "
            "AND pg_get_constraintdef(oid) LIKE '%sha256%'"
        )
        for row in checks:
            await connection.execute(f"ALTER TABLE event DROP CONSTRAINT {row['conname']}")
        yield connection
    finally:
        await connection.close()


async def put_body(database_url: str, game_id: str, version: int, body: bytes) -> bytes:
    """Puts another body into a step. Returns the one before."""
    async with superuser(database_url) as connection:
        before = await connection.fetchval(
            "SELECT body FROM event WHERE game_id = $1 AND version = $2", game_id, version
        )
        await connection.execute(
            "UPDATE event SET body = $3 WHERE game_id = $1 AND version = $2", game_id, version, body or before + b" "
        )
    return bytes(before)


async def running_game(world: World) -> GameDriver:
    """A running game of London with a snapshot far past its twelfth step."""
    driver = await seated_game(world, LONDON)
    while await world.snapshots.latest(driver.game_id, _fingerprint(driver), at_most=driver.state.version) is None:
        await driver.play_on(5)
    assert not driver.state.over and driver.state.version > load_game.SNAPSHOT_EVERY_STEPS > WRONG
    return driver


def _fingerprint(driver: GameDriver) -> str:
    return driver.world.fingerprint(driver.game.ruleset.key)


@pytest.mark.parametrize("first", ["command", "read"])
async def test_a_step_changed_behind_a_snapshot_closes_the_game_in_every_process(
    world: World, database_url: str, first: str
) -> None:
    driver = await running_game(world)
    head, commands = driver.state.version, await world.log.commands(driver.game_id)
    before = await put_body(database_url, driver.game_id, WRONG, b"")
    if first == "read":
        with pytest.raises(VisibleDamage):
            await Look(world, Histories(world)).game(None, driver.game_id)
    for _ in range(2):  # two processes, and each of them started once more
        for process in (new_process(driver), new_process(driver)):
            for answer in (await process.play_any(), await process.play_any()):
                assert isinstance(answer, GameParked) and answer.step == WRONG
    assert isinstance(await driver.play_any(), GameParked), "the process that has the game in memory, too"
    assert await world.log.commands(driver.game_id) == commands
    assert isinstance(await unpark(world, driver.game_id), StillDamaged)
    await put_body(database_url, driver.game_id, WRONG, before)
    assert isinstance(await new_process(driver).play_any(), GameParked), "nobody has unparked it yet"
    assert await unpark(world, driver.game_id) == Unparked()
    answer = await new_process(driver).play_any()
    assert isinstance(answer, Accepted) and answer.version > head


@pytest.fixture
def snapshots(memory: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in memory that saves a snapshot at every step."""
    monkeypatch.setattr(load_game, "SNAPSHOT_EVERY_STEPS", 1)
    return replace(memory, snapshots=FakeSnapshots())


def memory_log(world: World) -> MemoryLog:
    assert isinstance(world.log, MemoryLog)
    return world.log


async def test_a_refusal_on_a_damaged_game_offers_no_legal_commands(snapshots: World) -> None:
    driver = await seated_game(snapshots)
    command_id, wrong = new_id(), driver.not_to_act()
    refused = msgspec.structs.replace(driver.legal()[0], seat=wrong)
    first = await driver.submit(refused, command_id, seat=wrong)
    assert isinstance(first, RefusedAnswer)
    edit_step(snapshots, driver.game_id, 3)
    for process in (new_process(driver), driver):
        answer = await process.submit(refused, seat=wrong)
        assert isinstance(answer, GameParked)
        repeat = await process.submit(refused, command_id, seat=wrong)
        if isinstance(repeat, RefusedAnswer):
            assert (repeat.legal, repeat.position) == ((), None) and repeat.code == first.code


async def test_a_stored_command_changed_behind_a_snapshot_closes_the_game(snapshots: World) -> None:
    driver = await seated_game(snapshots)
    await driver.play_on(2)
    stored = memory_log(snapshots).stored[driver.game_id]
    third = list(stored)[2]
    stored[third] = replace(stored[third], token_id="another")
    answer = await new_process(driver).play_any()
    assert isinstance(answer, GameParked) and answer.step == stored[third].last_version


async def test_a_type_changed_beside_its_body_closes_the_game(snapshots: World) -> None:
    driver = await seated_game(snapshots)
    rows = memory_log(snapshots).rows[driver.game_id]
    rows[1] = replace(rows[1], type="game.GameEnded")
    answer = await new_process(driver).play_any()
    assert isinstance(answer, GameParked) and answer.step == 2


async def test_the_log_behind_is_checked_once_for_each_game_and_process_in_pages(
    snapshots: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.log.behind_snapshots.PAGE_ROWS", 2)
    log = DisturbedLog(snapshots.log)
    behind, driver = BehindSnapshots(log), await seated_game(snapshots)
    head = await log.head(driver.game_id)
    assert head is not None
    await behind.check(driver.game_id, head.version, head.hash, head.commands)
    assert log.reads == list(range(0, head.version, 2))
    await driver.play_on(1)
    later = await log.head(driver.game_id)
    assert later is not None
    log.reads.clear()
    await behind.check(driver.game_id, later.version, later.hash, later.commands)
    assert log.reads[0] == head.version, "what was checked before is not read once more"
    with pytest.raises(LogDamaged):
        await BehindSnapshots(log).check(driver.game_id, head.version, bytes(32), head.commands)


async def reads_it(driver: GameDriver) -> None:
    with pytest.raises(VisibleDamage):
        await Look(driver.world, Histories(driver.world)).game(ANN, driver.game_id)


async def watches_it(driver: GameDriver) -> None:
    async with Watch(driver.world, Histories(driver.world)) as watch:
        with pytest.raises(VisibleDamage):
            await anext(watch.steps(ANN, driver.game_id, None, after=0))


async def verifies_it(driver: GameDriver) -> None:
    verdict = await verify_or_park(driver.world, driver.game_id)
    assert verdict is not None and verdict.finding is not None


async def plays_its_bots(driver: GameDriver) -> None:
    process = new_process(driver)
    assert await BotPlayer(process.games, process.play).visit(driver.game_id) == 0


MEETINGS = (reads_it, watches_it, verifies_it, plays_its_bots)


@pytest.mark.parametrize("meeting", MEETINGS, ids=[each.__name__ for each in MEETINGS])
async def test_everybody_who_meets_the_damage_parks_the_game_once(memory: World, toy: str, meeting: object) -> None:
    driver = await seated_game(memory, toy)
    undo = edit_step(memory, driver.game_id, 4)
    for _ in range(2):
        await meeting(driver)  # type: ignore[operator]
    (parked,) = await memory.parkings.all()
    assert (parked.game_id, parked.version) == (driver.game_id, 4)
    undo()
    assert isinstance(await new_process(driver).submit(Show(FIRST_SEAT), seat=FIRST_SEAT), GameParked)


class NoParking(FakeParkings):
    """Cannot park anything. `calls`: how often it was tried."""

    calls = 0

    async def park(self, game_id: str, version: int, why: str) -> ParkedGame:
        self.calls += 1
        raise Unavailable("The database is read-only.")


async def test_a_read_does_not_fail_when_the_game_cannot_be_parked_and_the_next_one_tries_anew(
    memory: World, toy: str
) -> None:
    driver = await seated_game(memory, toy)
    edit_step(memory, driver.game_id, 4)
    parkings = NoParking(memory_log(memory))
    histories = Histories(replace(memory, parkings=parkings))
    for calls in (1, 2):
        history = await histories.up_to_date(driver.game_id, damaged=True)
        assert history is not None and history.damage is not None and parkings.calls == calls
    assert not history.damage.parked


async def test_steps_in_memory_of_a_log_that_was_replaced_park_nothing(memory: World, toy: str) -> None:
    """A database that was restored from a backup while the service ran has other steps from there on."""
    driver, other = await seated_game(memory, toy), await seated_game(memory, toy)
    histories, log = Histories(memory), memory_log(memory)
    history = await histories.up_to_date(driver.game_id)
    assert history is not None
    backup, commands = list(log.rows[driver.game_id]), dict(log.stored[driver.game_id])
    await driver.submit(Show(FIRST_SEAT), seat=FIRST_SEAT)
    await histories.up_to_date(driver.game_id)
    log.rows[driver.game_id], log.stored[driver.game_id] = backup, commands
    restored = new_process(driver)
    await restored.refresh()
    for principal in (ANN, BEN):
        assert isinstance(await Seating(restored.play).resign(principal, driver.game_id, new_id()), Accepted)
    assert len(log.rows[driver.game_id]) > history.version
    history = await histories.up_to_date(driver.game_id)
    assert history is not None and history.damage is None
    assert await memory.parkings.all() == []
    assert await histories.up_to_date(other.game_id) is not None
