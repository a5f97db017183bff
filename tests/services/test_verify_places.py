"""`verify` against the global order of all games: it has each step once, in its order, by its hash."""

import dataclasses
import itertools

import pytest

from domain.log.chain import log_leaf
from services.log.verify import Finding, verify_game
from services.ports import LogEntry
from services.world import World
from tests.api.memory import memory_world
from tests.fakes.event_log import FakeEventLog
from tests.services.game_driver import GameDriver, seated_game


@pytest.fixture
def log() -> FakeEventLog:
    return FakeEventLog()


@pytest.fixture
async def driver(log: FakeEventLog) -> GameDriver:
    """Two games, so that the places of one are not 1 to n."""
    ticks = itertools.count(1_700_000_000_000_000)
    world = dataclasses.replace(memory_world(), log=log, now_us=lambda: next(ticks))
    await seated_game(world)
    driver = await seated_game(world)
    for _ in range(3):
        await driver.play_any()
    return driver


async def finding(world: World, driver: GameDriver) -> Finding | None:
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None
    return verdict.finding


def own(log: FakeEventLog, driver: GameDriver) -> list[int]:
    """The positions of the game's steps and commands in the global order."""
    return [at for at, place in enumerate(log.order) if place.game_id == driver.game_id]


async def test_a_game_whose_places_agree_holds(log: FakeEventLog, driver: GameDriver) -> None:
    assert await finding(driver.world, driver) is None


async def test_steps_that_wait_for_their_place_are_not_a_fault(log: FakeEventLog, driver: GameDriver) -> None:
    at = own(log, driver)
    for gone in reversed(at[-4:]):
        del log.order[gone]
    assert await finding(driver.world, driver) is None
    log.order.clear()
    assert await finding(driver.world, driver) is None


@pytest.mark.parametrize("case", ["leaf", "hole", "order", "beyond", "twice"])
async def test_places_that_do_not_agree_are_reported(log: FakeEventLog, driver: GameDriver, case: str) -> None:
    at = own(log, driver)
    step, command = log.order[at[2]], log.order[at[3]]
    assert (step.kind, step.number, command.kind, command.number) == ("step", 2, "command", 2)
    last, why = driver.state.version, "the next entry in the global order is"
    match case:
        case "leaf":
            log.order[at[2]] = dataclasses.replace(step, leaf=log_leaf(bytes(32)))
            expected = (2, "the global order has another step in this place")
        case "hole":
            del log.order[at[2]]
            expected = (2, f"{why} command 2")
        case "order":
            log.order[at[2]] = dataclasses.replace(step, pos=command.pos)
            log.order[at[3]] = dataclasses.replace(command, pos=step.pos)
            expected = (2, "the global order has the command before what it follows")
        case "beyond":
            log.order.append(LogEntry(len(log.order) + 1, driver.game_id, "step", last + 1, bytes(32)))
            expected = (last, f"{why} step {last + 1}")
        case _:
            log.order.append(dataclasses.replace(step, pos=len(log.order) + 1))
            expected = (last, f"{why} step 2")
    assert await finding(driver.world, driver) == Finding(expected[0], "log", expected[1])
