"""What one of two may do: claims, flags, motions, take-backs and rulings at once, by two processes with connections of their own.

Each race is run several times, so that both orders come. One wins, the others are answered, and the log is verified.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from domain.engine.codec import canonical
from domain.engine.viewer import seat_of, seats_of
from domain.game.clocks.rules import flag_due
from domain.game.clocks.terms import ClockTerms
from domain.game.rulings.ruling import Ruling, TimeGiven
from domain.game.terms import TakeBacks, Terms
from infra.wiring import Wired, use_cases_of, wired
from services.commands.answers import Accepted, Answer, RefusedAnswer, VersionConflict
from services.commands.request import CommandRequest
from services.log.verify import verify_game
from services.rulings.timing import Timing
from services.take_back.motions import TakingBack
from tests.dice import new_id
from tests.services.clock import SECOND_US, Clock
from tests.services.game_driver import JUDGE, GameDriver, seated_game

TERMS = Terms(
    clock=ClockTerms(kind="bank", bank_us=60 * SECOND_US, add_us=5 * SECOND_US), take_backs=TakeBacks("consent")
)
RACES = 2


@pytest.fixture
async def two(database_url: str, redis_url: str, clock: Clock) -> AsyncIterator[tuple[Wired, Wired]]:
    """Two processes: caches, locks and connections of their own, and one time that a test moves."""
    async with wired(database_url, redis_url) as one, wired(database_url, redis_url) as other:
        first, second = (use_cases_of(each.pool, replace(each.world, now_us=clock)) for each in (one, other))
        yield first, second


async def raced(two: tuple[Wired, Wired], driver: GameDriver, *answers: Any) -> list[Answer]:
    """The answers of all. The log is sound, and each process reads the same of it."""
    got = await asyncio.gather(*answers)
    verdict = await verify_game(two[0].world, driver.game_id)
    assert verdict is not None and verdict.finding is None, (verdict, got)
    await driver.refresh()
    for process in two:
        visible = await process.look.game(None, driver.game_id)
        assert visible is not None and canonical(visible.state) == canonical(driver.state), "both read the same game"
    return list(got)


def won(answers: list[Answer]) -> list[Answer]:
    return [each for each in answers if isinstance(each, Accepted)]


def codes(answers: list[Answer]) -> set[str]:
    return {each.code for each in answers if isinstance(each, RefusedAnswer)}


async def game(two: tuple[Wired, Wired], seats: int = 3) -> GameDriver:
    return await seated_game(two[0].world, "london", seats=seats, terms=TERMS)


def play(driver: GameDriver, use_cases: Wired, *, received_us: int = 0, pinned: bool = False) -> Any:
    """A legal command of the seat to act, by one of the processes."""
    command = driver.legal()[0]
    request = CommandRequest(
        game_id=driver.game_id,
        command_id=new_id(),
        build=lambda by, own, authority: command,
        received_us=received_us,
        expected_version=driver.state.version if pinned else None,
    )
    return use_cases.play.submit(driver.principal(driver.to_act()), request)


@pytest.mark.rules("GAME-CLOCK-03", "GAME-CLOCK-05", "GAME-CLOCK-06")
async def test_a_flag_falls_once_whoever_comes_at_the_same_microsecond(two: tuple[Wired, Wired], clock: Clock) -> None:
    for _ in range(RACES):
        await two_claims(two, clock)
        for early_us in (0, 1):
            await flag_and_command(two, clock, early_us)


async def two_claims(two: tuple[Wired, Wired], clock: Clock) -> None:
    """One of them calls the flag."""
    driver = await game(two)
    clock.pass_seconds(61)
    late = driver.to_act()
    claimants = [driver.principal(seat) for seat in seats_of(3) if seat != late]
    claims = (
        Timing(process.arbitration).claim(who, driver.game_id, new_id(), seat=late)
        for who, process in zip(claimants, two, strict=True)
    )
    answers = await raced(two, driver, *claims)
    assert len(won(answers)) == 1 and codes(answers) == {"flag_not_fallen"}


async def flag_and_command(two: tuple[Wired, Wired], clock: Clock, early_us: int) -> None:
    """At the moment of the fall a command is late, whoever comes first. A microsecond before it is in time, unless the
    flag was called before it was stored: no step is before the one before it."""
    driver = await game(two)
    late = driver.to_act()
    due_us = flag_due(driver.state, late)
    assert due_us is not None
    clock.now_us = due_us
    waiting = driver.principal(driver.not_to_act())
    played, claimed = await raced(
        two,
        driver,
        play(driver, two[0], received_us=due_us - early_us),
        Timing(two[1].arbitration).claim(waiting, driver.game_id, new_id(), seat=late),
    )
    commands = await two[0].world.log.commands(driver.game_id)
    called = [each for each in commands if b"game.CallFlag" in each.body and each.outcome == "accepted"]
    if early_us == 0:
        assert isinstance(claimed, Accepted), "the flag has fallen for everybody"
    if isinstance(claimed, Accepted):
        assert len(called) == 1 and driver.state.clock.seats[late].flags == 1  # type: ignore[union-attr]
    else:
        assert isinstance(played, Accepted) and codes([claimed]) == {"flag_not_fallen"} and not called


@pytest.mark.rules("GAME-RULING-02", "GAME-BACK-04", "GAME-MOTION-01")
async def test_of_rulings_motions_answers_and_commands_at_once_one_wins(two: tuple[Wired, Wired]) -> None:
    for ruling in (Ruling("play_on"), Ruling("time", time=(TimeGiven(seat_of(0), SECOND_US),))):
        await ruling_and_command(two, ruling)
    for _ in range(RACES):
        await two_motions(two)
        await yes_and_command(two)


async def ruling_and_command(two: tuple[Wired, Wired], ruling: Ruling) -> None:
    """For the same version, one is carried out and the other is told that the game has moved on."""
    driver = await game(two)
    version = driver.state.version
    answers = await raced(
        two,
        driver,
        play(driver, two[0], pinned=True),
        two[1].arbitration.rule(JUDGE, driver.game_id, new_id(), ruling=ruling, note="late", expected_version=version),
    )
    assert len(won(answers)) == 1 and sum(isinstance(each, VersionConflict) for each in answers) == 1


async def two_motions(two: tuple[Wired, Wired]) -> None:
    """One of them is put, and the other is told that it is open."""
    driver = await game(two)
    motions = (
        TakingBack(process.play).move(driver.principal(seat), driver.game_id, new_id(), kind="close", to=None)
        for seat, process in zip(seats_of(2), two, strict=True)
    )
    answers = await raced(two, driver, *motions)
    assert len(won(answers)) == 1 and codes(answers) == {"motion_open"}


async def yes_and_command(two: tuple[Wired, Wired]) -> None:
    """The last yes stops the game, or the command lets the motion lapse."""
    driver = await game(two, seats=2)
    await driver.play_on(1)
    own, other = (driver.principal(seat) for seat in seats_of(2))
    put = await TakingBack(two[0].play).move(own, driver.game_id, new_id(), kind="stop", to=None)
    assert isinstance(put, Accepted)
    await driver.refresh()
    played, agreed = await raced(
        two,
        driver,
        play(driver, two[0]),
        TakingBack(two[1].play).answer(other, driver.game_id, new_id(), motion=put.version, yes=True),
    )
    assert len(won([played, agreed])) == 1
    assert codes([played, agreed]) <= {"game_stopped", "no_motion"}
