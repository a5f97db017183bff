"""What a viewer may know of an event: one sentence in the past tense, with the rules behind it.

Only the arbiter learns the order of the decks. Only the arbiter and the seat that drew them learn the cards of a
Recruit before the choice (section 13). All else is public. A module holds the lines of one chapter, named as in
`events/`.
"""

from typing import assert_never

from msgspec import UnsetType

from domain.engine.ruleset import Line
from domain.engine.sentences import Sentence
from domain.engine.viewer import Viewer
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.tell.chiefs import tell_chief
from domain.rulesets.brigade.tell.crew import tell_crew
from domain.rulesets.brigade.tell.ending import tell_end
from domain.rulesets.brigade.tell.event_cards import tell_event_card
from domain.rulesets.brigade.tell.fire import tell_fire
from domain.rulesets.brigade.tell.loyalty import tell_loyalty
from domain.rulesets.brigade.tell.pawns import tell_pawn
from domain.rulesets.brigade.tell.set_up import tell_set_up
from domain.rulesets.brigade.tell.turns import tell_turn
from domain.rulesets.brigade.tell.water import tell_water

__all__ = ["tell"]


def tell(event: e.Event, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`."""
    sentence = _sentence(event, viewer)
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    facts = {name: fact for name, fact in sentence.facts.items() if not isinstance(fact, UnsetType)}
    return Line(tag, sentence.message, sentence.rules, sentence.seat, facts)


def _sentence(event: e.Event, viewer: Viewer) -> Sentence:
    match event:
        case e.FireBase():
            return tell_fire(event)
        case e.TurnBase():
            return tell_turn(event)
        case e.LoyaltyBase():
            return tell_loyalty(event)
        case e.PawnBase():
            return tell_pawn(event)
        case e.EventCardBase():
            return tell_event_card(event, viewer)
        case e.WaterBase():
            return tell_water(event)
        case e.CrewBase():
            return tell_crew(event, viewer)
        case e.ChiefBase():
            return tell_chief(event)
        case e.SetUpBase():
            return tell_set_up(event)
        case e.EndBase():
            return tell_end(event)
        case _:
            assert_never(event)
