"""The state after an event of the action phase: rules sections 10 to 13."""

from typing import assert_never

from msgspec.structs import replace

from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import INDEX
from domain.rulesets.great_fire.evolve.parts import (
    lost_with,
    next_turn,
    supplies_with,
    supply_with,
    with_count,
    with_entry,
)
from domain.rulesets.great_fire.state import State


def after_action(state: State, event: e.ActionEvent) -> State:
    """Returns the state after an event of the action phase."""
    match event:
        case e.LandownerMoved(seat=seat, to=to, points_left=points):
            landowners = with_entry(state.landowners, seat, INDEX[to])
            return replace(state, phase="actions", points=points, landowners=landowners)
        case e.BandMoved():
            return _band_moved(state, event)
        case e.ConePutOut(seat=seat, district=district, cones=cones, pile=pile, points_left=points):
            left = with_count(state.cones, INDEX[district], cones)
            return replace(state, phase="actions", points=points, cones=left, piles=with_entry(state.piles, seat, pile))
        case e.HeroTaken(seat=seat):
            return replace(state, hero=seat)
        case e.DistrictDemolished():
            return _demolished(state, event)
        case e.ActionsEnded():
            return _ended(state)
        case _:
            assert_never(event)


def _band_moved(state: State, event: e.BandMoved) -> State:
    bands = list(state.bands)
    bands[bands.index(INDEX[event.origin])] = INDEX[event.to]
    bands.sort()
    return replace(state, phase="actions", points=event.points_left, bands=tuple(bands))


def _demolished(state: State, event: e.DistrictDemolished) -> State:
    at = INDEX[event.district]
    return replace(
        state,
        phase="actions",
        demolished=with_count(state.demolished, at, 1),
        houses=with_count(state.houses, at, 0),
        tokens=with_count(state.tokens, at, 0),
        destroyed=state.destroyed if event.token is None else supply_with(state.destroyed, event.token, 1),
        lost=lost_with(state, event.houses),
        supplies=supplies_with(state, event.seat, "charge", -1),
    )


def _ended(state: State) -> State:
    """The seat draws while there is a deck. After that, turns are only counted down (GF-DRAW-03, GF-END-01)."""
    if state.stacks:
        return replace(state, phase="draw", points=0)
    left = state.final_turns - 1
    ended = replace(state, points=0, final_turns=left)
    return next_turn(ended) if left else replace(ended, phase="scoring")
