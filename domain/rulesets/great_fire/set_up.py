"""What chance deals at set-up, from the opened box to the last card: rules section 4.

The choices of the seats between the deals are in `rules/set_up.py`.
"""

from collections.abc import Iterable

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import seat_of, seats_of
from domain.rulesets.great_fire.components import (
    AREAS,
    COLOURS,
    CONSTANTS,
    COUNT,
    DECKS,
    DIRECTIONS,
    FILL_ORDER,
    IDS,
    OBJECTIVES,
    PRINTED,
    PUDDING_LANE,
    SEATS_MAX,
    SEATS_MIN,
    SET_UP,
    SUPPLY,
    TOKEN_AREAS,
    TOKENS,
    AreaId,
    Card,
)
from domain.rulesets.great_fire.events import (
    BandPlaced,
    ColourDealt,
    Event,
    FireDeckBuilt,
    GameCreated,
    HandDealt,
    HousesPlaced,
    ObjectivesDealt,
    TokensPlaced,
)
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.state import NO_TOKENS, NOWHERE, Deal, State


def initial(seats: int, options: Options) -> State:
    """Returns the closed box. Raises Refused unless there are 3 to 6 seats (GF-COMP-01)."""
    if not SEATS_MIN <= seats <= SEATS_MAX:
        raise Refused("wrong_number_of_seats", rules=("GF-COMP-01",), seats=seats, least=SEATS_MIN, most=SEATS_MAX)
    nothing = ("",) * seats
    deal = Deal(
        options=options,
        start=seat_of(0),
        colours=nothing,
        pawns=nothing,
        objectives=((),) * seats,
        colours_of_houses=b"",
        leftover="",
    )
    return _closed_box(seats, deal)


def _closed_box(seats: int, deal: Deal) -> State:
    """Returns the state in which only Pudding Lane has cones (GF-SETUP-01)."""
    in_lane = SUPPLY.fire_cones_pudding_lane_start
    nothing = ("",) * seats
    return State(
        deal=deal,
        phase="set_up",
        turn=0,
        active=deal.start,
        points=0,
        card=None,
        cones_to_place=0,
        final_turns=-1,
        cones=bytes(in_lane if at == PUDDING_LANE else 0 for at in range(COUNT)),
        stock=deal.options.fire_cones - in_lane,
        houses=bytes(COUNT),
        tokens=bytes(COUNT),
        destroyed=NO_TOKENS,
        demolished=bytes(COUNT),
        lost=(0,) * len(COLOURS),
        bands=(),
        landowners=(NOWHERE,) * seats,
        piles=(0,) * seats,
        hands=nothing,
        public_cards=nothing,
        supplies=(NO_TOKENS,) * seats,
        hero=None,
        deck="",
        stacks="",
        on_stack=0,
        played="",
        outcome=None,
    )


def fire_cards(options: Options) -> tuple[Card, ...]:
    """Returns every fire card of the game, sorted by direction (GF-COMP-04, GF-OPT-06)."""
    mix = "counts" if options.fire_card_mix == "even" else "counts_easterly_wind"
    counts = PRINTED["fire_cards"][mix]
    return tuple(card for card in DIRECTIONS for _ in range(counts[card]))


def sorted_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Returns fire cards in the order of the directions, so that their order reveals nothing."""
    return tuple(sorted(cards, key=DIRECTIONS.index))


def set_up(state: State, chance: Chance) -> tuple[Event, ...]:
    """Draws the start player and deals five cards to every seat (GF-SETUP-02, GF-SETUP-03)."""
    options = state.deal.options
    start = seat_of(chance.below(state.seats))
    cards = chance.shuffled(fire_cards(options))
    size = CONSTANTS.hand_size
    hands = (HandDealt(seat, sorted_cards(cards[seat * size : seat * size + size])) for seat in seats_of(state.seats))
    return (GameCreated(state.seats, options, start), *hands)


def undealt_cards(state: State, dealt: str) -> list[Card]:
    """Returns all fire cards except those in `dealt`."""
    cards = list(fire_cards(state.deal.options))
    for card in dealt:
        cards.remove(next(kind for kind in DIRECTIONS if kind == card))
    return cards


def deal_the_rest(state: State, chance: Chance) -> tuple[Event, ...]:
    """Deals everything that follows the last confirmed hand (GF-SETUP-05 to GF-SETUP-16)."""
    return (
        _build_deck(state, chance),
        _place_houses(chance),
        *_deal_colours(state, chance),
        TokensPlaced({IDS[at]: kind for at, kind in zip(TOKEN_AREAS, chance.shuffled(TOKENS), strict=True)}),
        *_deal_objectives(state, chance),
        *(BandPlaced(None, area) for area in SET_UP[state.seats].fixed_bands),
    )


def _build_deck(state: State, chance: Chance) -> FireDeckBuilt:
    """Builds the deck, top first; the cards left go back to the box (GF-SETUP-05 to GF-SETUP-07)."""
    stacks = SET_UP[state.seats].stacks
    cards = chance.shuffled(undealt_cards(state, "".join(state.hands)))
    size = sum(stack.cards for stack in stacks)
    assert len(cards) - size == SET_UP[state.seats].leftover
    return FireDeckBuilt(
        stack_cards=tuple(stack.letter for stack in stacks),
        sizes=tuple(stack.cards for stack in stacks),
        order=cards[:size],
        leftover=sorted_cards(cards[size:]),
    )


def _place_houses(chance: Chance) -> HousesPlaced:
    """Draws five houses of each colour for each region and places them (GF-SETUP-08, GF-SETUP-09)."""
    houses: dict[AreaId, tuple[str, ...]] = {}
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
    """Deals a colour card and its landowner to every seat (GF-SETUP-10).

    Under option A the cards are face down, and a landowner may have any colour (GF-OPT-01).
    """
    hidden = state.deal.options.hidden_colours
    colours = chance.shuffled(COLOURS)
    pawns = chance.shuffled(COLOURS) if hidden else colours
    return tuple(ColourDealt(seat, colours[seat], pawns[seat], hidden) for seat in seats_of(state.seats))


def _deal_objectives(state: State, chance: Chance) -> tuple[ObjectivesDealt, ...]:
    """Deals one card of each deck to every seat (GF-SETUP-12)."""
    decks = [chance.shuffled(id for id, card in OBJECTIVES.items() if card.deck == deck) for deck in DECKS]
    return tuple(ObjectivesDealt(seat, tuple(deck[seat] for deck in decks)) for seat in seats_of(state.seats))
