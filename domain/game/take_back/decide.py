"""What a take-back or a motion leads to."""

from typing import Any, assert_never

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.engine.viewer import ALL_SEATS, Seat
from domain.game.clocks import rules as clock_rules
from domain.game.clocks.events import GameResumed, GameStopped
from domain.game.events import GameAbandoned, SeedRevealed
from domain.game.state import GameState
from domain.game.take_back import rules
from domain.game.take_back.commands import AnswerMotion, MakeMotion, TakeBack, TakeBackCommand, WithdrawMotion
from domain.game.take_back.events import (
    MotionAnswered,
    MotionMade,
    MotionWithdrawn,
    Right,
    StepsTakenBack,
    redeals,
)
from domain.game.take_back.frontier import crossings, frontier
from domain.game.take_back.motion import Crossing, Motion
from domain.game.take_back.past import Done, Past, after, end_of_command, is_played, position_at, standing

Events = tuple[Any, ...]


def decide_take_back(
    ruleset: AnyRuleset, state: GameState, command: TakeBackCommand, chance: Chance, at_us: int, past: Past
) -> Events:
    """Returns the events of a command of this folder, given at `at_us`. Raises Refused."""
    match command:
        case TakeBack(seat=seat):
            _raise(rules.why_not_running(state, "GAME-BACK-02"))
            _raise(clock_rules.why_not_going_on(state, at_us) or clock_rules.why_not_in_time(state, seat, at_us))
            return _freely(ruleset, state, command, chance, past)
        case MakeMotion():
            _raise(rules.why_no_motion(state, command, at_us))
            return _moved(ruleset, state, command, chance, past)
        case AnswerMotion():
            _raise(rules.why_not_answer(state, command, at_us))
            return _answered(ruleset, state, command, chance, past)
        case WithdrawMotion(_, seat, motion):
            _raise(rules.why_not_withdraw(state, command))
            return (MotionWithdrawn(motion, seat),)
        case _:
            assert_never(command)


# ---------------------------------------------------------------- free


def _freely(ruleset: AnyRuleset, state: GameState, command: TakeBack, chance: Chance, past: Past) -> Events:
    _raise(rules.why_no_free(state))
    seat = command.seat
    named = _last_played(ruleset, state, seat, past) if command.to is None else command.to
    to = _end(past, state, named)
    line = frontier(ruleset, state, seat, past, until=to)
    _raise(rules.why_not_free_to(line, to))
    stretch = after(past, to)
    _something(stretch)
    crossed = tuple(each for each in exposed(ruleset, state, stretch) if each.kind == "revealed")
    _raise(rules.why_none_left(state, seat, crossed))
    back = _Back(seat, command.by, to, named, "free")
    return (back.event(ruleset, state, stretch, crossed, chance, past),)


def _last_played(ruleset: AnyRuleset, state: GameState, seat: Seat, past: Past) -> Step:
    """Before the last command of the ruleset that stands, no matter who gave it. Raises Refused where there is none."""
    for done in standing(past):
        if done.plays:
            return Step(done.first - 1)
    stops = frontier(ruleset, state, seat, past).crossings
    raise rules.behind_frontier(stops[0], "GAME-BACK-02") if stops else _nothing()


# ---------------------------------------------------------------- by consent


def _moved(ruleset: AnyRuleset, state: GameState, command: MakeMotion, chance: Chance, past: Past) -> Events:
    number = Step(state.version + 1)
    motion = Motion(number, command.seat, command.kind, (command.seat,))
    if command.kind == "take_back":
        named = _last_of(past, command.seat) if command.to is None else command.to
        to = _end(past, state, named)
        crossed = _reachable(ruleset, state, past, to, "GAME-BACK-04")
        motion = replace(motion, to=to, crossed=crossed)
    made = MotionMade(number, command.seat, command.kind, motion.to, motion.crossed)
    if rules.waiting_for(state, motion):
        return (made,)
    return (made, *_carried_out(ruleset, state, motion, command.by, chance, past))


def _answered(ruleset: AnyRuleset, state: GameState, command: AnswerMotion, chance: Chance, past: Past) -> Events:
    answered = MotionAnswered(command.motion, command.seat, command.yes)
    motion = state.motion
    assert isinstance(motion, Motion), "a motion is open"
    motion = replace(motion, yes=(*motion.yes, command.seat))
    if not command.yes or rules.waiting_for(state, motion):
        return (answered,)
    return (answered, *_carried_out(ruleset, state, motion, command.by, chance, past))


def _carried_out(ruleset: AnyRuleset, state: GameState, motion: Motion, by: str, chance: Chance, past: Past) -> Events:
    match motion.kind:
        case "take_back":
            assert motion.to is not None, "a motion to take back says where to"
            back = _Back(motion.seat, by, motion.to, motion.to, "consent", motion=motion.version)
            stretch = after(past, motion.to)
            return (back.event(ruleset, state, stretch, motion.crossed, chance, past),)
        case "stop":
            return (GameStopped(by, "vote", None, ""),)
        case "resume":
            return (GameResumed(by, "vote"),)
        case "close":
            return (GameAbandoned(by), SeedRevealed(state.secret, tuple(seat.share for seat in state.seats)))
        case _:
            assert_never(motion.kind)


def _last_of(past: Past, seat: Seat) -> Step:
    """Before the last decision of a seat that stands, whatever came since."""
    for done in standing(past):
        if done.plays and done.by_ruleset and done.seat == seat:
            return Step(done.first - 1)
    raise _nothing()


# ---------------------------------------------------------------- by ruling


def rewound(
    ruleset: AnyRuleset, state: GameState, named: Step, by: str, ruling: int, chance: Chance, past: Past
) -> StepsTakenBack:
    """The event of a ruling that rewinds to after step `named` (GAME-RULING-06). Raises Refused."""
    to = _end(past, state, named)
    crossed = _reachable(ruleset, state, past, to, "GAME-RULING-06")
    back = _Back(None, by, to, named, "ruling", ruling=ruling)
    return back.event(ruleset, state, after(past, to), crossed, chance, past)


# ---------------------------------------------------------------- what all have


def exposed(ruleset: AnyRuleset, state: GameState, stretch: list[Done]) -> tuple[Crossing, ...]:
    """What was drawn, learned and shown in a stretch, in the order of the steps; and what nobody takes back."""
    each = (crossing for done in reversed(stretch) for crossing in crossings(ruleset, state, done))
    return tuple(crossing for crossing in each if crossing.kind != "decision")


def reach(
    ruleset: AnyRuleset, state: GameState, past: Past, named: Step
) -> tuple[Step, int, tuple[Crossing, ...], Refused | None]:
    """What going back to step `named` would cross: the step that it leads to, how many steps it takes back, what it
    crosses, and why nobody may. Raises Refused for a step to which nothing leads back."""
    _raise(rules.why_not_running(state, "GAME-BACK-07"))
    to = _end(past, state, named)
    stretch = after(past, to)
    _something(stretch)
    crossed = exposed(ruleset, state, stretch)
    return to, steps_of(stretch), crossed, rules.why_not_beyond(tuple(reversed(crossed)), "GAME-BACK-04")


def steps_of(stretch: list[Done]) -> int:
    """How many steps of the ruleset a stretch has."""
    return sum(is_played(event) for done in stretch for event in done.events)


def _reachable(ruleset: AnyRuleset, state: GameState, past: Past, to: Step, rule: str) -> tuple[Crossing, ...]:
    """What going back to `to` crosses. Raises Refused where nobody may."""
    stretch = after(past, to)
    _something(stretch)
    crossed = exposed(ruleset, state, stretch)
    _raise(rules.why_not_beyond(tuple(reversed(crossed)), rule))
    return crossed


def _end(past: Past, state: GameState, named: Step) -> Step:
    if not 1 <= named < state.version:
        raise Refused("no_such_step", rules=("GAME-BACK-04",), last=state.version - 1)
    return end_of_command(past, named)


class _Back:
    """A take-back that is allowed."""

    def __init__(
        self,
        seat: Seat | None,
        by: str,
        to: Step,
        named: Step,
        why: Right,
        *,
        motion: Step | None = None,
        ruling: int | None = None,
    ) -> None:
        self._seat, self._by, self._to, self._named = seat, by, to, named
        self._why: Right = why
        self._motion, self._ruling = motion, ruling

    def event(
        self,
        ruleset: AnyRuleset,
        state: GameState,
        stretch: list[Done],
        crossed: tuple[Crossing, ...],
        chance: Chance,
        past: Past,
    ) -> StepsTakenBack:
        """The event, with the position that it leads to."""
        position = position_at(past, self._to)
        if redeals(crossed):
            position = ruleset.in_version(state.ruleset_version).redeal(position, ALL_SEATS, chance)
        return StepsTakenBack(
            self._seat,
            self._by,
            self._to,
            self._named,
            steps_of(stretch),
            self._why,
            self._motion,
            self._ruling,
            crossed,
            position,
        )


def _something(stretch: list[Done]) -> None:
    if not any(done.plays for done in stretch):
        raise _nothing()


def _nothing() -> Refused:
    return Refused("nothing_to_take_back", rules=("GAME-BACK-02",))


def _raise(refused: Refused | None) -> None:
    if refused is not None:
        raise refused
