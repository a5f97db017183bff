"""The lines of set-up: rules section 4."""

from typing import assert_never

from domain.engine.refusal import Fact
from domain.engine.sentences import Sentence, counted, facts_of, listed
from domain.engine.viewer import ARBITER, Viewer, seat_name, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import NAMES, OBJECTIVES
from domain.rulesets.great_fire.tell.words import cards_by_direction


def tell_set_up(event: e.SetUpEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of set-up."""
    match event:
        case e.GameCreated():
            return _created(event)
        case e.HandDealt():
            return _hand_dealt(event, viewer)
        case e.HandConfirmed(seat=seat):
            return Sentence(f"{seat_name(seat)} kept the hand.", ("GF-SETUP-04", "GF-HID-03"), facts_of(event), seat)
        case e.HandExchanged():
            return _hand_exchanged(event, viewer)
        case e.BandPlaced():
            return _band_placed(event)
        case e.LandownerPlaced(seat=seat, area=area):
            text = f"{seat_name(seat)} placed the landowner in {NAMES[area]}."
            return Sentence(text, ("GF-SETUP-18",), facts_of(event), seat)
        case e.FireDeckBuilt():
            return _deck_built(event, viewer)
        case e.HousesPlaced():
            text = "The houses were placed, region by region."
            return Sentence(text, ("GF-SETUP-08", "GF-SETUP-09", "GF-COMP-02"), facts_of(event))
        case e.ColourDealt():
            return _colour_dealt(event, viewer)
        case e.TokensPlaced():
            return _tokens_placed(event, viewer)
        case e.ObjectivesDealt():
            return _objectives_dealt(event, viewer)
        case _:
            assert_never(event)


def _created(event: e.GameCreated) -> Sentence:
    options = event.options
    chosen: Fact = {name: getattr(options, name) for name in options.__struct_fields__}
    text = f"{event.seats} players opened the box; {seat_name(event.start)} was drawn as the start player."
    rules = ("GF-SETUP-02", "GF-SETUP-01", "GF-COMP-01", "GF-OPT-07", "GF-RULING-43")
    return Sentence(text, rules, facts_of(event) | {"options": chosen})


def _hand_dealt(event: e.HandDealt, viewer: Viewer) -> Sentence:
    own = sees(viewer, event.seat)
    cards = f": {cards_by_direction(event.cards)}" if own else ""
    text = f"{seat_name(event.seat)} was dealt {counted(len(event.cards), 'fire card')}{cards}."
    facts = facts_of(event, *() if own else ("cards",)) | {"number": len(event.cards)}
    return Sentence(text, ("GF-SETUP-03",), facts, event.seat)


def _hand_exchanged(event: e.HandExchanged, viewer: Viewer) -> Sentence:
    own = sees(viewer, event.seat)
    cards = f": {cards_by_direction(event.drawn)}" if own else ""
    new = counted(len(event.drawn), "new card")
    text = f"{seat_name(event.seat)} showed {cards_by_direction(event.shown)} and took {new}{cards}."
    rules = ("GF-SETUP-04", "GF-RULING-42", "GF-HID-03")
    return Sentence(text, rules, facts_of(event, *() if own else ("drawn",)), event.seat)


def _band_placed(event: e.BandPlaced) -> Sentence:
    name = NAMES[event.area]
    if event.seat is None:
        text = f"A trained band was placed in {name}, as printed on the board."
        return Sentence(text, ("GF-SETUP-14", "GF-SETUP-15", "GF-BOARD-09"), facts_of(event))
    text = f"{seat_name(event.seat)} placed a trained band in {name}."
    return Sentence(text, ("GF-SETUP-17", "GF-RULING-30"), facts_of(event), event.seat)


def _deck_built(event: e.FireDeckBuilt, viewer: Viewer) -> Sentence:
    stacks = listed(f"{letter} {size}" for letter, size in zip(event.stack_cards, event.sizes, strict=True))
    text = f"The fire deck was built, from the top: {stacks}."
    hidden = () if viewer == ARBITER else ("order", "leftover")
    rules = ("GF-SETUP-06", "GF-SETUP-05", "GF-SETUP-07", "GF-RULING-34")
    return Sentence(text, rules, facts_of(event, *hidden))


def _colour_dealt(event: e.ColourDealt, viewer: Viewer) -> Sentence:
    seat, colour = event.seat, event.colour
    if not event.hidden:
        text = f"{seat_name(seat)} got the colour {colour}."
        return Sentence(text, ("GF-SETUP-10", "GF-RULING-39"), facts_of(event), seat)
    own = sees(viewer, seat)
    text = f"{seat_name(seat)} got a hidden colour{f', {colour},' if own else ''} and a {event.pawn} landowner."
    return Sentence(text, ("GF-OPT-01", "GF-HID-09"), facts_of(event, *() if own else ("colour",)), seat)


def _tokens_placed(event: e.TokensPlaced, viewer: Viewer) -> Sentence:
    """The districts are sorted, because a decoded event has lost their order."""
    text = f"{counted(len(event.tokens), 'token')} were placed face down."
    facts: dict[str, Fact] = {"districts": tuple(sorted(event.tokens))}
    if viewer == ARBITER:
        facts |= facts_of(event)
    return Sentence(text, ("GF-SETUP-11", "GF-BOARD-07"), facts)


def _objectives_dealt(event: e.ObjectivesDealt, viewer: Viewer) -> Sentence:
    own = sees(viewer, event.seat)
    cards = (OBJECTIVES[id] for id in event.cards)
    names = f": {listed(f'{NAMES[card.district]} ({card.vp} VP)' for card in cards)}" if own else ""
    text = f"{seat_name(event.seat)} was dealt {counted(len(event.cards), 'objective card')}{names}."
    rules = ("GF-SETUP-12", "GF-COMP-06")
    return Sentence(text, rules, facts_of(event, *() if own else ("cards",)), event.seat)
