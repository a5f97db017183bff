"""Who learns hidden cards from an event (LON-INFO).

Every event that names a card of a hand shows it, whether or not it was known: the event alone does not tell.
An activation that costs a blue card shows, before one is spent, that the hand has one (LON-CARD-GREAT-EXHIBITION.1).
"""

from domain.engine.ruleset import NOTHING_LEARNED, Informed
from domain.engine.viewer import SPECTATOR
from domain.rulesets.london import events as e
from domain.rulesets.london.components import FACE_OF


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
        case e.CardActivated(seat=seat, card=card, paid=False) if FACE_OF[card].activation.spend == "blue":
            return Informed((SPECTATOR,), seat)
        case _:
            return NOTHING_LEARNED
