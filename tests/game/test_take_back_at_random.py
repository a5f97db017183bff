"""Random games with take-backs, motions, rulings, stops and clocks to any step: each command is carried out or refused.

`Played` writes every event and reads it back, and compares the state that was decided with the one that is replayed.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat, seats_of
from domain.game import Resign, SeatBot
from domain.game.authority import Authority
from domain.game.clocks.commands import AdjustTime, CallFlag, ResumeGame, SetSleep, StopGame
from domain.game.clocks.terms import SECOND_US, ClockTerms
from domain.game.rulings.commands import CallArbiter, MakeRuling
from domain.game.rulings.ruling import Adjustment, Ruling, TimeGiven
from domain.game.take_back.commands import AnswerMotion, MakeMotion, TakeBack, WithdrawMotion
from domain.game.take_back.motion import Motion
from domain.rulesets import CURRENT
from tests.game.taking_back import CONSENT, Played, opened

ROLE = Authority("arbiter")
COMMANDS = 60
CLOCK = ClockTerms(kind="bank", bank_us=30 * SECOND_US, add_us=SECOND_US, sleep_minutes_max=60)


def rulings(played: Played, seat: Seat, to: Step | None) -> list[Ruling]:
    """One of each kind that leaves the game going on."""
    return [
        Ruling("play_on"),
        Ruling("rewind", to=to),
        Ruling("points", points=(Adjustment(seat, 1),)),
        Ruling("time", time=(TimeGiven(seat, SECOND_US),)),
        Ruling("substitute", seat=seat, principal=f"other{played.state.version}"),
    ]


def tried(played: Played, dice: random.Random) -> Any:
    """A command of anybody; many of them are refused."""
    state = played.state
    seat = dice.choice(seats_of(len(state.seats)))
    by = state.seats[seat].principal or "nobody"
    to = None if dice.random() < 0.3 else Step(dice.randrange(-1, state.version + 2))
    motion = state.motion.version if isinstance(state.motion, Motion) else Step(1)
    kind = dice.choice(["take_back", "take_back", "take_back", "stop", "resume"])
    ways: list[tuple[int, Callable[[], Any]]] = [
        (8, lambda: TakeBack(by, seat, to)),
        (4, lambda: MakeMotion(by, seat, kind, to)),
        (20 if isinstance(state.motion, Motion) else 1, lambda: AnswerMotion(by, seat, motion, dice.random() < 0.9)),
        (1, lambda: WithdrawMotion(by, seat, motion)),
        (2, lambda: MakeRuling("judge", dice.choice(rulings(played, seat, to)), ROLE)),
        (1, lambda: CallArbiter(by, seat, Step(1), "mistake", "")),
        (1, lambda: StopGame("judge", dice.choice([None, state.at_us + 5]), "", ROLE)),
        (3, lambda: ResumeGame("judge", ROLE)),
        (1, lambda: AdjustTime("judge", seat, -SECOND_US, "", ROLE)),
        (4, lambda: CallFlag("judge", dice.choice(played.game.to_act(state)), ROLE)),
        (1, lambda: SetSleep(by, seat, 0, 30, 0)),
    ]
    if dice.random() < 0.02:
        return dice.choice([Resign(by, seat), SeatBot(by, seat)])
    return dice.choices([way for _, way in ways], [weight for weight, _ in ways])[0]()


def stroll(played: Played, dice: random.Random, done: Counter[str]) -> None:
    """Plays and takes back at random, and counts what was carried out and refused."""
    for _ in range(COMMANDS):
        acting = played.game.to_act(played.state)
        if played.state.over or not acting:
            return
        legal = played.game.legal(played.state, acting[0])
        command = dice.choice(legal) if legal and dice.random() < 0.4 else tried(played, dice)
        of = getattr(command, "seat", None)
        played.tick_us = dice.choice([1, SECOND_US, 12 * SECOND_US])
        try:
            played.take(command, of)
        except Refused as refused:
            done[refused.code] += 1
        else:
            done[type(command).__name__] += 1
        for seat in seats_of(len(played.state.seats)):
            line = played.frontier(seat)
            assert line.to <= played.state.version
            assert all(to >= line.to for to in line.decisions)


@pytest.mark.rules("GAME-BACK-02", "GAME-BACK-04", "GAME-BACK-07")
@pytest.mark.parametrize("ruleset", sorted(CURRENT))
def test_any_step_can_be_named_in_any_game(ruleset: str) -> None:
    done = Counter[str]()
    for number in range(6):
        dice = random.Random(f"{ruleset} {number}")
        clock = CLOCK if number % 2 else None
        stroll(opened(ruleset, CONSENT, clock=clock, secret=dice.randbytes(32)), dice, done)
    assert done["TakeBack"] and done["AnswerMotion"] and done["MakeRuling"] and done["behind_frontier"], done
