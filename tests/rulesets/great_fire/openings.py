"""Games of the room from the opened box on, for the tests of set-up and of what is hidden. Builds no position."""

from collections.abc import Callable
from typing import Any

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.position import PLAIN

AREAS = ("holborn", "whitechapel", "lincolns_inn", "cripplegate", "bethnal", "the_tower")


def opened(seats: int = 4, options: Options = PLAIN, seed: int = 1) -> tuple[State, tuple[Any, ...]]:
    """The hands are dealt, nothing else."""
    box = RULESET.initial(seats, options)
    events = RULESET.set_up(box, Chance(seed.to_bytes(32, "big"), 0))
    return fold(RULESET.evolve, box, events), events


def going_on(
    state: State, until: Callable[[State], bool], choose: Callable[[State], Any], seed: int = 1
) -> tuple[State, tuple[Any, ...]]:
    """Commands by `choose` until the state is as wanted, and everything that happened."""
    happened: tuple[Any, ...] = ()
    for step in range(1, 3000):
        if until(state):
            return state, happened
        events = RULESET.decide(state, choose(state), Chance(seed.to_bytes(32, "big"), step))
        state = fold(RULESET.evolve, state, events)
        happened += events
    raise AssertionError("it never came to that")


def dealt(seats: int = 4, options: Options = PLAIN, seed: int = 1) -> tuple[State, tuple[Any, ...]]:
    """Everybody kept his hand: the board is dealt, and the first band is to be placed."""
    state, first = opened(seats, options, seed)
    state, events = going_on(state, lambda s: s.phase != "confirm_hand", lambda s: c.KeepHand(s.active), seed)
    return state, first + events


def setting_up(state: State) -> Any:
    """A quiet choice at set-up: keep, and spread bands and landowners."""
    match state.phase:
        case "confirm_hand":
            return c.KeepHand(state.active)
        case "place_band":
            return c.PlaceBand(state.active, AREAS[len(state.bands)])
        case _:
            return c.PlaceLandowner(state.active, AREAS[state.active])


def begun(seats: int = 4, options: Options = PLAIN, seed: int = 1) -> tuple[State, tuple[Any, ...]]:
    """The first turn begins."""
    state, first = opened(seats, options, seed)
    state, events = going_on(state, lambda s: s.phase == "fire", setting_up, seed)
    return state, first + events


def quiet(state: State) -> Any:
    """The first legal thing in every phase, and no action: set-up, the fire, the cones that must be placed, the end."""
    if state.phase in ("confirm_hand", "place_band", "place_landowner"):
        return setting_up(state)
    if state.phase in ("fire_second", "actions"):
        return c.EndActions(state.active)
    return RULESET.legal(state, state.active)[0]


def whole(seats: int = 4, options: Options = PLAIN, seed: int = 1) -> tuple[State, tuple[Any, ...]]:
    """A whole game in which nobody takes an action."""
    state, first = opened(seats, options, seed)
    state, events = going_on(state, lambda s: s.phase == "over", quiet, seed)
    return state, first + events


def each(events: tuple[Any, ...], kind: type[Any]) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]
