"""Loading games: the cache of heads, snapshots, and logs that are not sound."""

import dataclasses

import msgspec
import pytest

from domain.game import GameState
from services.commands.answers import Accepted
from services.commands.play import Play
from services.errors import LogDamaged
from services.log import load_game
from services.log.load_game import GameLoader
from services.log.read_log import pack_state
from services.ports import EventLog, Head, RawStep, Snapshot
from services.world import World
from tests.api.memory import MemoryLog
from tests.dice import new_id
from tests.fakes import FakeSnapshots
from tests.services.game_driver import GameDriver, seated_game
from tests.services.ports_to_disturb import DisturbedLog, FailingSnapshots, edit_step


@pytest.fixture
def log(memory: World) -> DisturbedLog:
    return DisturbedLog(memory.log)


@pytest.fixture
def counted(memory: World, log: DisturbedLog) -> World:
    """The world with snapshots, whose reads of the log are counted."""
    return dataclasses.replace(memory, log=log, snapshots=FakeSnapshots())


@pytest.fixture
async def driver(memory: World) -> GameDriver:
    """A game that another process plays."""
    driver = await seated_game(memory)
    await driver.play_on(3)
    return driver


# ---------------------------------------------------------------- the cache


async def test_there_is_no_game_of_an_unknown_id(memory: World) -> None:
    assert await GameLoader(memory).at_head(new_id()) is None


async def test_a_cached_head_is_returned_without_a_look_at_the_log(
    driver: GameDriver, counted: World, log: DisturbedLog
) -> None:
    games = GameLoader(counted)
    first = await games.at_head(driver.game_id)
    calls = log.heads, len(log.reads)
    await driver.play_any()
    assert await games.at_head(driver.game_id, fresh=False) is first
    assert (log.heads, len(log.reads)) == calls


async def test_a_fresh_head_that_has_not_moved_is_not_read(
    driver: GameDriver, counted: World, log: DisturbedLog
) -> None:
    games = GameLoader(counted)
    first = await games.at_head(driver.game_id)
    reads = len(log.reads)
    assert await games.at_head(driver.game_id) is first
    assert len(log.reads) == reads


async def test_when_another_process_has_moved_the_game_only_the_new_steps_are_read(
    driver: GameDriver, counted: World, log: DisturbedLog
) -> None:
    games = GameLoader(counted)
    await games.at_head(driver.game_id)
    before = driver.state.version
    await driver.play_on(2)
    log.reads.clear()
    head = await games.at_head(driver.game_id)
    assert head is not None and head.state == driver.state and log.reads == [before]


async def test_a_command_on_an_old_head_is_decided_on_the_new_one(driver: GameDriver, memory: World) -> None:
    games = GameLoader(memory)
    await games.at_head(driver.game_id)
    await driver.play_any()
    here = dataclasses.replace(driver, games=games, play=Play(memory, games))
    answer = await here.play_any()
    assert isinstance(answer, Accepted) and answer.steps[0].version == driver.state.version + 1


async def test_an_older_head_does_not_replace_a_later_one(driver: GameDriver, memory: World) -> None:
    games = GameLoader(memory)
    old = await games.at_head(driver.game_id)
    await driver.play_any()
    new = await games.at_head(driver.game_id)
    assert old is not None and new is not None
    games.put(old)
    assert await games.at_head(driver.game_id, fresh=False) is new
    games.drop(driver.game_id)
    games.put(old)
    assert await games.at_head(driver.game_id, fresh=False) is old


async def test_the_least_recently_used_head_leaves_a_full_cache(
    memory: World, counted: World, log: DisturbedLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_game, "HEADS_CACHED_MAX", 2)
    one, two, three = [(await seated_game(memory)).game_id for _ in range(3)]
    games = GameLoader(counted)
    for game_id in (one, two):
        await games.at_head(game_id)
    loaded = await games.at_head(one)
    assert loaded is not None
    games.put(loaded)
    await games.at_head(three)
    log.heads = 0
    for game_id in (one, three):
        await games.at_head(game_id, fresh=False)
    assert log.heads == 0, "both are cached"
    await games.at_head(two, fresh=False)
    assert log.heads == 1


def test_each_game_has_one_lock(memory: World) -> None:
    games = GameLoader(memory)
    one, other = games.lock("one"), games.lock("other")
    assert games.lock("one") is one and other is not one


# ---------------------------------------------------------------- snapshots


async def test_a_snapshot_is_saved_when_the_game_passes_a_multiple_and_then_it_is_used(
    memory: World, counted: World, log: DisturbedLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_game, "SNAPSHOT_EVERY_STEPS", 5)
    driver = await seated_game(counted)
    while await counted.snapshots.latest(driver.game_id, "test", at_most=10_000) is None:
        assert driver.state.version < 20
        await driver.play_any()
    snapshot = await counted.snapshots.latest(driver.game_id, "test", at_most=10_000)
    assert snapshot is not None and snapshot.version >= 5
    log.reads.clear()
    games = GameLoader(counted)
    cold = await games.at_head(driver.game_id)
    assert cold is not None and cold.state == driver.state
    assert log.reads.count(0) == 1, "the steps before the snapshot are read, because they are checked once"
    games.drop(driver.game_id)
    log.reads.clear()
    assert await games.at_head(driver.game_id) == cold
    assert 0 not in log.reads, "nothing before the snapshot is folded, or checked a second time"
    fold = await GameLoader(memory).at_head(driver.game_id)
    assert fold is not None and (cold.state, cold.hash) == (fold.state, fold.hash)


async def test_no_snapshot_is_saved_between_two_multiples(driver: GameDriver, counted: World) -> None:
    games = GameLoader(counted)
    loaded = await games.at_head(driver.game_id)
    assert loaded is not None
    every = load_game.SNAPSHOT_EVERY_STEPS
    for before, version, saved in ((every, every + 1, False), (every - 2, every - 1, False), (every - 1, every, True)):
        state = msgspec.structs.replace(loaded, state=_at(loaded.state, version))
        await games.save_snapshot(before, state)
        latest = await counted.snapshots.latest(driver.game_id, "test", at_most=10_000)
        assert (latest is not None and latest.version == version) is saved


def _at(state: GameState, version: int) -> GameState:
    return msgspec.structs.replace(state, version=version)


@pytest.mark.parametrize("case", ["bytes", "json", "version", "missing step", "state", "fingerprint", "later"])
async def test_a_snapshot_that_does_not_fit_is_ignored(
    driver: GameDriver, counted: World, log: DisturbedLog, case: str
) -> None:
    state, version, fingerprint = pack_state(driver.state), driver.state.version, "test"
    match case:
        case "bytes":
            state = b"\xff\x00"
        case "json":
            state = b'{"version":1}'
        case "version":
            version -= 1
        case "missing step":
            state, version = pack_state(_at(driver.state, 0)), 0
        case "state":
            state = state.replace(b'"ann"', b'"eve"')
            assert state != pack_state(driver.state)
        case "fingerprint":
            fingerprint = "of another build"
        case _:
            state, version = pack_state(_at(driver.state, version + 1)), version + 1
    await counted.snapshots.save(driver.game_id, fingerprint, Snapshot(version, state))
    loaded = await GameLoader(counted).at_head(driver.game_id)
    assert loaded is not None and loaded.state == driver.state
    assert log.reads[-1] == 0, "the whole log is folded"


async def test_a_snapshot_that_cannot_be_saved_is_logged_and_the_command_is_accepted(
    memory: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(load_game, "SNAPSHOT_EVERY_STEPS", 1)
    driver = await seated_game(dataclasses.replace(memory, snapshots=FailingSnapshots()))
    caplog.clear()
    assert isinstance(await driver.play_any(), Accepted)
    (record,) = caplog.records
    assert record.levelname == "WARNING" and driver.game_id in record.message and "OSError" in record.message


# ---------------------------------------------------------------- logs that are not sound


async def test_an_edited_step_is_damage_for_a_process_that_has_not_read_it(driver: GameDriver, memory: World) -> None:
    undo = edit_step(memory, driver.game_id, 3)
    with pytest.raises(LogDamaged) as caught:
        await GameLoader(memory).at_head(driver.game_id)
    assert caught.value.version == 3
    undo()
    assert await GameLoader(memory).at_head(driver.game_id) is not None


class OldHead(DisturbedLog):
    """A log that has a head, but not all steps up to it."""

    def __init__(self, log: EventLog, head: Head | None) -> None:
        super().__init__(log)
        self._head = head

    async def head(self, game_id: str) -> Head | None:
        return self._head


@pytest.mark.parametrize(("rows_left", "version"), [(0, 1), (4, 5)])
async def test_a_log_that_lost_its_last_steps_is_damaged(
    driver: GameDriver, memory: World, rows_left: int, version: int
) -> None:
    head = await memory.log.head(driver.game_id)
    del _rows(memory, driver)[rows_left:]
    with pytest.raises(LogDamaged) as caught:
        await GameLoader(dataclasses.replace(memory, log=OldHead(memory.log, head))).at_head(driver.game_id)
    assert caught.value.version == version


async def test_a_head_that_is_not_the_last_step_is_damage(driver: GameDriver, memory: World) -> None:
    rows = _rows(memory, driver)
    last = rows[-1]
    rows[-1] = dataclasses.replace(last, hash=bytes(32))
    with pytest.raises(LogDamaged) as caught:
        await GameLoader(memory).at_head(driver.game_id)
    assert caught.value.version == last.version


def _rows(world: World, driver: GameDriver) -> list[RawStep]:
    assert isinstance(world.log, MemoryLog)
    return world.log.rows[driver.game_id]
