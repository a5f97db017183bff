"""Who learns from an event what was hidden from them (section 13)."""

from domain.engine.ruleset import NOTHING_LEARNED, Informed
from domain.engine.viewer import SPECTATOR
from domain.rulesets.brigade import events as e


def informs(event: e.Event) -> Informed:
    """Who learns something by `event`."""
    match event:
        case e.RecruitDone(seat=seat):
            return Informed((SPECTATOR,), seat)
        case (
            e.EventDrawn() | e.SirPreciousDrawn() | e.CrewCardDrawn()
        ):  # a hidden card is not Sir Precious: all see that
            return Informed((SPECTATOR,))
        case _:
            return NOTHING_LEARNED
