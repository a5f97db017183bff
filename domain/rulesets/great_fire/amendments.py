"""What a ruling may change on the board, and the laws of conservation that it must leave whole (GAME-RULING-05)."""

from collections import Counter
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.engine.amendments import hidden, impossible
from domain.engine.ruleset import Amendments
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.board import uncontained
from domain.rulesets.great_fire.components import (
    BURNABLE,
    COLOURS,
    CONSTANTS,
    COUNT,
    FIRST_HOUSE,
    INDEX,
    KINDS,
    PUDDING_LANE,
    SIZES,
    SUPPLY,
    TOKENS,
    AreaId,
    bits,
)
from domain.rulesets.great_fire.set_up import fire_cards
from domain.rulesets.great_fire.state import NOWHERE, State


class FixCones(msgspec.Struct, frozen=True, tag_field="type", tag="great_fire.FixCones"):
    """Move cones between two districts, piles and the stock. A place without district and seat is the stock."""

    count: int
    from_district: str | None = None
    from_seat: Seat | None = None
    to_district: str | None = None
    to_seat: Seat | None = None


class FixBand(msgspec.Struct, frozen=True, tag_field="type", tag="great_fire.FixBand"):
    """Move a trained band from one district to another."""

    from_district: str
    to_district: str


class FixLandowner(msgspec.Struct, frozen=True, tag_field="type", tag="great_fire.FixLandowner"):
    """Put the landowner of a seat into a district."""

    seat: Seat
    district: str


class FixHouses(msgspec.Struct, frozen=True, tag_field="type", tag="great_fire.FixHouses"):
    """Put the houses of a district back, or take them off as lost. A district is full or empty (GF-TERM-06)."""

    district: str
    standing: bool


class FixActionPoints(msgspec.Struct, frozen=True, tag_field="type", tag="great_fire.FixActionPoints"):
    """Set the action points that the active seat has left."""

    points: int


Amendment = FixCones | FixBand | FixLandowner | FixHouses | FixActionPoints


def amend(state: State, amendment: Amendment) -> State:
    """The state after an amendment. Raises Refused."""
    match amendment:
        case FixCones():
            return _moved_cones(state, amendment)
        case FixBand(start, end):
            at, to = _area(start), _area(end)
            if at not in state.bands:
                raise impossible("no band is there")
            rest = list(state.bands)
            rest.remove(at)
            return replace(state, bands=tuple(sorted((*rest, to))))
        case FixLandowner(seat, district):
            at = _area(district)
            if not 0 <= seat < len(state.landowners) or state.landowners[seat] == NOWHERE:
                raise impossible("that landowner is not on the board")
            landowners = (*state.landowners[:seat], at, *state.landowners[seat + 1 :])
            return replace(state, landowners=landowners)
        case FixHouses(district, standing):
            return _rebuilt(state, _area(district), standing=standing)
        case FixActionPoints(points):
            if state.phase != "actions" or not 1 <= points <= CONSTANTS.action_points:
                raise impossible("action points are set in the phase of actions, from 1 to the printed number")
            return replace(state, points=points)


def _moved_cones(state: State, move: FixCones) -> State:
    if move.count < 1:
        raise impossible("a number of cones is at least 1")
    taken = _with_cones(state, move.from_district, move.from_seat, -move.count)
    return _with_cones(taken, move.to_district, move.to_seat, move.count)


def _with_cones(state: State, district: str | None, seat: Seat | None, change: int) -> State:
    """The state with more or fewer cones at one place."""
    if district is not None and seat is not None:
        raise impossible("a place is a district or a seat, not both")
    if district is not None:
        at = _area(district)
        if change > 0 and state.houses[at]:
            raise impossible("houses stand in that district")
        count = _enough(state.cones[at] + change)
        return replace(state, cones=bytes((*state.cones[:at], count, *state.cones[at + 1 :])))
    if seat is not None:
        if not 0 <= seat < len(state.piles):
            raise impossible("there is no such seat")
        piles = (*state.piles[:seat], _enough(state.piles[seat] + change), *state.piles[seat + 1 :])
        return replace(state, piles=piles)
    return replace(state, stock=_enough(state.stock + change))


def _rebuilt(state: State, at: int, *, standing: bool) -> State:
    row = state.deal.colours_of_houses
    if not row or not SIZES[at]:
        raise impossible("no houses are built in that district")
    if bool(state.houses[at]) == standing:
        raise impossible("the houses of that district stand, or are lost, already")
    if state.tokens[at]:
        raise hidden()  # the token below them, whose kind nobody knows, would have to go to somebody
    colours = Counter(row[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]])
    back = -1 if standing else 1
    return replace(
        state,
        houses=bytes((*state.houses[:at], SIZES[at] if standing else 0, *state.houses[at + 1 :])),
        lost=tuple(lost + back * colours[colour] for colour, lost in enumerate(state.lost)),
    )


def _enough(count: int) -> int:
    if not 0 <= count <= 255:
        raise impossible("there are not so many cones")
    return count


def _area(district: str) -> int:
    at = INDEX.get(AreaId(district))
    if at is None:
        raise impossible("there is no such district")
    return at


def lawful(state: State) -> tuple[str, ...]:
    """The laws that a state breaks."""
    laws = {
        "No cone appears or disappears (GF-SUPPLY-04).": _cones_hold(state),
        "A district is full or empty, and every house stands or is lost (GF-TERM-06).": _houses_hold(state),
        "Every fire card is somewhere, and only once (GF-SETUP-03).": _cards_hold(state),
        "All bands and landowners stand on the board, and none in Pudding Lane (GF-ACT-05).": _pieces_hold(state),
        "No houses stand in a fire that is not contained (GF-CONT-05).": _fire_holds(state),
        "No fire break burns or has houses, and grass never burns (GF-RULING-16).": _breaks_hold(state),
        "No token is there more often than it is printed (GF-TOKEN-05).": _tokens_hold(state),
    }
    return tuple(law for law, holds in laws.items() if not holds)


def _cones_hold(state: State) -> bool:
    total = state.stock + sum(state.cones) + sum(state.piles)
    return total == state.deal.options.fire_cones and state.stock >= 0 and min(state.piles) >= 0


def _houses_hold(state: State) -> bool:
    row = state.deal.colours_of_houses
    if not row:
        return True
    standing = Counter[int]()
    for at, houses in enumerate(state.houses):
        if houses not in (0, SIZES[at]):
            return False
        standing.update(row[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]] if houses else b"")
    return all(standing[at] + lost == SUPPLY.houses_per_colour for at, lost in enumerate(state.lost[: len(COLOURS)]))


def _cards_hold(state: State) -> bool:
    if state.phase in ("set_up", "confirm_hand"):
        return True
    cards = Counter("".join((*state.hands, state.deck, state.played, state.deal.leftover)))
    return cards == Counter(fire_cards(state.deal.options)) and all(
        not Counter(shown) - Counter(hand) for hand, shown in zip(state.hands, state.public_cards, strict=True)
    )


def _pieces_hold(state: State) -> bool:
    pieces = (*state.bands, *(at for at in state.landowners if at != NOWHERE))
    if any(not 0 <= at < COUNT or at == PUDDING_LANE for at in pieces):
        return False
    is_placed = state.phase not in ("set_up", "confirm_hand", "dealing", "place_band")
    return len(state.bands) == SUPPLY.trained_bands or (not is_placed and len(state.bands) < SUPPLY.trained_bands)


def _fire_holds(state: State) -> bool:
    open_fire = uncontained(state.cones, state.bands)
    return not any(state.houses[at] for at in bits(open_fire) if at != PUDDING_LANE)


def _breaks_hold(state: State) -> bool:
    for at in range(COUNT):
        if state.demolished[at] and (state.cones[at] or state.houses[at]):
            return False
        if state.cones[at] and not BURNABLE >> at & 1 and at != PUDDING_LANE:
            return False
    return True


def _tokens_hold(state: State) -> bool:
    """Tokens that were used are counted nowhere, so that fewer are lawful."""
    there = Counter(KINDS[kind - 1] for kind in state.tokens if kind)
    for supply in (state.destroyed, *state.supplies):
        there.update(dict(zip(KINDS, supply, strict=True)))
    printed = Counter(TOKENS)
    return not there - printed and all(count >= 0 for count in there.values())


AMENDMENTS: Final = Amendments(
    kinds=(FixCones, FixBand, FixLandowner, FixHouses, FixActionPoints), amend=amend, lawful=lawful
)
