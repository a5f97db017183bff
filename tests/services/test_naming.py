"""Names are looked up once for some seconds, and a late look-up never hides what is known by then."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace

import pytest

from domain.game.names import GameNames
from services.naming import NAMES_CACHED_SECONDS, Naming
from services.world import World
from tests.fakes import FakeNames, FakePrincipals
from tests.services.clock import Clock

GAME = "00000000-0000-4000-8000-000000000001"


class SlowNames(FakeNames):
    """`gates`: what each look-up waits for, in their order; none: nothing."""

    def __init__(self) -> None:
        super().__init__(FakePrincipals())
        self.gates: list[asyncio.Event] = []
        self.lookups = 0

    async def of_games(self, persons: Mapping[str, Collection[str]]) -> Mapping[str, GameNames]:
        self.lookups += 1
        answer = await super().of_games(persons)
        if self.gates:
            await self.gates.pop(0).wait()
        return answer


@pytest.fixture
async def names() -> SlowNames:
    slow = SlowNames()
    for person in ("ann", "ben"):
        await slow.put_seat_name(GAME, person, person.capitalize())
    return slow


@pytest.fixture
def naming(memory: World, names: SlowNames) -> Naming:
    return Naming(replace(memory, names=names))


async def test_names_are_looked_up_anew_for_a_newcomer_after_a_change_and_after_some_seconds(
    naming: Naming, names: SlowNames, clock: Clock
) -> None:
    for persons, lookups in (({"ann"}, 1), ({"ann"}, 1), ({"ann", "ben"}, 2), ({"ann"}, 2)):
        assert set((await naming.of(GAME, persons)).persons) >= persons
        assert names.lookups == lookups
    clock.pass_seconds(NAMES_CACHED_SECONDS)
    assert (await naming.of(GAME, {"ann"})).persons == {"ann": "Ann", "ben": "Ben"}, "nobody is forgotten meanwhile"
    assert names.lookups == 3
    naming.forget(GAME)
    await naming.of(GAME, {"ann"})
    assert names.lookups == 4


async def test_a_late_look_up_does_not_hide_a_newcomer(naming: Naming, names: SlowNames) -> None:
    gate = asyncio.Event()
    names.gates = [gate]
    late = asyncio.create_task(naming.of(GAME, {"ann"}))
    await asyncio.sleep(0)
    assert set((await naming.of(GAME, {"ann", "ben"})).persons) == {"ann", "ben"}
    gate.set()
    assert set((await late).persons) == {"ann"}
    assert set((await naming.of(GAME, {"ann"})).persons) == {"ann", "ben"} and names.lookups == 2


async def test_a_look_up_from_before_a_change_is_not_cached(naming: Naming, names: SlowNames) -> None:
    gate = asyncio.Event()
    names.gates = [gate]
    late = asyncio.create_task(naming.of(GAME, {"ann"}))
    await asyncio.sleep(0)
    await names.put_title(GAME, "A cup", "ann")
    naming.forget(GAME)
    gate.set()
    assert (await late).title == ""
    assert (await naming.of(GAME, {"ann"})).title == "A cup"


async def test_a_change_of_another_game_spoils_no_look_up(naming: Naming, names: SlowNames) -> None:
    gate = asyncio.Event()
    names.gates = [gate]
    slow = asyncio.create_task(naming.of(GAME, {"ann"}))
    await asyncio.sleep(0)
    naming.forget("00000000-0000-4000-8000-000000000002")
    gate.set()
    await slow
    await naming.of(GAME, {"ann"})
    assert names.lookups == 1


async def test_a_look_up_that_was_given_up_spoils_no_other_one(naming: Naming, names: SlowNames) -> None:
    names.gates = [asyncio.Event()]
    given_up = asyncio.create_task(naming.of(GAME, {"ann"}))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    await naming.of(GAME, {"ann"})
    await naming.of(GAME, {"ann"})
    assert names.lookups == 2
