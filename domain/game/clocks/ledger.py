"""Every debit and credit of a game's clocks, computed again from its steps and their times (GAME-CLOCK-09)."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.engine.step import Moment, Step
from domain.engine.viewer import Seat, seats_of
from domain.game.clocks.reckoning import due_us
from domain.game.clocks.terms import ClockTerms
from domain.game.state import GameState

EntryKind = Literal["bank", "spent", "free", "credit", "adjusted", "rest", "forgiven"]


class ClockEntry(msgspec.Struct, frozen=True):
    """What a command did to the bank of a seat.

    `us`: what was added, or taken where it is below 0; for `free`, `rest` and `forgiven` how long: the bank is not
    touched. `left_us`: the bank after the step. `note_hash`: of the reason for adjusted time, "" for none.
    `ends_stint`: the stint of the seat was over with that command, also where the next one began with it.
    """

    version: Step
    at_us: int
    seat: Seat
    kind: EntryKind
    us: int
    left_us: int
    rules: tuple[str, ...]
    note_hash: str = ""
    ends_stint: bool = False


def entries(before: GameState, after: GameState, moment: Moment) -> tuple[ClockEntry, ...]:
    """The entries of one command. `before`, `after`: the game at its ends; `moment`: of its last step."""
    terms = after.clock_terms
    if terms is None or after.clock is msgspec.UNSET:
        return ()
    return tuple(
        ClockEntry(
            after.version,
            moment.at_us,
            seat,
            kind,
            us,
            after.clock.seats[seat].left_us,
            rules,
            ends_stint=_ends_stint(before, after, seat),
        )
        for seat in seats_of(len(after.seats))
        for kind, us, rules in _of_seat(terms, before, after, seat, moment.at_us)
        if us
    )


def _ends_stint(before: GameState, after: GameState, seat: Seat) -> bool:
    if before.clock is msgspec.UNSET or after.clock is msgspec.UNSET or not before.clock.seats[seat].acting:
        return False
    was, now = before.clock.seats[seat], after.clock.seats[seat]
    return not now.acting or now.flags > was.flags


def _of_seat(
    terms: ClockTerms, before: GameState, after: GameState, seat: Seat, at_us: int
) -> Iterator[tuple[EntryKind, int, tuple[str, ...]]]:
    assert after.clock is not msgspec.UNSET
    now = after.clock.seats[seat]
    if before.clock is msgspec.UNSET:
        yield "bank", terms.bank_us, ("GAME-CLOCK-01",)
        return
    was = before.clock.seats[seat]
    yield "adjusted", now.adjusted_us - was.adjusted_us, ("GAME-CLOCK-07",)
    yield "spent", was.spent_us - now.spent_us, ("GAME-CLOCK-02",)
    yield "free", now.free_used_us - was.free_used_us, ("GAME-CLOCK-01",)
    yield "forgiven", now.allowed_us - was.allowed_us, ("GAME-CLOCK-03",)
    fell_us = due_us(terms, before.clock, seat) if now.flags > was.flags else None
    if fell_us is not None:
        yield "forgiven", at_us - fell_us, ("GAME-CLOCK-05",)
    yield "credit", now.credited_us - was.credited_us, ("GAME-CLOCK-04",)
    yield "rest", now.rested_us - was.rested_us, ("GAME-CLOCK-08",)
