"""A delay for spectators, in every use case that reads a game (GAME-DELAY-01, GAME-DELAY-02)."""

import asyncio
import dataclasses
import json
from typing import Any

import pytest

from domain.engine.viewer import ARBITER, FIRST_SEAT, SPECTATOR
from domain.game.terms import Delay, Terms
from domain.rulesets import CURRENT
from projections import game_list
from services.commands.answers import Accepted, NotYourSeat, UnknownGame
from services.commands.fork import Forks
from services.log.replay import Histories
from services.log.verify import verify_game
from services.ports import Principal, TrackRow
from services.reads.explain import Explain, highlights
from services.reads.export import export_game
from services.reads.horizon import VisibleGame
from services.reads.look import Look, NoSuchStep, ViewerNotAllowed
from services.reads.watch import Watch
from services.world import World
from tests.dice import new_id
from tests.services.clock import Clock
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game

OUTSIDERS = (None, EVE)


class UpToTheHead:
    """Score tracks as workers have written them, for every step of the log."""

    def __init__(self, head: int) -> None:
        self.head = head

    async def tracks(self, game_id: str, *, after: int = 0, up_to: int | None = None) -> list[TrackRow]:
        last = self.head if up_to is None else min(up_to, self.head)
        return [TrackRow(version, ()) for version in range(after + 1, last + 1)]


async def delayed_game(world: World, delay: Delay) -> GameDriver:
    """A begun game of two players with a delay for spectators."""
    ruleset = next(each for each in CURRENT.values() if each.seats_min <= 2)
    return await seated_game(world, ruleset.id, seats=2, terms=Terms(delay=delay))


@pytest.fixture
def timed(world: World, clock: Clock) -> World:
    return dataclasses.replace(world, now_us=clock)


async def visible_game(look: Look, driver: GameDriver, principal: Principal | None) -> VisibleGame:
    visible = await look.game(principal, driver.game_id)
    assert visible is not None
    return visible


@pytest.mark.rules("GAME-DELAY-01")
async def test_a_delay_in_steps_lasts_until_the_end_and_players_have_none(world: World) -> None:
    driver = await delayed_game(world, Delay(steps=20))
    look = Look(world, Histories(world))
    begun = (await visible_game(look, driver, ANN)).history.begun
    for _ in range(15):
        await driver.play_any()
        head = driver.state.version
        for outsider in OUTSIDERS:
            visible = await visible_game(look, driver, outsider)
            assert (
                visible.is_delayed
                and visible.version == max(begun - 1, head - 20)
                and visible.state.version == visible.version
            )
        for insider in (ANN, BEN, JUDGE):
            visible = await visible_game(look, driver, insider)
            assert not visible.is_delayed and visible.version == head
    await driver.seating.abandon(JUDGE, driver.game_id, new_id())
    visible = await visible_game(look, driver, None)
    assert visible.state.over and visible.version == visible.history.version


@pytest.mark.rules("GAME-DELAY-01")
async def test_a_delay_in_seconds_lasts_past_the_end(timed: World, clock: Clock) -> None:
    driver = await delayed_game(timed, Delay(seconds=60))
    look = Look(timed, Histories(timed))
    begun = (await visible_game(look, driver, ANN)).history.begun
    reached = {}
    for _ in range(10):
        clock.now_us += 10_000_000
        await driver.play_any()
        reached[clock.now_us] = driver.state.version
        visible = await visible_game(look, driver, None)
        then = [version for time, version in reached.items() if time <= clock.now_us - 60_000_000]
        assert visible.version == (then[-1] if then else visible.version)
        assert then or visible.version < max(reached.values())
    await driver.seating.abandon(JUDGE, driver.game_id, new_id())
    clock.now_us += 59_999_999
    visible = await visible_game(look, driver, None)
    assert not visible.state.over and visible.version >= begun
    with pytest.raises(ViewerNotAllowed):
        look.viewer(None, visible, ARBITER)
    clock.now_us += 1
    assert (await visible_game(look, driver, None)).state.over


@pytest.mark.rules("GAME-DELAY-02")
async def test_no_channel_of_the_services_reveals_more_than_the_delay_allows(world: World) -> None:
    driver = await delayed_game(world, Delay(steps=15))
    for _ in range(20):
        await driver.play_any()
    ahead = dataclasses.replace(world, projections=UpToTheHead(driver.state.version))  # type: ignore[arg-type]
    look = Look(ahead, Histories(ahead))
    explain = Explain(ahead, look)
    visible = await visible_game(look, driver, None)
    last = visible.version
    assert last == driver.state.version - 15
    assert look.view(visible, SPECTATOR).version == last
    assert [step.version for step in look.steps(visible, SPECTATOR, after=last - 3, first=50)] == [
        last - 2,
        last - 1,
        last,
    ]
    for read in (look.view, look.live_tracks):
        with pytest.raises(NoSuchStep) as caught:
            read(visible, SPECTATOR, last + 1)
        assert caught.value.head == last
        assert str(caught.value) == f"Game {driver.game_id} has steps 1 to {last}; there is no step {last + 1}."
    for up_to in (None, driver.state.version):
        rows = await look.tracks(visible, SPECTATOR, after=0, up_to=up_to)
        assert [row.version for row in rows] == list(range(1, last + 1)), (
            "the workers know more, and outsiders do not get it"
        )
    assert max(highlight.version for highlight in highlights(visible, SPECTATOR)) <= last
    with pytest.raises(NoSuchStep):
        await explain.why(visible, SPECTATOR, last + 1)
    why = await explain.why(visible, SPECTATOR, last)
    assert why.steps[-1].version == last
    lines = [json.loads(line) async for line in export_game(world, visible, SPECTATOR)]
    assert [line["version"] for line in lines] == list(range(1, last + 1))
    forks = Forks(driver.play, world.now_us)
    with pytest.raises(NoSuchStep):
        await forks.fork(EVE, new_id(), visible, SPECTATOR, at=last + 1, seat=FIRST_SEAT, title="")
    fork = await forks.fork(EVE, new_id(), visible, SPECTATOR, at=None, seat=FIRST_SEAT, title="")
    assert isinstance(fork, Accepted)
    origin = fork.head.state.sandbox
    assert origin is not None and origin.origin is not None and origin.origin.version <= last


@pytest.mark.rules("GAME-DELAY-02")
async def test_outsiders_learn_only_that_they_have_no_seat(world: World) -> None:
    driver = await delayed_game(world, Delay(steps=15))
    await driver.play_any()
    seating, game, head = driver.seating, driver.game_id, driver.state.version

    async def answers_to_eve() -> list[Any]:
        return [
            await seating.take(EVE, game, new_id(), seat=None, name="", share=""),
            await seating.begin(EVE, game, new_id()),
            await seating.abandon(EVE, game, new_id()),
            await seating.resign(EVE, game, new_id()),
            await seating.leave(EVE, game, new_id(), seat=FIRST_SEAT, expected_version=head),
            await seating.seat_bot(EVE, game, new_id(), seat=FIRST_SEAT, bot="", expected_version=head - 1),
        ]

    running = await answers_to_eve()
    assert all(isinstance(answer, NotYourSeat) for answer in running), running
    assert {answer.text for answer in running} == {"You hold no seat in this game."}
    stored_commands = await world.log.commands(game)
    assert all(stored.principal != EVE.id for stored in stored_commands), "the log has no command of an outsider"
    await seating.abandon(JUDGE, game, new_id())
    over = await answers_to_eve()
    assert [type(answer) for answer in over] == [type(answer) for answer in running], (
        "outsiders do not learn of the end either"
    )


@pytest.mark.rules("GAME-DELAY-01")
async def test_a_delayed_watcher_gets_every_step_once_and_the_end(world: World) -> None:
    driver = await delayed_game(world, Delay(steps=10))
    histories = Histories(world)
    got: list[int] = []
    async with Watch(world, histories) as watch:

        async def follow() -> None:
            async for step in watch.steps(None, driver.game_id, SPECTATOR, after=0):
                got.append(step.version)

        following = asyncio.create_task(follow())
        for _ in range(12):
            await driver.play_any()
        for _ in range(600):
            if len(got) == driver.state.version - 10:
                break
            await asyncio.sleep(0.05)
        assert got == list(range(1, driver.state.version - 10 + 1))
        await driver.seating.abandon(JUDGE, driver.game_id, new_id())
        await driver.refresh()
        await asyncio.wait_for(following, 30)
    assert got == list(range(1, driver.state.version + 1))


@pytest.mark.rules("GAME-FORK-04", "GAME-DELAY-02")
async def test_only_its_host_and_arbiters_know_a_fork_of_a_hidden_step(world: World) -> None:
    driver = await delayed_game(world, Delay(steps=15))
    for _ in range(20):
        await driver.play_any()
    look, forks = Look(world, Histories(world)), Forks(driver.play, world.now_us)
    own = await visible_game(look, driver, ANN)
    seat = own.state.seat_of(ANN.id)
    assert seat is not None
    sealed = await forks.fork(ANN, new_id(), own, seat, at=None, seat=None, title="")
    open_fork = await forks.fork(ANN, new_id(), own, seat, at=own.version - 15, seat=None, title="")
    assert isinstance(sealed, Accepted) and sealed.head.state.sealed
    assert isinstance(open_fork, Accepted) and not open_fork.head.state.sealed
    for principal in (ANN, JUDGE):
        assert await look.game(principal, sealed.game_id) is not None
    for outsider in (None, EVE, BEN):
        assert await look.game(outsider, sealed.game_id) is None
        assert await look.game(outsider, open_fork.game_id) is not None
    answer = await driver.seating.take(EVE, sealed.game_id, new_id(), seat=None, name="", share="")
    assert isinstance(answer, UnknownGame)
    for answered in (sealed, open_fork):
        verdict = await verify_game(world, answered.game_id)
        assert verdict is not None and verdict.finding is None
        listed = game_list.fold(answered.head.game, None, answered.steps[0], answered.head.state)[1][-1]
        assert isinstance(listed, game_list.ListedGame) and (listed.shows_us == game_list.NEVER_US) is (
            answered is sealed
        )
