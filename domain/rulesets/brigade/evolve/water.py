"""The events of water (sections 6.3 to 6.6)."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve.change import with_brigade
from domain.rulesets.brigade.state import Brigade, Member, State


def evolve_water(state: State, event: e.WaterEvent) -> State:
    """The state after an event of water."""
    match event:
        case e.WaterSpent(seat=seat, wagon=wagon, chief=chief, crew=crew):
            b = state.brigades[seat]
            members = _members(b, (m.water - spent for m, spent in zip(b.crew, crew, strict=True)))
            b = replace(b, wagon_water=b.wagon_water - wagon, water=b.water - chief, crew=members)
            return with_brigade(state, seat, b)
        case e.WaterChanged(seat=seat, wagon=wagon, chief=chief, crew=crew):
            b = state.brigades[seat]
            members = _members(b, crew)
            return with_brigade(state, seat, replace(b, wagon_water=wagon, water=chief, crew=members))
        case e.WaterLost(seat=seat, source=source):
            return with_brigade(state, seat, _poured(state.brigades[seat], source, -1))
        case e.WaterStolen(seat=seat, source=source, by=by, into=into):
            state = with_brigade(state, seat, _poured(state.brigades[seat], source, -1))
            return with_brigade(state, by, _poured(state.brigades[by], into, 1))
        case _:
            assert_never(event)


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
