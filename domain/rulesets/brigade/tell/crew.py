"""The lines of crew cards and upgrade tracks (sections 6.5 and 6.7)."""

from collections.abc import Callable
from typing import Final, assert_never

from domain.engine.sentences import Sentence, counted, facts_of, listed
from domain.engine.viewer import ARBITER, Viewer, seat_name, sees
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import CREW, TRACKS, TrackName
from domain.rulesets.brigade.words import card, crew_rules

_ADVANCED: Final = {
    "action": ("BRI-ACT-UPGRADE-01", "BRI-UPG-02"),
    "extra_upgrade": ("BRI-CHIEF-GLINT-DAMPSHOT", "BRI-UPG-02"),
    "ability": ("BRI-CREW-PEP-OVERCLOCK", "BRI-CREW-GNESS-SMOLD", "BRI-UPG-02"),
}
_EVENTS: Final[dict[TrackName, str]] = {
    "wagon": "BRI-EVENT-SPECIAL-02",
    "crew": "BRI-EVENT-SPECIAL-03",
    "leadership": "BRI-EVENT-SPECIAL-04",
}
_BASE_CREW: Final = sum(card.set == "base" for card in CREW.values())
_NEW_DECK: Final = (_BASE_CREW, len(CREW))
_DISCARDED: Final = {
    "zilda": (" (Zilda Garrett)", "BRI-CREW-ZILDA-GARRETT"),
    "dusk": (" (White Fang)", "BRI-CHIEF-WHITE-FANG"),
    "deserted": (" on leaving the game", "BRI-RULING-89"),
}
"""Why crew cards were discarded -> the words for it, and the rule."""
_ALLOWS: Final[dict[TrackName, Callable[[int], str]]] = {
    "crew": lambda value: f"room for {counted(value, 'crew card')}",
    "wagon": lambda value: f"room for {value} water",
    "leadership": lambda value: f"{counted(value, 'action')} a turn",
}
"""Track -> what a value of it allows."""
_BONUS: Final[dict[TrackName, str]] = {"crew": "BRI-UPG-06", "wagon": "BRI-UPG-07", "leadership": "BRI-UPG-08"}
"""Track -> the rule of its blue bonus."""


def tell_crew(event: e.CrewEvent, viewer: Viewer) -> Sentence:
    """The line of an event of crew cards or upgrade tracks."""
    match event:
        case e.CrewDeckShuffled(order=order):
            text = f"The crew deck was shuffled: {counted(len(order), 'card')}."
            hidden = () if viewer == ARBITER else ("order",)
            rules = ("BRI-SETUP-09" if len(order) in _NEW_DECK else "BRI-ACT-RECRUIT-06", "BRI-HIDDEN-01")
            return Sentence(text, rules, facts_of(event, *hidden) | {"cards": len(order)})
        case e.CrewCardDrawn():
            return _drawn(event, viewer)
        case e.SirPreciousDrawn(seat=seat):
            return Sentence(f"{seat_name(seat)} drew Sir Precious.", ("BRI-CREW-SIR-PRECIOUS",), facts_of(event), seat)
        case e.SirPreciousGiven(seat=seat, rival=rival):
            text = f"{seat_name(seat)} gave Sir Precious to {seat_name(rival)}."
            return Sentence(text, ("BRI-CREW-SIR-PRECIOUS",), facts_of(event), seat)
        case e.SirPreciousDiscarded(seat=seat):
            text = f"{seat_name(seat)} discarded Sir Precious."
            return Sentence(text, ("BRI-CREW-SIR-PRECIOUS", "BRI-RULING-69"), facts_of(event), seat)
        case e.RecruitDone():
            return _recruited(event)
        case e.CrewDiscarded(seat=seat, cards=cards, why=why):
            reason, rule = _DISCARDED[why]
            text = f"{seat_name(seat)} discarded {listed(map(card, cards))}{reason}."
            return Sentence(text, (rule,), facts_of(event), seat)
        case e.CrewPoached(seat=seat, rival=rival, card=name, replaced=replaced):
            out = f", in place of {card(replaced)}" if replaced else ""
            text = f"{seat_name(seat)} took {card(name)} from {seat_name(rival)}{out}."
            return Sentence(text, ("BRI-CHIEF-FRITH-GOLDMANE", "BRI-RULING-51"), facts_of(event), seat)
        case e.TrackAdvanced():
            return _advanced(event)
        case _:
            assert_never(event)


def _drawn(event: e.CrewCardDrawn, viewer: Viewer) -> Sentence:
    known = sees(viewer, event.seat)
    text = f"{seat_name(event.seat)} drew a crew card" + (f": {card(event.card)}." if known else ".")
    hidden = () if known else ("card",)
    return Sentence(text, ("BRI-ACT-RECRUIT-02", "BRI-HIDDEN-02"), facts_of(event, *hidden), event.seat)


def _recruited(event: e.RecruitDone) -> Sentence:
    got = card(event.card) if event.card else "nobody"
    out = f" in place of {card(event.replaced)}" if event.replaced else ""
    rest = f"; {listed(map(card, event.discarded))} went to the discard" if event.discarded else ""
    joined = ("BRI-ACT-RECRUIT-03", "BRI-ACT-RECRUIT-04") if event.card else ()
    rules = ("BRI-ACT-RECRUIT-02", *joined)
    return Sentence(f"{seat_name(event.seat)} recruited {got}{out}{rest}.", rules, facts_of(event), event.seat)


def _advanced(event: e.TrackAdvanced) -> Sentence:
    track, circle = TRACKS[event.track], event.circle
    value = track.positions[circle]
    allows = f"{', the last' if circle == track.last else ''}: {_ALLOWS[event.track](value)}"
    text = f"{seat_name(event.seat)} advanced the {event.track} track to circle {circle}{allows}."
    end = ("BRI-UPG-09", _BONUS[event.track]) if circle == track.last else ()
    given = crew_rules(event.crew)
    rules = (_EVENTS[event.track], "BRI-UPG-02") if event.why == "event" else _ADVANCED[event.why]
    rules = (*given, "BRI-UPG-02") if given else rules
    return Sentence(text, (*rules, *end), facts_of(event) | {"value": value}, event.seat)
