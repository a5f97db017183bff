"""The frame of a turn: its beginning, its end, loans, and the end of the game (LON-TURN, LON-LOAN, LON-END)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import TakeLoan
from domain.rulesets.london.components import NUMBERS
from domain.rulesets.london.rules.checks import objections_now
from domain.rulesets.london.score import final_points, poverty_of_hand, ranked, tie_break
from domain.rulesets.london.state import Phase, State, cards_to_take, seats_in, visible_power
from domain.rulesets.london.working import Working

LOAN_PHASES: tuple[Phase, ...] = (
    "start_draw",
    "put_back",
    "action",
    "playing",
    "paying",
    "drawing",
    "running",
    "underground",
    "hand_check",
)
"""LON-FLOW-08: any point of one's own turn, except inside an exchange or an activation. UNDERGROUND is allowed."""


def begin_turn(working: Working, seat: Seat) -> None:
    """LON-TURN-03: a start draw of one card, or as Parliament says; skipped if there is no card (LON-TURN-04)."""
    state = working.state
    power = visible_power(state.players[seat], "flexible_start_draw")
    least, most = (NUMBERS.start_draw, NUMBERS.start_draw) if power is None else (power.min, power.max)
    working.happens(e.TurnBegan(seat=seat, number=state.turn_number + 1, draw_min=least, draw_max=most))
    if not cards_to_take(working.state):
        working.happens(e.StartDrawEnded(seat=seat, skipped=working.noted(True)))


def objections_to_take_loan(state: State, command: TakeLoan) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, LOAN_PHASES, "LON-FLOW-08")


def take_loan(working: Working, command: TakeLoan) -> None:
    """LON-LOAN-02, 03: as many as the player likes, whether a payment is due or not (LON-RULING-14)."""
    working.borrow(command.seat, forced=False)


def finish_turn(working: Working) -> None:
    """End the turn; begin the next one, or score the game after the last one (LON-TURN-01, LON-END-03)."""
    state = working.state
    seat, seats, idle = state.active, seats_in(state), state.turn.idle
    limit = state.options.idle_turns_per_player * len(seats)
    if idle and state.idle_turns + 1 >= limit and state.turns_left is None:  # LON-RULING-45
        working.happens(e.EndTriggered(seat=seat, ending="idle"))
    working.happens(e.TurnEnded(seat=seat, idle=idle))
    if working.state.turns_left == 0:
        _score(working)
    else:
        begin_turn(working, seats[(seat + 1) % len(seats)])


def _score(working: Working) -> None:
    """LON-SCORE, in the order of its rules: loans and hands seat by seat, poverty for all, then the sums."""
    seats = seats_in(working.state)
    for seat, player in zip(seats, working.state.players, strict=True):
        repaid = min(player.loans, player.money // NUMBERS.loan_repay)
        if repaid:
            working.happens(e.LoansRepaid(seat=seat, loans=repaid, pounds=repaid * NUMBERS.loan_repay))
    for seat, player in zip(seats, working.state.players, strict=True):
        poverty = poverty_of_hand(len(player.hand))
        working.happens(e.HandRevealed(seat=seat, cards=player.hand, poverty=poverty))
    working.happens(e.PovertyReduced(points=min(player.poverty for player in working.state.players)))
    points = tuple(final_points(working.state, seat) for seat in seats)
    places, decided_by = ranked(working.state), tie_break(working.state)
    working.happens(e.GameEnded(points=points, places=places, decided_by=decided_by))
