"""Parked games: they take no commands, all others go on, and nobody learns of a step that a delay hides from them."""

from dataclasses import replace

import pytest

from domain.engine.chance import Chance
from domain.engine.viewer import FIRST_SEAT
from domain.game.terms import Delay, Terms
from domain.rulesets import CURRENT
from services.commands.answers import Accepted, Answer, GameParked, UnknownGame
from services.commands.bot_player import BOT_PRINCIPAL
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.ports import Principal
from services.reads.look import Look
from services.world import World
from tests.dice import new_id
from tests.game.toy import TOY, CardRevealed, Show, State
from tests.registry import register
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game
from tests.services.ports_to_disturb import disturbed, edit_step

DELAYED_RULESET = next(each.id for each in CURRENT.values() if each.seats_min <= 2)


async def send(play: Play, driver: GameDriver, principal: Principal, *, game_id: str = "", bot: bool = False) -> Answer:
    request = CommandRequest(
        game_id=game_id or driver.game_id,
        command_id=new_id(),
        build=lambda by, own: Show(FIRST_SEAT),
        needs_seat=False,
        bot_seat=FIRST_SEAT if bot else None,
    )
    return await play.submit(principal, request)


def new_process(world: World) -> Play:
    return Play(world, GameLoader(world))


async def test_a_damaged_game_is_parked_until_the_process_ends_and_others_go_on(
    memory: World, toy: str, caplog: pytest.LogCaptureFixture
) -> None:
    driver, other = await seated_game(memory, toy), await seated_game(memory, toy)
    undo = edit_step(memory, driver.game_id, 4)
    play = new_process(memory)
    parked = await send(play, driver, ANN)
    assert isinstance(parked, GameParked) and (parked.game_id, parked.version, parked.step) == (driver.game_id, 4, 4)
    assert [record.levelname for record in caplog.records if record.name == "emberlog.play"] == ["ERROR"]
    undo()
    assert await send(play, driver, ANN) == parked, "it stays parked here"
    assert isinstance(await send(new_process(memory), driver, ANN), Accepted), "a new process reads the sound log"
    assert isinstance(await send(play, other, ANN), Accepted)


def show_a_wrong_card(state: State, command: Show, chance: Chance) -> tuple[CardRevealed, ...]:
    return (CardRevealed(command.seat, state.cards[command.seat] + 1),)


async def test_a_decision_on_an_impossible_event_parks_the_game_and_writes_nothing(
    memory: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    register(monkeypatch, replace(TOY, decide=show_a_wrong_card))
    driver = await seated_game(memory, "toy")
    head, commands = driver.state.version, await memory.log.commands(driver.game_id)
    answer = await driver.submit(Show(FIRST_SEAT))
    assert isinstance(answer, GameParked) and answer.step == head
    assert await memory.log.commands(driver.game_id) == commands
    assert any(record.exc_info for record in caplog.records if record.name == "emberlog.play")
    assert isinstance(await driver.seating.resign(BEN, driver.game_id, new_id()), GameParked)


@pytest.mark.rules("GAME-DELAY-02")
async def test_outsiders_of_a_delayed_game_learn_the_step_when_the_delay_has_passed(memory: World) -> None:
    driver = await seated_game(memory, DELAYED_RULESET, seats=2, terms=Terms(delay=Delay(steps=10)))
    await driver.play_on(8)
    begun = 4
    wrong = driver.state.version - 2
    edit_step(memory, driver.game_id, wrong)
    play = new_process(memory)
    for principal, bot in ((ANN, False), (BEN, False), (JUDGE, False), (BOT_PRINCIPAL, True)):
        answer = await send(play, driver, principal, bot=bot)
        assert isinstance(answer, GameParked) and (answer.version, answer.step) == (wrong, wrong)
    answer = await send(play, driver, EVE)
    assert isinstance(answer, GameParked) and answer.step is None
    assert answer.version == max(driver.state.version - 10, begun - 1) < wrong
    assert str(wrong) not in answer.text.replace(driver.game_id, "")


@pytest.mark.rules("GAME-DELAY-02")
async def test_when_nobody_can_say_whether_there_is_a_delay_only_step_1_is_named(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    world, log = disturbed(memory)
    edit_step(memory, driver.game_id, 3)

    async def damage_the_first_step() -> None:
        edit_step(memory, driver.game_id, 1)

    log.after_read = damage_the_first_step
    for principal in (ANN, EVE):
        answer = await send(new_process(world), driver, principal)
        assert isinstance(answer, GameParked) and answer.version == 1
        assert answer.step == (None if principal is ANN else 1), "the second process finds step 1 itself"


@pytest.mark.rules("GAME-FORK-04")
async def test_a_parked_sandbox_that_a_delay_hides_is_unknown_to_all_but_its_host_and_arbiters(memory: World) -> None:
    driver = await seated_game(memory, DELAYED_RULESET, seats=2, terms=Terms(delay=Delay(steps=500)))
    await driver.play_on(8)
    visible = await Look(memory, Histories(memory)).game(ANN, driver.game_id)
    assert visible is not None
    forks = Forks(driver.play, memory.now_us)
    fork = await forks.fork(ANN, new_id(), visible, FIRST_SEAT, at=None, seat=None, title="")
    assert isinstance(fork, Accepted) and fork.head.state.sealed
    sandbox = replace(driver, game_id=fork.game_id, state=fork.head.state)
    for _ in range(3):
        if sandbox.game.to_act(sandbox.state)[:1] != (FIRST_SEAT,):
            break
        await sandbox.submit(sandbox.legal()[0])
    resigned = await sandbox.seating.resign(ANN, fork.game_id, new_id())
    assert isinstance(resigned, Accepted)
    edit_step(memory, fork.game_id, resigned.version)
    play = new_process(memory)
    for principal in (ANN, JUDGE):
        assert isinstance(await send(play, driver, principal, game_id=fork.game_id), GameParked)
    for principal in (BEN, EVE):
        assert await send(play, driver, principal, game_id=fork.game_id) == UnknownGame(fork.game_id)
