"""The lines of the action phase: rules sections 10 to 13."""

from typing import assert_never

from domain.engine.sentences import Sentence, counted
from domain.engine.viewer import ARBITER, Viewer, seat_name
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import NAMES
from domain.rulesets.great_fire.tell.words import facts_of, grouped


def tell_action(event: e.ActionEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of the action phase."""
    match event:
        case e.LandownerMoved(seat=seat, origin=origin, to=to):
            text = f"{seat_name(seat)} moved the landowner from {NAMES[origin]} to {NAMES[to]}."
            return Sentence(text, ("GF-ACT-02", "GF-ACT-04"), facts_of(event), seat)
        case e.BandMoved():
            return _band_moved(event)
        case e.ConePutOut(seat=seat, district=district, cones=cones, pile=pile):
            where = (
                f"a cone in {NAMES[district]}, where {cones} remained,"
                if cones
                else f"the last cone in {NAMES[district]}"
            )
            text = f"{seat_name(seat)} put out {where} and then had a pile of {counted(pile, 'cone')}."
            rules: tuple[str, ...] = ("GF-PUT-01", "GF-ACT-09", "GF-PUT-02" if cones else "GF-PUT-04")
            return Sentence(text, (*rules, "GF-PUT-03", "GF-RULING-15"), facts_of(event), seat)
        case e.HeroTaken(seat=seat, from_seat=holder):
            giver = "" if holder is None else f" from {seat_name(holder)}"
            rule = "GF-HERO-01" if holder is None else "GF-HERO-02"
            text = f"{seat_name(seat)} took the Hero of London card{giver}."
            return Sentence(text, (rule, "GF-RULING-28"), facts_of(event), seat)
        case e.DistrictDemolished():
            return _demolished(event, viewer)
        case e.ActionsEnded(seat=seat, points_lost=lost):
            unspent = f" with {counted(lost, 'point')} unspent" if lost else ""
            text = f"{seat_name(seat)} ended the action phase{unspent}."
            rules = ("GF-TURN-02", "GF-ACT-10")
            return Sentence(text, (*rules, "GF-RULING-40") if lost else rules, facts_of(event), seat)
        case _:
            assert_never(event)


def _band_moved(event: e.BandMoved) -> Sentence:
    text = f"{seat_name(event.seat)} moved a trained band from {NAMES[event.origin]} to {NAMES[event.to]}"
    rules: tuple[str, ...] = ("GF-ACT-03", "GF-ACT-04")
    if event.pinned:
        text, rules = f"{text}, where it covered a cone", (*rules, "GF-ACT-06", "GF-CONT-01", "GF-RULING-19")
    elif event.contained is True:
        text, rules = f"{text}, where the fire was contained", (*rules, "GF-ACT-08", "GF-RULING-18")
    return Sentence(f"{text}.", rules, facts_of(event), event.seat)


def _demolished(event: e.DistrictDemolished, viewer: Viewer) -> Sentence:
    text = f"{seat_name(event.seat)} demolished {NAMES[event.district]}"
    rules = ["GF-DEMO-01", "GF-DEMO-05", "GF-HID-06"]
    if event.houses:
        text += f": {grouped(event.houses, 'house')} lost"
        rules.append("GF-DEMO-06")
    else:
        rules.append("GF-DEMO-08")
    destroyed = event.token is not None
    if destroyed:
        text += "; a token was destroyed unseen"
        rules += ["GF-DEMO-07", "GF-RULING-46"]
    hidden = () if viewer == ARBITER else ("token",)
    facts = facts_of(event, *hidden) | {"token_destroyed": destroyed}
    return Sentence(f"{text}.", tuple(rules), facts, event.seat)
