"""`verify` against the global order of all games: it has each step once, in its order, by its hash."""

import dataclasses
import itertools

import pytest

from domain.game.record import log_leaf
from services.ports import LogEntry
from services.verify import Finding, verify_game
from services.world import World
from tests.api.memory import memory_world
from tests.fakes.event_log import FakeEventLog
from tests.services.game_driver import GameDriver, seated_game


@pytest.fixture
def log() -> FakeEventLog:
    return FakeEventLog()


@pytest.fixture
async def table(log: FakeEventLog) -> GameDriver:
    """Two games, so that the places of one are not 1 to n."""
    ticks = itertools.count(1_700_000_000_000_000)
    world = dataclasses.replace(memory_world(), log=log, now_us=lambda: next(ticks))
    await seated_game(world)
    table = await seated_game(world)
    for _ in range(3):
        await table.play_any()
    return table


async def finding(world: World, table: GameDriver) -> Finding | None:
    verdict = await verify_game(world, table.game_id)
    assert verdict is not None
    return verdict.finding


def own(log: FakeEventLog, table: GameDriver) -> list[int]:
    """Where in the order the game's steps stand."""
    return [at for at, place in enumerate(log.order) if place.game_id == table.game_id]


async def test_a_game_whose_places_agree_holds(log: FakeEventLog, table: GameDriver) -> None:
    assert await finding(table.world, table) is None


async def test_steps_that_wait_for_their_place_are_no_fault(log: FakeEventLog, table: GameDriver) -> None:
    at = own(log, table)
    for gone in reversed(at[-4:]):
        del log.order[gone]
    assert await finding(table.world, table) is None
    log.order.clear()
    assert await finding(table.world, table) is None


@pytest.mark.parametrize("case", ["leaf", "hole", "order", "beyond", "twice"])
async def test_places_that_do_not_agree_are_found(log: FakeEventLog, table: GameDriver, case: str) -> None:
    at = own(log, table)
    third, fourth, last = log.order[at[2]], log.order[at[3]], log.order[at[-1]]
    why = "the next step in the global order is"
    match case:
        case "leaf":
            log.order[at[2]] = dataclasses.replace(third, leaf=log_leaf(bytes(32)))
            expected = (3, "the global order has another step in this place")
        case "hole":
            del log.order[at[2]]
            expected = (3, f"{why} 4")
        case "order":
            log.order[at[2]] = dataclasses.replace(third, pos=fourth.pos)
            log.order[at[3]] = dataclasses.replace(fourth, pos=third.pos)
            expected = (4, "the global order has it before the step that it follows")
        case "beyond":
            log.order.append(LogEntry(len(log.order) + 1, table.game_id, last.version + 1, bytes(32)))
            expected = (last.version + 1, f"{why} {last.version + 1}")
        case _:
            log.order.append(dataclasses.replace(third, pos=len(log.order) + 1))
            expected = (4, f"{why} 3")
    found = await finding(table.world, table)
    assert found == Finding(expected[0], "log", expected[1])
