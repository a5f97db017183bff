"""The lines of the end of the game (section 9)."""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.refusal import Fact
from domain.engine.score import Place
from domain.engine.sentences import Sentence, facts_of
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.words import Args

_SCORED: Final = ("evacuation", "all_out")
"""The endings after which points decide (BRI-END-07)."""
_TIES: Final = "BRI-END-08"


def tell_end(event: e.EndEvent) -> Sentence:
    """The line of an event that ends the game, for all or for one seat."""
    match event:
        case e.EvacuationAnnounced(tiles_destroyed=total, university_destroyed=university):
            message = Message("line-EvacuationAnnounced", {"tiles": total, "university": university})
            return Sentence(message, ("BRI-END-03", "BRI-END-04"), facts_of(event))
        case e.SeatDeserted(seat=seat):
            return Sentence(Message("line-SeatDeserted", {"seat": seat}), ("BRI-RULING-89",), facts_of(event), seat)
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
    rules = tuple(rule for rule in event.rules if tied or rule != _TIES)
    facts = facts_of(event, "places") | {"places": places}
    return Sentence(_result(event, ranked, tied=tied), (*rules, "BRI-END-10"), facts)


def _result(event: e.GameEnded, ranked: list[Place], *, tied: bool) -> Message:
    """Who won, with the points where they decided, in the order of the places."""
    winner, *others = ranked
    args: Args = {"ending": event.ending, "winner": winner.seat}
    if event.ending not in _SCORED:
        return Message("line-GameEnded", args)
    rest = Message("end-of-places")
    for place in reversed(others):
        rest = Message("place-after", {"seat": place.seat, "points": place.points, "rest": rest})
    return Message("line-GameEnded-scored", {**args, "points": winner.points, "tied": tied, "rest": rest})
