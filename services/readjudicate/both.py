"""What another version decided of recorded commands, compared with the record: events are written, and the record is
read only where its bytes are others."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import Any, Final, NamedTuple, cast

import msgspec

from domain.engine.codec import canonical, canonical_each
from domain.engine.fold import fold
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.game import GameState
from domain.game.game import Decided
from services.ports import RawStep, StoredCommand
from services.readjudicate.carried import carried_position

_AHEAD: Final = b'{"command":'
_AHEAD_OF_EVENT: Final = b',"data":'
"""How the body of a step begins: with its command and its event, and no object's text begins another one's."""


class Ahead:
    """Commands of a recorded game that were decided by the other version, before they are compared.

    `step`: the one before the first of them. `positions`: that before the first, then that after each. `events`: those
    of all in a row; a command that both versions refuse alike has none. `ends`: how many of them there are up to the
    end of each command.
    """

    __slots__ = ("ends", "events", "positions", "step", "stored")

    def __init__(self, step: Step, position: Any) -> None:  # noqa: ANN401
        self.step, self.positions = step, [position]
        self.stored: list[StoredCommand] = []
        self.events: list[Any] = []
        self.ends: list[int] = []

    def events_of(self, number: int) -> tuple[Any, ...]:
        """The events of one command."""
        return tuple(self.events[self.begin(number) : self.ends[number]])

    def begin(self, number: int) -> int:
        """How many events come before those of a command."""
        return self.ends[number - 1] if number else 0

    def decided(self, number: int) -> Decided:
        """What one command leads to."""
        return self.events_of(number), self.positions[number + 1]


class Written(NamedTuple):
    """How far events are recorded. `number`: how many of them, from the first on. `otherwise`: the places of those of
    which the record says more or less, with the event as it is recorded, if that is known."""

    number: int
    otherwise: Mapping[int, Any]


class Compared(NamedTuple):
    """How many commands are alike, from the first on, and of how many of those the record says more or less. `begin`:
    how the record of the next one begins."""

    number: int
    records: int
    begin: tuple[Any, ...] = ()


class Both:
    """Two versions of the ruleset of a game."""

    def __init__(self, own: AnyRuleset, other: AnyRuleset, read: Callable[[bytes], Any]) -> None:
        self.own, self.other = own, other
        later = other if other.version > own.version else own
        self._noted, self._corrected, self._shared = later.noted, later.corrected_events, own.evolve is other.evolve
        self._says_less = bool(later.noted) and later is other
        self._schemas, self._read = own.schemas, read

    def compared(self, ahead: Ahead, rows: Sequence[RawStep]) -> Compared:
        """Which of these commands, from the first on, are recorded with the same events, and lead to the same."""
        step, ends = ahead.step, ahead.ends
        if not ends:
            return Compared(0, 0)
        written = self._written(ahead.stored, ends, ahead.events, rows[step : step + ends[-1]])
        number, is_fold_known = 0, self._shared and not self._corrected
        for end, each in zip(ends, ahead.stored, strict=True):
            if end > written.number or end != each.last_version - step:
                break
            if not is_fold_known and not self._is_led_to(ahead, number):
                break
            number += 1
        records = {bisect_right(ends, at) for at in written.otherwise}
        begin = () if number == len(ends) else _as_recorded(ahead, number, written)
        return Compared(number, sum([each < number for each in records]), begin)

    def says_more(self, stored: StoredCommand, steps: Sequence[RawStep], events: tuple[Any, ...]) -> bool | None:
        """Whether the record of a command says more or less of its events. None if it holds others."""
        written = self._written((stored,), (len(events),), events, steps)
        return bool(written.otherwise) if written.number == len(events) == len(steps) else None

    def _written(
        self, stored: Sequence[StoredCommand], ends: Sequence[int], events: Sequence[Any], steps: Sequence[RawStep]
    ) -> Written:
        """How far the events of some commands are recorded; `ends`: as in Ahead. Events are written, all at once, which
        is cheaper than reading the record."""
        schemas = self._schemas
        if schemas:
            bodies = [step.body for step in steps if step.schema == schemas.get(step.type, 1)]
        else:
            bodies = [step.body for step in steps if step.schema == 1]
        if len(bodies) < len(steps):
            return Written(0, {})
        heads: list[bytes] = []
        begin = 0
        for each, end in zip(stored, ends, strict=True):
            heads += (_AHEAD + canonical(each.command_id) + _AHEAD_OF_EVENT,) * (end - begin)
            begin = end
        bare = self._without_notes(events)
        unlike = _unlike(bodies, heads, _replaced(events, bare) if bare else events)
        number, otherwise = min(len(bodies), len(events)), bare
        if unlike and self._noted:
            unlike, otherwise = self._otherwise(bodies, heads, events, bare, unlike)
        if unlike and unlike[0] < number:
            number = unlike[0]
        return Written(number, otherwise)

    def _without_notes(self, events: Sequence[Any]) -> dict[int, Any]:
        """The places of events with facts that are for the record alone, and that the game's own version does not
        record, and those events without them."""
        if not self._says_less:
            return {}
        noted, replace, bare = self._noted, msgspec.structs.replace, {}
        for at, event in enumerate(events):
            if (kind := type(event)) in noted and (without := replace(event, **noted[kind])) != event:
                bare[at] = without
        return bare

    def _otherwise(
        self,
        bodies: Sequence[bytes],
        heads: Sequence[bytes],
        events: Sequence[Any],
        bare: Mapping[int, Any],
        unlike: Sequence[int],
    ) -> tuple[list[int], dict[int, Any]]:
        """Of the events that the record does not hold as they are expected, those that it does not hold at all; and
        all of which it says more or less."""
        noted = [at for at in unlike if type(events[at]) in self._noted]
        others = _unlike([bodies[at] for at in noted], [heads[at] for at in noted], [events[at] for at in noted])
        places = [noted[each] for each in others]
        exact = set(noted).difference(places)
        read = {at: event for at in places if (event := self._but_noted(events[at], bodies[at])) is not None}
        otherwise = {**{at: event for at, event in bare.items() if at not in exact}, **read}
        return [at for at in unlike if at not in exact and at not in read], otherwise

    def _but_noted(self, event: Any, body: bytes) -> Any:  # noqa: ANN401
        """The recorded event, if it is this one except for what only a record needs; else None."""
        recorded, notes, replace = self._read(body), self._noted[type(event)], msgspec.structs.replace
        if type(recorded) is not type(event) or replace(recorded, **notes) != replace(event, **notes):
            return None
        return recorded

    def _is_led_to(self, ahead: Ahead, number: int) -> bool:
        """Whether the recorded events lead there by the game's own version, which has to be computed for few."""
        events = ahead.events_of(number)
        if self._shared and self._corrected.isdisjoint(map(type, events)):
            return True
        recorded = fold(self.own.evolve, carried_position(ahead.positions[number], self.own), events)
        return carried_position(recorded, self.other) == ahead.positions[number + 1]  # type: ignore[no-any-return]

    def is_led_to_alike(self, before: GameState, after: GameState, events: tuple[Any, ...]) -> bool:
        """Whether it is known without a fold that the recorded events lead from `before` to `after`."""
        if not self._shared or not self._corrected.isdisjoint(map(type, events)):
            return False
        return before.position is not None or after.position is None or self._begin_alike(before)

    def _begin_alike(self, state: GameState) -> bool:
        """Whether both versions begin a game with the same."""
        seats, options = len(state.seats), canonical(state.options)
        own = _first(self.own.initial, cast(Any, self.own.options), seats, options)
        other = _first(self.other.initial, cast(Any, self.other.options), seats, options)
        return carried_position(other, self.own) == own  # type: ignore[no-any-return]


def _as_recorded(ahead: Ahead, number: int, written: Written) -> tuple[Any, ...]:
    """How the record of a command begins, as far as it holds what was decided."""
    places = range(ahead.begin(number), min(ahead.ends[number], written.number))
    return tuple([written.otherwise.get(at, ahead.events[at]) for at in places])


@lru_cache(64)
def _first(initial: Callable[[int, Any], Any], options: Any, seats: int, chosen: bytes) -> Any:  # noqa: ANN401
    """The position before set-up, which is the same for many games."""
    return initial(seats, msgspec.json.decode(chosen, type=options))


def _replaced(events: Sequence[Any], by: Mapping[int, Any]) -> list[Any]:
    """Events with others in some places."""
    replaced = list(events)
    for at, event in by.items():
        replaced[at] = event
    return replaced


def _unlike(bodies: Sequence[bytes], heads: Sequence[bytes], events: Sequence[Any]) -> list[int]:
    """The places of the bodies that do not hold exactly the event of this place."""
    alike = list(map(bytes.startswith, bodies, map(add, heads, canonical_each(events))))
    return [] if False not in alike else [at for at, is_alike in enumerate(alike) if not is_alike]
