"""Set-up (section 2): everything up to the first choice of a seat."""

from collections.abc import Sequence
from typing import Final

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import seat_of
from domain.rulesets.brigade.agenda import Ask
from domain.rulesets.brigade.components import (
    BIG_BUILDINGS,
    CELLS,
    CITY,
    CREW,
    FIREHOUSE_CELLS,
    SEATS_MAX,
    SEATS_MIN,
    TILES,
    bits,
    cell_at,
    corner_cells,
)
from domain.rulesets.brigade.events import ChiefChosen, CityBuilt, CrewDeckShuffled, Event
from domain.rulesets.brigade.options import Options, why_not_options
from domain.rulesets.brigade.queries import turn_order
from domain.rulesets.brigade.rules import Working, all_starting_events, chiefs_left, run
from domain.rulesets.brigade.state import Brigade, State

BIG_VALUE: Final = 4
"""A big building takes the place of the first city tile of its guild with this value (BRI-EXP-BIG-01)."""


def initial(seats: int, options: Options) -> State:
    """The state before set-up. Raises Refused for a number of seats or options that the rules do not allow
    (BRI-SETUP-01, -14).
    """
    if not SEATS_MIN <= seats <= SEATS_MAX:
        raise Refused(
            "wrong_number_of_seats",
            rules=("BRI-SETUP-01",),
            seats=seats,
            seats_min=SEATS_MIN,
            seats_max=SEATS_MAX,
        )
    refused = why_not_options(options)
    if refused is not None:
        raise refused
    return State(options=options, brigades=tuple(Brigade(home=home) for home in corner_cells(seats)))


def city_tiles(options: Options) -> tuple[str, ...]:
    """The ids of the 28 city tiles that are shuffled (BRI-SETUP-02, BRI-EXP-BIG-01)."""
    tiles = [tile for tile in TILES if tile.kind == "city" and not tile.ability]
    if options.big_buildings:
        for at in BIG_BUILDINGS:
            big = TILES[at]
            out = next(t for t in tiles if t.guild == big.guild and t.value == BIG_VALUE and not t.ability)
            tiles[tiles.index(out)] = big
    return tuple(tile.id for tile in tiles)


def crew_cards(options: Options) -> tuple[str, ...]:
    """The ids of the crew cards in the game (BRI-COMP-05, BRI-SETUP-14)."""
    return tuple(card.id for card in CREW.values() if card.set == "base" or options.extra_crew)


def set_up(state: State, chance: Chance) -> tuple[Event, ...]:
    """Lays out the city, draws the first player and shuffles the crew deck (BRI-SETUP-02 to -10).

    Then chiefs are chosen in reverse turn order, or dealt (BRI-ADV-04).
    """
    working = Working(state, chance)
    tiles = _layout(chance.shuffled(city_tiles(state.options)))
    working.emit(CityBuilt(tiles=tiles, first=seat_of(chance.below(state.seats))))
    working.emit(CrewDeckShuffled(order=chance.shuffled(crew_cards(state.options))))
    order = tuple(reversed(turn_order(working.state)))
    if state.options.deal_chiefs:
        for seat in order:
            dealt = chance.pick(chiefs_left(working.state, seat))
            working.emit(ChiefChosen(seat=seat, chief=dealt.chief, firehouse=dealt.firehouse))
        working.push(all_starting_events())
    else:
        working.push(*(Ask("choose_chief", seat) for seat in order), all_starting_events())
    run(working)
    return tuple(working.events)


def _layout(city: Sequence[str]) -> tuple[str, ...]:
    """The id of the tile on each cell: the University, the firehouses, then the city tiles in reading order."""
    laid = [""] * CELLS
    for tile in TILES:
        if tile.cell is not None:
            laid[cell_at(*tile.cell)] = tile.id
    for cell, firehouse in zip(FIREHOUSE_CELLS, (t for t in TILES if t.kind == "firehouse"), strict=True):
        laid[cell] = firehouse.id
    for cell, name in zip(bits(CITY), city, strict=True):
        laid[cell] = name
    return tuple(laid)
