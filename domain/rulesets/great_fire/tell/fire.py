"""The lines of the fire phase: rules sections 6 to 9 and 15."""

from typing import assert_never

from domain.engine.sentences import Sentence, counted, facts_of, listed
from domain.engine.viewer import Viewer, seat_name, seats_of, sees
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import DIRECTION_NAMES, INDEX, KIND_NAMES, NAMES, SIZES
from domain.rulesets.great_fire.tell.words import a_card, cards_by_direction, cones_owed, grouped


def tell_fire(event: e.FireEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of the fire phase."""
    match event:
        case e.FireCardPlayed(seat=seat, card=card):
            text = f"{seat_name(seat)} played a fire card: {DIRECTION_NAMES[card]}."
            return Sentence(text, ("GF-FIRE-01", "GF-FIRE-10", "GF-HID-02"), facts_of(event), seat)
        case e.DoubleMovePlayed(seat=seat):
            text = f"{seat_name(seat)} used a double-move token to move a second cone by the same card."
            rules = ("GF-FIRE-11", "GF-FIRE-12", "GF-TOKEN-02", "GF-HID-06")
            return Sentence(text, rules, facts_of(event), seat)
        case e.FireMoved():
            return _moved(event)
        case e.FireContainedOnArrival(district=district):
            text = f"The fire in {NAMES[district]} was contained: nothing burned."
            return Sentence(text, ("GF-ENTER-01", "GF-RULING-11", "GF-CONT-01"), facts_of(event))
        case e.DistrictBurnt():
            return _burnt(event)
        case e.TokenTaken():
            return _token_taken(event, viewer)
        case e.PuddingLaneRefilled(cones=cones):
            text = f"Pudding Lane had no cone left and got {counted(cones, 'cone')} from the stock."
            return Sentence(text, ("GF-FIRE-08", "GF-ENTER-07", "GF-RULING-08"), facts_of(event))
        case e.ConesReturned():
            return _returned(event)
        case e.NoMoveDeclared():
            return _no_move(event)
        case _:
            assert_never(event)


def _moved(event: e.FireMoved) -> Sentence:
    """The card names only the direction of the last step, so the line does not say that the fire went there."""
    through = [NAMES[id] for id in event.way[1:-1]]
    text = (
        f"{seat_name(event.seat)} moved a cone by {a_card(event.card)} from {NAMES[event.source]}"
        f"{f' through {listed(through)}' if through else ''} into {NAMES[event.target]}."
    )
    rules = ("GF-FIRE-04", "GF-FIRE-03", "GF-FIRE-09", f"GF-PRIO-0{event.rank}", "GF-PRIO-05", "GF-RULING-01")
    return Sentence(text, rules, facts_of(event), event.seat)


def _burnt(event: e.DistrictBurnt) -> Sentence:
    rules = ["GF-ENTER-02", "GF-ENTER-04"]
    rules += ["GF-ENTER-03", "GF-RULING-49"] if event.houses else ["GF-ENTER-05", "GF-RULING-09", "GF-RULING-10"]
    if event.from_stock:
        rules.append("GF-SUPPLY-01")
    if event.from_pudding_lane:
        rules += ["GF-SUPPLY-02", "GF-RULING-26"]
    name = NAMES[event.district]
    text = f"{name}, already empty, burned again"
    if event.houses:
        text = f"{name} burned down: {grouped(event.houses, 'house')} lost"
    return Sentence(f"{text}{_cones_added(event)}{_cones_missing(event)}.", tuple(rules), facts_of(event))


def _cones_added(event: e.DistrictBurnt) -> str:
    added, from_lane = event.cones_added, event.from_pudding_lane
    if not added:
        return ""
    where = f", {from_lane} of them from Pudding Lane" if from_lane else ""
    if added == from_lane:
        where = {1: ", from Pudding Lane", 2: ", both from Pudding Lane"}.get(added, ", all from Pudding Lane")
    return f"; {counted(added, 'cone')} added{where}"


def _cones_missing(event: e.DistrictBurnt) -> str:
    """Says how many cones a district lacked.

    An empty district to which nothing was added may have needed no cone (GF-OPT-04), which the event does not show.
    """
    missing = SIZES[INDEX[event.district]] - event.cones
    if missing <= 0 or not (event.houses or event.cones_added):
        return ""
    return f"; there was no cone left for {missing} more"


def _token_taken(event: e.TokenTaken, viewer: Viewer) -> Sentence:
    own = sees(viewer, event.seat)
    kind = f": {KIND_NAMES[event.kind]}" if own else ""
    text = f"{seat_name(event.seat)} took the token of {NAMES[event.district]}{kind}."
    rules = ("GF-ENTER-06", "GF-RULING-13", "GF-HID-05")
    return Sentence(text, rules, facts_of(event, *() if own else ("kind",)), event.seat)


def _returned(event: e.ConesReturned) -> Sentence:
    cones = event.cones
    givers = listed(f"{seat_name(seat)} {cones[seat]}" for seat in seats_of(len(cones)) if cones[seat])
    text = f"Stock and Pudding Lane were exhausted; cones given back to the stock: {givers}."
    return Sentence(text, ("GF-SUPPLY-03", "GF-RULING-27"), facts_of(event))


def _no_move(event: e.NoMoveDeclared) -> Sentence:
    text = (
        f"{seat_name(event.seat)} could not move the fire, showed {cards_by_direction(event.hand)} and discarded"
        f" {a_card(event.discard)}; {cones_owed(event.owed, event.not_placed)}."
    )
    rules = ("GF-FIRE-13", "GF-RULING-23", "GF-HID-04", "GF-INT-04")
    return Sentence(text, rules, facts_of(event), event.seat)
