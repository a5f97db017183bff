"""What the clock of a seat lost while the service was down, and how an arbiter may give it back."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from domain.engine.step import BEFORE_FIRST
from domain.engine.viewer import Seat
from domain.game import GameState
from domain.game.clocks.events import FlagFell, GameResumed, GameStopped
from domain.game.clocks.reckoning import reading
from domain.game.clocks.state import ClockState
from services.audit.reports.report import ROWS_MAX, Desk, Section, moment, seconds
from services.reads.clocks import ledger

SECOND_US: Final = 1_000_000
Span = tuple[int, int]
"""A time, from and to, in microseconds."""


def time_section(desk: Desk, seat: Seat, span: Span) -> Section:
    """Every debit and credit of a seat's clock in some time, and what stopped it there."""
    heading = "What its clock did"
    if desk.visible.state.clock_terms is None:
        return Section(heading, ("This game has no clocks.",))
    rows: list[tuple[str, str, str, str, str]] = [
        (moment(each.at_us), str(each.version), each.kind, _signed(each.us), seconds(each.left_us))
        for some in ledger(desk.visible, BEFORE_FIRST)
        for each in some
        if each.seat == seat and span[0] <= each.at_us < span[1]
    ]
    rows += [each for each in _stops_and_flags(desk, seat) if moment(span[0]) <= each[0] < moment(span[1])]
    if not rows:
        return Section(heading, ("Nothing was debited or credited in this time.",))
    rows.sort(key=lambda row: (row[0], int(row[1])))
    return Section(
        heading,
        ("A debit is entered with the command that ends it, so it may stand after the time that it was spent in.",),
        columns=("when", "step", "what", "time", "bank after it"),
        rows=tuple(rows[:ROWS_MAX]),
    )


def clock_lost_us(desk: Desk, seat: Seat, outages: Sequence[Span]) -> int | None:
    """What a seat's clock lost while the service was away; None where the game has no clocks."""
    if desk.visible.state.clock_terms is None:
        return None
    return sum(lost_us(state_at, seat, a, b) for state_at, a, b in _pieces(desk, outages))


def give_back_section(desk: Desk, seat: Seat, lost: int | None, overlap_us: int) -> Section:
    """What a ruling may give, as the command that gives it. `overlap_us`: how long the seat was to act in outages."""
    heading, state = "What an arbiter may give back", desk.visible.state
    league = "Which standings that touches, the organiser of the league says: this report reads one game."
    facts: tuple[tuple[str, str], ...] = (("overlap", seconds(overlap_us)),)
    if lost is None:
        text = (
            "It is the time in which the seat was to act and no API process ran. This game has no clock by which the "
            "service takes time itself, so there is none to give."
        )
        return Section(heading, (text, league), facts)
    text = (
        "Overlap is the time in which the seat was to act and no API process ran. Its clock lost what it showed less "
        "after those times than before them: hours of sleep, rest and stops cost nothing."
    )
    facts = (*facts, ("its clock lost", seconds(lost)))
    if not lost:
        return Section(heading, (text, "There is nothing to give back.", league), facts)
    if state.over:
        over = "The game is over, and nothing is ruled after its end: what follows is for the organiser to decide."
        return Section(heading, (text, over, league), facts)
    give = math.ceil(lost / SECOND_US)
    proposed = f'adjustTime(game: "{desk.visible.game_id}", seat: {seat}, seconds: {give})'
    ruling = f"makeRuling with the ruling {{time: [{{seat: {seat}, seconds: {give}}}]}}"
    return Section(
        heading,
        (
            text,
            "This report gives nothing: an arbiter does (GAME-CLOCK-07). On the page of the game it is under Rulings: "
            f"rule, choose time, seat {seat} and {give} seconds. Programs send one of these commands.",
            league,
        ),
        (*facts, ("proposed", proposed), ("or as a ruling", ruling)),
    )


def lost_us(state: GameState, seat: Seat, begin_us: int, end_us: int) -> int:
    """How much less the clock of a seat shows at the end of a time in which nothing happened."""
    terms, clocks = state.clock_terms, state.clock
    if terms is None or not isinstance(clocks, ClockState):
        return 0
    before, after = (reading(terms, clocks, seat, at_us) for at_us in (begin_us, end_us))
    return before.left_us - after.left_us


def _pieces(desk: Desk, outages: Sequence[Span]) -> Iterator[tuple[GameState, int, int]]:
    """The times of outages in which a state of the game stood."""
    visible, state = desk.visible, None
    ends = [step for step in visible.history.steps[: visible.version] if step.moment.ends]
    nexts = [step.body.time_us for step in ends[1:]] + [max((end for _, end in outages), default=0)]
    until_us = {step.version: at_us for step, at_us in zip(ends, nexts, strict=True)}
    for step in visible.history.steps[: visible.version]:
        state = visible.game.evolve(state, step.event, step.moment)
        for begin, end in outages:
            a, b = max(begin, step.body.time_us), min(end, until_us.get(step.version, 0))
            if a < b:
                yield state, a, b


def _stops_and_flags(desk: Desk, seat: Seat) -> Iterator[tuple[str, str, str, str, str]]:
    for step in desk.visible.history.steps[: desk.visible.version]:
        event = step.event
        what = "stopped" if isinstance(event, GameStopped) else "resumed" if isinstance(event, GameResumed) else ""
        if isinstance(event, FlagFell) and event.seat == seat:
            what = "flag called"
        if what:
            yield moment(step.body.time_us), str(step.version), what, "", ""


def _signed(us: int) -> str:
    return seconds(us) if us >= 0 else f"-{seconds(-us)}"
