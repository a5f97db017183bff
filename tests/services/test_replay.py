"""Histories: every step's state, the cache, shared reads, and damaged games."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from domain.engine.step import Step
from domain.game import GameState
from domain.log.record import Recorded
from domain.rulesets import CURRENT
from services.errors import LogDamaged
from services.log import replay
from services.log.replay import CHECKPOINT_EVERY_STEPS, Histories
from services.ports import RawStep
from services.streams import Head
from services.world import World
from tests.api.memory import MemoryLog
from tests.dice import new_id
from tests.services.clock import SECOND_US, Clock
from tests.services.game_driver import JUDGE, GameDriver, seated_game
from tests.services.ports_to_disturb import disturbed, edit_step


@pytest.fixture
async def driver(memory: World) -> GameDriver:
    driver = await seated_game(memory)
    await driver.play_on(3)
    return driver


async def test_there_is_no_history_of_an_unknown_game(memory: World) -> None:
    assert await Histories(memory).up_to_date(new_id()) is None


@pytest.mark.parametrize("version", [0, -1, "past the head"])
async def test_a_step_outside_the_history_has_no_state(driver: GameDriver, version: int | str) -> None:
    history = await Histories(driver.world).up_to_date(driver.game_id)
    assert history is not None
    with pytest.raises(AssertionError):
        history.state_at(version if isinstance(version, int) else history.version + 1)


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_every_state_is_that_of_a_fold_from_the_first_step(memory: World, ruleset: str) -> None:
    driver = await seated_game(memory, ruleset)
    while driver.state.version <= 3 * CHECKPOINT_EVERY_STEPS:
        await driver.play_any()
    history = await Histories(memory).up_to_date(driver.game_id)
    assert history is not None and history.version == driver.state.version
    assert sorted(history.checkpoints) == list(range(16, history.version + 1, CHECKPOINT_EVERY_STEPS))
    state: GameState | None = None
    begun = 0
    for step, turn in zip(history.steps, history.turns, strict=True):
        state = driver.game.evolve(state, step.event, step.moment)
        begun = begun or (step.version if state.phase == "playing" else 0)
        assert history.state_at(step.version) == state and turn == driver.game.turn(state)
    assert state == driver.state == history.head and history.begun == begun > 0


async def test_a_history_grows_with_the_log_and_reads_only_new_steps(memory: World, driver: GameDriver) -> None:
    world, log = disturbed(memory)
    histories = Histories(world)
    first = await histories.up_to_date(driver.game_id)
    before = driver.state.version
    await driver.play_on(2)
    log.reads.clear()
    second = await histories.up_to_date(driver.game_id)
    assert second is first and second is not None and second.version == driver.state.version
    assert log.reads == [before]


async def test_a_step_that_is_known_already_needs_no_read(memory: World, driver: GameDriver) -> None:
    world, log = disturbed(memory)
    histories = Histories(world)
    history = await histories.up_to_date(driver.game_id)
    assert history is not None
    await driver.play_any()
    log.heads = 0
    await histories.up_to_date(driver.game_id, at_least=history.version)
    assert log.heads == 0
    await histories.up_to_date(driver.game_id, at_least=history.version + 1)
    assert log.heads == 1 and history.version == driver.state.version


async def test_a_finished_game_is_not_read_any_more(memory: World, driver: GameDriver) -> None:
    world, log = disturbed(memory)
    histories = Histories(world)
    await histories.up_to_date(driver.game_id)
    await driver.seating.abandon(JUDGE, driver.game_id, new_id())
    history = await histories.up_to_date(driver.game_id)
    assert history is not None and history.ended
    log.heads = 0
    assert await histories.up_to_date(driver.game_id) is history and log.heads == 0


async def test_readers_at_the_same_time_share_one_read(memory: World, driver: GameDriver) -> None:
    world, log = disturbed(memory)
    histories = Histories(world)
    results = await asyncio.gather(*(histories.up_to_date(driver.game_id) for _ in range(10)))
    assert all(history is results[0] for history in results) and (log.heads, len(log.reads)) == (1, 1)


async def test_a_reader_that_is_cancelled_does_not_cancel_the_others(memory: World, driver: GameDriver) -> None:
    histories = Histories(memory)
    one, other = (asyncio.create_task(histories.up_to_date(driver.game_id)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    history = await other
    assert history is not None and history.version == driver.state.version and one.cancelled()


async def test_the_least_recently_used_history_leaves_a_full_cache(
    memory: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [(await seated_game(memory)).game_id for _ in range(3)]
    world, log = disturbed(memory)
    histories = Histories(world)
    first = await histories.up_to_date(games[0])
    assert first is not None
    monkeypatch.setattr(replay, "STEPS_CACHED_MAX", 2 * first.version)
    await histories.up_to_date(games[1])
    await histories.up_to_date(games[0], at_least=1)
    await histories.up_to_date(games[2])
    log.heads = 0
    for game_id in (games[0], games[2]):
        await histories.up_to_date(game_id, at_least=1)
    assert log.heads == 0, "both are cached"
    await histories.up_to_date(games[1], at_least=1)
    assert log.heads == 1


async def test_one_history_stays_though_it_is_larger_than_the_cache(
    memory: World, driver: GameDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "STEPS_CACHED_MAX", 1)
    world, log = disturbed(memory)
    histories = Histories(world)
    await histories.up_to_date(driver.game_id)
    await histories.up_to_date(driver.game_id, at_least=1)
    assert log.heads == 1


async def test_a_damaged_game_is_raised_or_returned_up_to_its_last_sound_step(
    memory: World, driver: GameDriver, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    edit_step(memory, driver.game_id, 4)
    histories = Histories(memory)
    with pytest.raises(LogDamaged) as caught:
        await histories.up_to_date(driver.game_id)
    assert (caught.value.game_id, caught.value.version) == (driver.game_id, 4)
    noticed_us = clock.now_us
    clock.pass_seconds(60)
    history = await histories.up_to_date(driver.game_id, damaged=True)
    assert history is not None and history.version == 3 and history.damage is not None
    assert (history.damage.version, history.damage.head) == (4, driver.state.version)
    assert history.damage.noticed_us == noticed_us == clock.now_us - 60 * SECOND_US
    assert len([record for record in caplog.records if record.name == "emberlog.replay"]) == 1


async def test_a_log_that_is_repaired_is_not_damaged_any_more(memory: World, driver: GameDriver) -> None:
    undo = edit_step(memory, driver.game_id, 4)
    histories = Histories(memory)
    with pytest.raises(LogDamaged):
        await histories.up_to_date(driver.game_id)
    undo()
    history = await histories.up_to_date(driver.game_id)
    assert history is not None and history.damage is None and history.version == driver.state.version


async def a_long_game(memory: World, monkeypatch: pytest.MonkeyPatch) -> GameDriver:
    """A game that is read in several goes of eight steps."""
    monkeypatch.setattr(replay, "READ_AT_ONCE", 8)
    driver = await seated_game(memory)
    while driver.state.version <= 26:
        await driver.play_any()
    return driver


async def test_steps_are_read_while_those_before_them_are_folded(
    memory: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = await a_long_game(memory, monkeypatch)
    done: list[tuple[str, int]] = []
    world, log = disturbed(memory)
    read, check = log.read, replay.check_step

    async def note_read(game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[RawStep]:
        done.append(("read", after))
        return await read(game_id, after=after, limit=limit)

    def note_check(script: Any, game_id: str, row: RawStep, version: Step, prev_hash: bytes) -> Recorded:
        done.append(("check", version))
        return check(script, game_id, row, version, prev_hash)

    monkeypatch.setattr(log, "read", note_read)
    monkeypatch.setattr(replay, "check_step", note_check)
    history = await Histories(world).up_to_date(driver.game_id)
    last = driver.state.version
    assert history is not None and (history.version, history.head) == (last, driver.state)
    assert [at for what, at in done if what == "read"] == list(range(0, last, 8))
    assert [at for what, at in done if what == "check"] == list(range(1, last + 1))
    for after in range(8, last, 8):
        assert done.index(("read", after)) < done.index(("check", after - 7)), "while the eight before are folded"


@pytest.mark.parametrize("bad", [1, 8, 9, 20, 27])
async def test_the_steps_before_a_damaged_one_are_there_wherever_it_is(
    memory: World, monkeypatch: pytest.MonkeyPatch, bad: int
) -> None:
    driver = await a_long_game(memory, monkeypatch)
    edit_step(memory, driver.game_id, bad)
    history = await Histories(memory).up_to_date(driver.game_id, damaged=True)
    assert history is not None and history.damage is not None
    assert (history.version, history.damage.version) == (bad - 1, bad)


@pytest.mark.parametrize("others_follow", [True, False])
@pytest.mark.parametrize("missing", [1, 8, 9, 20, 26])
async def test_a_missing_step_is_named_wherever_it_is(
    memory: World, monkeypatch: pytest.MonkeyPatch, missing: int, others_follow: bool
) -> None:
    driver = await a_long_game(memory, monkeypatch)
    world, log = disturbed(memory)
    head = await log.head(driver.game_id)

    async def head_of(game_id: str) -> Head | None:
        return head

    monkeypatch.setattr(log, "head", head_of)
    assert isinstance(memory.log, MemoryLog)
    rows = memory.log.rows[driver.game_id]
    del rows[missing - 1 : missing if others_follow else len(rows)]
    history = await Histories(world).up_to_date(driver.game_id, damaged=True)
    assert history is not None and history.damage is not None
    assert (history.version, history.damage.version) == (missing - 1, missing)
    why = f"the next step in the log is {missing + 1}" if others_follow else "the step is missing"
    assert history.damage.why == why


@pytest.mark.parametrize("bad", [1, 8, 9, 20, 27])
async def test_the_steps_before_a_page_that_cannot_be_read_are_there(
    memory: World, monkeypatch: pytest.MonkeyPatch, bad: int
) -> None:
    driver = await a_long_game(memory, monkeypatch)
    world, log = disturbed(memory)
    read = log.read

    async def read_pages(game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[RawStep]:
        if after < bad <= after + limit:
            raise LogDamaged(game_id, Step(bad), "the database cannot read the page that the step is on")
        return await read(game_id, after=after, limit=limit)

    monkeypatch.setattr(log, "read", read_pages)
    history = await Histories(world).up_to_date(driver.game_id, damaged=True)
    assert history is not None and history.damage is not None
    assert (history.version, history.damage.version) == (bad - 1, bad)
