"""The lines of the draw, the intensification and the end: rules sections 14 and 16."""

from collections.abc import Mapping
from typing import Final, assert_never

from msgspec import UNSET

from domain.engine.refusal import Fact
from domain.engine.score import Outcome, Place
from domain.engine.sentences import Sentence, counted, listed
from domain.engine.viewer import Viewer, seat_name, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import CONSTANTS, DIRECTION_NAMES, NAMES, SEATS_MAX
from domain.rulesets.great_fire.tell.words import cones_owed, facts_of

_TIE_BREAKS: Final[Mapping[str, str]] = {
    "GF-TIE-01": "cones put out",
    "GF-TIE-02": "houses standing",
    "GF-TIE-03": "objective points",
}


def tell_end(event: e.EndEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of the draw, the intensification or the end."""
    match event:
        case e.FireCardDrawn():
            return _card_drawn(event, viewer)
        case e.StackCardRevealed(seat=seat, letter=letter, cones_to_place=cones_to_place, not_placed=not_placed):
            text = f"{seat_name(seat)} uncovered Fire Stack Card {letter}: {cones_owed(cones_to_place, not_placed)}."
            rules = ("GF-DRAW-02", "GF-INT-01", "GF-INT-04")
            return Sentence(text, (*rules, "GF-RULING-25") if not_placed else rules, facts_of(event), seat)
        case e.FireIntensified():
            return _intensified(event)
        case e.FinalRoundStarted():
            return _final_round(event)
        case e.GameScored():
            return _scored(event)
        case _:
            assert_never(event)


def _card_drawn(event: e.FireCardDrawn, viewer: Viewer) -> Sentence:
    own = sees(viewer, event.seat)
    card = f" ({DIRECTION_NAMES[event.card]})" if own else ""
    left = (
        f"{counted(event.cards_on_stack, 'card')} remained on this stack"
        if event.cards_on_stack
        else "it was the last on this stack"
    )
    text = f"{seat_name(event.seat)} drew a fire card{card}; {left}."
    return Sentence(text, ("GF-DRAW-01", "GF-HID-08"), facts_of(event, *() if own else ("card",)), event.seat)


def _final_round(event: e.FinalRoundStarted) -> Sentence:
    """In a game of version 1 only a number of turns that one round cannot have shows option B."""
    text = f"The fire deck was used up: {counted(event.turns_left, 'turn')} remained, without a draw."
    more = event.turns_left > SEATS_MAX if event.rounds is UNSET else event.rounds > CONSTANTS.final_turns
    rules = ("GF-END-01", "GF-DRAW-03", "GF-RULING-41")
    return Sentence(text, ("GF-OPT-02", *rules) if more else rules, facts_of(event))


def _intensified(event: e.FireIntensified) -> Sentence:
    rules: tuple[str, ...] = ("GF-INT-02", "GF-INT-03", "GF-INT-05")
    if event.no_move is True:
        rules = ("GF-FIRE-13", *rules)
    source, supply = "", ["GF-SUPPLY-01"]
    if not event.from_stock:
        source, supply = " from Pudding Lane", ["GF-SUPPLY-02", "GF-RULING-26"]
    name = NAMES[event.district]
    text = f"{seat_name(event.seat)} added a cone{source} in {name}, which then held {event.cones}."
    return Sentence(text, (*rules, *supply), facts_of(event), event.seat)


def _scored(event: e.GameScored) -> Sentence:
    """What was hidden and counts for the score is public now (GF-SCORE-07)."""
    outcome = event.outcome
    ranked = sorted(outcome.places, key=lambda place: (place.place, place.seat))
    others = "".join(f", {seat_name(place.seat)} had {place.points} VP" for place in ranked if place.place > 1)
    text = f"The game ended: {_won([place for place in ranked if place.place == 1], outcome)}{others}."
    unused = any(set(kinds) - {"vp"} for kinds in event.tokens)
    rules = (*outcome.rules, "GF-END-02", "GF-SCORE-07", *(("GF-RULING-38",) if unused else ()))
    places = tuple(_facts_of_place(place) for place in outcome.places)
    return Sentence(text, rules, facts_of(event, "outcome") | {"ending": outcome.ending, "places": places})


def _facts_of_place(place: Place) -> dict[str, Fact]:
    return {
        "seat": place.seat,
        "place": place.place,
        "points": place.points,
        "sources": {source.source: source.points for source in place.sources},
    }


def _won(winners: list[Place], outcome: Outcome) -> str:
    """Says who won, and what decided among seats with the same points."""
    names = listed(seat_name(place.seat) for place in winners)
    if len(winners) > 1:
        return f"{names} shared the victory with {winners[0].points} VP each"
    ties = [rule for rule in outcome.rules if rule in _TIE_BREAKS]
    by = f", ahead by {_TIE_BREAKS[ties[-1]]}" if ties else ""
    return f"{names} won with {winners[0].points} VP{by}"
