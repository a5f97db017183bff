"""What is allowed of calls, rulings and appeals (rules.md, chapter 14)."""

from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.game.authority import Authority
from domain.game.clocks.rules import why_not_time
from domain.game.rulings.bench import Bench, RulingRecord
from domain.game.rulings.commands import CallArbiter, DecideAppeal, LodgeAppeal, WithdrawCall
from domain.game.rulings.ruling import Ruling
from domain.game.state import GameState

OPEN_CALLS_MAX: Final = 3
POINTS_MAX: Final = 1_000


def why_not_running(state: GameState, rule: str) -> Refused | None:
    """Calls and rulings are made while the game runs."""
    if state.over:
        return Refused("game_over", rules=(rule, "GAME-END-01"), phase=state.phase)
    if state.phase != "playing":
        return Refused("not_begun", rules=(rule, "GAME-BEGIN-01"), free=())
    return None


def why_not_call(state: GameState, bench: Bench, command: CallArbiter) -> Refused | None:
    """GAME-RULING-01: about a step that there is, and no more than three open calls of one seat."""
    refused = why_not_running(state, "GAME-RULING-01")
    if refused is not None:
        return refused
    if not 1 <= command.step <= state.version:
        return Refused("no_such_step", rules=("GAME-RULING-01",), last=state.version)
    mine = sum(call.seat == command.seat and call.status == "open" for call in bench.calls)
    if mine >= OPEN_CALLS_MAX:
        return Refused("too_many_calls", rules=("GAME-RULING-01",), max=OPEN_CALLS_MAX)
    return None


def why_not_withdraw(state: GameState, bench: Bench, command: WithdrawCall) -> Refused | None:
    """GAME-RULING-01: an open call of the caller's own seat."""
    refused = why_not_running(state, "GAME-RULING-01")
    if refused is not None:
        return refused
    if _is_open(bench, command.call) and bench.calls[command.call - 1].seat == command.seat:
        return None
    return _no_call(command.call)


def why_not_rule(
    state: GameState, bench: Bench, ruling: Ruling, by: str, authority: Authority | None
) -> Refused | None:
    """GAME-RULING-02: by an arbiter of the game, on what its kind needs."""
    refused = why_not_running(state, "GAME-RULING-02") or why_not_arbiter(state, by, authority, "GAME-RULING-02")
    if refused is not None:
        return refused
    if ruling.call is not None and not _is_open(bench, ruling.call):
        return _no_call(ruling.call)
    if any(not 1 <= step <= state.version for step in ruling.steps):
        return Refused("no_such_step", rules=("GAME-RULING-02",), last=state.version)
    return _why_not_kind(state, ruling)


def why_not_arbiter(state: GameState, by: str, authority: Authority | None, rule: str) -> Refused | None:
    """GAME-ROLE-03: by authority, and never by who has a part in the game."""
    if authority is None or by == state.host or state.has_had_seat(by):
        return Refused("not_an_arbiter", rules=(rule, "GAME-ROLE-03"))
    return None


def _why_not_kind(state: GameState, ruling: Ruling) -> Refused | None:
    match ruling.kind:
        case "points":
            return _why_not_points(state, ruling)
        case "forfeit" | "substitute":
            return _why_not_seat(state, ruling)
        case "places":
            return _why_not_places(state, ruling.places)
        case "time":
            return _why_not_time(state, ruling)
        case "rewind":
            return _why_not_rewind(state, ruling)
        case "fix" | "play_on" | "annul" | "ruleset":
            return None


def _why_not_rewind(state: GameState, ruling: Ruling) -> Refused | None:
    """GAME-RULING-06: to a step before the last one. How far is checked where the past is known."""
    if ruling.to is not None and 1 <= ruling.to < state.version:
        return None
    return Refused("no_such_step", rules=("GAME-RULING-06",), last=state.version - 1)


def _why_not_points(state: GameState, ruling: Ruling) -> Refused | None:
    seats = [each.seat for each in ruling.points]
    known = all(0 <= seat < len(state.seats) for seat in seats) and len(set(seats)) == len(seats)
    if not seats or not known or any(not 1 <= abs(each.points) <= POINTS_MAX for each in ruling.points):
        return Refused("bad_points", rules=("GAME-RULING-07",), max=POINTS_MAX)
    return None


def _why_not_time(state: GameState, ruling: Ruling) -> Refused | None:
    seats = [each.seat for each in ruling.time]
    if not seats or len(set(seats)) != len(seats):
        return Refused("bad_time", rules=("GAME-RULING-03", "GAME-CLOCK-07"))
    refusals = (why_not_time(state, each.seat, each.us) for each in ruling.time)
    return next((refused for refused in refusals if refused is not None), None)


def _why_not_seat(state: GameState, ruling: Ruling) -> Refused | None:
    seat, rule = ruling.seat, "GAME-RULING-03"
    if seat is None or not 0 <= seat < len(state.seats):
        return Refused("no_such_seat", rules=(rule,), seats=len(state.seats), last=len(state.seats) - 1)
    if state.seats[seat].resigned:
        return Refused("seat_given_up", rules=(rule,), seat=seat)
    if ruling.kind == "substitute":
        own = state.seat_of(ruling.principal)
        if own is not None:
            return Refused("already_seated", rules=(rule, "GAME-SEAT-02"), seat=own)
        if not ruling.principal or ruling.principal == state.host or state.has_had_seat(ruling.principal):
            return Refused("no_substitute", rules=(rule,))
    return None


def _why_not_places(state: GameState, places: tuple[int, ...]) -> Refused | None:
    """GAME-RULING-04: a ranking, in which tied seats share a place and the places behind them stay empty."""
    ranks = tuple(1 + sum(other < place for other in places) for place in places)
    if len(places) != len(state.seats) or ranks != places:
        return Refused("bad_places", rules=("GAME-RULING-04",), seats=len(state.seats))
    return None


def why_not_appeal(state: GameState, bench: Bench, command: LodgeAppeal, at_us: int) -> Refused | None:
    """GAME-APPEAL-01: once, in time, by a seat that the ruling touches."""
    refused = why_not_running(state, "GAME-APPEAL-01")
    if refused is not None:
        return refused
    if not 1 <= command.ruling <= len(bench.rulings):
        return Refused("no_such_ruling", rules=("GAME-APPEAL-01",), ruling=command.ruling)
    ruling = bench.rulings[command.ruling - 1]
    seat = touched_seat(state, ruling, command.by)
    if seat is None:
        return Refused("not_touched", rules=("GAME-APPEAL-01",), ruling=command.ruling)
    has_appealed = any(each.ruling == ruling.number and each.seat == seat for each in bench.appeals)
    if has_appealed or not ruling.valid or not ruling.may_be_appealed(at_us):
        return Refused("appeal_over", rules=("GAME-APPEAL-01",), ruling=command.ruling)
    return None


def why_not_decide_appeal(state: GameState, bench: Bench, command: DecideAppeal) -> Refused | None:
    """GAME-APPEAL-01: an open appeal, by another arbiter than the one who ruled."""
    rule = "GAME-APPEAL-01"
    refused = why_not_running(state, rule) or why_not_arbiter(state, command.by, command.authority, rule)
    if refused is not None:
        return refused
    if not 1 <= command.appeal <= len(bench.appeals):
        return Refused("no_such_appeal", rules=(rule,), appeal=command.appeal)
    appeal = bench.appeals[command.appeal - 1]
    ruling = bench.rulings[appeal.ruling - 1]
    if appeal.upheld is not None or not ruling.valid:
        return Refused("appeal_over", rules=(rule,), ruling=ruling.number)
    if ruling.by == command.by:
        return Refused("own_ruling", rules=(rule,), ruling=ruling.number)
    if command.ruling is None:
        return None
    return why_not_rule(state, bench, command.ruling, command.by, command.authority)


def touched_seat(state: GameState, ruling: RulingRecord, principal: str) -> Seat | None:
    """The seat of a principal that a ruling touches, also one that a bot plays on, or that they lost by this ruling."""
    for seat in ruling.seats:
        if principal in (state.seats[seat].principal, state.seats[seat].person):
            return seat
    replaced = state.replaced if isinstance(state.replaced, tuple) else ()
    lost = (each.seat for each in replaced if each.ruling == ruling.number and each.principal == principal)
    return next(lost, None)


def _is_open(bench: Bench, call: int) -> bool:
    return 1 <= call <= len(bench.calls) and bench.calls[call - 1].status == "open"


def _no_call(call: int) -> Refused:
    return Refused("no_such_call", rules=("GAME-RULING-01",), call=call)
