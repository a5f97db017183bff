"""The lines of crew cards and upgrade tracks (sections 6.5 and 6.7)."""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.sentences import Sentence, facts_of
from domain.engine.viewer import ARBITER, Viewer, sees
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import CREW, TRACKS, TrackName
from domain.rulesets.brigade.words import Args, crew_rules

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
    "zilda": "BRI-CREW-ZILDA-GARRETT",
    "dusk": "BRI-CHIEF-WHITE-FANG",
    "deserted": "BRI-RULING-89",
}
"""Why crew cards were discarded -> the rule."""
_BONUS: Final[dict[TrackName, str]] = {"crew": "BRI-UPG-06", "wagon": "BRI-UPG-07", "leadership": "BRI-UPG-08"}
"""Track -> the rule of its blue bonus."""


def tell_crew(event: e.CrewEvent, viewer: Viewer) -> Sentence:
    """The line of an event of crew cards or upgrade tracks."""
    match event:
        case e.CrewDeckShuffled(order=order):
            hidden = () if viewer == ARBITER else ("order",)
            rules = ("BRI-SETUP-09" if len(order) in _NEW_DECK else "BRI-ACT-RECRUIT-06", "BRI-HIDDEN-01")
            message = Message("line-CrewDeckShuffled", {"cards": len(order)})
            return Sentence(message, rules, facts_of(event, *hidden) | {"cards": len(order)})
        case e.CrewCardDrawn():
            return _drawn(event, viewer)
        case e.SirPreciousDrawn() | e.SirPreciousGiven() | e.SirPreciousDiscarded():
            return _precious(event)
        case e.RecruitDone():
            return _recruited(event)
        case e.CrewDiscarded(seat=seat, cards=cards, why=why):
            message = Message("line-CrewDiscarded", {"seat": seat, "cards": cards, "why": why})
            return Sentence(message, (_DISCARDED[why],), facts_of(event), seat)
        case e.CrewPoached(seat=seat, rival=rival, card=card, replaced=replaced):
            args: Args = {"seat": seat, "rival": rival, "card": card, "replaced": replaced or None}
            rules = ("BRI-CHIEF-FRITH-GOLDMANE", "BRI-RULING-51")
            return Sentence(Message("line-CrewPoached", args), rules, facts_of(event), seat)
        case e.TrackAdvanced():
            return _advanced(event)
        case _:
            assert_never(event)


def _drawn(event: e.CrewCardDrawn, viewer: Viewer) -> Sentence:
    known = sees(viewer, event.seat)
    card = {"card": event.card} if known else {}
    message = Message(f"line-CrewCardDrawn{'' if known else '-hidden'}", {"seat": event.seat, **card})
    hidden = () if known else ("card",)
    return Sentence(message, ("BRI-ACT-RECRUIT-02", "BRI-HIDDEN-02"), facts_of(event, *hidden), event.seat)


def _precious(event: e.SirPreciousDrawn | e.SirPreciousGiven | e.SirPreciousDiscarded) -> Sentence:
    rules: tuple[str, ...] = ("BRI-CREW-SIR-PRECIOUS",)
    match event:
        case e.SirPreciousDrawn(seat=seat):
            message = Message("line-SirPreciousDrawn", {"seat": seat})
        case e.SirPreciousGiven(seat=seat, rival=rival):
            message = Message("line-SirPreciousGiven", {"seat": seat, "rival": rival})
        case e.SirPreciousDiscarded(seat=seat):
            message = Message("line-SirPreciousDiscarded", {"seat": seat})
            rules = (*rules, "BRI-RULING-69")
        case _:
            assert_never(event)
    return Sentence(message, rules, facts_of(event), event.seat)


def _recruited(event: e.RecruitDone) -> Sentence:
    who: Args = {"card": event.card or None, "replaced": event.replaced or None}
    rest: Args = {"discarded": event.discarded, "count": len(event.discarded)}
    joined = ("BRI-ACT-RECRUIT-03", "BRI-ACT-RECRUIT-04") if event.card else ()
    message = Message("line-RecruitDone", {"seat": event.seat, **who, **rest})
    return Sentence(message, ("BRI-ACT-RECRUIT-02", *joined), facts_of(event), event.seat)


def _advanced(event: e.TrackAdvanced) -> Sentence:
    track, circle = TRACKS[event.track], event.circle
    value, last = track.positions[circle], circle == track.last
    args: Args = {"seat": event.seat, "track": event.track, "circle": circle, "last": last, "value": value}
    end = ("BRI-UPG-09", _BONUS[event.track]) if last else ()
    given = crew_rules(event.crew)
    rules = (_EVENTS[event.track], "BRI-UPG-02") if event.why == "event" else _ADVANCED[event.why]
    rules = (*given, "BRI-UPG-02") if given else rules
    message = Message("line-TrackAdvanced", args)
    return Sentence(message, (*rules, *end), facts_of(event) | {"value": value}, event.seat)
