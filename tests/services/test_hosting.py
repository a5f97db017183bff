"""How many games a principal hosts: limits of the service, which no log knows of."""

from dataclasses import replace

import pytest

from domain.engine.viewer import seats_of
from domain.game.terms import Sandbox, Terms
from services import hosting
from services.commands import reservations
from services.commands.answers import Accepted, RefusedAnswer
from services.commands.fork import Forks
from services.errors import TooManyGames
from services.hosting import ORGANISER_LIMITS, PLAYER_LIMITS, HostingLimits, limits_of
from services.log.openings import openings_stream
from services.log.replay import Histories
from services.ports import Principal
from services.reads.look import Look
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, BEN, JUDGE, GameDriver, seated_game

FEW = HostingLimits(open_games=1, running=2, bot_games=1, sandboxes=1)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reservations, "limits_of", lambda principal: FEW)


@pytest.fixture
async def driver(memory: World, toy: str, few: None) -> GameDriver:
    """A running game of two players."""
    return await seated_game(memory, toy)


async def open_one(driver: GameDriver, principal: Principal, command_id: str = "", **of: object) -> str:
    answer = await driver.seating.open(
        principal, command_id or new_id(), ruleset="toy", seats=2, options={}, title="", **of
    )
    assert isinstance(answer, Accepted), answer
    return answer.game_id


async def begin_with_bots(driver: GameDriver, game_id: str) -> None:
    for seat in seats_of(2):
        await driver.seating.seat_bot(ANN, game_id, new_id(), seat=seat, bot="random")
    assert isinstance(await driver.seating.begin(ANN, game_id, new_id()), Accepted)


def test_an_organiser_hosts_a_league_and_a_player_more_than_they_need() -> None:
    assert limits_of(ANN) == PLAYER_LIMITS and min(PLAYER_LIMITS.open_games, PLAYER_LIMITS.running) >= 2 * 50
    for role in ("arbiter", "admin"):
        organiser = replace(ANN, roles=frozenset({role}))
        assert limits_of(organiser) == ORGANISER_LIMITS and ORGANISER_LIMITS.open_games >= 10 * 200
    assert hosting.limits_of(JUDGE) == ORGANISER_LIMITS


async def test_an_open_game_too_many_is_not_opened_and_not_stored(driver: GameDriver) -> None:
    used = new_id()
    open_game_id = await open_one(driver, ANN, used)
    with pytest.raises(TooManyGames) as caught:
        await open_one(driver, ANN)
    assert (caught.value.kind, caught.value.limit) == ("open", 1)
    assert not await driver.world.log.commands(openings_stream(ANN.id)), "no rule has refused it"
    assert await open_one(driver, ANN, used) == open_game_id, "a repeated command has its first answer"
    await open_one(driver, BEN)
    wrong = await driver.seating.open(ANN, new_id(), ruleset="chess", seats=2, options={}, title="")
    assert isinstance(wrong, RefusedAnswer), "what the rules refuse is refused before anything is counted"


async def test_a_game_of_bots_too_many_does_not_begin_and_stays_open(driver: GameDriver) -> None:
    await begin_with_bots(driver, await open_one(driver, ANN))
    driver.world.hosting.rows[ANN.id].pop(driver.game_id)  # type: ignore[attr-defined]
    open_game_id = await open_one(driver, ANN)
    with pytest.raises(TooManyGames) as caught:
        await begin_with_bots(driver, open_game_id)
    assert caught.value.kind == "bots"
    head = await driver.games.at_head(open_game_id)
    assert head is not None and head.state.phase == "open"
    assert isinstance(await driver.seating.leave(ANN, open_game_id, new_id(), seat=seats_of(2)[0]), Accepted)
    for answer in (
        await driver.seating.take(ANN, open_game_id, new_id(), seat=None, name="", share=""),
        await driver.seating.begin(ANN, open_game_id, new_id()),
    ):
        assert isinstance(answer, Accepted), "a game with a person in it begins"


async def test_sandboxes_and_forks_count_as_sandboxes(driver: GameDriver) -> None:
    await open_one(driver, ANN, terms=Terms(sandbox=Sandbox()))
    visible = await Look(driver.world, Histories(driver.world)).game(ANN, driver.game_id)
    assert visible is not None
    forks = Forks(driver.play, driver.world.now_us)
    with pytest.raises(TooManyGames) as caught:
        await forks.fork(ANN, new_id(), visible, driver.seat_of(ANN), at=None, seat=None, title="")
    assert caught.value.kind == "sandboxes"
    await open_one(driver, ANN)


async def test_games_that_are_over_do_not_count_though_no_worker_has_listed_them(world: World, few: None) -> None:
    """On Postgres, without a worker."""
    driver = await seated_game(world, "london")
    for _ in range(3):
        answer = await driver.seating.open(ANN, new_id(), ruleset="london", seats=2, options={}, title="")
        assert isinstance(answer, Accepted), answer
        with pytest.raises(TooManyGames):
            await driver.seating.open(ANN, new_id(), ruleset="london", seats=2, options={}, title="")
        assert isinstance(await driver.seating.abandon(ANN, answer.game_id, new_id()), Accepted)
