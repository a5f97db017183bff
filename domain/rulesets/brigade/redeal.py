"""The same game for one viewer, with everything that the viewer cannot know dealt again.

Hidden are the order of both decks (BRI-HIDDEN-01, -04) and the cards of a Recruit, which only the seat that drew them
knows (BRI-HIDDEN-02).
"""

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.viewer import ALL_SEATS, ARBITER, Viewer
from domain.rulesets.brigade.components import SIR_PRECIOUS
from domain.rulesets.brigade.state import State


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """A state with the same view for `viewer`. The arbiter knows everything and gets the same state."""
    if viewer == ARBITER:
        return state
    events = chance.shuffled(sorted(state.events))
    pending = state.pending
    if not state.drawn or viewer == ALL_SEATS or (pending is not None and pending.seat == viewer):
        return replace(state, events=events, crew_deck=chance.shuffled(sorted(state.crew_deck)))
    # Sir Precious is never among the cards of a Recruit, because the card is given away as soon as it is drawn.
    unknown = sorted((*state.drawn, *state.crew_deck))
    others = chance.shuffled(card for card in unknown if card != SIR_PRECIOUS)
    drawn, rest = others[: len(state.drawn)], others[len(state.drawn) :]
    precious = (SIR_PRECIOUS,) if SIR_PRECIOUS in unknown else ()
    return replace(state, events=events, drawn=drawn, crew_deck=chance.shuffled((*rest, *precious)))
