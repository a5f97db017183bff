"""The quick way of LOCAL, for what most commands are: the ruleset's, accepted, in a game without clocks or stops.
Whatever it does not take is decided with care, in `local`.

It spares what is provably the same. Nothing but the position, the version and the time of such a game moves, so no
state of the whole game is built. The same events lead to the same position by both versions, except for those that a
ruleset names (`Ruleset.corrected_events`), so the record is not folded beside it. Nor is the record read: events are
written and compared with its bytes, which are canonical.
"""

from typing import Any

import msgspec
from msgspec import UNSET

from domain.engine.chance import Chance
from domain.engine.fold import advanced, fold
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.engine.viewer import seats_of
from domain.game import Game, GameState, rules
from domain.game.commands import GAME_COMMAND_TYPES
from services.readjudicate.carried import carried_position
from services.readjudicate.compared import compare
from services.readjudicate.findings import Tally
from services.readjudicate.recorded import Later, RecordedCommand


class Alike:
    """Goes on through a game, as long as its commands are of this kind."""

    def __init__(self, by: Game, other: Game) -> None:
        self._by, self._other = by, other
        self._base: GameState | None = None
        self._both: _Both | None = None

    def goes_on(self, each: RecordedCommand, tally: Tally) -> bool:
        """Whether the command was decided and compared here. Counts what differs."""
        here = each.here
        if here is None or type(each.command) in GAME_COMMAND_TYPES or each.stored.outcome != "accepted":
            return False
        if isinstance(here, GameState):
            if not _is_plain(here):
                return False
            here = Later(here, here.position, here.version, here.at_us)
        both = self._both
        if both is None or here.base is not self._base:
            self._base, both = here.base, self._both_at(here.base)
            self._both = both
        decided = both.decide(here, each)
        if decided is None:
            return False
        events, position = decided
        types = set(map(type, events))
        differs = both.differs(each, events, types)
        if differs is None or not both.is_led_to(position, here, events, types):
            compare(each, events, position, self._by, tally)
            return True
        tally.records += differs
        each.led_to(Later(here.base, position, Step(each.stored.last_version), each.stored.time_us))
        return True

    def _both_at(self, state: GameState) -> "_Both":
        own, is_same = self._by.in_force(state), self._other.ruleset is self._by.ruleset
        return _Both(own, own if is_same else self._other.ruleset, state)


def _is_plain(state: GameState) -> bool:
    """Whether a command of the ruleset moves nothing of a game but its position."""
    return (
        state.phase == "playing"
        and state.clock is UNSET
        and state.clock_terms is None
        and state.stopped is UNSET
        and state.motion is UNSET
    )


class _Both:
    """Two versions of the ruleset of a running game: its seed and who may play do not change."""

    def __init__(self, own: AnyRuleset, other: AnyRuleset, state: GameState) -> None:
        self._own, self._other, self._seed = own, other, bytes.fromhex(state.seed)
        self._seats = frozenset(seat for seat in seats_of(len(state.seats)) if rules.why_not_play(state, seat) is None)
        later = other if other.version > own.version else own
        self._noted, self._corrected, self._shared = later.noted, later.corrected_events, own.evolve is other.evolve

    def decide(self, here: Later, each: RecordedCommand) -> tuple[tuple[Any, ...], Any] | None:
        """The events of a command by the other version, and the position after them; None if it is refused or ends the
        game."""
        if each.command.seat not in self._seats:
            return None
        before = carried_position(here.position, self._other)
        try:
            events, position = advanced(self._other, before, each.command, Chance(self._seed, here.version))
        except Refused:
            return None
        return (events, position) if self._other.outcome(position) is None else None

    def differs(self, each: RecordedCommand, events: tuple[Any, ...], types: set[type]) -> bool | None:
        """Whether the record says more or less of these events; None if it holds others."""
        if self._noted.keys().isdisjoint(types) and each.is_written_as(events):
            return False
        bare = tuple([self._bare(event) for event in events])
        if each.is_written_as(bare):
            return bare != events
        if bare != events and each.is_written_as(events):
            return False
        return True if tuple([self._bare(event) for event in each.events]) == bare else None

    def is_led_to(
        self,
        position: Any,  # noqa: ANN401
        here: Later,
        events: tuple[Any, ...],
        types: set[type],
    ) -> bool:
        """Whether the recorded events lead there by the game's own version, which has to be computed for few."""
        if self._shared and self._corrected.isdisjoint(types):
            return True
        recorded = fold(self._own.evolve, carried_position(here.position, self._own), events)
        return carried_position(recorded, self._other) == position  # type: ignore[no-any-return]

    def _bare(self, event: Any) -> Any:  # noqa: ANN401
        """An event without what only its record needs."""
        noted = self._noted.get(type(event))
        return event if noted is None else msgspec.structs.replace(event, **noted)


__all__ = ["Alike"]
