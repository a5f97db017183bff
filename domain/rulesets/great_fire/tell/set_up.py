"""The lines of set-up: rules section 4."""

from collections.abc import Mapping
from typing import Final, NamedTuple, assert_never

from msgspec import UNSET

from domain.engine.message import Message, Value
from domain.engine.refusal import Fact
from domain.engine.sentences import Sentence
from domain.engine.viewer import ARBITER, Viewer, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import BURNABLE, INDEX, OBJECTIVES, SET_UP, AreaId
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.tell.words import cards_by_direction, facts_of

_RULE_OF_BANDS: Final[Mapping[int, str]] = {
    3: "GF-SETUP-13",
    4: "GF-SETUP-14",
    5: "GF-SETUP-15",
    6: "GF-SETUP-16",
}
"""Number of seats -> the rule that says who places how many bands."""


class _Option(NamedTuple):
    """An option that has not its default, as a line names it."""

    message: Message
    rules: tuple[str, ...]


_DEFAULTS: Final = Options()
_OPTIONS: Final[Mapping[str, _Option]] = {
    "hidden_colours": _Option(Message("part-option-hidden_colours"), ("GF-OPT-01",)),
    "more_destruction": _Option(Message("part-option-more_destruction"), ("GF-OPT-02",)),
    "fire_cones": _Option(Message("part-option-fire_cones"), ("GF-OPT-03",)),
    "reburn_cones": _Option(Message("part-option-reburn_cones"), ("GF-OPT-04",)),
    "stock_exhaustion": _Option(Message("part-option-stock_exhaustion"), ("GF-OPT-05",)),
    "fire_card_mix": _Option(Message("part-option-fire_card_mix"), ("GF-OPT-06", "GF-RULING-33")),
}


def tell_set_up(event: e.SetUpEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of set-up."""
    match event:
        case e.GameCreated():
            return _created(event)
        case e.HandDealt():
            return _hand_dealt(event, viewer)
        case e.HandConfirmed(seat=seat):
            message = Message("line-HandConfirmed", {"seat": seat})
            return Sentence(message, ("GF-SETUP-04", "GF-HID-03"), facts_of(event), seat)
        case e.HandExchanged():
            return _hand_exchanged(event, viewer)
        case e.BandPlaced():
            return _band_placed(event)
        case e.LandownerPlaced(seat=seat, area=area):
            message = Message("line-LandownerPlaced", {"seat": seat, "area": area})
            return Sentence(message, ("GF-SETUP-18",), facts_of(event), seat)
        case e.FireDeckBuilt():
            return _deck_built(event, viewer)
        case e.HousesPlaced():
            rules = ("GF-SETUP-08", "GF-SETUP-09", "GF-COMP-02", "GF-RULING-39")
            return Sentence(Message("line-HousesPlaced"), rules, facts_of(event))
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
    changed = [option for name, option in _OPTIONS.items() if getattr(options, name) != getattr(_DEFAULTS, name)]
    args: dict[str, Value] = {"seats": event.seats, "start": event.start}
    message = Message("line-GameCreated", args)
    if changed:
        words = tuple(option.message for option in changed)
        message = Message("line-GameCreated-options", {**args, "options": words})
    rules = ("GF-SETUP-02", "GF-RULING-43", "GF-SETUP-19", "GF-SETUP-01", "GF-COMP-01", "GF-OPT-07")
    return Sentence(
        message,
        (*rules, *(rule for option in changed for rule in option.rules)),
        facts_of(event) | {"options": chosen},
    )


def _hand_dealt(event: e.HandDealt, viewer: Viewer) -> Sentence:
    own, number = sees(viewer, event.seat), len(event.cards)
    args: dict[str, Value] = {"seat": event.seat, "number": number}
    message = Message("line-HandDealt", args)
    if own:
        message = Message("line-HandDealt-own", {**args, "cards": cards_by_direction(event.cards)})
    facts = facts_of(event, *() if own else ("cards",)) | {"number": number}
    return Sentence(message, ("GF-SETUP-03",), facts, event.seat)


def _hand_exchanged(event: e.HandExchanged, viewer: Viewer) -> Sentence:
    own = sees(viewer, event.seat)
    args: dict[str, Value] = {"seat": event.seat, "hand": cards_by_direction(event.hand), "number": len(event.drawn)}
    message = Message("line-HandExchanged", args)
    if own:
        message = Message("line-HandExchanged-own", {**args, "cards": cards_by_direction(event.drawn)})
    rules = ("GF-SETUP-04", "GF-RULING-42", "GF-HID-03")
    return Sentence(message, rules, facts_of(event, *() if own else ("drawn",)), event.seat)


def _band_placed(event: e.BandPlaced) -> Sentence:
    """In a game of version 1 the event of a seat does not show how many bands each seat places."""
    if event.seat is None:
        seats = next(seats for seats, printed in SET_UP.items() if event.area in printed.fixed_bands)
        message = Message("line-BandPlaced-printed", {"area": event.area})
        return Sentence(message, (_RULE_OF_BANDS[seats], "GF-BOARD-09"), facts_of(event))
    rules = () if event.seats is UNSET else (_RULE_OF_BANDS[event.seats],)
    message = Message("line-BandPlaced", {"seat": event.seat, "area": event.area})
    return Sentence(message, (*rules, "GF-SETUP-17", *_rule_of_grass(event.area)), facts_of(event), event.seat)


def _rule_of_grass(area: AreaId) -> tuple[str, ...]:
    """Returns the ruling that allows grassed areas, for one of them."""
    return () if BURNABLE >> INDEX[area] & 1 else ("GF-RULING-30",)


def _deck_built(event: e.FireDeckBuilt, viewer: Viewer) -> Sentence:
    stacks = tuple(
        Message("part-stack" if at else "part-stack-top", {"letter": letter, "cards": size})
        for at, (letter, size) in enumerate(zip(event.stack_cards, event.sizes, strict=True))
    )
    hidden = () if viewer == ARBITER else ("order", "leftover")
    rules = ("GF-SETUP-06", "GF-SETUP-05", "GF-SETUP-07", "GF-RULING-34")
    return Sentence(Message("line-FireDeckBuilt", {"stacks": stacks}), rules, facts_of(event, *hidden))


def _colour_dealt(event: e.ColourDealt, viewer: Viewer) -> Sentence:
    seat, colour = event.seat, event.colour
    if not event.hidden:
        message = Message("line-ColourDealt", {"seat": seat, "colour": colour})
        return Sentence(message, ("GF-SETUP-10",), facts_of(event), seat)
    rules = ("GF-OPT-01", "GF-HID-09")
    args: dict[str, Value] = {"seat": seat, "pawn": event.pawn}
    if sees(viewer, seat):
        message = Message("line-ColourDealt-hidden-own", {**args, "colour": colour})
        return Sentence(message, rules, facts_of(event), seat)
    return Sentence(Message("line-ColourDealt-hidden", args), rules, facts_of(event, "colour"), seat)


def _tokens_placed(event: e.TokensPlaced, viewer: Viewer) -> Sentence:
    """The districts are sorted, because a decoded event has lost their order."""
    facts: dict[str, Fact] = {"districts": tuple(sorted(event.tokens))}
    if viewer == ARBITER:
        facts |= facts_of(event)
    message = Message("line-TokensPlaced", {"tokens": len(event.tokens)})
    return Sentence(message, ("GF-SETUP-11", "GF-BOARD-07"), facts)


def _objectives_dealt(event: e.ObjectivesDealt, viewer: Viewer) -> Sentence:
    rules = ("GF-SETUP-12", "GF-COMP-06")
    args: dict[str, Value] = {"seat": event.seat, "number": len(event.cards)}
    if sees(viewer, event.seat):
        cards = (OBJECTIVES[id] for id in event.cards)
        named = tuple(Message("part-objective", {"district": card.district, "points": card.vp}) for card in cards)
        message = Message("line-ObjectivesDealt-own", {**args, "cards": named})
        return Sentence(message, (*rules, "GF-RULING-35"), facts_of(event), event.seat)
    return Sentence(Message("line-ObjectivesDealt", args), rules, facts_of(event, "cards"), event.seat)
