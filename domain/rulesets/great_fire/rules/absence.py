"""What happens for a seat whose time runs out (GF-RULING-54).

This is not a command: no seat can give it, so `legal` does not list it.
"""

from typing import Final

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.commands import Command, EndActions, KeepHand
from domain.rulesets.great_fire.events import Event
from domain.rulesets.great_fire.evolve import evolve
from domain.rulesets.great_fire.rules import decide, legal, to_act
from domain.rulesets.great_fire.state import Phase, State

_ADDING: Final[dict[Phase, Phase]] = {"fire": "no_move", "no_move": "no_move", "intensify": "intensify"}
"""Phase -> the phase in which the cones of its decision are added: the rules ask for all of them at once."""


def time_out(state: State, seat: Seat, chance: Chance) -> tuple[Event, ...]:
    """Makes the decision that is due, with every cone that belongs to it. Raises Refused unless the seat may act."""
    if seat not in to_act(state):
        rules = ("GF-TURN-01", "GF-RULING-54")
        raise Refused("not_your_turn", rules=rules, seat=seat, to_act=to_act(state), phase=state.phase, timed_out=True)
    adding = _ADDING.get(state.phase)
    events = decide(state, _default(state, seat, chance), chance)
    after = fold(evolve, state, events)
    while after.phase == adding and after.active == seat:
        added = decide(after, _default(after, seat, chance), chance)
        events, after = events + added, fold(evolve, after, added)
    return events


def _default(state: State, seat: Seat, chance: Chance) -> Command:
    """Keeps the hand, takes no more actions, and otherwise draws among what is legal."""
    if state.phase == "confirm_hand":
        return KeepHand(seat)
    if state.phase in ("fire_second", "actions"):
        return EndActions(seat)
    return chance.pick(legal(state, seat))
