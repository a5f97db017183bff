"""What happens for a seat that does not act: its time runs out, or its player leaves (section 15.2, BRI-RULING-89).

These are not commands: no seat can give them, so `legal` does not list them.
"""

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.errata import BRI_E01, BRI_E03
from domain.rulesets.brigade.events import CrewDiscarded, Event, SeatDeserted, SirPreciousDiscarded
from domain.rulesets.brigade.queries import member_ids, to_act, turn_order
from domain.rulesets.brigade.rules.decisions import default_answer, list_anew, resolve
from domain.rulesets.brigade.rules.ending import end_game
from domain.rulesets.brigade.rules.tasks import run
from domain.rulesets.brigade.rules.turns import end_actions
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State


def time_out(state: State, seat: Seat, chance: Chance) -> tuple[Event, ...]:
    """Gives the default answer to a pending decision. In the action phase it ends the turn, even on a destroyed tile.

    Raises Refused unless the seat may act.
    """
    if seat not in to_act(state):
        raise Refused("not_your_turn", rules=("BRI-TURN-01",), reason="idle", seat=seat)
    working = Working(state, chance)
    if state.pending is not None:
        resolve(working, default_answer(state, state.pending))
    else:
        end_actions(working)
    run(working)
    return tuple(working.events)


def leave(state: State, seat: Seat, chance: Chance) -> tuple[Event, ...]:
    """Takes a player out of the game: their pawns leave the board, and their crew is discarded.

    Then their decisions get default answers (`run`), their turn ends, and the last player left wins. Raises Refused
    unless the seat is in play.
    """
    if state.phase in ("set_up", "over") or not 0 <= seat < state.seats or state.brigades[seat].gone:
        raise Refused("invalid_target", rules=("BRI-RULING-89",), reason="not_playing", seat=seat)
    working = Working(state, chance)
    if not BRI_E01.holds(state):
        _answer_by_default(working, seat)
        if working.over:
            return tuple(working.events)
    acting = working.state.active == seat and working.state.phase == "action" and working.state.pending is None
    _desert(working, seat)
    if BRI_E03.holds(state):
        list_anew(working)
    remaining = turn_order(working.state)
    if len(remaining) == 1:
        end_game(working, "deserted", remaining[0])
    elif acting:
        end_actions(working)
    run(working)
    return tuple(working.events)


def _answer_by_default(working: Working, seat: Seat) -> None:
    """Gives default answers to the decisions of a seat, one after another."""
    while (pending := working.state.pending) is not None and pending.seat == seat and not working.over:
        resolve(working, default_answer(working.state, pending))
        run(working)


def _desert(working: Working, seat: Seat) -> None:
    b = working.state.brigades[seat]
    if b.crew:
        working.emit(CrewDiscarded(seat=seat, cards=member_ids(b), why="deserted"))
    if b.precious:
        working.emit(SirPreciousDiscarded(seat=seat))
    working.emit(SeatDeserted(seat=seat))
    working.return_mimic()
