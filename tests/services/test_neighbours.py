"""Names beside each other when several processes seat people in one game (GAME-SEAT-02)."""

import asyncio
import dataclasses
from typing import Any

import pytest

from services.commands.answers import Accepted, RefusedAnswer
from services.commands.play import Play
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.ports import Append, AppendResult, EventLog
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import BEN, EVE, GameDriver, seated_game


class Gate:
    """A log whose next two appends begin together, when both have been decided."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._barrier = asyncio.Barrier(2)
        self._left = 2

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    async def append(self, entry: Append) -> AppendResult:
        if self._left:
            self._left -= 1
            await self._barrier.wait()
        return await self._log.append(entry)


def process(world: World) -> Seating:
    """The game's own commands as one more process takes them."""
    return Seating(Play(world, GameLoader(world)))


async def free_seats(driver: GameDriver, *people: Any) -> None:
    for person in people:
        left = await driver.seating.leave(person, driver.game_id, new_id(), seat=driver.seat_of(person))
        assert isinstance(left, Accepted)


@pytest.mark.rules("GAME-SEAT-02")
async def test_of_two_who_sit_down_alike_in_two_processes_at_once_one_is_refused(memory: World, toy: str) -> None:
    """Neither sees the other when it is decided first."""
    driver = await seated_game(memory, toy, seats=3, begin=False)
    await free_seats(driver, *driver.players[1:])
    gated = dataclasses.replace(memory, log=Gate(memory.log))
    answers = await asyncio.gather(
        process(gated).take(BEN, driver.game_id, new_id(), seat=None, name="Kim", share=""),
        process(gated).take(EVE, driver.game_id, new_id(), seat=None, name="K i m", share=""),
    )
    assert [answer.code for answer in answers if isinstance(answer, RefusedAnswer)] == ["name_taken"]
    assert sum(isinstance(answer, Accepted) for answer in answers) == 1


@pytest.mark.rules("GAME-SEAT-02")
async def test_a_name_that_another_process_gave_just_now_is_compared(memory: World, toy: str) -> None:
    """Each process remembers for some seconds what the people of a game are called."""
    driver = await seated_game(memory, toy, seats=3, begin=False)
    await free_seats(driver, driver.players[2])
    one, other = process(memory), process(memory)
    kim, _ = await memory.principals.create("Kim", frozenset())
    first = await one.take(kim, driver.game_id, new_id(), seat=None, name="Ben", share="")
    assert isinstance(first, RefusedAnswer), "from now on this process remembers Ben"
    assert isinstance(await other.leave(BEN, driver.game_id, new_id(), seat=driver.seat_of(BEN)), Accepted)
    assert isinstance(await other.take(BEN, driver.game_id, new_id(), seat=None, name="Kim", share=""), Accepted)
    answer = await one.take(kim, driver.game_id, new_id(), seat=None, name="", share="")
    assert isinstance(answer, RefusedAnswer) and answer.code == "name_taken"
