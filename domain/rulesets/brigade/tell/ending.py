"""The lines of the end of the game (section 9)."""

from typing import Final, assert_never

from domain.engine.refusal import Fact
from domain.engine.score import Place
from domain.engine.sentences import Sentence, counted, facts_of
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import Ending

_ENDINGS: Final = {
    "guild": "by the loyalty of a guild",
    "citizens": "by the loyalty of all citizens",
    "evacuation": "by evacuation",
    "all_out": "because the last fire was out",
    "deserted": "because the others had left",
}

_SCORED: Final = ("evacuation", "all_out")
"""The endings after which points decide (BRI-END-07)."""
_TIES: Final = "BRI-END-08"


def tell_end(event: e.EndEvent) -> Sentence:
    """The line of an event that ends the game, for all or for one seat."""
    match event:
        case e.EvacuationAnnounced(tiles_destroyed=total, university_destroyed=university):
            toll = f"{counted(total, 'tile')} destroyed, {university or 'none'} of them of the University"
            text = f"The evacuation of the city after this round was announced: {toll}."
            return Sentence(text, ("BRI-END-03", "BRI-END-04"), facts_of(event))
        case e.SeatDeserted(seat=seat):
            return Sentence(f"{seat_name(seat)} left the game.", ("BRI-RULING-89",), facts_of(event), seat)
        case e.GameEnded():
            return _ended(event)
        case _:
            assert_never(event)


def _ended(event: e.GameEnded) -> Sentence:
    ranked = sorted(event.places, key=lambda place: (place.place, place.seat))
    tied = len(ranked) > 1 and event.ending in _SCORED and ranked[0].points == ranked[1].points
    places: Fact = tuple(
        {
            "seat": place.seat,
            "place": place.place,
            "points": place.points,
            "sources": {source.source: source.points for source in place.sources},
        }
        for place in event.places
    )
    text = f"The game ended {_ENDINGS[event.ending]}: {_result(ranked, event.ending, tied=tied)}."
    rules = tuple(rule for rule in event.rules if tied or rule != _TIES)
    return Sentence(text, (*rules, "BRI-END-10"), facts_of(event, "places") | {"places": places})


def _result(ranked: list[Place], ending: Ending, *, tied: bool) -> str:
    """Who won, with the points where they decided, in the order of the places."""
    winner, *others = ranked
    if ending not in _SCORED:
        return f"{seat_name(winner.seat)} won"
    how = ", ahead on the tie-break" if tied else ""
    rest = "".join(f", {seat_name(place.seat)} had {place.points}" for place in others)
    return f"{seat_name(winner.seat)} won with {counted(winner.points, 'point')}{how}{rest}"
