"""Parked games: they take no commands, all others go on, and nobody learns of a step that a delay hides from them."""

from dataclasses import replace

import pytest

from domain.engine.chance import Chance
from domain.engine.viewer import FIRST_SEAT
from domain.game.terms import Delay, Terms
from domain.rulesets import CURRENT
from services.commands.answers import Accepted, Answer, GameParked, RefusedAnswer, UnknownGame
from services.commands.bot_player import BOT_PRINCIPAL
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.commands.unpark import NotParked, StillDamaged, Unparked, unpark
from services.errors import Unavailable
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_game
from services.parkings import ParkedGame
from services.ports import Principal
from services.reads.look import Look
from services.world import World
from tests.api.memory import MemoryLog
from tests.dice import new_id
from tests.fakes import FakeParkings
from tests.game.toy import TOY, CardRevealed, Show, State
from tests.registry import register
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game
from tests.services.ports_to_disturb import disturbed, edit_step

DECIDED = (Accepted, RefusedAnswer)
"""The answers that are written to the log."""
WHY = "the step is missing"
DELAYED_RULESET = next(each.id for each in CURRENT.values() if each.seats_min <= 2)


async def send(play: Play, driver: GameDriver, principal: Principal, *, game_id: str = "", bot: bool = False) -> Answer:
    request = CommandRequest(
        game_id=game_id or driver.game_id,
        command_id=new_id(),
        build=lambda by, own, authority: Show(FIRST_SEAT),
        needs_seat=False,
        bot_seat=FIRST_SEAT if bot else None,
    )
    return await play.submit(principal, request)


def new_process(world: World) -> Play:
    return Play(world, GameLoader(world))


def memory_log(world: World) -> MemoryLog:
    assert isinstance(world.log, MemoryLog)
    return world.log


async def test_a_damaged_game_is_parked_until_it_is_unparked_and_others_go_on(
    memory: World, toy: str, caplog: pytest.LogCaptureFixture
) -> None:
    driver, other = await seated_game(memory, toy), await seated_game(memory, toy)
    undo = edit_step(memory, driver.game_id, 4)
    play = new_process(memory)
    parked = await send(play, driver, ANN)
    assert isinstance(parked, GameParked) and (parked.game_id, parked.version, parked.step) == (driver.game_id, 4, 4)
    assert [record.levelname for record in caplog.records if record.name == "emberlog.play"] == ["ERROR"]
    undo()
    for process in (play, driver.play, new_process(memory)):
        for _ in range(2):
            assert await send(process, driver, ANN) == parked, "the log is sound once more, and nobody has said so"
        assert isinstance(await send(process, other, ANN), DECIDED)
    assert await unpark(memory, driver.game_id) == Unparked()
    for process in (play, driver.play, new_process(memory)):
        assert isinstance(await send(process, driver, ANN), DECIDED)


async def test_a_game_is_unparked_when_its_log_holds(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    assert await unpark(memory, driver.game_id) == NotParked()
    undo = edit_step(memory, driver.game_id, 4)
    assert isinstance(await send(new_process(memory), driver, ANN), GameParked)
    result = await unpark(memory, driver.game_id)
    assert isinstance(result, StillDamaged) and result.finding.version == 4
    assert await memory.parkings.parked(driver.game_id) is not None
    undo()
    assert await unpark(memory, driver.game_id) == Unparked()
    assert await unpark(memory, driver.game_id) == NotParked()


async def test_a_damaged_game_can_be_unparked_anyway(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    edit_step(memory, driver.game_id, 4)
    assert isinstance(await send(new_process(memory), driver, ANN), GameParked)
    assert await unpark(memory, driver.game_id, anyway=True) == Unparked()
    assert isinstance(await send(new_process(memory), driver, ANN), GameParked), "it is found damaged once more"


async def test_a_game_without_a_log_stays_parked_unless_anyway(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    await memory.parkings.park(driver.game_id, driver.state.version, WHY)
    del memory_log(memory).rows[driver.game_id]
    assert isinstance(await unpark(memory, driver.game_id), StillDamaged)
    assert await unpark(memory, driver.game_id, anyway=True) == Unparked()


async def test_a_game_that_is_parked_while_another_process_decides_takes_no_command(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    world, log = disturbed(memory)
    play, head = new_process(world), driver.state.version
    commands = await memory.log.commands(driver.game_id)
    log.before_append = lambda: memory.parkings.park(driver.game_id, head, WHY)
    answer = await send(play, driver, ANN)
    assert isinstance(answer, GameParked) and answer.step == head and WHY in answer.text
    assert await memory.log.commands(driver.game_id) == commands
    assert await send(play, driver, BEN) == answer


async def test_a_game_unparked_while_a_command_is_refused_takes_it(memory: World, toy: str) -> None:
    """The log answers that the game is parked, and when the process asks why, it is so no longer."""
    driver = await seated_game(memory, toy)
    await memory.parkings.park(driver.game_id, driver.state.version, WHY)
    world = replace(memory, parkings=UnparkedMeanwhile(memory_log(memory)))
    assert isinstance(await send(new_process(world), driver, ANN), Accepted)


class UnparkedMeanwhile(FakeParkings):
    """Unparks a game just before somebody asks why it is parked."""

    async def parked(self, game_id: str) -> ParkedGame | None:
        await self.unpark(game_id)
        return await super().parked(game_id)


async def test_a_parking_that_cannot_be_written_is_unavailable_and_the_next_command_parks(
    memory: World, toy: str
) -> None:
    driver = await seated_game(memory, toy)
    world, log = disturbed(memory)
    undo = edit_step(memory, driver.game_id, 4)
    play, stored = new_process(world), memory_log(memory)

    async def database_goes() -> None:
        stored.away = True

    log.after_read = database_goes
    with pytest.raises(Unavailable):
        await send(play, driver, ANN)
    stored.away = False
    assert await memory.parkings.parked(driver.game_id) is None
    assert isinstance(await send(play, driver, ANN), GameParked)
    stored.away = True
    with pytest.raises(Unavailable):
        await send(play, driver, ANN)
    stored.away = False
    undo()
    assert isinstance(await send(play, driver, ANN), GameParked)


async def test_only_the_first_command_of_a_process_on_a_sound_game_asks_whether_it_is_parked(
    memory: World, toy: str
) -> None:
    queries: list[str] = []

    class Counted(FakeParkings):
        async def parked(self, game_id: str) -> ParkedGame | None:
            queries.append(game_id)
            return await super().parked(game_id)

    driver = await seated_game(memory, toy)
    play = new_process(replace(memory, parkings=Counted(memory_log(memory))))
    for _ in range(3):
        assert isinstance(await send(play, driver, ANN), DECIDED)
    assert queries == [driver.game_id], "a state that was decided on before costs no round trip"


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_parked_game_is_read_and_a_repeated_command_is_answered(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    command_id = new_id()
    first = await driver.submit(Show(FIRST_SEAT), command_id, seat=FIRST_SEAT)
    assert isinstance(first, Accepted)
    await memory.parkings.park(driver.game_id, first.version, WHY)
    for _ in range(2):
        assert isinstance(await driver.submit(Show(FIRST_SEAT)), GameParked)
        repeated = await driver.submit(Show(FIRST_SEAT), command_id, seat=FIRST_SEAT)
        assert isinstance(repeated, Accepted) and (repeated.version, repeated.is_repeat) == (first.version, True)
    visible = await Look(memory, Histories(memory)).game(EVE, driver.game_id)
    assert visible is not None and visible.version == first.version
    verdict = await verify_game(memory, driver.game_id)
    assert verdict is not None and verdict.finding is None
    edit_step(memory, driver.game_id, first.version)
    cold = replace(driver, play=new_process(memory))
    assert isinstance(await cold.submit(Show(FIRST_SEAT), command_id, seat=FIRST_SEAT), GameParked)


async def test_real_processes_share_their_parked_games(world: World) -> None:
    driver = await seated_game(world)
    head = driver.state.version
    await world.parkings.park(driver.game_id, head, WHY)
    commands = await world.log.commands(driver.game_id)
    for answer in (await driver.play_any(), await driver.play_any()):
        assert isinstance(answer, GameParked) and answer.step == head and WHY in answer.text
    assert await world.log.commands(driver.game_id) == commands
    assert await unpark(world, driver.game_id) == Unparked()
    assert isinstance(await driver.play_any(), Accepted)


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
    parked = await memory.parkings.parked(driver.game_id)
    assert parked is not None and parked.why == "a command led to an impossible event"
    register(monkeypatch, TOY)
    assert await unpark(memory, driver.game_id) == Unparked()
    assert isinstance(await driver.submit(Show(FIRST_SEAT)), Accepted), "the bug is mended"


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
        assert isinstance(answer, GameParked) and (answer.version, answer.step) == (1, None)
    parked = await memory.parkings.parked(driver.game_id)
    assert parked is not None and parked.version == 3, "the second process finds step 1, but the game was parked before"


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
