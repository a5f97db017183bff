"""A delay for spectators, on every way into a game that the services have (GAME-DELAY-01, GAME-DELAY-02)."""

import asyncio
import dataclasses
import json
from typing import Any

import pytest

from domain.engine.viewer import ARBITER, SPECTATOR
from domain.game.terms import Delay, Terms
from domain.rulesets import RULESETS
from projections import game_list
from services.answers import Accepted, NotYourSeat, UnknownGame
from services.explain import Explain, highlights
from services.export import export_game
from services.fork import Forks
from services.horizon import VisibleGame
from services.load_game import GameLoader
from services.look import Look, NoSuchStep, ViewerNotAllowed
from services.play import Play
from services.ports import Principal, TrackRow
from services.replay import Histories
from services.seating import Seating
from services.verify import verify_game
from services.watch import Watch
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, BEN, GameDriver

JUDGE = Principal("judge", "Judge", frozenset({"arbiter"}))
EVE = Principal("eve", "Eve", frozenset())
OUTSIDERS = (None, EVE)


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now_us = 1_700_000_000_000_000

    def __call__(self) -> int:
        return self.now_us


class UpToTheHead:
    """Score tracks as workers have written them: of every step there is."""

    def __init__(self, head: int) -> None:
        self.head = head

    async def tracks(self, game_id: str, *, after: int = 0, up_to: int | None = None) -> list[TrackRow]:
        last = self.head if up_to is None else min(up_to, self.head)
        return [TrackRow(version, ()) for version in range(after + 1, last + 1)]


async def delayed_table(world: World, delay: Delay) -> GameDriver:
    """Two players, begun."""
    games = GameLoader(world)
    play = Play(world, games)
    seating = Seating(play)
    ruleset = next(each for each in RULESETS.values() if each.seats_min <= 2)
    opened = await seating.open(
        ANN, new_id(), ruleset=ruleset.id, seats=2, options={}, title="Late", terms=Terms(delay=delay)
    )
    assert isinstance(opened, Accepted), opened
    for player in (ANN, BEN):
        answer = await seating.take(player, opened.game_id, new_id(), seat=None, name="", share="")
        assert isinstance(answer, Accepted)
    begun = await seating.begin(ANN, opened.game_id, new_id())
    assert isinstance(begun, Accepted)
    head = await games.at_head(opened.game_id)
    assert head is not None
    return GameDriver(world, games, play, seating, opened.game_id, (ANN, BEN), head.state)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(world: World, clock: Clock) -> World:
    return dataclasses.replace(world, now_us=clock)


async def visible_game(look: Look, table: GameDriver, principal: Principal | None) -> VisibleGame:
    seen = await look.game(principal, table.game_id)
    assert seen is not None
    return seen


@pytest.mark.rules("GAME-DELAY-01")
async def test_a_delay_in_steps_is_kept_until_the_end_and_not_for_those_who_play(world: World) -> None:
    table = await delayed_table(world, Delay(steps=20))
    look = Look(world, Histories(world))
    begun = (await visible_game(look, table, ANN)).history.begun
    for _ in range(15):
        await table.play_any()
        head = table.state.version
        for outsider in OUTSIDERS:
            seen = await visible_game(look, table, outsider)
            assert seen.is_delayed and seen.version == max(begun - 1, head - 20) and seen.state.version == seen.version
        for insider in (ANN, BEN, JUDGE):
            seen = await visible_game(look, table, insider)
            assert not seen.is_delayed and seen.version == head
    await table.seating.abandon(JUDGE, table.game_id, new_id())
    seen = await visible_game(look, table, None)
    assert seen.state.over and seen.version == seen.history.version


@pytest.mark.rules("GAME-DELAY-01")
async def test_a_delay_in_seconds_holds_past_the_end(timed: World, clock: Clock) -> None:
    table = await delayed_table(timed, Delay(seconds=60))
    look = Look(timed, Histories(timed))
    begun = (await visible_game(look, table, ANN)).history.begun
    reached = {}
    for _ in range(10):
        clock.now_us += 10_000_000
        await table.play_any()
        reached[clock.now_us] = table.state.version
        seen = await visible_game(look, table, None)
        then = [version for time, version in reached.items() if time <= clock.now_us - 60_000_000]
        assert seen.version == (then[-1] if then else seen.version)
        assert then or seen.version < max(reached.values())
    await table.seating.abandon(JUDGE, table.game_id, new_id())
    clock.now_us += 59_999_999
    seen = await visible_game(look, table, None)
    assert not seen.state.over and seen.version >= begun
    with pytest.raises(ViewerNotAllowed):
        look.viewer(None, seen, ARBITER)
    clock.now_us += 1
    assert (await visible_game(look, table, None)).state.over


@pytest.mark.rules("GAME-DELAY-02")
async def test_no_channel_of_the_services_tells_more_than_the_delay_allows(world: World) -> None:
    table = await delayed_table(world, Delay(steps=15))
    for _ in range(20):
        await table.play_any()
    told = dataclasses.replace(world, projections=UpToTheHead(table.state.version))  # type: ignore[arg-type]
    look = Look(told, Histories(told))
    explain = Explain(told, look)
    seen = await visible_game(look, table, None)
    last = seen.version
    assert last == table.state.version - 15
    assert look.view(seen, SPECTATOR).version == last
    assert [step.version for step in look.steps(seen, SPECTATOR, after=last - 3, first=50)] == [
        last - 2,
        last - 1,
        last,
    ]
    for ask in (look.view, look.live_tracks):
        with pytest.raises(NoSuchStep) as caught:
            ask(seen, SPECTATOR, last + 1)
        assert caught.value.head == last
        assert str(caught.value) == f"Game {table.game_id} has steps 1 to {last}; there is no step {last + 1}."
    for up_to in (None, table.state.version):
        rows = await look.tracks(seen, SPECTATOR, after=0, up_to=up_to)
        assert [row.version for row in rows] == list(range(1, last + 1)), "the workers know more, and it is not told"
    assert max(mark.version for mark in highlights(seen, SPECTATOR)) <= last
    with pytest.raises(NoSuchStep):
        await explain.why(seen, SPECTATOR, last + 1)
    why = await explain.why(seen, SPECTATOR, last)
    assert why.steps[-1].version == last
    lines = [json.loads(line) async for line in export_game(world, seen, SPECTATOR)]
    assert [line["version"] for line in lines] == list(range(1, last + 1))
    forks = Forks(table.play, world.now_us)
    with pytest.raises(NoSuchStep):
        await forks.fork(EVE, new_id(), seen, SPECTATOR, at=last + 1, seat=0, title="")
    fork = await forks.fork(EVE, new_id(), seen, SPECTATOR, at=None, seat=0, title="")
    assert isinstance(fork, Accepted)
    origin = fork.head.state.sandbox
    assert origin is not None and origin.origin is not None and origin.origin.version <= last


@pytest.mark.rules("GAME-DELAY-02")
async def test_an_outsider_is_told_nothing_but_that_he_holds_no_seat(world: World) -> None:
    table = await delayed_table(world, Delay(steps=15))
    await table.play_any()
    seating, game, head = table.seating, table.game_id, table.state.version

    async def asked() -> list[Any]:
        return [
            await seating.take(EVE, game, new_id(), seat=None, name="", share=""),
            await seating.begin(EVE, game, new_id()),
            await seating.abandon(EVE, game, new_id()),
            await seating.resign(EVE, game, new_id()),
            await seating.leave(EVE, game, new_id(), seat=0, expected_version=head),
            await seating.seat_bot(EVE, game, new_id(), seat=0, bot="", expected_version=head - 1),
        ]

    running = await asked()
    assert all(isinstance(answer, NotYourSeat) for answer in running), running
    assert {answer.text for answer in running} == {"You hold no seat in this game."}
    kept = await world.log.commands(game)
    assert all(stored.principal != EVE.id for stored in kept), "what is turned down is not kept"
    await seating.abandon(JUDGE, game, new_id())
    over = await asked()
    assert [type(answer) for answer in over] == [type(answer) for answer in running], "the end is not told either"


@pytest.mark.rules("GAME-DELAY-01")
async def test_a_watcher_behind_gets_every_step_once_and_the_end(world: World) -> None:
    table = await delayed_table(world, Delay(steps=10))
    histories = Histories(world)
    got: list[int] = []
    async with Watch(world, histories) as watch:

        async def follow() -> None:
            async for step in watch.steps(None, table.game_id, SPECTATOR, after=0):
                got.append(step.version)

        following = asyncio.create_task(follow())
        for _ in range(12):
            await table.play_any()
        for _ in range(100):
            if len(got) == table.state.version - 10:
                break
            await asyncio.sleep(0.05)
        assert got == list(range(1, table.state.version - 10 + 1))
        await table.seating.abandon(JUDGE, table.game_id, new_id())
        await table.refresh()
        await asyncio.wait_for(following, 10)
    assert got == list(range(1, table.state.version + 1))


@pytest.mark.rules("GAME-FORK-04", "GAME-DELAY-02")
async def test_a_fork_of_what_a_delay_hides_is_known_to_its_host_and_arbiters_alone(world: World) -> None:
    table = await delayed_table(world, Delay(steps=15))
    for _ in range(20):
        await table.play_any()
    look, forks = Look(world, Histories(world)), Forks(table.play, world.now_us)
    own = await visible_game(look, table, ANN)
    seat = own.state.seat_of(ANN.id)
    assert seat is not None
    sealed = await forks.fork(ANN, new_id(), own, seat, at=None, seat=None, title="")
    shown = await forks.fork(ANN, new_id(), own, seat, at=own.version - 15, seat=None, title="")
    assert isinstance(sealed, Accepted) and sealed.head.state.sealed
    assert isinstance(shown, Accepted) and not shown.head.state.sealed
    for principal in (ANN, JUDGE):
        assert await look.game(principal, sealed.game_id) is not None
    for principal in (None, EVE, BEN):
        assert await look.game(principal, sealed.game_id) is None
        assert await look.game(principal, shown.game_id) is not None
    answer = await table.seating.take(EVE, sealed.game_id, new_id(), seat=None, name="", share="")
    assert isinstance(answer, UnknownGame)
    for answered in (sealed, shown):
        verdict = await verify_game(world, answered.game_id)
        assert verdict is not None and verdict.finding is None
        listed = game_list.fold(answered.head.game, None, answered.steps[0], answered.head.state)[1][-1]
        assert isinstance(listed, game_list.ListedGame) and (listed.shows_us == game_list.NEVER_US) is (
            answered is sealed
        )
