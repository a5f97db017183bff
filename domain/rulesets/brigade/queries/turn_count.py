"""How many turns have begun."""

from msgspec import UNSET

from domain.rulesets.brigade.components import STARTING_EVENTS, TRACK_NAMES
from domain.rulesets.brigade.queries.seats import complete
from domain.rulesets.brigade.state import State


def turn(state: State) -> int:
    """How many turns have begun, extra ones too; 0 in set-up.

    The state counts turns only after a player has left. A counter in every state would change the hashes of
    recorded games. Until a player leaves, the count is reconstructed:

    1. Rounds, seats and completed tracks give `most`, an upper bound. Brother Ben gives at most one extra turn for
       each completed track, so the true count is at most a few turns lower.
    2. Every turn but the first draws one event card (BRI-TURN-02), and set-up draws three. So the number of cards
       left in the deck gives the count modulo the number of all cards.
    3. The count is the largest number up to `most` with that remainder, as long as the bound is narrower than the
       deck.

    In games of the first schema of `SeatDeserted` the state has no counter after a player left either. There every
    turn of that player widens the bound. Once it is as wide as the deck, the answer is the bound, so that the count
    never falls.
    """
    if not state.round:
        return 0
    if state.turns is not UNSET:
        return state.turns
    regular = (state.round - 1) * state.seats + (state.active - state.first) % state.seats + 1
    extra_max = sum(complete(b, track) for b in state.brigades for track in TRACK_NAMES)
    players_gone = sum(b.gone for b in state.brigades)
    most = regular + extra_max - state.extra_due
    cards = len(state.events) + len(state.event_discard) + bool(state.event)
    if extra_max + players_gone * state.round >= cards - 1:
        return most
    by_deck = most - (most - 1 + STARTING_EVENTS + len(state.events)) % cards
    # A turn that has just begun has not drawn its card yet. While all players are there, its place counts it.
    return by_deck if players_gone else max(by_deck, regular)
