"""The counts of watchers, in one process and over several, and watchers who leave."""

import asyncio
from dataclasses import replace

import pytest

from domain.engine.viewer import ARBITER
from domain.game.terms import Delay
from services.log.replay import Histories
from services.ports import Watching
from services.reads import watch as watch_module
from services.reads.watch import Watch
from services.world import World
from tests.fakes import FakeAudience
from tests.services.follower import PATIENCE_SECONDS, delayed_game, following, settle
from tests.services.game_driver import ANN, EVE, JUDGE, GameDriver, seated_game
from tests.services.ports_to_disturb import disturbed

pytestmark = pytest.mark.usefixtures("no_poll")


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_module, "MEET_SECONDS", 0.01)


async def test_watchers_are_counted_as_long_as_they_watch(driver: GameDriver, watch: Watch) -> None:
    assert watch.watching(driver.game_id) == Watching(0, 0)
    async with following(watch, driver.game_id), following(watch, driver.game_id, ANN, None):
        await settle()
        assert watch.watching(driver.game_id) == Watching(2, 2) and watch.watched == {driver.game_id: 2}
    assert watch.watching(driver.game_id) == Watching(0, 0) and watch.watched == {}


@pytest.mark.rules("GAME-DELAY-02")
async def test_only_outsiders_of_a_delayed_game_are_in_its_public_count(memory: World, watch: Watch) -> None:
    driver = await delayed_game(memory, Delay(steps=5))
    async with following(watch, driver.game_id, ANN, None), following(watch, driver.game_id, JUDGE, ARBITER):
        await settle()
        assert watch.watching(driver.game_id) == Watching(2, 0)
        async with following(watch, driver.game_id, EVE, None), following(watch, driver.game_id):
            await settle()
            assert watch.watching(driver.game_id) == Watching(4, 2)
        assert watch.watching(driver.game_id) == Watching(2, 0)


@pytest.mark.usefixtures("meeting")
async def test_the_processes_of_a_service_add_their_counts_until_one_stops(memory: World) -> None:
    driver, shared = await seated_game(memory), {}  # type: ignore[var-annotated]
    worlds = [replace(memory, audience=FakeAudience(shared)) for _ in range(2)]

    async def counted(watch: Watch, total: int) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while watch.watching(driver.game_id) != Watching(total, total):  # noqa: ASYNC110 -- counts notify nobody
                await asyncio.sleep(0.005)

    async with Watch(worlds[0], Histories(worlds[0])) as here:
        async with Watch(worlds[1], Histories(worlds[1])) as there:
            async with following(here, driver.game_id), following(there, driver.game_id):
                await counted(here, 2)
                await counted(there, 2)
            async with following(there, driver.game_id):
                await counted(here, 1)
        await counted(here, 0)


@pytest.mark.parametrize("tasks_run_first", range(12))
async def test_a_watcher_that_is_cancelled_as_a_step_comes_is_cancelled(
    driver: GameDriver, watch: Watch, tasks_run_first: int
) -> None:
    """The cancellation is delivered in every pass of the event loop between the notification and the next wait."""
    async with (
        following(watch, driver.game_id, after=driver.state.version) as leaving,
        following(watch, driver.game_id, after=driver.state.version) as staying,
    ):
        await settle()
        await driver.play_any()
        for _ in range(tasks_run_first):
            await asyncio.sleep(0)
        leaving.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving.end()
        assert watch.watched == {driver.game_id: 1}
        assert len(await staying.take(1)) == 1


async def test_a_cancelled_watcher_does_not_cancel_the_read_that_it_shares(memory: World) -> None:
    world, log = disturbed(memory)
    driver = await seated_game(memory)
    blocked, go_on = asyncio.Event(), asyncio.Event()

    async def block() -> None:
        blocked.set()
        await go_on.wait()

    log.after_read = block
    async with (
        Watch(world, Histories(world)) as watch,
        following(watch, driver.game_id) as leaving,
        following(watch, driver.game_id) as staying,
    ):
        await blocked.wait()
        leaving.task.cancel()
        await asyncio.gather(leaving.task, return_exceptions=True)
        go_on.set()
        assert await staying.versions(driver.state.version) == list(range(1, driver.state.version + 1))
