"""The events of crew cards and upgrade tracks (sections 6.5 and 6.7)."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.engine.viewer import Seat
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import CREW, SIR_PRECIOUS, TRACK_NAMES
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import Member, State


def _crew_deck_shuffled(state: State, event: e.CrewDeckShuffled) -> State:
    return replace(state, crew_deck=event.order, crew_discard=())


def _crew_card_drawn(state: State, event: e.CrewCardDrawn) -> State:
    assert state.crew_deck[0] == event.card, "not the top card"
    return replace(state, crew_deck=state.crew_deck[1:], drawn=(*state.drawn, event.card))


def _sir_precious_drawn(state: State, _: e.SirPreciousDrawn) -> State:
    return replace(state, crew_deck=state.crew_deck[1:])


def _sir_precious_given(state: State, event: e.SirPreciousGiven) -> State:
    return with_brigade(state, event.rival, replace(state.brigades[event.rival], precious=True))


def _sir_precious_discarded(state: State, event: e.SirPreciousDiscarded) -> State:
    state = _discarded(state, (SIR_PRECIOUS,))
    return with_brigade(state, event.seat, replace(state.brigades[event.seat], precious=False))


def _recruit_done(state: State, event: e.RecruitDone) -> State:
    state = _discarded(replace(state, drawn=()), event.discarded)
    return _joined(state, event.seat, event.card, event.replaced) if event.card else state


def _crew_discarded(state: State, event: e.CrewDiscarded) -> State:
    return _without(_discarded(state, event.cards), event.seat, event.cards)


def _crew_poached(state: State, event: e.CrewPoached) -> State:
    return _joined(_without(state, event.rival, (event.card,)), event.seat, event.card, event.replaced)


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


CREW_CARDS: Final[Mapping[type, Callable[..., State]]] = {
    e.CrewDeckShuffled: _crew_deck_shuffled,
    e.CrewCardDrawn: _crew_card_drawn,
    e.SirPreciousDrawn: _sir_precious_drawn,
    e.SirPreciousGiven: _sir_precious_given,
    e.SirPreciousDiscarded: _sir_precious_discarded,
    e.RecruitDone: _recruit_done,
    e.CrewDiscarded: _crew_discarded,
    e.CrewPoached: _crew_poached,
    e.TrackAdvanced: _advanced,
}
"""Type of an event of crew cards or upgrade tracks -> the state after it."""
