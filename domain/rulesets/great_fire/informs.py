"""Who learns from an event what was hidden from them (rules section 20)."""

from domain.engine.ruleset import NOTHING_LEARNED, Informed
from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import events as e


def informs(event: e.Event) -> Informed:
    """Who learns something by `event`."""
    match event:
        case e.FireCardDrawn(seat=seat) | e.TokenTaken(seat=seat):
            return Informed((seat,))
        case e.HandDealt(seat=seat) | e.ColourDealt(seat=seat, hidden=True) | e.ObjectivesDealt(seat=seat):
            return Informed((seat,))
        case e.HandExchanged(seat=seat):
            return Informed((SPECTATOR, seat), seat)
        case (
            e.FireCardPlayed(seat=seat)
            | e.DoubleMovePlayed(seat=seat)
            | e.NoMoveDeclared(seat=seat)
            | e.DistrictDemolished(seat=seat)
        ):
            return Informed((SPECTATOR,), seat)
        case e.GameScored():
            return Informed((SPECTATOR,))
        case _:
            return NOTHING_LEARNED
