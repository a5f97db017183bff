"""The choices of the seats at set-up: rules section 4."""

from collections.abc import Iterator
from functools import cache

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.commands import Command, ExchangeHand, KeepHand, PlaceBand, PlaceLandowner
from domain.rulesets.great_fire.components import (
    BAND_AREAS,
    CONSTANTS,
    DIRECTIONS,
    IDS,
    INDEX,
    LANDOWNER_AREAS,
    AreaId,
    Mask,
    bits,
)
from domain.rulesets.great_fire.events import BandPlaced, Event, HandConfirmed, HandExchanged, LandownerPlaced
from domain.rulesets.great_fire.rules.areas import no_such_area
from domain.rulesets.great_fire.set_up import deal_the_rest, sorted_cards, undealt_cards
from domain.rulesets.great_fire.state import State

# ---- five cards of a kind


def may_exchange(state: State, seat: Seat) -> bool:
    """Returns whether all cards of a hand name one direction (GF-SETUP-04)."""
    return len(set(state.hands[seat])) == 1


def objections_exchange(state: State, command: ExchangeHand) -> Iterator[Refused]:
    """Only a hand of five cards of one direction may be exchanged (GF-SETUP-04, GF-RULING-42)."""
    if not may_exchange(state, command.seat):
        yield Refused("hand_not_equal", rules=("GF-SETUP-04", "GF-RULING-42"))


def exchange_hand(state: State, command: ExchangeHand, chance: Chance) -> tuple[Event, ...]:
    """The hand is shown and shuffled into the undealt cards, and the seat gets five new ones (GF-SETUP-04)."""
    others = "".join(hand for seat, hand in enumerate(state.hands) if seat != command.seat)
    drawn = chance.shuffled(undealt_cards(state, others))[: CONSTANTS.hand_size]
    hand = tuple(card for card in DIRECTIONS for _ in range(state.hands[command.seat].count(card)))
    return (HandExchanged(command.seat, hand, sorted_cards(drawn)),)


def keep_hand(state: State, command: KeepHand, chance: Chance) -> tuple[Event, ...]:
    """The hand is confirmed, and after the last one everything else is dealt (GF-SETUP-05 to GF-SETUP-16)."""
    confirmed = HandConfirmed(command.seat)
    if (command.seat + 1) % state.seats != state.deal.start:
        return (confirmed,)
    return (confirmed, *deal_the_rest(state, chance))


# ---- bands and landowners


def _objections_place(area: AreaId, allowed: Mask, rules: tuple[str, ...]) -> Iterator[Refused]:
    """A band or a landowner starts neither in Pudding Lane nor in the green region."""
    if area not in INDEX:
        yield no_such_area(area)
    elif not allowed >> INDEX[area] & 1:
        yield Refused("closed_at_set_up", rules=rules, area=area)


def objections_place_band(_state: State, command: PlaceBand) -> Iterator[Refused]:
    """A band may be placed in any open area (GF-SETUP-17)."""
    return _objections_place(command.area, BAND_AREAS, ("GF-SETUP-17",))


def place_band(state: State, command: PlaceBand) -> tuple[Event, ...]:
    """The band is placed (GF-SETUP-13 to GF-SETUP-17)."""
    return (BandPlaced(command.seat, command.area, state.seats),)


def objections_place_landowner(_state: State, command: PlaceLandowner) -> Iterator[Refused]:
    """A landowner may be placed in any open area (GF-SETUP-18)."""
    return _objections_place(command.area, LANDOWNER_AREAS, ("GF-SETUP-18",))


def place_landowner(_state: State, command: PlaceLandowner) -> tuple[Event, ...]:
    """The landowner is placed (GF-SETUP-18)."""
    return (LandownerPlaced(command.seat, command.area),)


# ---- what is legal


@cache
def _bands(seat: Seat) -> tuple[PlaceBand, ...]:
    return tuple(PlaceBand(seat, IDS[at]) for at in bits(BAND_AREAS))


@cache
def _landowners(seat: Seat) -> tuple[PlaceLandowner, ...]:
    return tuple(PlaceLandowner(seat, IDS[at]) for at in bits(LANDOWNER_AREAS))


def legal_set_up(state: State, seat: Seat) -> tuple[Command, ...]:
    """Returns the choices of the active seat at set-up."""
    match state.phase:
        case "confirm_hand":
            keep = KeepHand(seat)
            return (keep, ExchangeHand(seat)) if may_exchange(state, seat) else (keep,)
        case "place_band":
            return _bands(seat)
        case "place_landowner":
            return _landowners(seat)
        case _:
            raise AssertionError(f"no seat chooses anything in {state.phase}")
