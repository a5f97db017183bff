"""What-if sandboxes: the step they continue from, the caller's seat, repeats, and what a delay seals."""

import pytest

from domain.engine.viewer import ARBITER, FIRST_SEAT, SPECTATOR, Seat, Viewer, seat_of
from domain.game.terms import Delay, Origin, Terms
from services.commands.answers import Accepted, Answer, BadCommandId, IdReused, RefusedAnswer
from services.commands.fork import Forks, last_choice
from services.commands.play import Play
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_game
from services.ports import Principal
from services.reads.look import Look, NoSuchStep
from services.world import World
from tests.dice import new_id
from tests.registry import register
from tests.services.clock import Clock
from tests.services.game_driver import ANN, EVE, JUDGE, GameDriver, seated_game
from tests.services.test_trial import RISKY

BEGUN, DEALT, ANN_SHOWED, BEN_SHOWED, ENDED, REVEALED = range(4, 10)
"""The steps of a toy game of two players; before them it was opened and two seats were taken."""


@pytest.fixture
async def driver(memory: World, toy: str) -> GameDriver:
    return await seated_game(memory, toy)


async def fork(
    driver: GameDriver,
    principal: Principal = EVE,
    viewer: Viewer = SPECTATOR,
    *,
    at: int | None = None,
    seat: Seat | None = None,
    title: str = "",
    command_id: str | None = None,
) -> Answer:
    visible = await Look(driver.world, Histories(driver.world)).game(principal, driver.game_id)
    assert visible is not None
    forks = Forks(driver.play, driver.world.now_us)
    return await forks.fork(principal, command_id or new_id(), visible, viewer, at=at, seat=seat, title=title)


def origin(answer: Answer) -> Origin:
    assert isinstance(answer, Accepted), answer
    sandbox = answer.head.state.sandbox
    assert sandbox is not None and sandbox.origin is not None
    return sandbox.origin


@pytest.mark.parametrize("at", [-1, 0, DEALT + 1])
async def test_a_step_that_does_not_exist_cannot_be_forked(driver: GameDriver, at: int) -> None:
    with pytest.raises(NoSuchStep):
        await fork(driver, at=at)


@pytest.mark.parametrize("at", [1, 2, 3, BEGUN])
async def test_before_the_first_choice_there_is_nothing_to_fork(driver: GameDriver, at: int) -> None:
    answer = await fork(driver, at=at)
    assert isinstance(answer, RefusedAnswer) and answer.code == "nothing_to_play"


async def test_an_id_that_is_not_a_uuid_and_a_seat_that_does_not_exist(driver: GameDriver) -> None:
    assert await fork(driver, command_id="first") == BadCommandId("first")
    answer = await fork(driver, seat=seat_of(2))
    assert isinstance(answer, RefusedAnswer) and answer.code == "no_such_seat"


@pytest.mark.rules("GAME-FORK-01")
@pytest.mark.parametrize(
    ("version", "choice"),
    [
        (1, 1),
        (3, 1),
        (BEGUN, 1),
        (DEALT, DEALT),
        (ANN_SHOWED, ANN_SHOWED),
        (BEN_SHOWED, ANN_SHOWED),
        (ENDED, ANN_SHOWED),
        (REVEALED, ANN_SHOWED),
    ],
)
async def test_the_last_choice_is_after_a_whole_command_when_somebody_may_play(
    driver: GameDriver, version: int, choice: int
) -> None:
    await driver.play_on(2)
    history = await Histories(driver.world).up_to_date(driver.game_id)
    assert history is not None and history.version == REVEALED
    assert last_choice(history, version) == choice


async def test_a_step_in_the_middle_of_a_command_is_not_a_choice(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ann's card is shown, Ben is to act; but the same command deals new cards."""
    register(monkeypatch, RISKY)
    driver = await seated_game(memory, toy)
    await driver.play_any()
    history = await Histories(memory).up_to_date(driver.game_id)
    assert history is not None and history.version == ANN_SHOWED + 1
    assert driver.game.to_act(history.state_at(ANN_SHOWED)) == (seat_of(1),)
    assert last_choice(history, ANN_SHOWED) == DEALT and last_choice(history, ANN_SHOWED + 1) == ANN_SHOWED + 1


@pytest.mark.rules("GAME-FORK-01")
@pytest.mark.parametrize(
    ("principal", "viewer", "requested", "expected"),
    [
        (EVE, SPECTATOR, None, 1),
        (ANN, seat_of(0), None, 0),
        (JUDGE, ARBITER, None, 1),
        (EVE, SPECTATOR, seat_of(0), 0),
        (ANN, seat_of(0), seat_of(1), 1),
    ],
)
async def test_the_seat_is_the_requested_one_or_the_viewers_or_the_one_to_act(
    driver: GameDriver, principal: Principal, viewer: Viewer, requested: Seat | None, expected: int
) -> None:
    await driver.play_any()
    answer = await fork(driver, principal, viewer, seat=requested)
    assert origin(answer) == Origin(driver.game_id, ANN_SHOWED, viewer)
    assert isinstance(answer, Accepted) and answer.head.state.seat_of(principal.id) == expected
    assert answer.head.state.seats[1 - expected].bot
    verdict = await verify_game(driver.world, answer.game_id)
    assert verdict is not None and verdict.finding is None


async def test_a_finished_game_is_forked_at_its_last_choice_and_played_to_another_end(driver: GameDriver) -> None:
    await driver.play_on(2)
    answer = await fork(driver)
    assert origin(answer).version == ANN_SHOWED
    assert isinstance(answer, Accepted) and driver.game.to_act(answer.head.state) == (seat_of(1),)


@pytest.mark.rules("GAME-FORK-02")
async def test_a_fork_has_none_of_the_secrets_of_its_game(driver: GameDriver) -> None:
    answer = await fork(driver, ANN, FIRST_SEAT)
    assert isinstance(answer, Accepted)
    state, before = answer.head.state, driver.state
    assert state.position.cards[0] == before.position.cards[0]
    assert state.secret != before.secret and state.seed != before.seed
    body = answer.steps[0].body.data
    assert before.secret.encode() not in bytes(body) and before.seed.encode() not in bytes(body)


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_repeated_fork_is_the_same_sandbox_though_the_game_has_moved_on(driver: GameDriver) -> None:
    command_id = new_id()
    first = await fork(driver, command_id=command_id)
    await driver.play_any()
    assert isinstance(await fork(driver, command_id=command_id, at=DEALT), IdReused)
    repeat = await fork(driver, command_id=command_id, title="Another")
    assert isinstance(first, Accepted) and isinstance(repeat, Accepted)
    assert first.names.title == repeat.names.title == f"What if, from step {DEALT}"
    assert repeat.is_repeat and repeat.game_id == first.game_id and origin(repeat).version == DEALT


@pytest.mark.rules("GAME-FORK-04")
async def test_a_fork_is_sealed_only_while_a_delay_hides_its_step(memory: World, toy: str, clock: Clock) -> None:
    driver = await seated_game(memory, toy, terms=Terms(delay=Delay(seconds=60)))
    assert origin(await fork(driver, ANN, FIRST_SEAT)).sealed
    clock.now_us += 59_999_999
    assert origin(await fork(driver, ANN, FIRST_SEAT)).sealed
    clock.now_us += 1
    assert not origin(await fork(driver, ANN, FIRST_SEAT)).sealed
    assert not origin(await fork(driver, EVE)).sealed


async def test_a_fork_before_the_game_begins_is_refused(memory: World, toy: str) -> None:
    play = Play(memory, GameLoader(memory))
    opened = await Seating(play).open(ANN, new_id(), ruleset=toy, seats=2, options={}, title="")
    assert isinstance(opened, Accepted)
    visible = await Look(memory, Histories(memory)).game(ANN, opened.game_id)
    assert visible is not None
    answer = await Forks(play, memory.now_us).fork(ANN, new_id(), visible, SPECTATOR, at=None, seat=None, title="")
    assert isinstance(answer, RefusedAnswer) and answer.code == "nothing_to_play"
