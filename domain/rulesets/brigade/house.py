"""What the house does for a seat that does not act: time runs out, or the player leaves (section 15.2, BRI-RULING-89).

These are no commands: no seat can ask for them, so `legal` does not list them.
"""

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat, seat_name
from domain.rulesets.brigade.decisions import default_answer
from domain.rulesets.brigade.events import Event, SeatDeserted
from domain.rulesets.brigade.events_boards import CrewDiscarded, SirPreciousDiscarded
from domain.rulesets.brigade.loyalty import end_game
from domain.rulesets.brigade.procedures import run
from domain.rulesets.brigade.queries import member_ids, turn_order
from domain.rulesets.brigade.resolve import resolve
from domain.rulesets.brigade.rules import to_act
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.table import Table
from domain.rulesets.brigade.turns import end_actions, turn


def time_out(state: State, seat: Seat, chance: Chance) -> tuple[Event, ...]:
    """The default answer to a pending decision; in the action phase the turn ends, even on a destroyed tile."""
    if seat not in to_act(state):
        raise Refused(
            "not_your_turn", f"{seat_name(seat)} is not asked for anything.", rules=("BRI-TURN-01",), seat=seat
        )
    table = Table(state, chance)
    if state.pending is not None:
        resolve(table, default_answer(state, state.pending))
    else:
        end_actions(table)
    run(table)
    return tuple(table.events)


def leave(state: State, seat: Seat, chance: Chance) -> tuple[Event, ...]:
    """A player leaves for good: pawns off, crew discarded, own turn over, decisions by default; the last one there wins."""
    if state.phase in ("set_up", "over") or not 0 <= seat < state.seats or state.brigades[seat].gone:
        raise Refused("invalid_target", "That seat is not in play.", rules=("BRI-RULING-89",), seat=seat)
    table = Table(state, chance)
    while (pending := table.state.pending) is not None and pending.seat == seat and not table.over:
        resolve(table, default_answer(table.state, pending))
        run(table)
    if table.over:
        return tuple(table.events)
    acting = table.state.active == seat and table.state.phase == "action" and table.state.pending is None
    _desert(table, seat)
    there = turn_order(table.state)
    if len(there) == 1:
        end_game(table, "deserted", there[0])
    elif acting:
        end_actions(table)
    run(table)
    return tuple(table.events)


def _desert(table: Table, seat: Seat) -> None:
    b = table.state.brigades[seat]
    if b.crew:
        table.emit(CrewDiscarded(seat=seat, cards=member_ids(b), why="deserted"))
    if b.precious:
        table.emit(SirPreciousDiscarded(seat=seat))
    table.emit(SeatDeserted(seat=seat, turns=turn(table.state)))
    table.return_mimic()
