"""By what right somebody acts: as the authority of a role, or as somebody of the game."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import msgspec
import pytest

from domain.engine.viewer import ARBITER, seats_of
from domain.game.authority import Authority
from domain.log.record import decode_command
from services.authority import authority_of
from services.commands.answers import Accepted, RefusedAnswer
from services.commands.fork import Forks
from services.log.read_log import pack_state, unpack_state
from services.log.replay import Histories
from services.log.verify import verify_game
from services.ports import Principal
from services.principals import recorded_token
from services.reads.look import Look, ViewerNotAllowed
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game

ARBITERS = {"host": replace(ANN, roles=frozenset({"arbiter"})), "seated": replace(BEN, roles=frozenset({"arbiter"}))}

RULESET = "london"


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


async def begun_without_ben(world: World, ruleset: str) -> GameDriver:
    """A game in which Ben took a seat and left it before the beginning; a bot plays there."""
    driver = await seated_game(world, ruleset, begin=False)
    seat = driver.seat_of(BEN)
    for answer in (
        await driver.seating.leave(BEN, driver.game_id, new_id(), seat=seat),
        await driver.seating.seat_bot(ANN, driver.game_id, new_id(), seat=seat, bot="random"),
        await driver.seating.begin(ANN, driver.game_id, new_id()),
    ):
        assert isinstance(answer, Accepted), answer
    await driver.refresh()
    return driver


async def begun_and_resigned(world: World, ruleset: str) -> GameDriver:
    driver = await seated_game(world, ruleset)
    assert isinstance(await driver.seating.resign(BEN, driver.game_id, new_id()), Accepted)
    await driver.refresh()
    return driver


async def begun_and_replaced(world: World, ruleset: str) -> GameDriver:
    """Another arbiter has handed Ben's seat to a bot."""
    driver = await seated_game(world, ruleset)
    answer = await driver.seating.seat_bot(JUDGE, driver.game_id, new_id(), seat=driver.seat_of(BEN), bot="random")
    assert isinstance(answer, Accepted)
    await driver.refresh()
    return driver


FORMER = (begun_without_ben, begun_and_resigned, begun_and_replaced)


@pytest.mark.rules("GAME-ROLE-03", "GAME-HID-01")
@pytest.mark.parametrize("begun", FORMER, ids=[each.__name__ for each in FORMER])
async def test_who_had_a_seat_settles_nothing_and_sees_no_other_hand_while_the_game_runs(
    memory: World, begun: Callable[[World, str], Awaitable[GameDriver]]
) -> None:
    driver = await begun(memory, RULESET)
    former, game_id = ARBITERS["seated"], driver.game_id
    assert not driver.state.over and driver.state.seat_of(BEN.id) is None
    assert authority_of(former, driver.state) is None and authority_of(JUDGE, driver.state) is not None
    look = Look(memory, Histories(memory))
    visible = await look.game(former, game_id)
    assert visible is not None
    for viewer in (ARBITER, *seats_of(len(driver.state.seats))):
        with pytest.raises(ViewerNotAllowed):
            look.viewer(former, visible, viewer)
    anns = driver.seat_of(ANN)
    for answer, code in (
        (await driver.seating.call_time(former, game_id, new_id(), seat=anns), "not_an_arbiter"),
        (await driver.seating.abandon(former, game_id, new_id()), "not_the_host"),
        (await driver.seating.seat_bot(former, game_id, new_id(), seat=anns, bot="random"), "not_your_seat"),
    ):
        assert isinstance(answer, RefusedAnswer) and answer.code == code
    assert isinstance(await driver.seating.abandon(JUDGE, game_id, new_id()), Accepted)
    over = await look.game(former, game_id)
    assert over is not None and look.viewer(former, over, ARBITER) == ARBITER, "as everybody may"


@pytest.mark.rules("GAME-ROLE-03", "GAME-FORK-03")
async def test_an_arbiter_sees_no_hand_of_their_own_game_in_the_fork_of_an_opponent(memory: World) -> None:
    driver = await seated_game(memory, RULESET)
    await driver.play_on(3)
    look, anns = Look(memory, Histories(memory)), driver.seat_of(ANN)
    visible = await look.game(ANN, driver.game_id)
    assert visible is not None
    forked = await Forks(driver.play, memory.now_us).fork(ANN, new_id(), visible, anns, at=None, seat=None, title="")
    assert isinstance(forked, Accepted)
    sandbox = await look.game(ARBITERS["seated"], forked.game_id)
    assert sandbox is not None
    for viewer in (ARBITER, anns):
        with pytest.raises(ViewerNotAllowed):
            look.viewer(ARBITERS["seated"], sandbox, viewer)
    assert look.viewer(JUDGE, sandbox, ARBITER) == ARBITER


@pytest.mark.rules("GAME-ROLE-03", "GAME-FORK-03")
async def test_who_left_a_game_before_it_began_is_no_arbiter_of_its_forks(memory: World) -> None:
    """The fork's own steps do not name them."""
    driver = await begun_without_ben(memory, RULESET)
    await driver.play_on(3)
    ben, look = replace(BEN, roles=frozenset({"arbiter"})), Look(memory, Histories(memory))
    visible = await look.game(ANN, driver.game_id)
    assert visible is not None
    forks = Forks(driver.play, memory.now_us)
    forked = await forks.fork(ANN, new_id(), visible, driver.seat_of(ANN), at=None, seat=None, title="")
    assert isinstance(forked, Accepted)
    second = await look.game(ANN, forked.game_id)
    assert second is not None
    deeper = await forks.fork(ANN, new_id(), second, driver.seat_of(ANN), at=None, seat=None, title="")
    assert isinstance(deeper, Accepted)
    for game_id in (forked.game_id, deeper.game_id):
        sandbox = await look.game(ben, game_id)
        assert sandbox is not None
        with pytest.raises(ViewerNotAllowed):
            look.viewer(ben, sandbox, ARBITER)
        assert isinstance(await driver.seating.abandon(ben, game_id, new_id()), RefusedAnswer)
        assert look.viewer(JUDGE, sandbox, ARBITER) == ARBITER


@pytest.mark.rules("GAME-ROLE-03")
async def test_who_left_before_the_beginning_is_remembered_by_a_snapshot_and_not_hashed(memory: World) -> None:
    driver = await begun_without_ben(memory, RULESET)
    state, game = driver.state, driver.game
    assert state.left == (BEN.id,)
    assert unpack_state(game, pack_state(state)) == state
    assert game.state_hash(state) == game.state_hash(msgspec.structs.replace(state, left=msgspec.UNSET))
    verdict = await verify_game(memory, driver.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-ROLE-04")
async def test_what_is_done_by_authority_is_stored_with_the_role_its_grant_and_the_token(driver: GameDriver) -> None:
    judge = replace(JUDGE, token_id="t_judge")
    command_id = new_id()
    assert isinstance(await driver.seating.abandon(judge, driver.game_id, command_id), Accepted)
    stored = await driver.world.log.command(driver.game_id, command_id)
    assert stored is not None
    assert (stored.principal, stored.token_id) == (judge.id, recorded_token("t_judge", command_id))
    assert decode_command(driver.game.script, stored.body).authority == Authority("arbiter", league="", grant=0)
    assert b'"authority":{"grant":0,"league":"","role":"arbiter"}' in stored.body


@pytest.mark.rules("GAME-ROLE-04", "GAME-PLAY-03")
async def test_a_repeated_command_has_its_first_answer_also_when_the_role_is_gone(driver: GameDriver) -> None:
    command_id = new_id()
    first = await driver.seating.abandon(JUDGE, driver.game_id, command_id)
    demoted: Principal = replace(JUDGE, roles=frozenset())
    repeat = await driver.seating.abandon(demoted, driver.game_id, command_id)
    assert isinstance(first, Accepted) and isinstance(repeat, Accepted) and repeat.is_repeat
