"""Who learns hidden cards from an event (LON-INFO).

Every event that names a card of a hand shows it, whether or not it was known: the event alone does not tell.
"""

from domain.engine.ruleset import NOTHING_LEARNED, Informed
from domain.engine.viewer import SPECTATOR
from domain.rulesets.london import events as e


def informs(event: e.Event) -> Informed:
    """Who learns something by `event`."""
    match event:
        case e.HandDealt(seat=seat) | e.CardDrawn(seat=seat) | e.DeckLookedAt(seat=seat):
            return Informed((seat,))
        case (
            e.PlacementAnnounced(seat=seat)
            | e.EffectPlayed(seat=seat)
            | e.CardSpent(seat=seat)
            | e.CardGivenUp(seat=seat)
            | e.CardOffered(seat=seat)
            | e.HandRevealed(seat=seat)
        ):
            return Informed((SPECTATOR,), seat)
        case _:
            return NOTHING_LEARNED
