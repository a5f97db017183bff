"""Refused commands are limited for each principal; what the rules allow is always taken, and repeats get their answer."""

import pytest

from domain.engine.viewer import FIRST_SEAT, Seat
from services.commands import refusal_limits
from services.commands.answers import Accepted, RefusedAnswer
from services.commands.play import Play
from services.commands.refusal_limits import Allowance, RefusalLimits
from services.commands.seating import Seating
from services.errors import TooManyRefusals
from services.log.load_game import GameLoader
from services.world import World
from tests.dice import new_id
from tests.game.toy import Show
from tests.services.game_driver import ANN, BEN, GameDriver, seated_game

BURST = 3


class Seconds:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    monkeypatch.setattr(refusal_limits, "IN_ONE_GAME", Allowance(BURST, 0.5))
    monkeypatch.setattr(refusal_limits, "IN_ALL", Allowance(2 * BURST, 1.0))
    return Seconds()


async def limited_game(world: World, seconds: Seconds) -> GameDriver:
    driver = await seated_game(world, "toy")
    driver.play._refusals = driver.play._openings._limits = RefusalLimits(world.log, seconds)
    return driver


async def refuse(driver: GameDriver, command_id: str = "") -> RefusedAnswer:
    """Ann asks for a seat that she has already."""
    answer = await driver.seating.take(ANN, driver.game_id, command_id or new_id(), seat=None, name="", share="")
    assert isinstance(answer, RefusedAnswer)
    return answer


@pytest.mark.rules("GAME-PLAY-02", "GAME-PLAY-03")
async def test_a_refusal_beyond_the_allowance_is_not_stored_and_says_when_the_next_one_is_taken(
    memory: World, toy: str, seconds: Seconds
) -> None:
    driver = await limited_game(memory, seconds)
    first = new_id()
    for command_id in (first, new_id(), new_id()):
        await refuse(driver, command_id)
    stored = await memory.log.commands(driver.game_id)
    with pytest.raises(TooManyRefusals) as caught:
        await refuse(driver)
    assert (caught.value.limit, caught.value.retry_after_ms) == (BURST, 2_000)
    assert (await refuse(driver, first)).is_repeat, "it was answered before"
    assert await memory.log.commands(driver.game_id) == stored
    seconds.now += 2
    await refuse(driver)
    with pytest.raises(TooManyRefusals):
        await refuse(driver)


async def test_a_legal_command_is_always_taken(memory: World, toy: str, seconds: Seconds) -> None:
    driver = await limited_game(memory, seconds)
    for _ in range(BURST):
        await refuse(driver)
    with pytest.raises(TooManyRefusals):
        await refuse(driver)
    assert isinstance(await driver.submit(Show(FIRST_SEAT), seat=FIRST_SEAT), Accepted)
    assert driver.state.seat_of(BEN.id) is not None
    answer = await driver.seating.take(BEN, driver.game_id, new_id(), seat=Seat(0), name="", share="")
    assert isinstance(answer, RefusedAnswer), "Ben's allowance is his own"


async def test_a_principal_has_one_allowance_over_all_games_and_openings(
    memory: World, toy: str, seconds: Seconds
) -> None:
    driver = await limited_game(memory, seconds)
    others = [await seated_game(memory, toy) for _ in range(2)]
    for each in (*[driver] * 2, *[others[0]] * 2):
        await refuse(GameDriver(**{**_fields(driver), "game_id": each.game_id}))
    for _ in range(2):
        answer = await driver.seating.open(ANN, new_id(), ruleset="chess", seats=2, options={}, title="")
        assert isinstance(answer, RefusedAnswer)
    with pytest.raises(TooManyRefusals) as caught:
        await refuse(GameDriver(**{**_fields(driver), "game_id": others[1].game_id}))
    assert caught.value.limit == 2 * BURST
    with pytest.raises(TooManyRefusals):
        await driver.seating.open(ANN, new_id(), ruleset="chess", seats=2, options={}, title="")


def _fields(driver: GameDriver) -> dict[str, object]:
    return {name: getattr(driver, name) for name in driver.__dataclass_fields__}


async def test_the_allowances_in_memory_are_few(
    memory: World, toy: str, seconds: Seconds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusal_limits, "BUCKETS_MAX", 4)
    driver = await limited_game(memory, seconds)
    for principal in (ANN, BEN, ANN, BEN):
        await Seating(Play(memory, GameLoader(memory))).take(
            principal, driver.game_id, new_id(), seat=None, name="", share=""
        )
        await driver.seating.take(principal, driver.game_id, new_id(), seat=None, name="", share="")
    assert len(driver.play._refusals._buckets) == 4
