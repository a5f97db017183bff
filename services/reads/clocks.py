"""What a game tells of its clocks: what they show after a step, and the ledger of every debit and credit."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Seat, seats_of
from domain.game import GameState
from domain.game.clocks.events import TimeAdjusted
from domain.game.clocks.ledger import ClockEntry, entries
from domain.game.clocks.reckoning import Reading, reading
from domain.game.clocks.rules import stop_of
from domain.game.clocks.state import ClockState, SeatClock, Stopped
from services.authority import authority_of
from services.ports import Principal
from services.principals import in_game
from services.reads.horizon import VisibleGame, VisibleHead
from services.world import World


@dataclass(frozen=True, slots=True)
class ClockNow:
    """The clock of a seat that a person plays, as it is right after a step. `at_us`: when that was."""

    clock: SeatClock
    reading: Reading
    at_us: int


def clocks_of(state: GameState) -> tuple[ClockNow, ...]:
    """The clocks after the last step of `state`, by seat; none for seats that bots play, and without clocks."""
    terms, clocks = state.clock_terms, state.clock
    if terms is None or not isinstance(clocks, ClockState):
        return ()
    return tuple(
        ClockNow(clocks.seats[seat], reading(terms, clocks, seat, state.at_us), state.at_us)
        for seat in seats_of(len(state.seats))
        if state.seats[seat].principal is not None
    )


def stop_after(state: GameState) -> Stopped | None:
    """How the game is stopped after the last step of `state`; None where it goes on."""
    return stop_of(state, state.at_us)


def ledger(visible: VisibleGame, after: Step) -> Iterator[list[ClockEntry]]:
    """The entries of each command past the step `after`, computed from the steps; nothing without clocks.

    It comes step by step, empty in the middle of a command, so that who reads much may pause."""
    history, game = visible.history, visible.game
    if visible.state.clock_terms is None:
        return
    start = _end_before(visible, after)
    before = state = history.state_at(start) if start > BEFORE_FIRST else None
    notes: dict[Seat, str] = {}
    for step in history.steps[start : visible.version]:
        state = game.evolve(state, step.event, step.moment)
        if isinstance(step.event, TimeAdjusted):
            notes[step.event.seat] = step.event.note_hash
        if not step.moment.ends:
            yield []
            continue
        some = () if before is None else entries(before, state, step.moment)
        yield [_with_note(each, notes) for each in some]
        before, notes = state, {}


def _end_before(visible: VisibleGame, after: Step) -> Step:
    """The last step up to `after` that ended a command."""
    steps = visible.history.steps[: min(after, visible.version)]
    return next((step.version for step in reversed(steps) if step.moment.ends), BEFORE_FIRST)


def _with_note(entry: ClockEntry, notes: Mapping[Seat, str]) -> ClockEntry:
    if entry.kind != "adjusted" or not notes.get(entry.seat):
        return entry
    return msgspec.structs.replace(entry, note_hash=notes[entry.seat])


async def reasons_for(
    world: World, principal: Principal | None, visible: VisibleHead, hashes: Collection[str]
) -> Mapping[str, str]:
    """The words beside stops and adjusted times, by their hashes: for arbiters of the game and for its seats."""
    reader = in_game(principal, visible.game_id)
    named = {each for each in hashes if each}
    if reader is None or visible.is_delayed or not named:
        return {}
    if not may_read_reasons(reader, visible):
        return {}
    return await world.names.notes(visible.game_id, named)


def may_read_reasons(reader: Principal, visible: VisibleHead) -> bool:
    """Whether somebody may read the words beside stops and adjusted times: arbiters of the game, and its seats."""
    return authority_of(reader, visible.state) is not None or visible.state.seat_of(reader.id) is not None
