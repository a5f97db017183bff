"""What is allowed of take-backs and motions (rules.md, chapter 15)."""

from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat, seats_of
from domain.game.clocks import rules as clock_rules
from domain.game.state import GameState
from domain.game.take_back.commands import AnswerMotion, MakeMotion, WithdrawMotion
from domain.game.take_back.frontier import HARD, Frontier
from domain.game.take_back.motion import Crossing, Motion, MotionKind


def why_not_running(state: GameState, rule: str) -> Refused | None:
    """Nothing is taken back before the game begins or when it is over (GAME-BACK-07)."""
    if state.over:
        return Refused("game_over", rules=(rule, "GAME-END-01"), phase=state.phase)
    if state.phase != "playing":
        return Refused("not_begun", rules=(rule, "GAME-BEGIN-01"), free=())
    return None


def why_no_free(state: GameState) -> Refused | None:
    """GAME-BACK-01: where the game was opened with free take-backs."""
    policy = state.take_backs.policy
    if policy in ("free", "consent"):
        return None
    return Refused("no_take_backs", rules=("GAME-BACK-01",), policy=policy)


def why_no_consent(state: GameState) -> Refused | None:
    """GAME-BACK-01: where the game was opened with take-backs by consent."""
    policy = state.take_backs.policy
    return None if policy == "consent" else Refused("no_take_backs", rules=("GAME-BACK-01",), policy=policy)


def why_not_free_to(frontier: Frontier, to: Step) -> Refused | None:
    """GAME-BACK-02: not beyond the frontier, which was looked for as far as `to`.

    Where nothing stops the seat, only commands that nobody takes back lie between `to` and the frontier."""
    if to >= frontier.to or not frontier.crossings:
        return None
    return behind_frontier(frontier.crossings[0], "GAME-BACK-02")


def why_not_beyond(crossed: tuple[Crossing, ...], rule: str) -> Refused | None:
    """Some things nobody takes back, by whatever right (GAME-BACK-07, GAME-RULING-02)."""
    hard = next((each for each in crossed if each.kind in HARD), None)
    return None if hard is None else behind_frontier(hard, rule)


def behind_frontier(first: Crossing, rule: str) -> Refused:
    """The refusal that names the first thing that is in the way."""
    return Refused("behind_frontier", rules=(rule,), crossing=first.kind, step=first.version, seats=first.seats)


def why_none_left(state: GameState, seat: Seat, revealed: tuple[Crossing, ...]) -> Refused | None:
    """GAME-BACK-03: take-backs of what the seat has shown count against a number of the terms."""
    left = free_left(state, seat)
    if not revealed or left is None or left > 0:
        return None
    return Refused("no_take_backs_left", rules=("GAME-BACK-03",), max=state.take_backs.revealed_max)


def free_left(state: GameState, seat: Seat) -> int | None:
    """How often a seat may still take back what it has shown; None: as often as it likes."""
    limit = state.take_backs.revealed_max
    return None if limit is None else max(0, limit - state.backs_of(seat))


def why_no_motion(state: GameState, command: MakeMotion, at_us: int) -> Refused | None:
    """GAME-MOTION-01: one at a time, of a kind that the game allows now."""
    refused = why_not_running(state, "GAME-MOTION-01")
    if refused is not None:
        return refused
    if isinstance(state.motion, Motion):
        return Refused("motion_open", rules=("GAME-MOTION-01",), motion=state.motion.version)
    refused = _why_not_now(state, command.kind, at_us)
    if refused is not None or command.kind != "take_back":
        return refused
    return clock_rules.why_not_in_time(state, command.seat, at_us) or why_no_consent(state)


def _why_not_now(state: GameState, kind: MotionKind, at_us: int) -> Refused | None:
    """GAME-STOP-01: nothing is taken back in a stopped game, and only such a game is resumed."""
    if kind in ("take_back", "stop"):
        return clock_rules.why_not_going_on(state, at_us)
    if kind == "resume" and clock_rules.stop_of(state, at_us) is None:
        return Refused("not_stopped", rules=("GAME-STOP-01",))
    return None


def why_not_answer(state: GameState, command: AnswerMotion, at_us: int) -> Refused | None:
    """GAME-MOTION-01: the open motion of another seat, once."""
    refused = why_not_running(state, "GAME-MOTION-01") or _why_not_that(state, command.motion)
    if refused is not None:
        return refused
    motion = state.motion
    assert isinstance(motion, Motion), "a motion is open"
    if motion.seat == command.seat:
        return Refused("own_motion", rules=("GAME-MOTION-01",), motion=motion.version)
    if command.seat in motion.yes:
        return Refused("motion_answered", rules=("GAME-MOTION-01",), motion=motion.version)
    return _why_not_now(state, motion.kind, at_us) if command.yes else None


def why_not_withdraw(state: GameState, command: WithdrawMotion) -> Refused | None:
    """GAME-MOTION-01: the open motion of the caller's own seat."""
    refused = why_not_running(state, "GAME-MOTION-01") or _why_not_that(state, command.motion)
    if refused is not None:
        return refused
    motion = state.motion
    assert isinstance(motion, Motion), "a motion is open"
    return None if motion.seat == command.seat else _no_motion(command.motion)


def _why_not_that(state: GameState, motion: Step) -> Refused | None:
    open_now = state.motion
    return None if isinstance(open_now, Motion) and open_now.version == motion else _no_motion(motion)


def _no_motion(motion: Step) -> Refused:
    return Refused("no_motion", rules=("GAME-MOTION-01",), motion=motion)


def waiting_for(state: GameState, motion: Motion) -> tuple[Seat, ...]:
    """The seats that have not agreed. Seats that nobody but the service plays agree by themselves."""
    seats = seats_of(len(state.seats))
    return tuple(seat for seat in seats if seat not in motion.yes and state.seats[seat].principal is not None)
