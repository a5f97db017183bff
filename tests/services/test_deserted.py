"""Games that nobody but their host has joined: closed by the service, by a command that verifies."""

from dataclasses import replace

import pytest

from domain.engine.viewer import SPECTATOR, seats_of
from domain.game.authority import SERVICE, Authority
from domain.log.record import decode_command
from projections.game_list import ListedGame
from services.commands.answers import Accepted
from services.commands.deserted import HOUR_US, DesertedGames
from services.commands.play import Play
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_game
from services.reads.look import Look
from services.world import World
from tests.dice import new_id
from tests.fakes import FakeHosting
from tests.services.clock import Clock
from tests.services.game_driver import ANN, BEN, GameDriver, seated_game
from tests.services.ports_to_disturb import edit_step

HOURS = 24


@pytest.fixture
def listing(memory: World) -> World:
    """The world with a list of games that has every open game, as old as the log says."""
    games: dict[str, ListedGame] = {}

    async def lists() -> dict[str, ListedGame]:
        loader = GameLoader(memory)
        for game_id in await memory.log.streams("game"):
            if game_id not in games:
                loaded = await loader.at_head(game_id)
                assert loaded is not None
                facts = dict.fromkeys(ListedGame.__struct_fields__)
                facts |= {"game_id": game_id, "phase": "open", "moved_us": loaded.state.at_us}
                facts |= {"holders": ("", ""), "bots": ("", "")}
                games[game_id] = ListedGame(**facts)
        return games

    return replace(memory, hosting=FakeHosting(lists))


async def open_game(world: World) -> GameDriver:
    """A game with free seats, in which a bot sits."""
    driver = await seated_game(world, "toy", begin=False)
    for principal in (ANN, BEN):
        answer = await driver.seating.leave(principal, driver.game_id, new_id(), seat=driver.seat_of(principal))
        assert isinstance(answer, Accepted)
    await driver.seating.seat_bot(ANN, driver.game_id, new_id(), seat=seats_of(2)[1], bot="random")
    await driver.refresh()
    return driver


def deserted(world: World, hours: int = HOURS) -> DesertedGames:
    games = GameLoader(world)
    return DesertedGames(world, games, Play(world, games), hours)


async def phase_of(world: World, game_id: str) -> str:
    loaded = await GameLoader(world).at_head(game_id)
    assert loaded is not None
    return loaded.state.phase


@pytest.mark.rules("GAME-OPEN-02", "GAME-END-03", "GAME-ROLE-04")
async def test_a_game_that_nobody_joined_is_closed_after_a_day_and_its_line_says_why(
    listing: World, toy: str, clock: Clock
) -> None:
    driver = await open_game(listing)
    clock.pass_seconds(HOURS * 3_600)
    assert await deserted(listing).close() == 0, "it must have been longer"
    clock.pass_seconds(1)
    assert await deserted(listing, hours=0).close() == 0
    assert await deserted(listing).close() == 1
    assert await deserted(listing).close() == 0
    assert await phase_of(listing, driver.game_id) == "abandoned"
    visible = await Look(listing, Histories(listing)).game(ANN, driver.game_id)
    assert visible is not None
    closing = Look(listing, Histories(listing)).steps(visible, SPECTATOR, after=driver.state.version, first=1)[0]
    assert closing.line is not None and closing.line.rules == ("GAME-OPEN-02", "GAME-END-03")
    assert "nobody but its host" in closing.line.text
    stored = (await listing.log.commands(driver.game_id))[-1]
    command = decode_command(driver.game.script, stored.body)
    assert (stored.principal, command.by, command.authority) == (SERVICE, SERVICE, Authority("arbiter"))
    verdict = await verify_game(listing, driver.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-OPEN-02")
async def test_a_game_that_was_joined_or_has_begun_is_not_closed(listing: World, toy: str, clock: Clock) -> None:
    joined, begun = await open_game(listing), await seated_game(listing, toy)
    answer = await joined.seating.take(BEN, joined.game_id, new_id(), seat=None, name="", share="")
    assert isinstance(answer, Accepted)
    clock.pass_seconds(2 * HOURS * 3_600)
    assert await deserted(listing).close() == 0, "the list is older than the log"
    assert [await phase_of(listing, each.game_id) for each in (joined, begun)] == ["open", "playing"]


async def test_a_damaged_game_keeps_no_other_open(listing: World, toy: str, clock: Clock) -> None:
    damaged, other = await open_game(listing), await open_game(listing)
    await listing.hosting.deserted(moved_before_us=clock.now_us + HOUR_US, limit=10)
    clock.pass_seconds(2 * HOURS * 3_600)
    edit_step(listing, damaged.game_id, 2)
    assert await deserted(listing).close() == 1
    assert await phase_of(listing, other.game_id) == "abandoned"
