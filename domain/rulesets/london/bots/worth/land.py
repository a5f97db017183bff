"""What land is worth to the alderman, and how far each seat has come."""

from domain.engine.viewer import Seat
from domain.rulesets.london.bots.worth.outlook import POINT, Outlook
from domain.rulesets.london.components import ADJACENT, BOROUGHS, FACE_OF, NUMBERS, BoroughId


def land_price(outlook: Outlook) -> int:
    """The lowest price of a free borough, in pounds; 0 if none is free."""
    taken = {place.borough for place in outlook.view.boroughs if place.owner is not None}
    if not taken:
        return min(borough.cost for borough in BOROUGHS.values() if borough.first_marker)
    free = (b for b in BOROUGHS.values() if b.id not in taken and any(near in taken for near in ADJACENT[b.id]))
    return min((borough.cost for borough in free), default=0)


def land_worth(outlook: Outlook, borough: BoroughId) -> int:
    """What a borough is worth: points, the poverty it saves in later runs, and its cards, less its price."""
    printed = BOROUGHS[borough]
    space = max(0, NUMBERS.hand_limit + 1 - len(outlook.hand))
    cards = min(printed.cards, space) * 60 - max(0, printed.cards - space) * 30
    if outlook.late:
        cards = -printed.cards * outlook.poverty_point
    saved = outlook.while_it_lasts(3 * outlook.poverty_point)
    return printed.vp * POINT + saved + cards - printed.cost * outlook.pound


def underground_worth(outlook: Outlook, borough: BoroughId) -> int:
    """Points for the seat's own borough, a loss for another seat's."""
    owner = next(place.owner for place in outlook.view.boroughs if place.borough == borough)
    bonus = NUMBERS.underground_bonus_vp * POINT
    return bonus if owner == outlook.me.seat else -bonus // 2


def standing(outlook: Outlook, seat: Seat) -> int:
    """A rough measure of how far a seat has come."""
    other = outlook.view.seats[seat]
    cards = sum(FACE_OF[card].vp for stack in other.stacks for card in stack.cards)
    land = sum(BOROUGHS[place.borough].vp for place in outlook.view.boroughs if place.owner == seat)
    return other.vp + cards + land + other.money // NUMBERS.pounds_per_vp - 2 * other.poverty - 3 * other.loans
