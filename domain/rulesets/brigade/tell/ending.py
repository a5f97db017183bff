"""The lines of the end of the game (section 9)."""

from typing import Final, assert_never

from domain.engine.refusal import Fact
from domain.engine.sentences import Sentence, counted, facts_of, listed
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e

_ENDINGS: Final = {
    "guild": "by the loyalty of a guild",
    "citizens": "by the loyalty of all citizens",
    "evacuation": "by evacuation",
    "all_out": "because the last fire was out",
    "deserted": "because the others had left",
}


def tell_end(event: e.EndEvent) -> Sentence:
    """The line of an event that ends the game, for all or for one seat."""
    match event:
        case e.EvacuationAnnounced(tiles_destroyed=total, university_destroyed=university):
            toll = f"{counted(total, 'tile')} destroyed, {university} of the University"
            text = f"The evacuation of the city after this round was announced: {toll}."
            return Sentence(text, ("BRI-END-03", "BRI-END-04"), facts_of(event))
        case e.SeatDeserted(seat=seat):
            return Sentence(f"{seat_name(seat)} left the game.", ("BRI-RULING-89",), facts_of(event), seat)
        case e.GameEnded():
            return _ended(event)
        case _:
            assert_never(event)


def _ended(event: e.GameEnded) -> Sentence:
    winners = listed(seat_name(place.seat) for place in event.places if place.place == 1)
    places: Fact = tuple(
        {
            "seat": place.seat,
            "place": place.place,
            "points": place.points,
            "sources": {source.source: source.points for source in place.sources},
        }
        for place in event.places
    )
    text = f"The game ended {_ENDINGS[event.ending]}: {winners} won." if event.ending else "The game ended."
    return Sentence(text, (*event.rules, "BRI-END-10"), facts_of(event, "places") | {"places": places})
