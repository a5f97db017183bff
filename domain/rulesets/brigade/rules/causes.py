"""What an event records of its cause, so that its line can name it."""

from typing import Final, TypeVar

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import TurnOver
from domain.rulesets.brigade.components import EVENTS, MOVE_RANGE, Cell, tile_at
from domain.rulesets.brigade.errata import BRI_E07
from domain.rulesets.brigade.queries import MoveLimits, actives, burning, ruins
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

STOKE: Final = "stoke"
REDIRECT: Final = "redirect"

T = TypeVar("T")


def recorded(state: State, cause: T) -> T | UnsetType:
    """A cause, unless the games of this version do not record causes."""
    return cause if BRI_E07.holds(state) else UNSET


def fire_cause(working: Working, *, by_card: bool) -> str | UnsetType:
    """What raises a fire: the kind or the effect of the event card, or the ability of the building being flipped."""
    state = working.state
    if by_card:
        event = EVENTS[state.event]
        return recorded(state, event.effect or event.kind)
    flipped = next(task for task in reversed(working.agenda) if isinstance(task, TurnOver))
    return recorded(state, tile_at(state.tiles, flipped.cell).ability)


def crew_at_work(state: State, seat: Seat, *abilities: str) -> tuple[str, ...] | UnsetType:
    """The active crew cards of a seat with these abilities."""
    b = state.brigades[seat]
    if not abilities or not (b.crew or b.mimic):
        return recorded(state, ())
    return recorded(state, tuple(each.card for each in actives(state, seat) if each.ability in abilities))


def crew_on_the_way(
    state: State, seat: Seat, limits: MoveLimits, path: tuple[Cell, ...]
) -> tuple[str, ...] | UnsetType:
    """The crew cards without which a path would be too long, or closed by a fire."""
    b = state.brigades[seat]
    if not (b.crew or b.mimic):
        return recorded(state, ())
    at_work = []
    if len(path) + sum(limits.ruins >> cell & 1 for cell in path) > MOVE_RANGE:
        at_work.append("move_range_5")
    stopped = any(burning(state.fire) >> cell & 1 for cell in path[:-1])
    if stopped or any(ruins(state) >> cell & 1 for cell in path):
        at_work.append("ignore_fire_and_ruins")
    return crew_at_work(state, seat, *at_work)
