"""What a viewer may know of an event, in a plain English sentence with the rules behind it. Decides nothing.

Deck orders are told to the arbiter alone, the cards of a Recruit to who drew them as well (section 13); all else is public.
The lines of `events_boards.py` are in `tell_boards.py`.
"""

from typing import Final

from domain.engine.refusal import Fact
from domain.engine.ruleset import Line
from domain.engine.viewer import ARBITER, Viewer, seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.agenda import Decision
from domain.rulesets.brigade.components import EFFECT_RULES, EFFECTS, EVENTS
from domain.rulesets.brigade.decisions import MAY_DECLINE, RULES
from domain.rulesets.brigade.tell_boards import boards
from domain.rulesets.brigade.words import Told, chief, facts, listed, number, place

DECISIONS: Final[dict[Decision, str]] = {
    "choose_chief": "choose a chief and a firehouse",
    "recognition": "place recognition",
    "recruit": "choose a recruit",
    "give_precious": "give Sir Precious away",
    "relocate": "take a loyalty token from another tile",
    "event_cube": "place the event's cube",
    "redirect": "redirect the fire (Esme Morrow)",
    "stoke": "stoke an adjacent fire (Chops Murphy)",
    "douse": "douse a fire (Del Uge)",
    "noble_cube": "place a cube on the Nobles (Immora)",
    "merchant_cube": "place a cube on the Merchants (orange firehouse)",
    "merchant_choice": "choose water, a cube's move or a douse (Ali Ahmar)",
    "moved_cube": "say where the cube goes (Ali Ahmar)",
    "free_recruit": "recruit for free (Mal Candor)",
    "free_upgrade": "take a free Upgrade",
    "name_rival": "name a rival who discards a crew card (Zilda Garrett)",
    "discard_crew": "discard a crew card (Zilda Garrett)",
    "second_cube": "place a second cube (Selina Blackflow)",
    "refill_tax": "lose a water to Walder Ranier",
    "stolen_water": "say which card the stolen water comes from (Aurath Ether)",
    "remove_cube": "remove an own cube from the board",
    "fallen_tree": "say where Old Tom Oak falls",
    "dirty_dealings": "raise a fire (Dirty Dealings)",
    "pyro_cube": "say where the next cube goes (Cindy Bustion)",
}
_CARD_RULES: Final = {
    "firestorm": ("BRI-EVENT-STORM-01", "BRI-EVENT-STORM-02", "BRI-EVENT-01"),
    "wind": ("BRI-EVENT-WIND-01", "BRI-EVENT-WIND-02", "BRI-EVENT-01"),
}
_MOVED: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "paid": ("", ("BRI-ACT-01",)),
    "pink": (" for free", ("BRI-HOUSE-PINK",)),
    "ethereal": (" in ethereal form", ("BRI-CHIEF-AURATH-ETHER",)),
}
_ENDINGS: Final = {
    "guild": "by the loyalty of a guild",
    "citizens": "by the loyalty of all citizens",
    "evacuation": "by evacuation",
    "all_out": "because the last fire is out",
    "deserted": "because the others left the table",
}
_REDUCED: Final = {
    "extinguish": ("BRI-ACT-EXT-01", "BRI-FIRE-01"),
    "send_wagon": ("BRI-CHIEF-GLORIA-IGNIS",),
    "douse": ("BRI-CREW-DEL-UGE", "BRI-RECOG-08", "BRI-CREW-05"),
    "merchant_choice": ("BRI-CREW-ALI-AHMAR", "BRI-RECOG-08"),
    "thaw": ("BRI-EXP-BIG-04", "BRI-RECOG-08"),
}


def tell(event: e.Event, viewer: Viewer) -> Line:
    """The line of `event` for `viewer`."""
    told = _city(event, viewer)
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    return Line(tag, told.text, told.rules, told.seat, told.facts)


# ---- the city


def _city(event: e.Event, viewer: Viewer) -> Told:
    rules: tuple[str, ...]
    match event:
        case e.FireAdded(cell=cell, levels=levels, card=by_card, tile=tile):
            rules = ("BRI-FIRE-01", "BRI-FIRE-03") if by_card else ("BRI-FIRE-01", "BRI-CREW-07")
            return Told(f"The fire at {place(tile, cell)} rose by {levels}.", rules, facts(event))
        case e.FireReduced(cell=cell, levels=levels, why=why, tile=tile):
            return Told(f"The fire at {place(tile, cell)} fell by {levels}.", _REDUCED[why], facts(event))
        case e.FirePutOut(seat=seat, cell=cell, recognition=cubes, tile=tile):
            text = f"{seat_name(seat)} put out the fire at {place(tile, cell)} and got {cubes} recognition."
            return Told(text, ("BRI-ACT-EXT-04", "BRI-RECOG-01", "BRI-END-08"), facts(event), seat)
        case e.FiresExchanged(seat=seat, cell=cell, other=other, tiles=(one, two)):
            text = f"{seat_name(seat)} exchanged the fires at {place(one, cell)} and {place(two, other)}."
            return Told(text, ("BRI-CHIEF-BLITZ-HABEN",), facts(event), seat)
        case e.TileDestroyed(cell=cell, tile=tile):
            rules = ("BRI-DESTROY-01", "BRI-DESTROY-02", "BRI-DESTROY-03", "BRI-DESTROY-04")
            return Told(f"{place(tile, cell)} was destroyed; everything on it went home.", rules, facts(event))
        case e.AviaryRoasted(seats=seats):
            text = f"Cubes of {listed(map(seat_name, seats)) or 'nobody'} lie on the destroyed Aviary."
            return Told(text, ("BRI-EXP-BIG-06",), facts(event))
        case e.CubePlaced() | e.CubeRemoved() | e.CubeMoved() | e.LoyaltyGained():
            return _loyalty(event)
        case e.DecisionAsked(seat=seat, decision=decision):
            asked = "may" if decision in MAY_DECLINE else "has to"
            text = f"{seat_name(seat)} {asked} {DECISIONS[decision]}."
            return Told(text, ("BRI-ACT-03", *RULES[decision]), facts(event, "agenda"), seat)
        case e.DecisionMade(seat=seat, decision=decision, declined=declined):
            free = "declined to" if declined else "chose to"
            told = (
                f"{free} {DECISIONS[decision]}"
                if decision in MAY_DECLINE
                else f"was asked to {DECISIONS[decision]}, and did"
            )
            return Told(f"{seat_name(seat)} {told}.", RULES[decision], facts(event), seat)
        case _:
            return _pawns(event, viewer)


def _loyalty(event: e.CubePlaced | e.CubeRemoved | e.CubeMoved | e.LoyaltyGained) -> Told:
    seat = event.seat
    rules: tuple[str, ...]
    match event:
        case e.CubePlaced(cell=cell, tile=tile):
            text = f"{seat_name(seat)} placed a cube at {place(tile, cell)}."
            return Told(text, ("BRI-RECOG-03", "BRI-RECOG-04"), facts(event), seat)
        case e.CubeRemoved(cell=cell, tile=tile):
            text = f"{seat_name(seat)} removed a cube from {place(tile, cell)}."
            rules = ("BRI-HOUSE-WHITE", "BRI-CHIEF-FRITH-GOLDMANE", "BRI-CHIEF-GLINT-DAMPSHOT")
            return Told(text, rules, facts(event), seat)
        case e.CubeMoved(source=origin, cell=cell, tiles=(one, two)):
            text = f"{seat_name(seat)} moved a cube from {place(one, origin)} to {place(two, cell)}."
            return Told(text, ("BRI-CREW-ALI-AHMAR",), facts(event), seat)
        case e.LoyaltyGained(cell=cell, rival=rival, source=origin, tile=tile):
            taken = "" if rival is None else f" from {seat_name(rival)}"
            token = " with a token from another tile" if origin >= 0 else ""
            text = f"{seat_name(seat)} gained the loyalty of {place(tile, cell)}{taken}{token}."
            rules = ("BRI-LOYAL-01", "BRI-LOYAL-02") if rival is None else ("BRI-LOYAL-03", "BRI-LOYAL-02")
            return Told(text, (*rules, "BRI-LOYAL-07") if token else rules, facts(event), seat)


# ---- pawns


def _pawns(event: e.Event, viewer: Viewer) -> Told:
    match event:
        case e.BrigadeMoved(seat=seat, kind="home"):
            text = f"The brigade of {seat_name(seat)} went home from the ruins."
            return Told(text, ("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06"), facts(event), seat)
        case e.BrigadeMoved(seat=seat, kind=kind, path=path, tile=tile):
            how, rules = _MOVED[kind]
            text = f"{seat_name(seat)} moved the brigade to {place(tile, path[-1])}{how}."
            return Told(text, ("BRI-ACT-MOVE-01", *rules), facts(event), seat)
        case e.BrigadePushed(seat=seat, cell=cell, by=by, tile=tile):
            text = f"{seat_name(by)} pushed the brigade of {seat_name(seat)} to {place(tile, cell)}."
            return Told(text, ("BRI-CREW-MOG-THE-HEAVY",), facts(event), by)
        case e.FreeMoveEarned(seat=seat, cell=cell, tile=tile):
            text = f"{seat_name(seat)} ended at {place(tile, cell)} and has a free move."
            return Told(text, ("BRI-HOUSE-PINK",), facts(event), seat)
        case e.AviaryTokenTaken(seat=seat):
            return Told(
                f"{seat_name(seat)} took the cube back from the Aviary.", ("BRI-EXP-BIG-06",), facts(event), seat
            )
        case e.WagonMoved(seat=seat, cell=cell, kind=kind, tile=tile):
            rule = {"paid": "BRI-ACT-01", "ride": "BRI-UPG-07", "morgana": "BRI-CREW-MORGANA-MAGOS"}
            text = f"{seat_name(seat)} moved the wagon to {place(tile, cell)}."
            return Told(text, ("BRI-ACT-WAGON-01", rule.get(kind, "BRI-CHIEF-GLORIA-IGNIS")), facts(event), seat)
        case _:
            return _turns(event, viewer)


# ---- turns


def _turns(event: e.Event, viewer: Viewer) -> Told:
    rules: tuple[str, ...]
    match event:
        case e.TurnBegan(seat=seat, round=count, extra=extra):
            text = f"{seat_name(seat)} began {'an extra turn' if extra else 'the turn'} in round {count}."
            rules = ("BRI-TURN-01", "BRI-TURN-07", "BRI-TURN-08")
            return Told(text, (*rules, "BRI-CREW-BROTHER-BEN") if extra else rules, facts(event), seat)
        case e.EventDrawn():
            return _drawn(event)
        case e.EventDiscarded():
            return Told("The event card went to the discard.", ("BRI-EVENT-02",), facts(event))
        case e.ActionPhaseBegan(seat=seat, actions=count):
            text = f"{seat_name(seat)} has {number(count, 'action')}."
            return Told(text, ("BRI-TURN-03", "BRI-TURN-04"), facts(event), seat)
        case e.ActionTaken(seat=seat, action=action, cost=price):
            words = "".join(f" {c.lower()}" if c.isupper() else c for c in action).strip()
            text = f"{seat_name(seat)} spent {number(price, 'action')}: {words}."
            return Told(text, ("BRI-ACT-01", "BRI-TURN-03"), facts(event), seat)
        case e.ActionPhaseEnded(seat=seat, lost=lost):
            left = f", leaving {number(lost, 'action')}" if lost else ""
            return Told(f"{seat_name(seat)} ended the turn{left}.", ("BRI-TURN-05", "BRI-TURN-06"), facts(event), seat)
        case e.ActionsGained(seat=seat, actions=count, banked=banked, why=why):
            rules = {"leadership": ("BRI-UPG-05",), "blue_bonus": ("BRI-UPG-08",), "aviary": ("BRI-EXP-BIG-06",)}[why]
            when = " in the next action phase" if banked else ""
            return Told(f"{seat_name(seat)} has {number(count, 'more action')}{when}.", rules, facts(event), seat)
        case e.ExtraTurnEarned(seat=seat):
            text = f"{seat_name(seat)} will take an extra turn (Brother Ben)."
            return Told(text, ("BRI-CREW-BROTHER-BEN",), facts(event), seat)
        case e.EvacuationAnnounced(destroyed=total, university=university):
            toll = f"{number(total, 'tile')} destroyed, {university} of the University"
            rules = ("BRI-END-03", "BRI-END-04")
            return Told(f"The city will be evacuated after this round: {toll}.", rules, facts(event))
        case _:
            return _frame(event, viewer)


def _drawn(event: e.EventDrawn) -> Told:
    card = EVENTS[event.card]
    match card.kind:
        case "firestorm":
            what = f"a firestorm over {number(len(card.cells), 'tile')}"
        case "wind":
            what = f"wind to the {card.direction}"
        case _:
            what = f"{card.name + ': ' if card.name else ''}{EFFECTS[card.effect]}"
    rules = _CARD_RULES.get(card.kind) or (EFFECT_RULES[card.effect], "BRI-EVENT-SPECIAL-01")
    phase = ("BRI-SETUP-11",) if event.starting else ("BRI-TURN-02",)
    kind = "starting event" if event.starting else "event"
    text = f"The {kind} {event.card} is {what}."
    more: dict[str, Fact] = {"kind": card.kind, "cells": card.marked}
    return Told(text, (*rules, *phase), facts(event) | more, event.seat)


def _frame(event: e.Event, viewer: Viewer) -> Told:
    secret = () if viewer == ARBITER else ("order",)
    match event:
        case e.CityBuilt(first=first):
            text = f"The city was laid out; {seat_name(first)} is the first player."
            return Told(text, ("BRI-SETUP-02", "BRI-SETUP-03", "BRI-SETUP-10", "BRI-RULING-45"), facts(event))
        case e.ChiefChosen(seat=seat, chief=name, house=house):
            text = f"{seat_name(seat)} leads the {house} firehouse with {chief(name)}."
            return Told(text, ("BRI-SETUP-01", "BRI-ADV-04", "BRI-SETUP-07"), facts(event), seat)
        case e.StartingEventsBegun():
            return Told("The University burns.", ("BRI-SETUP-08", "BRI-SETUP-11"), {})
        case e.CrewDeckShuffled(order=order):
            text = f"The crew deck was shuffled: {number(len(order), 'card')}."
            rules = ("BRI-SETUP-09", "BRI-ACT-RECRUIT-06", "BRI-HIDDEN-01")
            return Told(text, rules, facts(event, *secret) | {"cards": len(order)})
        case e.EventDeckShuffled(order=order):
            text = f"The event deck was shuffled: {number(len(order), 'card')}."
            rules = ("BRI-SETUP-12", "BRI-EVENT-03", "BRI-HIDDEN-01")
            return Told(text, rules, facts(event, *secret) | {"cards": len(order)})
        case e.SeatDeserted(seat=seat):
            return Told(f"{seat_name(seat)} left the table.", ("BRI-RULING-89",), facts(event), seat)
        case e.GameEnded():
            return _ended(event)
        case _:
            return boards(event, viewer)


def _ended(event: e.GameEnded) -> Told:
    winners = listed(seat_name(place.seat) for place in event.places if place.place == 1)
    places: Fact = tuple(
        {
            "seat": each.seat,
            "place": each.place,
            "points": each.points,
            "sources": {source.source: source.points for source in each.sources},
        }
        for each in event.places
    )
    text = f"The game ended {_ENDINGS[event.ending]}: {winners} won." if event.ending else "The game ended."
    return Told(text, (*event.rules, "BRI-END-10"), facts(event, "places") | {"places": places})
