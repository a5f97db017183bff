"""The lines of set-up (section 2)."""

from typing import assert_never

from domain.engine.message import Message
from domain.engine.sentences import Sentence, facts_of
from domain.rulesets.brigade import events as e


def tell_set_up(event: e.SetUpEvent) -> Sentence:
    """The line of an event of set-up."""
    match event:
        case e.CityBuilt(first=first):
            message = Message("line-CityBuilt", {"first": first})
            return Sentence(message, ("BRI-SETUP-02", "BRI-SETUP-03", "BRI-SETUP-10", "BRI-RULING-45"), facts_of(event))
        case e.ChiefChosen(seat=seat, chief=chief, firehouse=firehouse):
            message = Message("line-ChiefChosen", {"seat": seat, "chief": chief, "firehouse": firehouse})
            return Sentence(message, ("BRI-SETUP-01", "BRI-ADV-04", "BRI-SETUP-07"), facts_of(event), seat)
        case e.StartingEventsBegun():
            return Sentence(Message("line-StartingEventsBegun"), ("BRI-SETUP-08", "BRI-SETUP-11"), {})
        case _:
            assert_never(event)
