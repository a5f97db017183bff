"""The lines of set-up: rules section 4."""

from collections.abc import Mapping
from typing import Final, NamedTuple, assert_never

from msgspec import UNSET

from domain.engine.refusal import Fact
from domain.engine.sentences import Sentence, counted, listed
from domain.engine.viewer import ARBITER, Viewer, seat_name, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import BURNABLE, INDEX, NAMES, OBJECTIVES, SET_UP, AreaId
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

    words: str
    rules: tuple[str, ...]


_DEFAULTS: Final = Options()
_OPTIONS: Final[Mapping[str, _Option]] = {
    "hidden_colours": _Option("hidden colours", ("GF-OPT-01",)),
    "more_destruction": _Option("more destruction", ("GF-OPT-02",)),
    "fire_cones": _Option("100 cones", ("GF-OPT-03",)),
    "reburn_cones": _Option("one cone only for a fire in an empty district", ("GF-OPT-04",)),
    "stock_exhaustion": _Option("no more cones once the stock was empty", ("GF-OPT-05",)),
    "fire_card_mix": _Option("an easterly wind", ("GF-OPT-06", "GF-RULING-33")),
}


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
            return Sentence(text, ("GF-SETUP-08", "GF-SETUP-09", "GF-COMP-02", "GF-RULING-39"), facts_of(event))
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
    with_options = f" with {listed(option.words for option in changed)}" if changed else ""
    start = f"{seat_name(event.start)} was drawn as the start player"
    rules = ("GF-SETUP-02", "GF-RULING-43", "GF-SETUP-19", "GF-SETUP-01", "GF-COMP-01", "GF-OPT-07")
    return Sentence(
        f"{event.seats} players opened the box{with_options}; {start}.",
        (*rules, *(rule for option in changed for rule in option.rules)),
        facts_of(event) | {"options": chosen},
    )


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
    text = f"{seat_name(event.seat)} showed {cards_by_direction(event.hand)} and took {new}{cards}."
    rules = ("GF-SETUP-04", "GF-RULING-42", "GF-HID-03")
    return Sentence(text, rules, facts_of(event, *() if own else ("drawn",)), event.seat)


def _band_placed(event: e.BandPlaced) -> Sentence:
    """In a game of version 1 the event of a seat does not show how many bands each seat places."""
    name = NAMES[event.area]
    if event.seat is None:
        seats = next(seats for seats, printed in SET_UP.items() if event.area in printed.fixed_bands)
        text = f"A trained band was placed in {name}, as printed on the board."
        return Sentence(text, (_RULE_OF_BANDS[seats], "GF-BOARD-09"), facts_of(event))
    rules = () if event.seats is UNSET else (_RULE_OF_BANDS[event.seats],)
    text = f"{seat_name(event.seat)} placed a trained band in {name}."
    return Sentence(text, (*rules, "GF-SETUP-17", *_rule_of_grass(event.area)), facts_of(event), event.seat)


def _rule_of_grass(area: AreaId) -> tuple[str, ...]:
    """Returns the ruling that allows grassed areas, for one of them."""
    return () if BURNABLE >> INDEX[area] & 1 else ("GF-RULING-30",)


def _deck_built(event: e.FireDeckBuilt, viewer: Viewer) -> Sentence:
    stacks = zip(event.stack_cards, event.sizes, strict=True)
    sizes = listed(f"{size}{'' if at else ' cards'} on {letter}" for at, (letter, size) in enumerate(stacks))
    text = f"The fire deck was built, from the top: {sizes}."
    hidden = () if viewer == ARBITER else ("order", "leftover")
    rules = ("GF-SETUP-06", "GF-SETUP-05", "GF-SETUP-07", "GF-RULING-34")
    return Sentence(text, rules, facts_of(event, *hidden))


def _colour_dealt(event: e.ColourDealt, viewer: Viewer) -> Sentence:
    seat, colour = event.seat, event.colour
    if not event.hidden:
        text = f"{seat_name(seat)} got the colour {colour}."
        return Sentence(text, ("GF-SETUP-10",), facts_of(event), seat)
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
    rules = ("GF-SETUP-12", "GF-COMP-06", *(("GF-RULING-35",) if own else ()))
    return Sentence(text, rules, facts_of(event, *() if own else ("cards",)), event.seat)
