"""What the event cards do (section 4, and the effects of section 12)."""

from typing import Final

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import AnyTask, Ask, Blaze, DrawRecruits, ForEach, PlacePyroCubes, PyroCubes
from domain.rulesets.brigade.components import (
    ALL_CELLS,
    BURNABLE,
    RECRUITS_DRAWN,
    WIND_ORDER,
    Cell,
    Direction,
    EventCard,
    Mask,
    TrackName,
    bits,
    blown,
)
from domain.rulesets.brigade.events import PyroCubesEarned
from domain.rulesets.brigade.queries import burning, can_recruit, complete, pawns, spared, standing, takers, turn_order
from domain.rulesets.brigade.rules.loyalty import lay_cube
from domain.rulesets.brigade.rules.tracks import advance
from domain.rulesets.brigade.rules.water import fill
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

_ADVANCES: Final[dict[str, TrackName]] = {
    "upgrade_wagon": "wagon",
    "upgrade_crew": "crew",
    "upgrade_leadership": "leadership",
}


def card_tasks(state: State, card: EventCard) -> tuple[AnyTask, ...]:
    """The tasks of an event card; the flips come after them."""
    match card.kind:
        case "firestorm":
            return Blaze(card.marked, by_card=True), PyroCubes()
        case "wind":
            return (Blaze(_downwind(state, card.direction), by_card=True),)
        case _:
            return (_special(state, card.effect),)


def _downwind(state: State, direction: Direction) -> tuple[Cell, ...]:
    """The tiles that a wind reaches, in its order. Only fires that burn when the card is drawn spread
    (BRI-EVENT-WIND-02)."""
    receiving = blown(burning(state.fire), direction) & BURNABLE
    return tuple([cell for cell in WIND_ORDER[direction] if receiving >> cell & 1])


def _special(state: State, effect: str) -> AnyTask:
    match effect:
        case "arson":
            loyal = 0
            for b in state.brigades:
                loyal |= b.loyal
            return Blaze(tuple(bits(loyal)), by_card=True)
        case "burning_man":
            return Blaze(tuple(bits(pawns(state) & BURNABLE)), by_card=True, ignoring=True)
        case "karnaj_celebrates":
            return Blaze(tuple(cell for cell in ALL_CELLS if state.fire[cell] == 2), by_card=True)
        case _:
            return ForEach(effect=effect, seats=turn_order(state, state.active))


def for_each(working: Working, task: ForEach) -> None:
    """Applies a special event to the next player (BRI-EVENT-05)."""
    seat, *rest = task.seats
    if rest:
        working.push(ForEach(effect=task.effect, seats=tuple(rest)))
    state = working.state
    brigade = state.brigades[seat]
    if brigade.gone:
        return
    match task.effect:
        case "recruit":
            if can_recruit(state, seat):
                working.push(DrawRecruits(seat, RECRUITS_DRAWN))
        case "place_one_cube":
            working.push(Ask("event_cube", seat, cells=event_cells(state, seat)))
        case "too_hot_in_here":
            fill(working, seat, brigade=True, wagon=False, why="too_hot")
        case "dirty_dealings":
            working.push(Ask("dirty_dealings", seat, cells=dealings_cells(state)))
        case effect:
            # BRI-EVENT-SPECIAL-08: a marker at the end stays there
            if not complete(brigade, _ADVANCES[effect]):
                advance(working, seat, _ADVANCES[effect], "event")


def event_cells(state: State, seat: Seat) -> Mask:
    """The tiles for the cube of the event Recognition (BRI-EVENT-SPECIAL-06, BRI-CHIEF-BERNHARDT-BLAZE)."""
    return standing(state) & ~spared(state, rivals_of=seat) if state.brigades[seat].supply else 0


def dealings_cells(state: State) -> Mask:
    """The tiles that Dirty Dealings may raise (BRI-EXP-FESTIVAL-04, BRI-CREW-07)."""
    return takers(state, by_card=True) & ~pawns(state)


def pyro_cubes(working: Working, _: PyroCubes) -> None:
    """Begins to place Cindy Bustion's cubes on the tiles that this card raised but did not doom
    (BRI-CHIEF-CINDY-BUSTION).
    """
    state = working.state
    if not state.options.advanced:
        return
    for seat in turn_order(state, state.active):
        if state.brigades[seat].pyro:
            cells = state.risen & standing(state)
            working.emit(PyroCubesEarned(seat=seat, cells=tuple(bits(cells))))
            working.push(PlacePyroCubes(seat, cells))


def place_pyro_cubes(working: Working, task: PlacePyroCubes) -> None:
    """Places the next cube in reading order, or lets the player choose when there are too few cubes."""
    brigade = working.state.brigades[task.seat]
    supply = 0 if brigade.gone else brigade.supply
    cells = task.cells & standing(working.state)
    if not cells or not supply:
        return
    if supply < cells.bit_count():
        working.push(Ask("pyro_cube", task.seat, cells=cells))
        return
    cell = next(bits(cells))
    working.push(PlacePyroCubes(task.seat, cells & ~(1 << cell)))
    lay_cube(working, task.seat, cell, "pyro_control")
