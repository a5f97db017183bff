"""What a call, a ruling or an appeal leads to."""

from typing import Any, NamedTuple, assert_never

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.score import Outcome, Place, Source
from domain.engine.viewer import Seat, seats_of
from domain.game.clocks.decide import time_adjusted
from domain.game.clocks.events import GameResumed, GameStopped
from domain.game.clocks.rules import stop_of
from domain.game.commands import GAME_COMMAND_TYPES
from domain.game.events import GameAbandoned, GameEnded, SeedRevealed
from domain.game.rulings import rules
from domain.game.rulings.amend import amended, moved, read_amendment
from domain.game.rulings.bench import EMPTY, Bench
from domain.game.rulings.commands import (
    CallArbiter,
    DecideAppeal,
    LodgeAppeal,
    MakeRuling,
    RulingCommand,
    WithdrawCall,
)
from domain.game.rulings.events import (
    Amended,
    AppealDecided,
    AppealLodged,
    ArbiterCalled,
    CallWithdrawn,
    PointsAdjusted,
    RulesetChanged,
    RulingMade,
    SeatForfeited,
    SeatHandedOver,
)
from domain.game.rulings.evolve import bench_after
from domain.game.rulings.ruling import Ruling
from domain.game.state import GameState
from domain.game.take_back.commands import TAKE_BACK_COMMANDS
from domain.game.take_back.decide import rewound
from domain.game.take_back.past import Past

_TAKE_BACKS = frozenset[type](TAKE_BACK_COMMANDS)

Events = tuple[Any, ...]


class At(NamedTuple):
    """When a command was given, and the commands that led to the state, for a rewind."""

    at_us: int
    past: Past = ()


def decide_ruling(ruleset: AnyRuleset, state: GameState, command: RulingCommand, chance: Chance, at: At) -> Events:
    """Returns the events of a command of this folder. Raises Refused."""
    at_us = at.at_us
    bench = bench_of(state)
    match command:
        case CallArbiter(by, seat, step, category, note_hash):
            _raise(rules.why_not_call(state, bench, command))
            called = ArbiterCalled(len(bench.calls) + 1, seat, by, step, category, note_hash)
            stops = state.ruling_terms.call_stops and stop_of(state, at_us) is None
            return (called, GameStopped(by, "call", None, "")) if stops else (called,)
        case WithdrawCall(_, seat, call):
            _raise(rules.why_not_withdraw(state, bench, command))
            return _settled(state, (CallWithdrawn(call, seat),), command.by, at_us)
        case MakeRuling(by, ruling, authority):
            _raise(rules.why_not_rule(state, bench, ruling, by, authority))
            made = _in_time(state, _ruled(ruleset, state, ruling, by, _Made(chance, at, None)), at_us)
            return _settled(state, made, by, at_us)
        case LodgeAppeal(by, number, note_hash):
            _raise(rules.why_not_appeal(state, bench, command, at_us))
            appellant = rules.touched_seat(state, bench.rulings[number - 1], by)
            assert appellant is not None, "only a seat that the ruling touches appeals"
            return (AppealLodged(len(bench.appeals) + 1, number, appellant, by, note_hash),)
        case DecideAppeal():
            _raise(rules.why_not_decide_appeal(state, bench, command))
            return _in_time(state, _decided(ruleset, state, command, chance, at), at_us)
        case _:
            assert_never(command)


def needs_rewind(command: object) -> bool:
    """Whether a command rewinds the game, so that it is decided on what led to it."""
    ruling = command.ruling if isinstance(command, MakeRuling | DecideAppeal) else None
    return isinstance(ruling, Ruling) and ruling.kind == "rewind"


def needs_past(command: object) -> bool:
    """Whether a command is decided on what led to the game, and not on its state alone."""
    return type(command) in GAME_COMMAND_TYPES and (type(command) in _TAKE_BACKS or needs_rewind(command))


def bench_of(state: GameState) -> Bench:
    """The calls, rulings and appeals of a game."""
    return state.bench if isinstance(state.bench, Bench) else EMPTY


def _decided(ruleset: AnyRuleset, state: GameState, command: DecideAppeal, chance: Chance, at: At) -> Events:
    by, appeal, ruling = command.by, command.appeal, command.ruling
    decided = AppealDecided(appeal, by, ruling is None, command.note_hash)
    if ruling is None:
        return (decided,)
    bench = bench_of(state)
    replaced = bench.appeals[appeal - 1].ruling
    without = replace(state, bench=bench_after(bench, decided, state.version))  # its points count no more
    return (decided, *_ruled(ruleset, without, ruling, by, _Made(chance, at, replaced)))


def _settled(state: GameState, events: Events, by: str, at_us: int) -> Events:
    """The same events. With the last open call answered or withdrawn, a game goes on that a call has stopped."""
    stopped = stop_of(state, at_us)
    if stopped is None or stopped.why != "call" or any(isinstance(each, GameEnded | GameAbandoned) for each in events):
        return events
    bench = bench_of(state)
    for event in events:
        if isinstance(event, CallWithdrawn | RulingMade):
            bench = bench_after(bench, event, state.version)
    is_open = any(call.status == "open" for call in bench.calls)
    return events if is_open else (*events, GameResumed(by, "call"))


def _in_time(state: GameState, events: Events, at_us: int) -> Events:
    """The same events. A ruling says until when it may be appealed against, where the terms set a time."""
    seconds = state.ruling_terms.appeal_seconds
    if not seconds:
        return events
    until = at_us + seconds * 1_000_000
    return tuple(replace(each, appeal_until_us=until) if isinstance(each, RulingMade) else each for each in events)


class _Made(NamedTuple):
    """How a ruling comes about. `replaces`: the one in whose place it comes, after an appeal."""

    chance: Chance
    at: At
    replaces: int | None


def _ruled(ruleset: AnyRuleset, state: GameState, ruling: Ruling, by: str, how: _Made) -> Events:
    number = len(bench_of(state).rulings) + 1
    made = RulingMade(
        number,
        ruling.kind,
        ruling.call,
        ruling.steps,
        ruling.rules,
        _touched(state, ruling),
        by,
        ruling.note_hash,
        how.replaces,
    )
    return (made, *_effects(ruleset, state, ruling, by, how, number))


def _touched(state: GameState, ruling: Ruling) -> tuple[Seat, ...]:
    """The seats that may appeal: those that it names, or else all."""
    if ruling.kind == "points":
        return tuple(sorted(each.seat for each in ruling.points))
    if ruling.kind == "time":
        return tuple(sorted(each.seat for each in ruling.time))
    if ruling.kind in ("forfeit", "substitute") and ruling.seat is not None:
        return (ruling.seat,)
    return seats_of(len(state.seats))


def _effects(ruleset: AnyRuleset, state: GameState, ruling: Ruling, by: str, how: _Made, number: int) -> Events:
    now = ruleset.in_version(state.ruleset_version)
    match ruling.kind:
        case "play_on":
            return ()
        case "rewind":
            assert ruling.to is not None, "the rules want a step"
            return (rewound(ruleset, state, ruling.to, by, number, how.chance, how.at.past),)
        case "points":
            return tuple(PointsAdjusted(number, each.seat, each.points) for each in ruling.points)
        case "fix":
            amendment = read_amendment(now, ruling.amendment)
            amended(now, state.position, amendment)
            return (Amended(number, amendment),)
        case "forfeit":
            assert ruling.seat is not None, "the rules want a seat"
            return forfeited(now, state, ruling.seat, number, how.chance)
        case "time":
            return tuple(time_adjusted(state, each.seat, each.us, by, "", number, how.at.at_us) for each in ruling.time)
        case "substitute":
            assert ruling.seat is not None, "the rules want a seat"
            return (SeatHandedOver(number, ruling.seat, ruling.principal),)
        case "ruleset":
            later, _ = moved(now, state.position, ruling.version)
            return (RulesetChanged(number, later.version),)
        case "places":
            return (GameEnded(adjudicated(now, state, ruling.places)), _revealed(state))
        case "annul":
            return (GameAbandoned(by), _revealed(state))


def forfeited(ruleset: AnyRuleset, state: GameState, seat: Seat, number: int | None, chance: Chance) -> Events:
    """A seat loses the game: by ruling `number`, or on time where that is None."""
    bot, events = left(ruleset, state, seat, chance)
    return (SeatForfeited(number, seat, bot), *events)


def left(ruleset: AnyRuleset, state: GameState, seat: Seat, chance: Chance) -> tuple[str, Events]:
    """The bot that plays a seat which its player gives up or loses, and what the ruleset says happens; no bot where the
    ruleset goes on without the seat."""
    if ruleset.leave is not None:
        try:
            return "", ruleset.leave(state.position, seat, chance)
        except Refused:
            pass  # the rules allow no leaving at this moment, for instance during set-up
    return ruleset.substitute, ()


def adjudicated(ruleset: AnyRuleset, state: GameState, places: tuple[int, ...]) -> Outcome:
    """The result that an arbiter decided: their places, and the points as they are now (GAME-RULING-04)."""
    tracks = ruleset.tracks(state.position)
    ranked = []
    for seat, place in zip(seats_of(len(state.seats)), places, strict=True):
        own = [Source(track.source, track.if_over) for track in tracks if track.seat == seat]
        given = bench_of(state).points_of(seat)
        sources = (*own, *((Source("adjusted", given, ("GAME-RULING-07",)),) if given else ()))
        ranked.append(Place(seat, place, sum(source.points for source in sources), sources))
    return Outcome("adjudicated", tuple(ranked), ("GAME-RULING-04",))


def with_adjustments(bench: Bench, outcome: Outcome) -> Outcome:
    """A result with the points that rulings gave and took (GAME-RULING-07).

    Places follow the points where the ruleset ranks by points; at equal points the ruleset's own order decides.
    """
    given = {place.seat: bench.points_of(place.seat) for place in outcome.places}
    if not any(given.values()):
        return outcome
    by_points = all(a.points >= b.points for a in outcome.places for b in outcome.places if a.place < b.place)
    keys = {
        place.seat: (-(place.points + given[place.seat]) if by_points else 0, place.place) for place in outcome.places
    }
    places = tuple(_adjusted(place, given[place.seat], keys) for place in outcome.places)
    return Outcome(outcome.ending, places, (*outcome.rules, "GAME-RULING-07"))


def _adjusted(place: Place, given: int, keys: dict[Seat, tuple[int, int]]) -> Place:
    better = sum(1 for key in keys.values() if key < keys[place.seat])
    extra = (Source("adjusted", given, ("GAME-RULING-07",)),) if given else ()
    return Place(place.seat, better + 1, place.points + given, (*place.sources, *extra))


def _revealed(state: GameState) -> SeedRevealed:
    return SeedRevealed(state.secret, tuple(seat.share for seat in state.seats))


def _raise(refused: Refused | None) -> None:
    if refused is not None:
        raise refused
