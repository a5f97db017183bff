"""The events of fire and destroyed tiles (sections 4, 5 and 6.3)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import BIT, DOOMED, Cell
from domain.rulesets.brigade.evolve.change import cubes_changed, fire_changed, swapped
from domain.rulesets.brigade.state import State


def _fire_added(state: State, event: e.FireAdded) -> State:
    risen = state.risen | 1 << event.cell if event.by_card else state.risen
    return replace(state, fire=fire_changed(state.fire, event.cell, event.levels), risen=risen)


def _fire_reduced(state: State, event: e.FireReduced) -> State:
    return replace(state, fire=fire_changed(state.fire, event.cell, -event.levels))


def _fire_put_out(state: State, event: e.FirePutOut) -> State:
    last = state.fires_out + 1
    brigades = swapped(state.brigades, event.seat, replace(state.brigades[event.seat], last_out=last))
    return replace(state, brigades=brigades, fires_out=last)


def _fires_exchanged(state: State, event: e.FiresExchanged) -> State:
    fire = bytearray(state.fire)
    fire[event.cell], fire[event.other] = fire[event.other], fire[event.cell]
    return replace(state, fire=bytes(fire))


def _tile_destroyed(state: State, event: e.TileDestroyed) -> State:
    return _destroyed(state, event.cell)


def _aviary_roasted(state: State, event: e.AviaryRoasted) -> State:
    brigades = tuple(
        replace(b, roast=True, supply=b.supply - 1) if seat in event.seats else b
        for seat, b in enumerate(state.brigades)
    )
    return replace(state, brigades=brigades, aviary=event.cell)


def with_fires(state: State, raised: Sequence[e.FireAdded], fire: bytearray) -> State:
    """The state after several `FireAdded` of one card or building, each of one level. `fire`: what burns then."""
    assert DOOMED + 1 not in fire, "a doomed tile does not burn any more"
    if not raised[0].by_card:
        return replace(state, fire=bytes(fire))
    risen = state.risen
    for each in raised:
        risen |= BIT[each.cell]
    return replace(state, fire=bytes(fire), risen=risen)


def _destroyed(state: State, cell: Cell) -> State:
    """The tile is flipped, and everything on it goes home (BRI-DESTROY-02 to -04)."""
    assert state.fire[cell] == DOOMED, "only a doomed tile is flipped"
    bit = 1 << cell
    brigades = tuple(
        replace(
            b,
            at=b.home if b.at == cell else b.at,
            wagon_at=b.home if b.wagon_at == cell else b.wagon_at,
            cubes=cubes_changed(b.cubes, cell, -b.cubes[cell]),
            supply=b.supply + b.cubes[cell],
            loyal=b.loyal & ~bit,
        )
        if cell in (b.at, b.wagon_at) or b.cubes[cell] or b.loyal & bit
        else b
        for b in state.brigades
    )
    fire = fire_changed(state.fire, cell, -DOOMED)
    return replace(state, brigades=brigades, fire=fire, destroyed=state.destroyed | bit)


FIRE: Final[Mapping[type, Callable[..., State]]] = {
    e.FireAdded: _fire_added,
    e.FireReduced: _fire_reduced,
    e.FirePutOut: _fire_put_out,
    e.FiresExchanged: _fires_exchanged,
    e.TileDestroyed: _tile_destroyed,
    e.AviaryRoasted: _aviary_roasted,
}
"""Type of an event of fire -> the state after it."""
