"""The lines of the draw, the intensification and the end: rules sections 14 and 16."""

from collections.abc import Mapping
from typing import Final, assert_never

from msgspec import UNSET

from domain.engine.message import Message, Value
from domain.engine.refusal import Fact
from domain.engine.score import Outcome, Place
from domain.engine.sentences import Sentence
from domain.engine.viewer import Viewer, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import CONSTANTS, SEATS_MAX
from domain.rulesets.great_fire.tell.words import cones_owed, facts_of

_TIE_BREAKS: Final[Mapping[str, str]] = {
    "GF-TIE-01": "cones",
    "GF-TIE-02": "houses",
    "GF-TIE-03": "objectives",
}
"""Rule -> what decides among seats with the same points."""


def tell_end(event: e.EndEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of the draw, the intensification or the end."""
    match event:
        case e.FireCardDrawn():
            return _card_drawn(event, viewer)
        case e.StackCardRevealed():
            return _stack_card(event)
        case e.FireIntensified():
            return _intensified(event)
        case e.FinalRoundStarted():
            return _final_round(event)
        case e.GameScored():
            return _scored(event)
        case _:
            assert_never(event)


def _card_drawn(event: e.FireCardDrawn, viewer: Viewer) -> Sentence:
    rules = ("GF-DRAW-01", "GF-HID-08")
    args: dict[str, Value] = {"seat": event.seat, "left": event.cards_on_stack}
    if sees(viewer, event.seat):
        message = Message("line-FireCardDrawn-own", {**args, "card": event.card})
        return Sentence(message, rules, facts_of(event), event.seat)
    return Sentence(Message("line-FireCardDrawn", args), rules, facts_of(event, "card"), event.seat)


def _stack_card(event: e.StackCardRevealed) -> Sentence:
    owed = cones_owed(event.cones_to_place, event.not_placed)
    message = Message("line-StackCardRevealed", {"seat": event.seat, "letter": event.letter, "owed": owed})
    rules = ("GF-DRAW-02", "GF-INT-01", "GF-INT-04")
    return Sentence(message, (*rules, "GF-RULING-25") if event.not_placed else rules, facts_of(event), event.seat)


def _final_round(event: e.FinalRoundStarted) -> Sentence:
    """In a game of version 1 only a number of turns that one round cannot have shows option B."""
    message = Message("line-FinalRoundStarted", {"turns": event.turns_left})
    more = event.turns_left > SEATS_MAX if event.rounds is UNSET else event.rounds > CONSTANTS.final_turns
    rules = ("GF-END-01", "GF-DRAW-03", "GF-RULING-41")
    return Sentence(message, ("GF-OPT-02", *rules) if more else rules, facts_of(event))


def _intensified(event: e.FireIntensified) -> Sentence:
    rules: tuple[str, ...] = ("GF-INT-02", "GF-INT-03", "GF-INT-05")
    if event.no_move is True:
        rules = ("GF-FIRE-13", *rules)
    supply = ("GF-SUPPLY-01",) if event.from_stock else ("GF-SUPPLY-02", "GF-RULING-26")
    args: dict[str, Value] = {
        "seat": event.seat,
        "district": event.district,
        "cones": event.cones,
        "from_stock": event.from_stock,
    }
    return Sentence(Message("line-FireIntensified", args), (*rules, *supply), facts_of(event), event.seat)


def _scored(event: e.GameScored) -> Sentence:
    """What was hidden and counts for the score is public now (GF-SCORE-07)."""
    outcome = event.outcome
    unused = any(set(kinds) - {"vp"} for kinds in event.tokens)
    rules = (*outcome.rules, "GF-END-02", "GF-SCORE-07", *(("GF-RULING-38",) if unused else ()))
    places = tuple(_facts_of_place(place) for place in outcome.places)
    facts = facts_of(event, "outcome") | {"ending": outcome.ending, "places": places}
    return Sentence(Message("line-GameScored", {"result": _result(outcome)}), rules, facts)


def _facts_of_place(place: Place) -> dict[str, Fact]:
    return {
        "seat": place.seat,
        "place": place.place,
        "points": place.points,
        "sources": {source.source: source.points for source in place.sources},
    }


def _result(outcome: Outcome) -> Message:
    """Says who won, and then what each of the others had, the best first."""
    ranked = sorted(outcome.places, key=lambda place: (place.place, place.seat))
    result = _won([place for place in ranked if place.place == 1], outcome)
    for place in ranked:
        if place.place > 1:
            result = Message("part-others", {"before": result, "seat": place.seat, "points": place.points})
    return result


def _won(winners: list[Place], outcome: Outcome) -> Message:
    """Says who won, and what decided among seats with the same points."""
    points = winners[0].points
    if len(winners) > 1:
        return Message("part-won-shared", {"seats": tuple(place.seat for place in winners), "points": points})
    ties = [rule for rule in outcome.rules if rule in _TIE_BREAKS]
    args: dict[str, Value] = {"seat": winners[0].seat, "points": points}
    return Message("part-won-tie", {**args, "by": _TIE_BREAKS[ties[-1]]}) if ties else Message("part-won", args)
