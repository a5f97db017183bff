"""The exhibition: a game of each ruleset goes on, two processes open one, and bots rest while nobody watches."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from domain.rulesets import CURRENT
from services.bot_pace import OPENING_STEPS, REST_SECONDS, WATCHED_SECONDS, BotPace
from services.commands.bot_player import BotPlayer
from services.commands.play import Play
from services.commands.seating import Seating
from services.exhibition.games import END_US, EXHIBITION, Exhibition, ExhibitionGames, game_of
from services.log.load_game import GameLoader, LoadedGame
from services.ports import Watching
from services.world import World
from tests import registry
from tests.fakes import FakeAudience
from tests.game.toy import TOY
from tests.services.clock import Clock


def process(world: World) -> tuple[Exhibition, BotPlayer, GameLoader]:
    loader = GameLoader(world)
    play = Play(world, loader)
    return (
        Exhibition(world, loader, Seating(play)),
        BotPlayer(loader, play, lambda: 0.0, BotPace(world.audience, 0, lambda: 0.0)),
        loader,
    )


async def at_head(loader: GameLoader, ruleset: str, number: int) -> LoadedGame:
    loaded = await loader.at_head(game_of(ruleset, number))
    assert loaded is not None
    return loaded


async def test_processes_agree_on_one_game_of_each_ruleset(memory: World) -> None:
    (first, _, loader), (second, _, _) = process(memory), process(memory)
    await asyncio.gather(first.look(), second.look())
    await second.look()
    newest = await ExhibitionGames(memory).newest()
    assert newest == {ruleset: game_of(ruleset, 1) for ruleset in CURRENT}
    assert len(await memory.log.streams("game")) == len(CURRENT)
    for ruleset in CURRENT:
        loaded = await at_head(loader, ruleset, 1)
        assert loaded.state.phase == "playing" and loaded.state.host == EXHIBITION.id
        assert all(seat.bot for seat in loaded.state.seats)


async def test_the_next_game_begins_a_while_after_the_end(
    memory: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.register(monkeypatch, TOY)
    exhibition, bots, loader = process(memory)
    await exhibition.look()
    await bots.play_bot_seats(game_of("toy", 1))
    assert (await at_head(loader, "toy", 1)).state.over
    await exhibition.look()
    assert await ExhibitionGames(memory).number("toy") == 1
    clock.now_us += END_US * 2
    await exhibition.look()
    assert await ExhibitionGames(memory).number("toy") == 2


@pytest.mark.parametrize("count", [0, 1, 2, 5, 8, 13])
async def test_the_newest_game_has_any_number(memory: World, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    games, existing = ExhibitionGames(memory), {game_of("toy", number) for number in range(1, count + 1)}

    async def exists(ruleset: str, number: int) -> bool:
        return game_of(ruleset, number) in existing

    monkeypatch.setattr(games, "_exists", exists)
    assert [await games.number("toy"), await games.number("toy")] == [count, count]


async def test_bots_rest_while_nobody_watches(memory: World) -> None:
    others = FakeAudience()
    world = replace(memory, audience=FakeAudience(others.entries))
    exhibition, _, loader = process(world)
    await exhibition.look()
    ruleset = next(iter(CURRENT))
    game_id = game_of(ruleset, 1)

    async def play(until: Callable[[LoadedGame], bool]) -> float:
        """Visits with a pace that has always passed; the seconds that the last visit returned."""
        now = 0.0
        bots = BotPlayer(loader, Play(world, loader), lambda: now, BotPace(world.audience, 0, lambda: now))
        for _ in range(400):
            now += 1_000.0
            seconds = await bots.visit(game_id)
            if until(await at_head(loader, ruleset, 1)) or seconds == REST_SECONDS:
                return seconds
        raise AssertionError("it never rests")

    assert await play(lambda loaded: False) == REST_SECONDS
    paused_at = (await at_head(loader, ruleset, 1)).state.version
    assert OPENING_STEPS <= paused_at < OPENING_STEPS * 2
    await others.meet({game_id: Watching(1, 1)})
    assert await play(lambda loaded: loaded.state.version > paused_at) == WATCHED_SECONDS
