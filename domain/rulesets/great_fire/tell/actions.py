"""The lines of the action phase: rules sections 10 to 13."""

from typing import assert_never

from domain.engine.message import Message, Value
from domain.engine.sentences import Sentence
from domain.engine.viewer import ARBITER, Viewer
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.tell.words import facts_of, houses_by_colour


def tell_action(event: e.ActionEvent, viewer: Viewer) -> Sentence:
    """Returns the line of an event of the action phase."""
    match event:
        case e.LandownerMoved(seat=seat, origin=origin, to=to):
            message = Message("line-LandownerMoved", {"seat": seat, "origin": origin, "to": to})
            return Sentence(message, ("GF-ACT-02", "GF-ACT-04"), facts_of(event), seat)
        case e.BandMoved():
            return _band_moved(event)
        case e.ConePutOut():
            return _put_out(event)
        case e.HeroTaken(seat=seat, from_seat=None):
            message = Message("line-HeroTaken", {"seat": seat})
            return Sentence(message, ("GF-HERO-01", "GF-RULING-28"), facts_of(event), seat)
        case e.HeroTaken(seat=seat, from_seat=holder):
            message = Message("line-HeroTaken-from", {"seat": seat, "holder": holder})
            return Sentence(message, ("GF-HERO-02", "GF-RULING-28"), facts_of(event), seat)
        case e.DistrictDemolished():
            return _demolished(event, viewer)
        case e.ActionsEnded(seat=seat, points_lost=lost):
            message = Message("line-ActionsEnded", {"seat": seat, "points": lost})
            rules = ("GF-TURN-02", "GF-ACT-10")
            return Sentence(message, (*rules, "GF-RULING-40") if lost else rules, facts_of(event), seat)
        case _:
            assert_never(event)


def _band_moved(event: e.BandMoved) -> Sentence:
    args: dict[str, Value] = {"seat": event.seat, "origin": event.origin, "to": event.to}
    rules: tuple[str, ...] = ("GF-ACT-03", "GF-ACT-04")
    message = Message("line-BandMoved", args)
    if event.pinned:
        message = Message("line-BandMoved-pinned", args)
        rules = (*rules, "GF-ACT-06", "GF-CONT-01", "GF-RULING-19")
    elif event.contained is True:
        message = Message("line-BandMoved-contained", args)
        rules = (*rules, "GF-ACT-08", "GF-RULING-18")
    return Sentence(message, rules, facts_of(event), event.seat)


def _put_out(event: e.ConePutOut) -> Sentence:
    args: dict[str, Value] = {"seat": event.seat, "district": event.district, "cones": event.cones, "pile": event.pile}
    rules = ("GF-PUT-01", "GF-ACT-09", "GF-PUT-02" if event.cones else "GF-PUT-04", "GF-PUT-03", "GF-RULING-15")
    return Sentence(Message("line-ConePutOut", args), rules, facts_of(event), event.seat)


def _demolished(event: e.DistrictDemolished, viewer: Viewer) -> Sentence:
    destroyed = event.token is not None
    args: dict[str, Value] = {"seat": event.seat, "district": event.district, "token": destroyed}
    message = Message("line-DistrictDemolished-empty", args)
    rules = ["GF-DEMO-01", "GF-DEMO-05", "GF-HID-06"]
    if event.houses:
        message = Message("line-DistrictDemolished", {**args, "houses": houses_by_colour(event.houses)})
        rules.append("GF-DEMO-06")
    else:
        rules.append("GF-DEMO-08")
    if destroyed:
        rules += ["GF-DEMO-07", "GF-RULING-46"]
    hidden = () if viewer == ARBITER else ("token",)
    facts = facts_of(event, *hidden) | {"token_destroyed": destroyed}
    return Sentence(message, tuple(rules), facts, event.seat)
