"""The exact records of a game: when they are open, to whom they stay closed, and that they are the log's own."""

import pytest

from domain.engine.step import BEFORE_FIRST
from domain.engine.viewer import FIRST_SEAT, SPECTATOR, Viewer, seat_of
from domain.game.terms import Delay, Terms
from services.commands.answers import Accepted, RefusedAnswer
from services.commands.fork import Forks
from services.log.replay import Histories
from services.ports import Principal, StoredCommand
from services.reads.evidence import is_record_open, recorded_commands, recorded_steps
from services.reads.horizon import VisibleHead
from services.reads.look import Look
from services.world import World
from tests.dice import new_id
from tests.game.toy import Show
from tests.services.clock import Clock
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game

ANYBODY = (None, EVE, ANN, BEN, JUDGE)
PAGE = 3
"""Small, so that a game has several pages."""


async def head(driver: GameDriver, principal: Principal | None, game_id: str = "") -> VisibleHead:
    visible = await Look(driver.world, Histories(driver.world)).game(principal, game_id or driver.game_id)
    assert visible is not None
    return visible


async def open_to(driver: GameDriver, game_id: str = "") -> list[str | None]:
    """Who of `ANYBODY` may have the records."""
    readers = [each for each in ANYBODY if is_record_open(each, await head(driver, each, game_id))]
    return [each.id if each else None for each in readers]


EVERYBODY = [each.id if each else None for each in ANYBODY]


async def forked(driver: GameDriver, viewer: Viewer) -> str:
    """A sandbox of Ann's out of what that viewer knew, closed by an arbiter."""
    visible = await Look(driver.world, Histories(driver.world)).game(ANN, driver.game_id)
    assert visible is not None
    forks = Forks(driver.play, driver.world.now_us)
    answer = await forks.fork(ANN, new_id(), visible, viewer, at=None, seat=None, title="")
    assert isinstance(answer, Accepted), answer
    assert isinstance(await driver.seating.abandon(JUDGE, answer.game_id, new_id()), Accepted)
    return answer.game_id


async def test_all_pages_of_the_records_are_the_log_byte_for_byte(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    refused = await driver.submit(Show(seat_of(1)), seat=seat_of(1))
    assert isinstance(refused, RefusedAnswer), refused
    await driver.play_on(10)
    visible = await head(driver, EVE)
    steps, commands = list(await recorded_steps(memory, visible, BEFORE_FIRST, PAGE)), list[StoredCommand]()
    while more := await recorded_steps(memory, visible, steps[-1].version, PAGE):
        steps += more
    while page := await recorded_commands(memory, visible, len(commands), PAGE):
        commands += page
    assert steps == list(await memory.log.read(driver.game_id)) and len(steps) == driver.state.version
    assert commands == list(await memory.log.commands(driver.game_id))
    assert [each.ordinal for each in commands] == list(range(1, len(commands) + 1))
    assert "refused" in {each.outcome for each in commands}


@pytest.mark.rules("GAME-CHANCE-03")
async def test_before_the_end_nobody_has_the_records(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    while not driver.state.over:
        assert await open_to(driver) == []
        await driver.play_any()
    assert await open_to(driver) == EVERYBODY


@pytest.mark.rules("GAME-DELAY-02")
async def test_whoever_is_delayed_has_the_records_when_the_end_is_past_the_delay(
    memory: World, toy: str, clock: Clock
) -> None:
    driver = await seated_game(memory, toy, terms=Terms(delay=Delay(seconds=60)))
    await driver.play_on(10)
    inside = [each.id if each else None for each in (ANN, BEN, JUDGE)]
    clock.now_us += 59_999_999
    assert await open_to(driver) == inside
    behind = await head(driver, EVE)
    assert behind.version < driver.state.version
    assert all(row.version <= behind.version for row in await recorded_steps(memory, behind, BEFORE_FIRST, 1_000))
    assert all(row.last_version <= behind.version for row in await recorded_commands(memory, behind, 0, 1_000))
    clock.now_us += 1
    assert await open_to(driver) == EVERYBODY


@pytest.mark.rules("GAME-FORK-03")
async def test_of_a_fork_that_keeps_secrets_only_its_host_and_arbiters_have_the_records(
    memory: World, toy: str
) -> None:
    driver = await seated_game(memory, toy)
    await driver.play_any()
    assert await open_to(driver, await forked(driver, FIRST_SEAT)) == [ANN.id, JUDGE.id]
    assert await open_to(driver, await forked(driver, SPECTATOR)) == EVERYBODY
