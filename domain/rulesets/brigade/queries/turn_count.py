"""How many turns have begun."""

from msgspec import UNSET

from domain.rulesets.brigade.components import STARTING_EVENTS, TRACK_NAMES
from domain.rulesets.brigade.queries.seats import complete
from domain.rulesets.brigade.state import State

# ---- the count of turns


def turn(state: State) -> int:
    """How many turns have begun, extra ones too; 0 in set-up.

    Once a player has left they are counted in the state, for the turns that such a player does not have leave no trace. Until
    then nothing counts them, but every turn except the first draws an event card (BRI-TURN-02): the deck shows how many, but
    for how often it was gone through, and the rounds tell that. In games of the first schema of `SeatDeserted` nothing counts
    them after it either, and the rounds are no more than a bound; once that is wider than the deck is thick it is told itself,
    so that the count never goes down.
    """
    if not state.round:
        return 0
    if state.turns is not UNSET:
        return state.turns
    seated = (state.round - 1) * state.seats + (state.active - state.first) % state.seats + 1
    # Brother Ben gives at most one extra turn for each track that is complete, and one that is due has not begun.
    ends = sum(complete(b, track) for b in state.brigades for track in TRACK_NAMES)
    gone = sum(b.gone for b in state.brigades)
    most = seated + ends - state.extra_due
    cards = len(state.events) + len(state.event_discard) + bool(state.event)
    if ends + gone * state.round >= cards - 1:
        return most
    drawn = most - (most - 1 + STARTING_EVENTS + len(state.events)) % cards
    # A turn that has begun a moment ago has not drawn its card yet; with everybody there its place tells.
    return drawn if gone else max(drawn, seated)
