"""By what right somebody acts: as the authority of a role, or as somebody of the game."""

from dataclasses import replace

import msgspec
import pytest

from domain.game.authority import Authority
from domain.log.record import decode_command
from services.authority import authority_of
from services.commands.answers import Accepted, RefusedAnswer
from services.ports import Principal
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game

ARBITERS = {"host": replace(ANN, roles=frozenset({"arbiter"})), "seated": replace(BEN, roles=frozenset({"arbiter"}))}


@pytest.fixture
async def driver(memory: World, toy: str) -> GameDriver:
    return await seated_game(memory, toy)


@pytest.mark.rules("GAME-ROLE-03")
def test_seats_and_the_host_have_no_authority_whatever_their_roles(driver: GameDriver) -> None:
    assert authority_of(JUDGE, driver.state) == Authority("arbiter")
    for principal in (None, ANN, BEN, EVE, *ARBITERS.values()):
        assert authority_of(principal, driver.state) is None
    left = msgspec.structs.replace(driver.state, host="somebody", seats=())
    assert authority_of(ARBITERS["host"], left) == Authority("arbiter")


@pytest.mark.rules("GAME-ROLE-03", "GAME-TIME-01", "GAME-END-03", "GAME-BOT-02")
@pytest.mark.parametrize("who", ARBITERS)
async def test_an_arbiter_who_is_in_the_game_decides_nothing_in_it(driver: GameDriver, who: str) -> None:
    judge, game, seating = ARBITERS[who], driver.game_id, driver.seating
    other = next(seat for seat in driver.game.to_act(driver.state))
    stranger = next(at for at, seat in enumerate(driver.state.seats) if seat.principal != judge.id)
    for answer, code in (
        (await seating.call_time(judge, game, new_id(), seat=other), "not_an_arbiter"),
        (await seating.abandon(judge, game, new_id()), "not_the_host"),
        (await seating.seat_bot(judge, game, new_id(), seat=stranger, bot="random"), "not_your_seat"),
    ):
        assert isinstance(answer, RefusedAnswer) and answer.code == code


@pytest.mark.rules("GAME-ROLE-04")
async def test_what_is_done_by_authority_is_stored_with_the_role_its_grant_and_the_token(driver: GameDriver) -> None:
    judge = replace(JUDGE, token_id="t_judge")
    command_id = new_id()
    assert isinstance(await driver.seating.abandon(judge, driver.game_id, command_id), Accepted)
    stored = await driver.world.log.command(driver.game_id, command_id)
    assert stored is not None and (stored.principal, stored.token_id) == (judge.id, "t_judge")
    assert decode_command(driver.game.script, stored.body).authority == Authority("arbiter", league="", grant=0)
    assert b'"authority":{"grant":0,"league":"","role":"arbiter"}' in stored.body


@pytest.mark.rules("GAME-ROLE-04", "GAME-PLAY-03")
async def test_a_repeated_command_has_its_first_answer_also_when_the_role_is_gone(driver: GameDriver) -> None:
    command_id = new_id()
    first = await driver.seating.abandon(JUDGE, driver.game_id, command_id)
    demoted: Principal = replace(JUDGE, roles=frozenset())
    repeat = await driver.seating.abandon(demoted, driver.game_id, command_id)
    assert isinstance(first, Accepted) and isinstance(repeat, Accepted) and repeat.is_repeat
