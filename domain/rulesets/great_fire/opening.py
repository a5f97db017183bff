"""Set-up: rules section 4. Everything from the opened box to the first turn, and nothing after it."""

from collections.abc import Iterable, Iterator, Mapping

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.commands import Card, Command, ExchangeHand, KeepHand, PlaceBand, PlaceLandowner
from domain.rulesets.great_fire.components import (
    AREAS,
    BAND_AREAS,
    COLOURS,
    CONSTANTS,
    COUNT,
    DECKS,
    DIRECTIONS,
    FILL_ORDER,
    FIRST_HOUSE,
    HOUSES,
    IDS,
    INDEX,
    KINDS,
    LANDOWNER_AREAS,
    NAMES,
    OBJECTIVES,
    PUDDING_LANE,
    SEATS_MAX,
    SEATS_MIN,
    SET_UP,
    SIZES,
    SUPPLY,
    TOKEN_AREAS,
    TOKENS,
    Mask,
    bits,
    fire_cards,
)
from domain.rulesets.great_fire.events import (
    BandPlaced,
    ColourDealt,
    Event,
    FireDeckBuilt,
    GameCreated,
    HandConfirmed,
    HandDealt,
    HandExchanged,
    HousesPlaced,
    Kind,
    LandownerPlaced,
    ObjectivesDealt,
    TokensPlaced,
)
from domain.rulesets.great_fire.fire_phase import unknown_area
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.state import NO_CONES, NOWHERE, Deal, State


def initial(seats: int, options: Options) -> State:
    """The closed box. Raises Refused unless 3 to 6 play (GF-COMP-01)."""
    if not SEATS_MIN <= seats <= SEATS_MAX:
        text = f"The game is for {SEATS_MIN} to {SEATS_MAX} players."
        raise Refused(
            "wrong_number_of_seats", text, rules=("GF-COMP-01",), seats=seats, least=SEATS_MIN, most=SEATS_MAX
        )
    in_lane = SUPPLY.fire_cones_pudding_lane_start
    cones = bytearray(NO_CONES)
    cones[PUDDING_LANE] = in_lane
    nothing = ("",) * seats
    return State(
        deal=Deal(options, 0, nothing, nothing, ((),) * seats, b"", ""),
        phase="set_up",
        turn=0,
        active=0,
        points=0,
        card=None,
        owed=0,
        final_turns=-1,
        cones=bytes(cones),
        stock=options.fire_cones - in_lane,
        houses=bytes(COUNT),
        tokens=bytes(COUNT),
        destroyed=(0, 0, 0),
        demolished=bytes(COUNT),
        lost=(0,) * len(COLOURS),
        bands=(),
        landowners=(NOWHERE,) * seats,
        piles=(0,) * seats,
        hands=nothing,
        shown=nothing,
        held=((0, 0, 0),) * seats,
        hero=None,
        deck="",
        stacks="",
        on_stack=0,
        played="",
        outcome=None,
    )


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Fire cards in the order of the directions, so that their order tells nothing."""
    return tuple(sorted(cards, key=DIRECTIONS.index))


def set_up(state: State, chance: Chance) -> tuple[Event, ...]:
    """The start player and the five cards of everybody (GF-SETUP-02, GF-SETUP-03)."""
    options = state.deal.options
    start = chance.below(state.seats)
    cards = chance.shuffled(fire_cards(options))
    size = CONSTANTS.hand_size
    hands = (HandDealt(seat, sorted_cards(cards[seat * size : seat * size + size])) for seat in range(state.seats))
    return (GameCreated(state.seats, options, start), *hands)


# ---- five cards of a kind


def five_of_a_kind(state: State, seat: Seat) -> bool:
    """Whether all cards of a hand name one direction (GF-SETUP-04)."""
    return len(set(state.hands[seat])) == 1


def objections_exchange(state: State, command: ExchangeHand) -> Iterator[Refused]:
    """GF-SETUP-04, GF-RULING-42."""
    if not five_of_a_kind(state, command.seat):
        text = "Only a hand of five cards of one direction may be exchanged."
        yield Refused("hand_not_equal", text, rules=("GF-SETUP-04", "GF-RULING-42"))


def exchange_hand(state: State, command: ExchangeHand, chance: Chance) -> tuple[Event, ...]:
    """The hand is shown, goes back among the undealt cards, and five new ones come."""
    others = "".join(hand for seat, hand in enumerate(state.hands) if seat != command.seat)
    drawn = chance.shuffled(_undealt(state, others))[: CONSTANTS.hand_size]
    shown = tuple(card for card in DIRECTIONS for _ in range(state.hands[command.seat].count(card)))
    return (HandExchanged(command.seat, shown, sorted_cards(drawn)),)


def _undealt(state: State, dealt: str) -> list[Card]:
    """All fire cards but those `dealt`."""
    cards = list(fire_cards(state.deal.options))
    for card in dealt:
        cards.remove(next(kind for kind in DIRECTIONS if kind == card))
    return cards


def keep_hand(state: State, command: KeepHand, chance: Chance) -> tuple[Event, ...]:
    """The hand is confirmed; after the last one everything else is dealt (GF-SETUP-05 to GF-SETUP-16)."""
    confirmed = HandConfirmed(command.seat)
    if (command.seat + 1) % state.seats != state.deal.start:
        return (confirmed,)
    return (
        confirmed,
        _build_deck(state, chance),
        _place_houses(chance),
        *_deal_colours(state, chance),
        TokensPlaced({IDS[at]: kind for at, kind in zip(TOKEN_AREAS, chance.shuffled(TOKENS), strict=True)}),
        *_deal_objectives(state, chance),
        *(BandPlaced(None, area) for area in SET_UP[state.seats].fixed_bands),
    )


def _build_deck(state: State, chance: Chance) -> FireDeckBuilt:
    """The deck, top first, and what goes back to the box (GF-SETUP-05 to GF-SETUP-07)."""
    stacks = SET_UP[state.seats].stacks
    cards = chance.shuffled(_undealt(state, "".join(state.hands)))
    size = sum(count for _, count in stacks)
    assert len(cards) - size == SET_UP[state.seats].leftover
    return FireDeckBuilt(
        tuple(letter for letter, _ in stacks),
        tuple(count for _, count in stacks),
        order=cards[:size],
        leftover=sorted_cards(cards[size:]),
    )


def _place_houses(chance: Chance) -> HousesPlaced:
    """Five houses of each colour to a region, drawn blind (GF-SETUP-08, GF-SETUP-09)."""
    houses: dict[str, tuple[str, ...]] = {}
    for region in FILL_ORDER:
        lid = chance.shuffled(colour for colour in COLOURS for _ in range(SUPPLY.houses_per_colour_per_region))
        drawn = 0
        for area in AREAS:
            if area.region == region:
                houses[area.id] = lid[drawn : drawn + area.size]
                drawn += area.size
        assert drawn == len(lid)
    return HousesPlaced(houses)


def _deal_colours(state: State, chance: Chance) -> tuple[ColourDealt, ...]:
    """A colour card each, open, with its landowner; under option A face down, with any landowner (GF-SETUP-10, GF-OPT-01)."""
    hidden = state.deal.options.hidden_colours
    colours = chance.shuffled(COLOURS)
    pawns = chance.shuffled(COLOURS) if hidden else colours
    return tuple(ColourDealt(seat, colours[seat], pawns[seat], hidden) for seat in range(state.seats))


def _deal_objectives(state: State, chance: Chance) -> tuple[ObjectivesDealt, ...]:
    """One card of each deck to everybody (GF-SETUP-12)."""
    decks = [chance.shuffled(id for id, card in OBJECTIVES.items() if card.deck == deck) for deck in DECKS]
    return tuple(ObjectivesDealt(seat, tuple(deck[seat] for deck in decks)) for seat in range(state.seats))


# ---- bands and landowners


def _objections_place(area: str, allowed: Mask, rules: tuple[str, ...]) -> Iterator[Refused]:
    if area not in INDEX:
        yield unknown_area(area)
    elif not allowed >> INDEX[area] & 1:
        text = f"{NAMES[area]} is not open at set-up: it lies in the green region or is Pudding Lane."
        yield Refused("closed_at_set_up", text, rules=rules, area=area)


def objections_place_band(_state: State, command: PlaceBand) -> Iterator[Refused]:
    """GF-SETUP-17."""
    return _objections_place(command.area, BAND_AREAS, ("GF-SETUP-17", "GF-RULING-30"))


def place_band(_state: State, command: PlaceBand) -> tuple[Event, ...]:
    """A band stands."""
    return (BandPlaced(command.seat, command.area),)


def objections_place_landowner(_state: State, command: PlaceLandowner) -> Iterator[Refused]:
    """GF-SETUP-18."""
    return _objections_place(command.area, LANDOWNER_AREAS, ("GF-SETUP-18",))


def place_landowner(_state: State, command: PlaceLandowner) -> tuple[Event, ...]:
    """A landowner stands."""
    return (LandownerPlaced(command.seat, command.area),)


# ---- what is legal


def legal_opening(state: State, seat: Seat) -> tuple[Command, ...]:
    """The choices of set-up, for the seat whose turn it is."""
    match state.phase:
        case "confirm_hand":
            keep = KeepHand(seat)
            return (keep, ExchangeHand(seat)) if five_of_a_kind(state, seat) else (keep,)
        case "place_band":
            return tuple(PlaceBand(seat, IDS[at]) for at in bits(BAND_AREAS))
        case "place_landowner":
            return tuple(PlaceLandowner(seat, IDS[at]) for at in bits(LANDOWNER_AREAS))
        case _:
            raise AssertionError(f"no choice of set-up in {state.phase}")


# ---- the board in rows


def house_row(houses: Mapping[str, tuple[str, ...]]) -> bytes:
    """The colours of all houses as one byte each, in board order (`Deal.colours_of_houses`)."""
    row = bytearray(HOUSES)
    for id, colours in houses.items():
        at = INDEX[id]
        assert len(colours) == SIZES[at]
        row[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]] = bytes(COLOURS.index(colour) for colour in colours)
    return bytes(row)


def token_row(tokens: Mapping[str, Kind]) -> bytes:
    """The kinds of the tokens on the board as one byte an area (`State.tokens`)."""
    row = bytearray(COUNT)
    for id, kind in tokens.items():
        row[INDEX[id]] = 1 + KINDS.index(kind)
    return bytes(row)
