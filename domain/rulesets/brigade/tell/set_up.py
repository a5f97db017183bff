"""The lines of set-up (section 2)."""

from typing import assert_never

from domain.engine.sentences import Sentence, facts_of
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.words import chief


def tell_set_up(event: e.SetUpEvent) -> Sentence:
    """The line of an event of set-up."""
    match event:
        case e.CityBuilt(first=first):
            text = f"The city was laid out; {seat_name(first)} was drawn as the first player."
            return Sentence(text, ("BRI-SETUP-02", "BRI-SETUP-03", "BRI-SETUP-10", "BRI-RULING-45"), facts_of(event))
        case e.ChiefChosen(seat=seat, chief=name, firehouse=firehouse):
            text = f"{seat_name(seat)} took the {firehouse} firehouse with {chief(name)}."
            return Sentence(text, ("BRI-SETUP-01", "BRI-ADV-04", "BRI-SETUP-07"), facts_of(event), seat)
        case e.StartingEventsBegun():
            return Sentence("Every tile of the University caught fire.", ("BRI-SETUP-08", "BRI-SETUP-11"), {})
        case _:
            assert_never(event)
