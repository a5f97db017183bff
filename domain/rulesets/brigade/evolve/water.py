"""The events of water (sections 6.3 to 6.6)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import Brigade, Member, State


def _water_spent(state: State, event: e.WaterSpent) -> State:
    b = state.brigades[event.seat]
    members = _members(b, (m.water - spent for m, spent in zip(b.crew, event.crew, strict=True)))
    b = replace(b, wagon_water=b.wagon_water - event.wagon, water=b.water - event.chief, crew=members)
    return with_brigade(state, event.seat, b)


def _water_changed(state: State, event: e.WaterChanged) -> State:
    b = state.brigades[event.seat]
    members = _members(b, event.crew)
    return with_brigade(state, event.seat, replace(b, wagon_water=event.wagon, water=event.chief, crew=members))


def _water_lost(state: State, event: e.WaterLost) -> State:
    return with_brigade(state, event.seat, _poured(state.brigades[event.seat], event.source, -1))


def _water_stolen(state: State, event: e.WaterStolen) -> State:
    state = with_brigade(state, event.seat, _poured(state.brigades[event.seat], event.source, -1))
    return with_brigade(state, event.by, _poured(state.brigades[event.by], event.into, 1))


def _members(b: Brigade, waters: Iterable[int]) -> tuple[Member, ...]:
    """The crew with these amounts of water."""
    return tuple(Member(m.id, now) for m, now in zip(b.crew, waters, strict=True)) if b.crew else ()


def _poured(brigade: Brigade, place: str, change: int) -> Brigade:
    """A brigade with `change` more water in one place: the wagon, the chief or a crew card."""
    if place == "wagon":
        return replace(brigade, wagon_water=brigade.wagon_water + change)
    if place == "chief":
        return replace(brigade, water=brigade.water + change)
    crew = tuple(Member(m.id, m.water + change) if m.id == place else m for m in brigade.crew)
    return replace(brigade, crew=crew)


WATER: Final[Mapping[type, Callable[..., State]]] = {
    e.WaterSpent: _water_spent,
    e.WaterChanged: _water_changed,
    e.WaterLost: _water_lost,
    e.WaterStolen: _water_stolen,
}
"""Type of an event of water -> the state after it."""
