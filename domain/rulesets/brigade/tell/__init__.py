"""What a viewer may know of an event: one sentence in the past tense, with the rules behind it.

Only the arbiter learns the order of the decks. Only the arbiter and the seat that drew them learn the cards of a
Recruit before the choice (section 13). All else is public. A module holds the lines of one chapter, named as in
`events/`.
"""

from collections.abc import Callable, Mapping
from typing import Final, get_args

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


_CHAPTERS: Final[Mapping[object, Callable[..., Sentence]]] = {
    e.FireEvent: tell_fire,
    e.TurnEvent: tell_turn,
    e.LoyaltyEvent: tell_loyalty,
    e.PawnEvent: tell_pawn,
    e.EventCardEvent: tell_event_card,
    e.WaterEvent: tell_water,
    e.CrewEvent: tell_crew,
    e.ChiefEvent: tell_chief,
    e.SetUpEvent: tell_set_up,
    e.EndEvent: tell_end,
}
_TELLS: Final = {event: tells for chapter, tells in _CHAPTERS.items() for event in get_args(chapter)}
"""Type of an event -> what says its line. A `match` compares with one type after the other: a Struct that is another
one costs a quarter of a microsecond each time."""
assert set(_TELLS) == set(get_args(e.Event)), "every event belongs to one chapter"
_BY_VIEWER: Final = (tell_event_card, tell_crew)
"""The chapters in which a line depends on the viewer."""


def tell(event: e.Event, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`."""
    tells = _TELLS[type(event)]
    sentence = tells(event, viewer) if tells in _BY_VIEWER else tells(event)
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    facts = {name: fact for name, fact in sentence.facts.items() if not isinstance(fact, UnsetType)}
    return Line(tag, sentence.message, sentence.rules, sentence.seat, facts)
