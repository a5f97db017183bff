"""Steps that this process has appended itself: its watchers have them at once, and without a read of the log."""

import asyncio
import contextlib
from dataclasses import replace

from domain.engine.step import Step
from services.commands.play import Play
from services.log import replay
from services.log.load_game import GameLoader
from services.log.replay import Histories, History
from services.reads.watch import HINT_SECONDS, Watch
from services.world import World
from tests.services.follower import following, settle
from tests.services.game_driver import GameDriver, seated_game
from tests.services.ports_to_disturb import LostNotifications, disturbed


def process(world: World) -> tuple[Play, Histories]:
    """What one API process decides and reads with."""
    histories = Histories(world)
    return Play(world, GameLoader(world), histories), histories


async def moved(driver: GameDriver, play: Play) -> list[int]:
    """The steps of one command, decided by that process."""
    before, driver.play = driver.state.version, play
    await driver.play_on(1)
    return list(range(before + 1, driver.state.version + 1))


async def test_they_come_without_notifier_poll_and_log(memory: World, no_poll: None) -> None:
    world, log = disturbed(replace(memory, notifier=LostNotifications()))
    driver = await seated_game(memory)
    play, histories = process(world)
    await moved(driver, play)  # the process knows the game now
    async with (
        Watch(world, histories) as watch,
        following(watch, driver.game_id, after=driver.state.version) as follower,
    ):
        await settle()
        reads = (log.heads, len(log.reads))
        for _ in range(5):
            steps = await moved(driver, play)
            assert await follower.versions(len(steps)) == steps
        assert (log.heads, len(log.reads)) == reads


async def test_those_of_other_processes_come_between_them(memory: World, no_poll: None) -> None:
    driver = await seated_game(memory)
    (here, histories), (elsewhere, _) = process(memory), process(memory)
    async with (
        Watch(memory, histories) as watch,
        following(watch, driver.game_id, after=driver.state.version) as follower,
    ):
        await settle()
        for at in range(24):
            steps = await moved(driver, elsewhere if at % 3 == 1 else here)
            assert await follower.versions(len(steps)) == steps
        await settle()
        assert follower.queue.empty(), "none comes twice"


async def test_a_step_that_is_hinted_at_meanwhile_is_not_forgotten(memory: World, no_poll: None) -> None:
    """Another reader has the step before it, so that the watcher finds something new without a read."""
    world = replace(memory, notifier=LostNotifications())
    driver = await seated_game(memory)
    play, histories = process(world)
    await moved(driver, play)
    async with Watch(world, histories) as watch:
        with watch.one(None, driver.game_id, None, after=driver.state.version) as watcher:
            batches = watch.batches(watcher)
            assert await anext(batches) is None
            steps = await moved(driver, play)
            batch = await anext(batches)  # from here on the watcher is busy with it
            assert batch is not None and [*range(batch.first, batch.last + 1)] == steps
            steps = await moved(driver, play)
            await histories.up_to_date(driver.game_id, at_least=driver.state.version)
            steps += await moved(driver, play)
            await asyncio.sleep(10 * HINT_SECONDS)
            got: list[int] = []
            while got != steps:
                batch = await asyncio.wait_for(anext(batches), 5)
                got += [] if batch is None else range(batch.first, batch.last + 1)
            await batches.aclose()  # type: ignore[attr-defined]


async def test_a_hint_that_comes_before_a_watcher_listens_is_not_forgotten(memory: World, no_poll: None) -> None:
    """What is in memory ends after the watcher's cursor, and before the step of the hint."""
    world = replace(memory, notifier=LostNotifications())
    driver = await seated_game(memory)
    play, histories = process(world)
    await moved(driver, play)
    before = driver.state.version
    async with Watch(world, histories) as watch:
        for others_watch in (True, False):
            with contextlib.ExitStack() as watching:
                if others_watch:
                    watching.enter_context(watch.one(None, driver.game_id, None, after=before))
                await moved(driver, play)
                await histories.up_to_date(driver.game_id, at_least=driver.state.version)
                await moved(driver, play)
                watcher = watching.enter_context(watch.one(None, driver.game_id, None, after=before))
                batches = watch.batches(watcher)
                got: list[int] = []
                while (batch := await anext(batches)) is not None:
                    got += range(batch.first, batch.last + 1)
                assert got == [*range(before + 1, driver.state.version + 1)]
                await batches.aclose()  # type: ignore[attr-defined]


async def test_a_read_that_began_before_a_hint_is_not_taken_for_the_one_after_it(memory: World, no_poll: None) -> None:
    world = replace(memory, notifier=LostNotifications())
    driver = await seated_game(memory)
    (here, _), (elsewhere, _) = process(memory), process(memory)
    await moved(driver, here)
    async with Watch(world, Histories(world)) as watch:
        with watch.one(None, driver.game_id, None, after=driver.state.version) as watcher:
            batches = watch.batches(watcher)
            assert await anext(batches) is None
            await moved(driver, elsewhere)
            stale = await watch._histories.up_to_date(driver.game_id)
            assert stale is not None and stale.version == driver.state.version
            await moved(driver, elsewhere)
            watch._note(driver.game_id, Step(driver.state.version))
            busy: asyncio.Future[History | None] = asyncio.get_running_loop().create_future()
            watch._histories._busy[driver.game_id] = busy  # type: ignore[assignment]
            reading = asyncio.create_task(watch._read(watcher))
            await settle()
            del watch._histories._busy[driver.game_id]
            busy.set_result(stale)
            history = await asyncio.wait_for(reading, 5)
            assert history is not None and history.version == driver.state.version
            await batches.aclose()  # type: ignore[attr-defined]


async def test_a_hint_at_a_step_that_there_is_not_is_forgotten(memory: World, no_poll: None) -> None:
    world = replace(memory, notifier=LostNotifications())
    driver = await seated_game(memory)
    async with Watch(world, Histories(world)) as watch:
        with watch.one(None, driver.game_id, None, after=driver.state.version) as watcher:
            watch._note(driver.game_id, Step(driver.state.version + 5))
            history = await watch._read(watcher)
            assert history is not None and history.version == driver.state.version
            assert watch._newest == {}
        watch._note(driver.game_id, Step(driver.state.version + 5))
        assert watch._newest == {}, "nobody watches"


async def test_a_step_that_was_not_appended_here_is_read_in_the_log(memory: World) -> None:
    """The steps of this process do not follow on what is cached, so they are left."""
    driver = await seated_game(memory)
    (here, histories), (elsewhere, _) = process(memory), process(memory)
    cached = await histories.up_to_date(driver.game_id)
    assert cached is not None
    await moved(driver, elsewhere)
    await moved(driver, here)
    history = await histories.up_to_date(driver.game_id, at_least=driver.state.version)
    assert history is not None and history.version == driver.state.version
    assert history.head == driver.state


async def test_nobody_who_reads_leaves_few_of_them(memory: World) -> None:
    driver = await seated_game(memory)
    play, histories = process(memory)
    await histories.up_to_date(driver.game_id)
    for _ in range(3 * replay.WRITTEN_MAX):
        await moved(driver, play)
        assert len(histories._written[driver.game_id]) <= replay.WRITTEN_MAX
    history = await histories.up_to_date(driver.game_id, at_least=driver.state.version)
    assert history is not None and (history.version, history.head) == (driver.state.version, driver.state)


async def test_a_game_that_nobody_has_read_leaves_none(memory: World) -> None:
    driver = await seated_game(memory)
    play, histories = process(memory)
    await moved(driver, play)
    assert histories._written == {}
