"""The quick way of LOCAL, for what most commands are: the ruleset's, in a game without clocks or stops.
Whatever it does not take is decided with care, in `local`.

It spares what is provably the same. Nothing but the position, the version and the time of such a game moves, so no
state of the whole game is built. The same events lead to the same position by both versions, except for those that a
ruleset names (`Ruleset.corrected_events`), so the record is not folded beside it. Nor is the record read: events are
written and compared with its bytes, which are canonical.

The same holds of what seats do before the first choice, and of the end; those are decided by the whole game.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from domain.engine.chance import Chance
from domain.engine.fold import advanced
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import seats_of
from domain.game import Game, GameState, rules
from domain.game.commands import GAME_COMMAND_TYPES, BeginGame, LeaveSeat, SeatBot, TakeSeat
from domain.game.game import Decided
from domain.log.refusals import decode_refusal
from services.ports import StoredCommand
from services.readjudicate.both import Ahead, Both
from services.readjudicate.carried import carried, carried_position
from services.readjudicate.findings import Tally
from services.readjudicate.recorded import RecordedCommand, Recording

_SEATING: Final = frozenset((TakeSeat, LeaveSeat, SeatBot, BeginGame))

AHEAD_MIN: Final = 2
AHEAD_MAX: Final = 64


class Left(NamedTuple):
    """A command that is left to `local`. `decided`: what the other version's ruleset says of it, if that is known.
    `differs`: whether it leads to something else. `begin`: how its record begins, as far as that is known."""

    decided: Decided | None
    differs: bool
    begin: tuple[Any, ...] = ()


class _Deciding:
    """Decides the commands of a recorded game by another version, from a state on where they are plain."""

    def __init__(self, other: AnyRuleset, recording: Recording, state: GameState) -> None:
        self._other, self._stored, self._read = other, recording.stored, recording.command_reader
        self._seed, self._seats = bytes.fromhex(state.seed), _who_may_play(state)
        self._next, self._step, self._position = recording.next, state.version, carried_position(state.position, other)

    def ahead(self, at_most: int) -> tuple[Ahead, Decided | None]:
        """The next commands; fewer if one is not plain, is refused or allowed unlike the record, or ends the game: then
        what it leads to as well."""
        other, read, seed, seats = self._other, self._read, self._seed, self._seats
        position, step = self._position, self._step
        ahead, outcome, ending = Ahead(step, position), other.outcome, None
        for each in self._stored[self._next : self._next + at_most]:
            command = read(each.body)
            if type(command) in GAME_COMMAND_TYPES or command.seat not in seats:
                break
            events: tuple[Any, ...] = ()
            try:
                events, after = advanced(other, position, command, Chance(seed, step))
            except Refused as refused:
                if each.outcome == "accepted" or decode_refusal(each.answer).code != refused.code:
                    break
                after = position
            else:
                if each.outcome == "refused":
                    break
                if outcome(after) is not None:
                    ending = events, after
                    break
            ahead.stored.append(each)
            ahead.events += events
            ahead.ends.append(len(ahead.events))
            ahead.positions.append(after)
            position, step = after, each.last_version
        self._next, self._step, self._position = self._next + len(ahead.stored), step, position
        return ahead, ending


class Alike:
    """Goes through a recorded game as far as another version decides it alike.

    Some commands are decided ahead, and then their events are compared: to do the same many times is what a processor
    is quick at. If one differs, those behind it were decided in vain, so there are few at first.
    """

    def __init__(self, recording: Recording, by: Game, other: Game, tally: Tally) -> None:
        self._recording, self._by, self._other, self._tally = recording, by, other, tally
        self._both: Both | None = None

    def go_on(self) -> Left:
        """Goes on behind the commands that lead to the same. Returns what is known of the next one."""
        recording, state = self._recording, self._recording.here
        if state is None or not _is_plain(state, "playing"):
            return Left(None, False)
        both, size, first = self._both_at(state), AHEAD_MIN, recording.next
        deciding = _Deciding(both.other, recording, state)
        alike, position = 0, state.position
        while True:
            ahead, ending = deciding.ahead(size)
            number, records, begin = both.compared(ahead, recording.rows)
            alike += number
            position = ahead.positions[number]
            self._tally.records += records
            if number < size:
                break
            size = min(4 * size, AHEAD_MAX)
        self._tally.commands += alike
        passed = recording.stored[first : first + alike]
        recording.skip(passed, _moved(state, carried_position(position, both.own), passed))
        if number < len(ahead.stored):
            return Left(ahead.decided(number), True, begin)
        return Left(ending, False)

    def is_recorded(self, each: RecordedCommand, events: tuple[Any, ...], after: GameState) -> bool:
        """Whether an accepted command, which the whole game has decided by the other version, led to the same by its
        own. Counts a record that says more or less."""
        before = each.before
        if before is None or not (_is_plain(before, before.phase) and _is_plain(after, after.phase)):
            return False
        if type(each.command) in GAME_COMMAND_TYPES and type(each.command) not in _SEATING:
            return False
        both = self._both_at(before)
        says_more = both.says_more(each.stored, each.rows, events)
        if says_more is None or not both.is_led_to_alike(before, after, events):
            return False
        self._tally.records += says_more
        each.led_to(carried(after, both.own))
        return True

    def _both_at(self, state: GameState) -> Both:
        own, is_same = self._by.in_force(state), self._other.ruleset is self._by.ruleset
        if self._both is None or self._both.own is not own:
            self._both = Both(own, own if is_same else self._other.ruleset, self._recording.event_reader)
        return self._both


def _is_plain(state: GameState, phase: str) -> bool:
    """Whether a command of the ruleset moves nothing of a game in this phase but its position."""
    return (
        state.phase == phase
        and state.clock is UNSET
        and state.clock_terms is None
        and state.stopped is UNSET
        and state.motion is UNSET
    )


def _moved(state: GameState, position: Any, passed: Sequence[StoredCommand]) -> GameState:  # noqa: ANN401
    """The game some commands of its ruleset later: nothing has moved but its position, its version and its time."""
    last = next((each for each in reversed(passed) if each.outcome == "accepted"), None)
    if last is None:
        return state
    return msgspec.structs.replace(state, position=position, version=last.last_version, at_us=last.time_us)


def _who_may_play(state: GameState) -> frozenset[int]:
    """The seats that may play, which no command of the ruleset changes."""
    return frozenset(seat for seat in seats_of(len(state.seats)) if rules.why_not_play(state, seat) is None)


__all__ = ["Alike"]
