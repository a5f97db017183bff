"""Live steps: cursors, wake-ups, viewers, delays, and the end of a game."""

import asyncio
import contextlib
from dataclasses import replace

import pytest

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer, seat_of
from domain.game.terms import Delay
from services.commands.answers import Accepted
from services.commands.play import Play
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.ports import Watching
from services.reads import watch as watch_module
from services.reads.horizon import VisibleDamage
from services.reads.look import ViewerNotAllowed
from services.reads.watch import Watch
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id, thrown_apart
from tests.services.clock import Clock
from tests.services.follower import delayed_game, following, settle
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game
from tests.services.ports_to_disturb import LostNotifications, disturbed, edit_step

pytestmark = pytest.mark.usefixtures("no_poll")


@pytest.fixture
def polled(monkeypatch: pytest.MonkeyPatch, no_poll: None) -> None:
    """A watcher reads the log every hundredth of a second."""
    monkeypatch.setattr(watch_module, "POLL_SECONDS", 0.01)


# ---------------------------------------------------------------- the cursor


@pytest.mark.parametrize("after", [-5, 0, 1, 7])
async def test_every_step_past_the_cursor_comes_once_and_in_order(driver: GameDriver, watch: Watch, after: int) -> None:
    head = driver.state.version
    first = max(after, 0) + 1
    async with following(watch, driver.game_id, after=after) as follower:
        assert await follower.versions(head - first + 1) == list(range(first, head + 1))
        for _ in range(5):
            before = driver.state.version
            await driver.play_any()
            steps = await follower.versions(driver.state.version - before)
            assert steps == list(range(before + 1, driver.state.version + 1))
        await settle()
        assert follower.queue.empty()


async def test_a_cursor_at_the_head_gets_only_what_comes_later(driver: GameDriver, watch: Watch) -> None:
    head = driver.state.version
    async with following(watch, driver.game_id, after=head) as follower:
        await settle()
        assert follower.queue.empty()
        await driver.play_any()
        assert (await follower.versions(1)) == [head + 1]


async def test_a_cursor_past_the_head_skips_the_steps_before_it(driver: GameDriver, watch: Watch) -> None:
    skipped = driver.state.version + 1
    async with following(watch, driver.game_id, after=skipped) as follower:
        await driver.play_on(3)
        assert (await follower.versions(1)) == [skipped + 1]


async def test_a_step_that_is_written_while_a_watcher_reads_is_not_missed(memory: World) -> None:
    """Nothing polls here: the watcher must listen before it reads."""
    world, log = disturbed(memory)
    driver = await seated_game(memory)
    head = driver.state.version
    async with Watch(world, Histories(world)) as watch, following(watch, driver.game_id, after=head) as follower:
        await settle()
        for _ in range(4):
            before = driver.state.version
            log.after_read = driver.play_any
            await driver.play_any()
            await settle()
            assert log.after_read is None, "the second command came while the watcher read the first one's steps"
            written = driver.state.version - before
            assert await follower.versions(written) == list(range(before + 1, before + written + 1))


async def test_many_watchers_of_one_game_share_its_reads(memory: World) -> None:
    world, log = disturbed(memory)
    driver = await seated_game(memory)
    head = driver.state.version
    async with Watch(world, Histories(world)) as watch, contextlib.AsyncExitStack() as stack:
        followers = [await stack.enter_async_context(following(watch, driver.game_id)) for _ in range(20)]
        for follower in followers:
            assert await follower.versions(head) == list(range(1, head + 1))
        reads = len(log.reads)
        await driver.play_any()
        for follower in followers:
            assert await follower.versions(1) == [head + 1]
        assert reads == 1 and len(log.reads) == 2


# ---------------------------------------------------------------- wake-ups


async def test_without_notification_and_poll_nothing_wakes_a_watcher(memory: World) -> None:
    """The counterpart of the two tests below."""
    world = replace(memory, notifier=LostNotifications())
    driver = await seated_game(world)
    head = driver.state.version
    async with Watch(world, Histories(world)) as watch, following(watch, driver.game_id, after=head) as follower:
        await settle()
        await driver.play_any()
        await asyncio.sleep(0.05)
        assert follower.queue.empty()


async def test_a_notification_wakes_a_watcher(driver: GameDriver, watch: Watch) -> None:
    async with following(watch, driver.game_id, after=driver.state.version) as follower:
        await settle()
        await driver.play_any()
        assert len(await follower.take(1)) == 1


@pytest.mark.usefixtures("polled")
async def test_when_notifications_are_lost_the_poll_delivers_every_step(memory: World) -> None:
    world = replace(memory, notifier=LostNotifications())
    driver = await seated_game(world)
    head = driver.state.version
    async with Watch(world, Histories(world)) as watch, following(watch, driver.game_id) as follower:
        assert await follower.versions(head) == list(range(1, head + 1))
        await driver.play_on(3)
        assert await follower.versions(driver.state.version - head) == list(range(head + 1, driver.state.version + 1))


@pytest.mark.usefixtures("polled")
async def test_games_that_have_not_moved_are_polled_by_one_question(memory: World) -> None:
    world, log = disturbed(replace(memory, notifier=LostNotifications()))
    drivers = [await seated_game(memory) for _ in range(5)]
    async with Watch(world, Histories(world)) as watch, contextlib.AsyncExitStack() as stack:
        followers = [
            await stack.enter_async_context(following(watch, each.game_id, after=each.state.version))
            for each in drivers
        ]
        await settle()
        heads, reads, polls = log.heads, len(log.reads), len(log.polls)
        while len(log.polls) < polls + 3:  # noqa: ASYNC110 -- the poll itself goes on
            await asyncio.sleep(0.01)
        assert set(log.polls[polls:]) == {5}
        assert (log.heads, len(log.reads)) == (heads, reads), "no game was read"
        await drivers[3].play_any()
        assert await followers[3].versions(1) == [drivers[3].state.version]
        assert len(log.reads) == reads + 1, "only the game that has moved was read"


async def test_a_notification_that_comes_twice_or_too_early_sends_no_step_twice(
    memory: World, driver: GameDriver, watch: Watch
) -> None:
    head = driver.state.version
    async with following(watch, driver.game_id, after=head) as follower:
        await settle()
        for version in (head, head + 1, head + 100):
            await memory.notifier.notify(driver.game_id, version)
            await settle()
        assert follower.queue.empty()
        await driver.play_any()
        await memory.notifier.notify(driver.game_id, driver.state.version)
        await settle()
        written = driver.state.version - head
        assert await follower.versions(written) == list(range(head + 1, head + written + 1))
        assert follower.queue.empty()


@pytest.mark.usefixtures("polled")
async def test_a_watcher_waits_while_the_log_does_not_answer(memory: World, caplog: pytest.LogCaptureFixture) -> None:
    world, log = disturbed(memory)
    driver = await seated_game(memory)
    log.unavailable = 3
    async with Watch(world, Histories(world)) as watch, following(watch, driver.game_id) as follower:
        assert await follower.versions(driver.state.version) == list(range(1, driver.state.version + 1))
    assert log.unavailable == 0
    assert [record.levelname for record in caplog.records if record.name == "emberlog.watch"] == ["WARNING"] * 3


async def test_a_watcher_of_a_game_that_is_not_open_yet_gets_it_from_its_first_step(memory: World) -> None:
    with thrown_apart("the same game twice"):
        game_id = (await seated_game(memory_world())).game_id
    async with Watch(memory, Histories(memory)) as watch, following(watch, game_id) as follower:
        await settle()
        with thrown_apart("the same game twice"):
            assert (await seated_game(memory)).game_id == game_id
        assert await follower.versions(3) == [1, 2, 3]


# ---------------------------------------------------------------- the viewer


@pytest.mark.parametrize("viewer", [seat_of(0), seat_of(1), ARBITER, seat_of(99)])
async def test_a_viewer_that_the_caller_may_not_have_gets_no_step(
    driver: GameDriver, watch: Watch, viewer: Viewer
) -> None:
    async with following(watch, driver.game_id, EVE, viewer) as follower:
        with pytest.raises(ViewerNotAllowed):
            await follower.end()
        assert follower.queue.empty()
    assert watch.watched == {}


async def test_players_watch_as_the_seat_that_they_named_until_they_lose_it(driver: GameDriver, watch: Watch) -> None:
    head = driver.state.version
    async with following(watch, driver.game_id, ANN, seat_of(0)) as follower:
        assert {step.viewer for step in await follower.take(head)} == {seat_of(0)}
        assert isinstance(await driver.seating.resign(ANN, driver.game_id, new_id()), Accepted)
        with pytest.raises(ViewerNotAllowed):
            await follower.end()
        assert follower.queue.empty()
    async with following(watch, driver.game_id, ANN, None, after=head) as follower:
        assert (await follower.take(1))[0].viewer == SPECTATOR


async def test_players_who_named_no_viewer_go_on_as_spectators_when_they_lose_their_seat(
    driver: GameDriver, watch: Watch
) -> None:
    head = driver.state.version
    async with following(watch, driver.game_id, ANN, None) as follower:
        assert {step.viewer for step in await follower.take(head)} == {seat_of(0)}
        assert isinstance(await driver.seating.resign(ANN, driver.game_id, new_id()), Accepted)
        [resigned] = await follower.take(1)
        assert (resigned.viewer, resigned.viewer_before) == (SPECTATOR, seat_of(0))
        assert isinstance(await driver.seating.resign(BEN, driver.game_id, new_id()), Accepted)
        assert {(step.viewer, step.viewer_before) for step in await follower.take(1)} == {(SPECTATOR, SPECTATOR)}


async def test_a_caller_who_takes_a_seat_while_watching_sees_as_that_seat_from_then_on(
    memory: World, toy: str, watch: Watch
) -> None:
    seating = Seating(Play(memory, GameLoader(memory)))
    opened = await seating.open(ANN, new_id(), ruleset=toy, seats=2, options={}, title="")
    assert isinstance(opened, Accepted)
    game_id = opened.game_id
    async with following(watch, game_id, BEN, None) as follower:
        assert [step.viewer for step in await follower.take(1)] == [SPECTATOR]
        for player, viewer in ((ANN, SPECTATOR), (BEN, seat_of(1))):
            await seating.take(player, game_id, new_id(), seat=None, name="", share="")
            assert [step.viewer for step in await follower.take(1)] == [viewer]
        await seating.begin(ANN, game_id, new_id())
        begun, dealt = await follower.take(2)
        assert begun.viewer == dealt.viewer == seat_of(1)
        assert dealt.line is not None and len(dealt.line.facts) == 1, "only their own card"


async def test_damage_is_raised_after_the_last_sound_step(memory: World, driver: GameDriver, watch: Watch) -> None:
    edit_step(memory, driver.game_id, 4)
    async with following(watch, driver.game_id) as follower:
        with pytest.raises(VisibleDamage) as caught:
            await follower.end()
    assert caught.value.version == 4


# ---------------------------------------------------------------- delays and the end


@pytest.mark.rules("GAME-DELAY-01")
async def test_a_delay_in_steps_applies_to_outsiders_until_the_game_is_over(memory: World, watch: Watch) -> None:
    driver = await delayed_game(memory, Delay(steps=5))
    await driver.play_on(8)
    visible = driver.state.version - 5
    async with (
        following(watch, driver.game_id) as outsider,
        following(watch, driver.game_id, ANN, None) as player,
    ):
        assert await outsider.versions(visible) == list(range(1, visible + 1))
        assert await player.versions(driver.state.version) == list(range(1, driver.state.version + 1))
        await driver.play_any()
        more = driver.state.version - 5 - visible
        assert await outsider.versions(more) == list(range(visible + 1, visible + more + 1))
        await settle()
        assert outsider.queue.empty()
        await driver.seating.abandon(JUDGE, driver.game_id, new_id())
        await driver.refresh()
        rest = driver.state.version - visible - more
        assert await outsider.versions(rest) == list(range(visible + more + 1, driver.state.version + 1))
        await outsider.end()
        await player.end()


@pytest.mark.rules("GAME-DELAY-01")
@pytest.mark.usefixtures("polled")
async def test_a_delay_in_seconds_passes_without_a_new_step_and_lasts_past_the_end(
    memory: World, clock: Clock, watch: Watch
) -> None:
    driver = await delayed_game(memory, Delay(seconds=60))
    rows = await memory.log.read(driver.game_id)
    begun = next(row.version for row in rows if row.type == "game.GameBegun")
    clock.pass_seconds(1)
    await driver.seating.abandon(JUDGE, driver.game_id, new_id())
    await driver.refresh()
    async with following(watch, driver.game_id) as follower:
        assert await follower.versions(begun - 1) == list(range(1, begun))
        clock.pass_seconds(58.9)
        await asyncio.sleep(0.05)
        assert follower.queue.empty()
        clock.pass_seconds(0.1)
        over = driver.state.version - 2
        assert await follower.versions(over - begun + 1) == list(range(begun, over + 1))
        clock.pass_seconds(0.999999)
        await asyncio.sleep(0.05)
        assert follower.queue.empty() and not follower.task.done()
        clock.pass_seconds(0.000001)
        assert await follower.versions(2) == [over + 1, over + 2]
        await follower.end()


@pytest.mark.parametrize("behind", [0, 1, 5])
async def test_a_finished_game_ends_after_its_last_step(driver: GameDriver, watch: Watch, behind: int) -> None:
    await driver.seating.abandon(JUDGE, driver.game_id, new_id())
    await driver.refresh()
    last = driver.state.version
    async with following(watch, driver.game_id, after=last - behind) as follower:
        await follower.end()
        assert await follower.versions(behind) == list(range(last - behind + 1, last + 1))
        assert follower.queue.empty()
    assert watch.watching(driver.game_id) == Watching(0, 0)
