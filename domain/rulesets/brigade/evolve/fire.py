"""The events of fire and destroyed tiles (sections 4, 5 and 6.3)."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import BIT, DOOMED, Cell
from domain.rulesets.brigade.evolve.change import cubes_changed, fire_changed, swapped
from domain.rulesets.brigade.state import State


def evolve_fire(state: State, event: e.FireEvent) -> State:
    """The state after an event of fire."""
    match event:
        case e.FireAdded(cell=cell, levels=levels, by_card=by_card):
            risen = state.risen | 1 << cell if by_card else state.risen
            return replace(state, fire=fire_changed(state.fire, cell, levels), risen=risen)
        case e.FireReduced(cell=cell, levels=levels):
            return replace(state, fire=fire_changed(state.fire, cell, -levels))
        case e.FirePutOut(seat=seat):
            last = state.fires_out + 1
            brigades = swapped(state.brigades, seat, replace(state.brigades[seat], last_out=last))
            return replace(state, brigades=brigades, fires_out=last)
        case e.FiresExchanged(cell=cell, other=other):
            fire = bytearray(state.fire)
            fire[cell], fire[other] = fire[other], fire[cell]
            return replace(state, fire=bytes(fire))
        case e.TileDestroyed(cell=cell):
            return _destroyed(state, cell)
        case e.AviaryRoasted(cell=cell, seats=seats):
            brigades = tuple(
                replace(b, roast=True, supply=b.supply - 1) if seat in seats else b
                for seat, b in enumerate(state.brigades)
            )
            return replace(state, brigades=brigades, aviary=cell)
        case _:
            assert_never(event)


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
