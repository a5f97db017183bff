"""Calling time on a seat, and resigning, in every ruleset: the game goes on, and `verify` confirms it."""

import pytest

from domain.game.events import SeatResigned, TimeCalled
from domain.rulesets import CURRENT
from services.commands.answers import Accepted, RefusedAnswer
from services.log.verify import verify_game
from services.ports import Principal
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, EVE, JUDGE, seated_game


@pytest.mark.rules("GAME-TIME-01")
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_game_time_01_an_arbiter_calls_time_until_the_game_moves_on(world: World, ruleset: str) -> None:
    driver = await seated_game(world, ruleset)
    seat = driver.to_act()
    for stranger in (ANN, Principal(ANN.id, "Ann", frozenset({"arbiter"})), EVE):
        answer = await driver.seating.call_time(stranger, driver.game_id, new_id(), seat=seat)
        assert isinstance(answer, RefusedAnswer) and answer.code == "not_an_arbiter"
    idle = driver.not_to_act()
    answer = await driver.seating.call_time(JUDGE, driver.game_id, new_id(), seat=idle)
    assert isinstance(answer, RefusedAnswer) and answer.rules == ("GAME-TIME-01",)
    acting = set()
    for _ in range(30):
        answer = await driver.seating.call_time(JUDGE, driver.game_id, new_id(), seat=driver.to_act())
        assert isinstance(answer, Accepted) and isinstance(answer.steps[0].event, TimeCalled) and len(answer.steps) > 1
        await driver.refresh()
        if driver.state.over:
            break
        acting.add(driver.to_act())
    assert len(acting) > 1, "calling time passes the turn to the next seat"
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-RESIGN-01", "BRI-RULING-89")
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_game_resign_01_the_ruleset_decides_or_a_bot_plays_on(world: World, ruleset: str) -> None:
    driver = await seated_game(world, ruleset)
    for _ in range(12):
        answer = await driver.play_any()
        assert isinstance(answer, Accepted)
    answer = await driver.seating.resign(ANN, driver.game_id, new_id())
    assert isinstance(answer, Accepted)
    resigned = answer.steps[0].event
    assert isinstance(resigned, SeatResigned)
    await driver.refresh()
    goes_without = CURRENT[ruleset].leave is not None
    assert (resigned.bot == "") is goes_without and (driver.state.seats[0].bot == "") is goes_without
    if goes_without:
        assert driver.state.over or 0 not in CURRENT[ruleset].to_act(driver.state.position)
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None
