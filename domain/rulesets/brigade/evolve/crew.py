"""The events of crew cards and upgrade tracks (sections 6.5 and 6.7)."""

from typing import assert_never

from msgspec.structs import replace

from domain.engine.viewer import Seat
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import CREW, SIR_PRECIOUS, TRACK_NAMES
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import Member, State


def evolve_crew(state: State, event: e.CrewEvent) -> State:
    """The state after an event of crew cards or upgrade tracks."""
    match event:
        case e.CrewDeckShuffled(order=order):
            return replace(state, crew_deck=order, crew_discard=())
        case e.CrewCardDrawn(card=card):
            assert state.crew_deck[0] == card, "not the top card"
            return replace(state, crew_deck=state.crew_deck[1:], drawn=(*state.drawn, card))
        case e.SirPreciousDrawn():
            return replace(state, crew_deck=state.crew_deck[1:])
        case e.SirPreciousGiven(rival=rival):
            return with_brigade(state, rival, replace(state.brigades[rival], precious=True))
        case e.SirPreciousDiscarded(seat=seat):
            state = _discarded(state, (SIR_PRECIOUS,))
            return with_brigade(state, seat, replace(state.brigades[seat], precious=False))
        case e.RecruitDone(seat=seat, card=card, replaced=replaced, discarded=discarded):
            state = _discarded(replace(state, drawn=()), discarded)
            return _joined(state, seat, card, replaced) if card else state
        case e.CrewDiscarded(seat=seat, cards=cards):
            return _without(_discarded(state, cards), seat, cards)
        case e.CrewPoached(seat=seat, rival=rival, card=card, replaced=replaced):
            return _joined(_without(state, rival, (card,)), seat, card, replaced)
        case e.TrackAdvanced():
            return _advanced(state, event)
        case _:
            assert_never(event)


def _discarded(state: State, cards: tuple[str, ...]) -> State:
    return replace(state, crew_discard=(*state.crew_discard, *cards))


def _without(state: State, seat: Seat, cards: tuple[str, ...]) -> State:
    b = state.brigades[seat]
    return with_brigade(state, seat, replace(b, crew=tuple(m for m in b.crew if m.id not in cards)))


def _joined(state: State, seat: Seat, card: str, replaced: str) -> State:
    """The new card comes last in order of recruitment, with full buckets (BRI-ACT-RECRUIT-03, -04)."""
    b = state.brigades[seat]
    crew = (*(m for m in b.crew if m.id != replaced), Member(card, CREW[card].buckets))
    if replaced:
        state = _discarded(state, (replaced,))
    return with_brigade(state, seat, replace(b, crew=crew))


def _advanced(state: State, event: e.TrackAdvanced) -> State:
    b = state.brigades[event.seat]
    circles = list(b.circles)
    circles[TRACK_NAMES.index(event.track)] = event.circle
    crew, wagon, leadership = circles
    if event.turn_upgrade:
        state = replace(state, used=(*state.used, "upgrade"))
    return with_brigade(state, event.seat, replace(b, circles=(crew, wagon, leadership)))
