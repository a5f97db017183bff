"""The state of a game after each of its own events. An assertion that fires is a bug in `rules`."""

from typing import Any, assert_never, cast

import msgspec

from domain.engine.chance import play_seed
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Moment, Step
from domain.engine.viewer import Seat
from domain.game.clocks.events import CLOCK_EVENTS, ClockEvent, GameResumed, GameStopped
from domain.game.clocks.evolve import timed
from domain.game.events import (
    BotSeated,
    GameAbandoned,
    GameBegun,
    GameEnded,
    GameEvent,
    GameForked,
    GameOpened,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeedRevealed,
    TimeCalled,
)
from domain.game.rulings.amend import read_amendment
from domain.game.rulings.bench import EMPTY, Bench
from domain.game.rulings.events import (
    RULING_EVENTS,
    Amended,
    RulesetChanged,
    RulingEvent,
    SeatForfeited,
    SeatHandedOver,
)
from domain.game.rulings.evolve import bench_after
from domain.game.state import GameState, Replaced, SeatState
from domain.game.take_back.events import (
    TAKE_BACK_EVENTS,
    MotionAnswered,
    MotionMade,
    MotionWithdrawn,
    StepsTakenBack,
    TakeBackEvent,
)
from domain.game.take_back.motion import Motion
from domain.game.terms import Sandbox, Terms

replace = msgspec.structs.replace

_CLOCKS, _RULINGS, _TAKE_BACKS = (frozenset[type](types) for types in (CLOCK_EVENTS, RULING_EVENTS, TAKE_BACK_EVENTS))
"""Types are looked up: `isinstance` takes a quarter of a microsecond for each Struct that an event is not."""


def opened(event: GameOpened, moment: Moment) -> GameState:
    """The state after the first event of every game."""
    return GameState(
        version=Step(1),
        phase="open",
        ruleset=event.ruleset,
        ruleset_version=event.ruleset_version,
        at_us=moment.at_us,
        host=event.by,
        options=event.options,
        seats=(SeatState(),) * event.seats,
        commitment=event.commitment,
        secret=event.secret,
        terms=event.terms,
    )


def forked(ruleset: AnyRuleset, event: GameForked, moment: Moment) -> GameState:
    """The state after the first event of a fork: in the middle of play, with its own chance."""
    seed = play_seed(bytes.fromhex(event.secret), [seat.share for seat in event.seats]).hex()
    return GameState(
        version=Step(1),
        phase="playing",
        ruleset=event.ruleset,
        ruleset_version=event.ruleset_version,
        at_us=moment.at_us,
        host=event.by,
        options=event.options,
        seats=event.seats,
        commitment=event.commitment,
        secret=event.secret,
        seed=seed,
        position=_position(ruleset, event.position),
        terms=Terms(sandbox=Sandbox(origin=event.origin), take_backs=event.take_backs),
    )


def _position(ruleset: AnyRuleset, given: Any) -> Any:  # noqa: ANN401
    """The ruleset's state in an event; from the log it comes as plain JSON."""
    return given if isinstance(given, ruleset.state) else msgspec.convert(given, ruleset.state)


def evolve_game(ruleset: AnyRuleset, state: GameState, event: GameEvent, at_us: int) -> GameState:
    """The state after one of the game's own events, which happened at `at_us`."""
    version = Step(state.version + 1)
    kind = type(event)
    if kind in _CLOCKS:
        after = timed(state, cast(ClockEvent, event), version, at_us)
        return without_motion(after) if isinstance(event, GameStopped | GameResumed) else after
    if kind in _RULINGS:
        return _ruled(ruleset, state, cast(RulingEvent, event), version)
    if kind in _TAKE_BACKS:
        return _motioned(ruleset, state, cast(TakeBackEvent, event), version)
    match event:
        case GameOpened() | GameForked():
            raise AssertionError("a game is opened once")
        case SeatTaken(by, seat, share):
            assert not state.seats[seat].taken, "a seat is taken once"
            return _seated(state, version, seat, SeatState(principal=by, person=by, share=share))
        case SeatLeft(seat):
            return _without(_seated(state, version, seat, SeatState()), state.seats[seat])
        case BotSeated(seat, bot):
            return _seated(state, version, seat, replace(state.seats[seat], principal=None, bot=bot))
        case GameBegun():
            return _begun(ruleset, state, version)
        case SeatResigned(seat, bot):
            return _seated(state, version, seat, replace(state.seats[seat], principal=None, bot=bot, resigned=True))
        case TimeCalled():
            return without_motion(replace(state, version=version))
        case GameEnded(outcome):
            return without_motion(replace(state, version=version, phase="over", result=outcome))
        case GameAbandoned():
            return without_motion(replace(state, version=version, phase="abandoned"))
        case SeedRevealed():
            assert state.over, "the seed is revealed when the game is over"
            return replace(state, version=version)
        case _:
            raise AssertionError("all other events are of clocks, rulings or take-backs")


def _motioned(ruleset: AnyRuleset, state: GameState, event: TakeBackEvent, version: Step) -> GameState:
    """The state after an event of a take-back or a motion."""
    motion = state.motion
    match event:
        case StepsTakenBack():
            back = replace(state, version=version, motion=msgspec.UNSET, position=_position(ruleset, event.position))
            return _counted(back, event)
        case MotionMade(number, seat, kind, to, crossed):
            assert number == version, "a motion is known by the step that made it"
            return replace(state, version=version, motion=Motion(number, seat, kind, (seat,), to, crossed))
        case MotionAnswered(_, seat, yes):
            assert isinstance(motion, Motion), "an open motion is answered"
            answered = replace(motion, yes=(*motion.yes, seat)) if yes else msgspec.UNSET
            return replace(state, version=version, motion=answered)
        case MotionWithdrawn():
            return replace(state, version=version, motion=msgspec.UNSET)
        case _:
            assert_never(event)


def _counted(state: GameState, event: StepsTakenBack) -> GameState:
    """Counts a free take-back of what the seat had shown (GAME-BACK-03)."""
    if event.why != "free" or not event.crossed or event.seat is None:
        return state
    before = state.backs if isinstance(state.backs, tuple) else (0,) * len(state.seats)
    after = (*before[: event.seat], before[event.seat] + 1, *before[event.seat + 1 :])
    return replace(state, backs=after)


def without_motion(state: GameState) -> GameState:
    """The state without an open motion: somebody played, or a seat changed hands (GAME-MOTION-01)."""
    return state if state.motion is msgspec.UNSET else replace(state, motion=msgspec.UNSET)


def _ruled(ruleset: AnyRuleset, state: GameState, event: RulingEvent, version: Step) -> GameState:
    """The state after an event of a call, a ruling or an appeal."""
    bench = bench_after(state.bench if isinstance(state.bench, Bench) else EMPTY, event, version)
    after = replace(state, version=version, bench=bench)
    match event:
        case Amended(_, given):
            assert ruleset.amendments is not None, "the ruleset names what a ruling may change"
            position = ruleset.amendments.amend(state.position, read_amendment(ruleset, given))
            return without_motion(replace(after, position=position))
        case RulesetChanged(_, to):
            later = ruleset.in_version(to)
            assert later is not ruleset, "a ruling moves a game to another version"
            return without_motion(replace(after, ruleset_version=to, position=later.carry(state.position)))
        case SeatForfeited(_, seat, bot):
            lost = state.forfeited if isinstance(state.forfeited, tuple) else ()
            after = replace(after, forfeited=(*lost, seat))
            return _seated(after, version, seat, replace(state.seats[seat], principal=None, bot=bot, resigned=True))
        case SeatHandedOver(ruling, seat, principal):
            before = state.seats[seat]
            occupant = replace(before, principal=principal, person=principal, bot="")
            return _replaced(_without(_seated(after, version, seat, occupant), before), ruling, seat, before)
        case _:
            return after


def _seated(state: GameState, version: Step, seat: Seat, occupant: SeatState) -> GameState:
    seats = (*state.seats[:seat], occupant, *state.seats[seat + 1 :])
    return without_motion(replace(state, version=version, seats=seats))


def _without(state: GameState, occupant: SeatState) -> GameState:
    """`state`, remembering whose seat it was until now, also where a bot played it; a bot alone is nobody to remember
    (GAME-ROLE-03)."""
    former = state.left if isinstance(state.left, tuple) else ()
    person = occupant.principal or occupant.person
    if not person or person in former:
        return state
    return replace(state, left=(*former, person))


def _replaced(state: GameState, ruling: int, seat: Seat, occupant: SeatState) -> GameState:
    """`state`, remembering who lost a seat to a substitute: they may appeal (GAME-APPEAL-01)."""
    if occupant.principal is None:
        return state
    earlier = state.replaced if isinstance(state.replaced, tuple) else ()
    return replace(state, replaced=(*earlier, Replaced(ruling, seat, occupant.principal)))


def _begun(ruleset: AnyRuleset, state: GameState, version: Step) -> GameState:
    options = msgspec.convert(state.options, ruleset.options)
    seed = play_seed(bytes.fromhex(state.secret), [seat.share for seat in state.seats]).hex()
    position = ruleset.initial(len(state.seats), options)
    return replace(state, version=version, phase="playing", seed=seed, position=position)
