"""The quick way of LOCAL, for what most commands are: the ruleset's, accepted, in a game without clocks or stops.
Whatever it does not take is decided with care, in `local`.

It spares what is provably the same. Nothing but the position, the version and the time of such a game moves, so no
state of the whole game is built. The same events lead to the same position by both versions, except for those that a
ruleset names (`Ruleset.corrected_events`), so the record is not folded beside it. Nor is the record read: events are
written and compared with its bytes, which are canonical.

The same holds of what seats do before the first choice, and of the end; those are decided by the whole game.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from operator import add, attrgetter
from typing import Any, Final, NamedTuple, cast

import msgspec
from msgspec import UNSET

from domain.engine.chance import Chance
from domain.engine.codec import canonical, canonical_each
from domain.engine.fold import advanced, fold
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.engine.viewer import seats_of
from domain.game import Game, GameState, rules
from domain.game.commands import GAME_COMMAND_TYPES, BeginGame, LeaveSeat, SeatBot, TakeSeat
from domain.game.game import Decided
from services.ports import RawStep, StoredCommand
from services.readjudicate.carried import carried, carried_position
from services.readjudicate.findings import Tally
from services.readjudicate.recorded import RecordedCommand, Recording

_AHEAD: Final = b'{"command":%b,"data":'
"""How the body of a step begins: its event follows, and no object's text begins another one's."""
_SEATING: Final = frozenset((TakeSeat, LeaveSeat, SeatBot, BeginGame))


_BODY: Final = attrgetter("body")
_SCHEMA: Final = attrgetter("schema")

AHEAD_MIN: Final = 2
AHEAD_MAX: Final = 64
FEW: Final = 8
"""So many events are written one by one, which takes less than to prepare for writing many."""


class _Ahead(msgspec.Struct, frozen=True, gc=False):
    """A command that was decided by the other version before those ahead of it were compared. `after_step`: the step
    that it was decided on."""

    stored: StoredCommand
    after_step: Step
    before: Any
    events: tuple[Any, ...]
    after: Any


class Left(NamedTuple):
    """A command that is left to `local`: what the other version's ruleset says of it, and whether it differs."""

    decided: Decided | None
    differs: bool


class _Deciding:
    """Decides the commands of a recorded game by another version, from a state on where they are plain."""

    def __init__(self, other: AnyRuleset, recording: Recording, state: GameState) -> None:
        self._other, self._stored, self._read = other, recording.stored, recording.command_reader
        self._seed, self._seats = bytes.fromhex(state.seed), _who_may_play(state)
        self._next, self._step, self._position = recording.next, state.version, carried_position(state.position, other)

    def ahead(self, at_most: int) -> tuple[list[_Ahead], Decided | None]:
        """The next commands; fewer if one is not plain or refused, or ends the game: then what it leads to as well."""
        other, read, seed, seats = self._other, self._read, self._seed, self._seats
        position, step = self._position, self._step
        ahead: list[_Ahead] = []
        for each in self._stored[self._next : self._next + at_most]:
            command = read(each.body)
            if each.outcome != "accepted" or type(command) in GAME_COMMAND_TYPES or command.seat not in seats:
                break
            try:
                events, after = advanced(other, position, command, Chance(seed, step))
            except Refused:
                break
            if other.outcome(after) is not None:
                return ahead, (events, after)
            ahead.append(_Ahead(each, step, position, events, after))
            position, step = after, Step(each.last_version)
        self._next, self._step, self._position = self._next + len(ahead), step, position
        return ahead, None


class Alike:
    """Goes through a recorded game as far as another version decides it alike.

    Some commands are decided ahead, and then their events are compared: to do the same many times is what a processor
    is quick at. If one differs, those behind it were decided in vain, so there are few at first.
    """

    def __init__(self, recording: Recording, by: Game, other: Game, tally: Tally) -> None:
        self._recording, self._by, self._other, self._tally = recording, by, other, tally

    def go_on(self) -> Left:
        """Goes on behind the commands that lead to the same. Returns what is known of the next one."""
        recording, state = self._recording, self._recording.here
        if state is None or not _is_plain(state, "playing"):
            return Left(None, False)
        both = self._both_at(state)
        deciding = _Deciding(both.other, recording, state)
        size, alike, last = AHEAD_MIN, 0, None
        while True:
            ahead, ending = deciding.ahead(size)
            number = both.how_many_alike(ahead, recording.rows) if ahead else 0
            alike += number
            last = ahead[number - 1] if number else last
            if number < size:
                break
            size = min(4 * size, AHEAD_MAX)
        if last is not None:
            recording.skip(alike, _moved(state, both.own, last))
        self._tally.commands += alike
        self._tally.records += both.records
        if number < len(ahead):
            return Left((ahead[number].events, ahead[number].after), True)
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
        says_more = both.says_more(each.stored.command_id, each.rows, events)
        if says_more is None or not both.is_led_to_alike(before, after, events):
            return False
        self._tally.records += says_more
        each.led_to(carried(after, both.own))
        return True

    def _both_at(self, state: GameState) -> "_Both":
        own, is_same = self._by.in_force(state), self._other.ruleset is self._by.ruleset
        return _Both(own, own if is_same else self._other.ruleset, self._recording.events)


def _is_plain(state: GameState, phase: str) -> bool:
    """Whether a command of the ruleset moves nothing of a game in this phase but its position."""
    return (
        state.phase == phase
        and state.clock is UNSET
        and state.clock_terms is None
        and state.stopped is UNSET
        and state.motion is UNSET
    )


def _moved(state: GameState, by: AnyRuleset, last: _Ahead) -> GameState:
    """The game some commands of its ruleset later: nothing has moved but its position, its version and its time."""
    position, version = carried_position(last.after, by), Step(last.stored.last_version)
    return msgspec.structs.replace(state, position=position, version=version, at_us=last.stored.time_us)


def _who_may_play(state: GameState) -> frozenset[int]:
    """The seats that may play, which no command of the ruleset changes."""
    return frozenset(seat for seat in seats_of(len(state.seats)) if rules.why_not_play(state, seat) is None)


@lru_cache(64)
def _first(initial: Callable[[int, Any], Any], options: Any, seats: int, chosen: bytes) -> Any:  # noqa: ANN401
    """The position before set-up, which is the same for many games."""
    return initial(seats, msgspec.json.decode(chosen, type=options))


def _unlike(bodies: Sequence[bytes], heads: Sequence[bytes], events: Sequence[Any]) -> list[int]:
    """The places of the bodies that do not hold exactly the event of this place."""
    alike = list(map(bytes.startswith, bodies, map(add, heads, canonical_each(events))))
    return [] if all(alike) else [at for at, is_alike in enumerate(alike) if not is_alike]


class _Both:
    """Two versions of the ruleset of a game. `records`: how many records say more or less than the other's events."""

    def __init__(
        self, own: AnyRuleset, other: AnyRuleset, read: Callable[[Sequence[RawStep]], tuple[Any, ...]]
    ) -> None:
        self.own, self.other, self.records = own, other, 0
        later = other if other.version > own.version else own
        self._noted, self._corrected, self._shared = later.noted, later.corrected_events, own.evolve is other.evolve
        self._says_less = bool(later.noted) and later is other  # what it has no facts of is written before all else
        self._schemas, self._read = own.schemas, read

    def how_many_alike(self, ahead: Sequence[_Ahead], rows: Sequence[RawStep]) -> int:
        """How many of these commands, from the first on, are recorded with the same events, and lead to the same."""
        steps = rows[ahead[0].after_step : ahead[-1].stored.last_version]
        commands = [(each.stored.command_id, each.events) for each in ahead]
        written, say_more = self._written(commands, steps)
        at = 0
        for number, each in enumerate(ahead):
            at += len(each.events)
            if at > written or at != each.stored.last_version - ahead[0].after_step or not self._is_led_to(each):
                return number
            self.records += number in say_more
        return len(ahead)

    def says_more(self, command_id: str, steps: Sequence[RawStep], events: tuple[Any, ...]) -> bool | None:
        """Whether the record of a command says more or less of its events. None if it holds others."""
        if len(events) == len(steps) <= FEW and not self._schemas:
            head = _AHEAD % canonical(command_id)
            both = zip(steps, events, strict=True)
            if all(step.schema == 1 and step.body.startswith(head + canonical(event)) for step, event in both):
                return False
        written, say_more = self._written([(command_id, events)], steps)
        return bool(say_more) if written == len(events) == len(steps) else None

    def _written(
        self, commands: Sequence[tuple[str, tuple[Any, ...]]], steps: Sequence[RawStep]
    ) -> tuple[int, set[int]]:
        """How many of these events are recorded, from the first on, and the places of the commands of which the record
        says more or less. Events are written, all at once, which is cheaper than reading the record."""
        heads: list[bytes] = []
        number_of: list[int] = []
        ids = canonical_each([command_id for command_id, _ in commands])
        for number, (_, each) in enumerate(commands):
            heads += [_AHEAD % ids[number]] * len(each)
            number_of += [number] * len(each)
        schemas = self._schemas
        if any(step.schema != schemas.get(step.type, 1) for step in steps) if schemas else {*map(_SCHEMA, steps)} - {1}:
            return 0, set()
        bodies, events = list(map(_BODY, steps)), list(chain.from_iterable([each for _, each in commands]))
        noted = [at for at, each in enumerate(events) if type(each) in self._noted]
        bare = self._without_notes(events) if noted else events
        unlike = _unlike(bodies, heads, bare if self._says_less else events)
        says_more = [at for at in noted if bare[at] != events[at]] if self._says_less else []
        if unlike:
            unlike, says_more = self._known_otherwise(steps, heads, events, bare, unlike, says_more)
        written = min([len(bodies), len(events), *unlike])
        return written, {number_of[at] for at in says_more if at < written}

    def _known_otherwise(
        self,
        steps: Sequence[RawStep],
        heads: Sequence[bytes],
        events: Sequence[Any],
        bare: Sequence[Any],
        unlike: list[int],
        says_more: list[int],
    ) -> tuple[list[int], list[int]]:
        """The places of the events that are not recorded, with or without facts for the record alone; and those of
        which the record says more or less."""
        noted = [at for at in unlike if type(events[at]) in self._noted]
        bodies, others = [steps[at].body for at in noted], events if self._says_less else bare
        still = {noted[at] for at in _unlike(bodies, [heads[at] for at in noted], [others[at] for at in noted])}
        apart = {at for at in still if self._is_but_noted(bare[at], steps[at])}
        recorded = set(noted) - still
        if self._says_less:
            noted = [at for at in says_more if at not in recorded]
        return [at for at in unlike if at not in recorded and at not in apart], [*noted, *apart]

    def _without_notes(self, events: Sequence[Any]) -> list[Any]:
        """Events without the facts that are only for the record."""
        notes_for, replace = self._noted.get, msgspec.structs.replace
        return [replace(each, **notes) if (notes := notes_for(type(each))) else each for each in events]

    def _is_but_noted(self, bare: Any, step: RawStep) -> bool:  # noqa: ANN401
        """Whether a step records an event, except for what only a record needs."""
        (recorded,) = self._read((step,))
        return type(recorded) is type(bare) and msgspec.structs.replace(recorded, **self._noted[type(bare)]) == bare

    def _is_led_to(self, each: _Ahead) -> bool:
        """Whether the recorded events lead there by the game's own version, which has to be computed for few."""
        if self._shared and (not self._corrected or self._corrected.isdisjoint(map(type, each.events))):
            return True
        recorded = fold(self.own.evolve, carried_position(each.before, self.own), each.events)
        return carried_position(recorded, self.other) == each.after  # type: ignore[no-any-return]

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


__all__ = ["Alike"]
