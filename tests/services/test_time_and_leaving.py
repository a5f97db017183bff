"""Time called on a seat, and a seat given up, for every ruleset: the game goes on, and `verify` decides it all again."""

import pytest

from domain.game.events import SeatResigned, TimeCalled
from domain.rulesets import RULESETS
from services.answers import Accepted, RefusedAnswer
from services.ports import Principal
from services.verify import verify_game
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, seated_game

JUDGE = Principal("judge", "Judge", frozenset({"arbiter"}))


@pytest.mark.rules("GAME-TIME-01")
@pytest.mark.parametrize("ruleset", tuple(RULESETS))
async def test_game_time_01_an_arbiter_calls_time_until_the_game_moves_on(world: World, ruleset: str) -> None:
    table = await seated_game(world, ruleset)
    seat = table.to_act()
    for stranger in (ANN, Principal(ANN.id, "Ann", frozenset({"arbiter"})), Principal("eve", "Eve", frozenset())):
        answer = await table.seating.call_time(stranger, table.game_id, new_id(), seat=seat)
        assert isinstance(answer, RefusedAnswer) and answer.code == "not_an_arbiter"
    idle = table.not_to_act()
    answer = await table.seating.call_time(JUDGE, table.game_id, new_id(), seat=idle)
    assert isinstance(answer, RefusedAnswer) and answer.rules == ("GAME-TIME-01",)
    asked = set()
    for _ in range(30):
        answer = await table.seating.call_time(JUDGE, table.game_id, new_id(), seat=table.to_act())
        assert isinstance(answer, Accepted) and isinstance(answer.steps[0].event, TimeCalled) and len(answer.steps) > 1
        await table.refresh()
        if table.state.over:
            break
        asked.add(table.to_act())
    assert len(asked) > 1, "time that is called brings the turn to the next seat"
    verdict = await verify_game(world, table.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-RESIGN-01", "BRI-RULING-89")
@pytest.mark.parametrize("ruleset", tuple(RULESETS))
async def test_game_resign_01_as_the_ruleset_has_it_or_a_bot_plays_on(world: World, ruleset: str) -> None:
    table = await seated_game(world, ruleset)
    for _ in range(12):
        answer = await table.play_any()
        assert isinstance(answer, Accepted)
    answer = await table.seating.resign(ANN, table.game_id, new_id())
    assert isinstance(answer, Accepted)
    resigned = answer.steps[0].event
    assert isinstance(resigned, SeatResigned)
    await table.refresh()
    goes_without = RULESETS[ruleset].leave is not None
    assert (resigned.bot == "") is goes_without and (table.state.seats[0].bot == "") is goes_without
    if goes_without:
        assert table.state.over or 0 not in RULESETS[ruleset].to_act(table.state.position)
    verdict = await verify_game(world, table.game_id)
    assert verdict is not None and verdict.finding is None
