"""A command id that was answered before: the first answer, with no more than its caller may know now."""

from dataclasses import dataclass

import pytest

from domain.engine.viewer import FIRST_SEAT, Seat, seat_of
from domain.game import AbandonGame, TakeSeat
from domain.game.game import Command
from services.commands.answers import Accepted, Answer, IdReused, RefusedAnswer
from services.commands.play import Play
from services.commands.request import BuildCommand, CommandRequest
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.ports import Principal
from services.world import World
from tests.dice import new_id
from tests.game.toy import Show
from tests.services.game_driver import ANN, BEN, EVE, GameDriver, seated_game


@pytest.fixture
async def driver(memory: World, toy: str) -> GameDriver:
    """Three players; Ann is to act."""
    return await seated_game(memory, toy, seats=3)


def returns(command: Command) -> BuildCommand:
    return lambda by, own, authority: command


@dataclass
class Sender:
    """Sends the same request as often as a test wants, through any process."""

    play: Play
    principal: Principal
    request: CommandRequest

    async def send(self, play: Play | None = None) -> Answer:
        return await (play or self.play).submit(self.principal, self.request)


def sender(
    driver: GameDriver,
    principal: Principal,
    seat: Seat,
    expected_version: int | None = None,
    command_id: str | None = None,
) -> Sender:
    request = CommandRequest(
        game_id=driver.game_id,
        command_id=command_id or new_id(),
        build=returns(Show(seat)),
        expected_version=expected_version,
    )
    return Sender(driver.play, principal, request)


async def test_an_id_of_another_request_is_not_answered(driver: GameDriver) -> None:
    first = sender(driver, ANN, FIRST_SEAT)
    assert isinstance(await first.send(), Accepted)
    same_id = first.request.command_id
    others = [
        sender(driver, ANN, seat_of(1), command_id=same_id),
        sender(driver, ANN, FIRST_SEAT, command_id=same_id, expected_version=5),
        sender(driver, BEN, FIRST_SEAT, command_id=same_id),
    ]
    answers = [await other.send() for other in others]
    assert [type(answer) for answer in answers] == [IdReused] * 3
    assert isinstance(await first.send(), Accepted)


@pytest.mark.rules("GAME-PLAY-03")
async def test_an_accepted_command_has_its_first_answer_in_every_process(driver: GameDriver, memory: World) -> None:
    request = sender(driver, ANN, FIRST_SEAT)
    first = await request.send()
    assert isinstance(first, Accepted) and not first.is_repeat
    await driver.refresh()
    await driver.play_any()
    commands = await memory.log.commands(driver.game_id)
    for play in (driver.play, Play(memory, GameLoader(memory))):
        repeat = await request.send(play)
        assert isinstance(repeat, Accepted) and repeat.is_repeat
        assert (repeat.version, repeat.state_hash, repeat.steps) == (first.version, first.state_hash, first.steps)
        assert repeat.head.state.version > first.version
    assert await memory.log.commands(driver.game_id) == commands


@pytest.mark.rules("GAME-PLAY-03")
async def test_the_command_that_ended_the_game_has_its_first_answer(driver: GameDriver) -> None:
    for seat, player in enumerate((ANN, BEN)):
        assert isinstance(await sender(driver, player, seat_of(seat)).send(), Accepted)
    last = sender(driver, driver.players[2], seat_of(2))
    first, repeat = await last.send(), await last.send()
    assert isinstance(first, Accepted) and isinstance(repeat, Accepted)
    assert first.head.state.over and repeat.is_repeat and repeat.steps == first.steps and len(first.steps) == 3


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_refused_command_has_its_first_refusal_and_what_is_legal_now(driver: GameDriver) -> None:
    early = sender(driver, BEN, seat_of(1))
    first = await early.send()
    assert isinstance(first, RefusedAnswer) and (first.is_repeat, first.legal) == (False, ())
    await driver.play_any()
    repeat = await early.send()
    assert isinstance(repeat, RefusedAnswer) and repeat.is_repeat
    assert (repeat.code, repeat.text, repeat.rules, repeat.version) == (
        first.code,
        first.text,
        first.rules,
        first.version,
    )
    assert repeat.legal == (Show(seat_of(1)),), "now it is their turn"
    assert repeat.position == driver.game.view(driver.state, seat_of(1)).position


@pytest.mark.rules("GAME-HID-01")
async def test_a_refused_command_that_is_repeated_after_the_caller_left_has_no_legal_commands(
    driver: GameDriver,
) -> None:
    early = sender(driver, BEN, seat_of(1))
    assert isinstance(await early.send(), RefusedAnswer)
    await driver.play_any()
    assert isinstance(await driver.seating.resign(BEN, driver.game_id, new_id()), Accepted)
    repeat = await early.send()
    assert isinstance(repeat, RefusedAnswer) and repeat.is_repeat
    assert (repeat.legal, repeat.position) == ((), None)


async def test_an_id_that_was_used_before_its_principal_had_a_seat_belongs_to_that_request(
    memory: World, toy: str
) -> None:
    play = Play(memory, GameLoader(memory))
    seating = Seating(play)
    opened = await seating.open(ANN, new_id(), ruleset=toy, seats=2, options={}, title="")
    assert isinstance(opened, Accepted)
    used = new_id()
    refused = await seating.begin(BEN, opened.game_id, used)
    assert isinstance(refused, RefusedAnswer)
    assert isinstance(await seating.resign(BEN, opened.game_id, used), IdReused)
    await seating.take(BEN, opened.game_id, new_id(), seat=None, name="", share="")
    assert isinstance(await seating.resign(BEN, opened.game_id, used), IdReused)
    repeat = await seating.begin(BEN, opened.game_id, used)
    assert isinstance(repeat, RefusedAnswer) and repeat.is_repeat


@pytest.mark.rules("GAME-PLAY-03")
@pytest.mark.parametrize("pinned", [False, True])
async def test_a_player_who_has_left_gets_the_answer_to_the_command_that_was_accepted(
    driver: GameDriver, pinned: bool
) -> None:
    request = sender(driver, ANN, FIRST_SEAT, driver.state.version if pinned else None)
    first = await request.send()
    assert isinstance(first, Accepted)
    assert isinstance(await driver.seating.resign(ANN, driver.game_id, new_id()), Accepted)
    repeat = await request.send()
    assert isinstance(repeat, Accepted) and repeat.is_repeat and repeat.steps == first.steps


async def test_a_repeated_opening_is_the_same_game_and_another_opening_with_its_id_is_not(
    memory: World, toy: str
) -> None:
    seating, used = Seating(Play(memory, GameLoader(memory))), new_id()

    async def open_game(principal: Principal, best: str, title: str = "") -> Answer:
        return await seating.open(principal, used, ruleset=toy, seats=2, options={"best": best}, title=title)

    first = await open_game(ANN, "low", "One")
    assert isinstance(first, Accepted)
    assert isinstance(await open_game(ANN, "high", "One"), IdReused)
    await seating.take(ANN, first.game_id, new_id(), seat=None, name="", share="")
    repeat = await open_game(ANN, "low", "Two")
    assert isinstance(repeat, Accepted) and repeat.is_repeat and repeat.game_id == first.game_id
    head = await GameLoader(memory).at_head(first.game_id)
    assert head is not None and repeat.head.state == head.state, "the game as it stands now, with its player"
    assert repeat.names.title == "One", "a title stands beside the log, and the first one stays"
    other = await open_game(EVE, "low")
    assert isinstance(other, Accepted) and not other.is_repeat and other.game_id != first.game_id


async def test_a_command_of_the_game_itself_is_repeated_like_any_other(driver: GameDriver) -> None:
    """Whether its caller has a seat does not matter."""
    commands: tuple[tuple[Command, str], ...] = (
        (TakeSeat(EVE.id, None, ""), "already_begun"),
        (AbandonGame(EVE.id), "not_the_host"),
    )
    for command, code in commands:
        request = CommandRequest(game_id=driver.game_id, command_id=new_id(), build=returns(command), needs_seat=False)
        first, repeat = await driver.play.submit(EVE, request), await driver.play.submit(EVE, request)
        assert isinstance(first, RefusedAnswer) and isinstance(repeat, RefusedAnswer)
        assert first.code == repeat.code == code and (first.is_repeat, repeat.is_repeat) == (False, True)
