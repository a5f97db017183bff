"""Recognition and loyalty, and the abilities that loyalty sets off (section 8)."""

from typing import Final

from msgspec import UNSET

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import Ask, Decision, Gain, LayOn, SecondCube, Trigger
from domain.rulesets.brigade.components import ABILITIES, ADJACENT, NOWHERE, Cell, Mask, guild_masks, tile_at
from domain.rulesets.brigade.errata import BRI_E04, BRI_E07
from domain.rulesets.brigade.events import CubeMoved, CubePlaced, LoyaltyGained
from domain.rulesets.brigade.queries import (
    BLACK,
    Active,
    actives,
    burning,
    copies,
    house_has,
    member_ids,
    needed,
    owner,
    pawns,
    standing,
    takers,
    tokens_left,
)
from domain.rulesets.brigade.rules.causes import crew_at_work
from domain.rulesets.brigade.rules.ending import end_game, won
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

ORANGE: Final = "merchant_cube_on_loyalty"
FREE_UPGRADE: Final = "free_upgrade_on_merchants"
NERY: Final = "steal_cost_plus_2"
ON_GAIN: Final[dict[str, Decision]] = {
    ORANGE: "merchant_cube",
    "douse_two_on_commons": "douse",
    "stoke_two_on_loyalty": "stoke",
    FREE_UPGRADE: "free_upgrade",
    "free_recruit_on_council": "free_recruit",
    "cube_on_other_noble": "noble_cube",
    "merchant_choice": "merchant_choice",
    "force_discard_on_nobles": "name_rival",
}
"""Abilities that gaining loyalty sets off, and the decision that each asks for."""


def lay_cube(working: Working, seat: Seat, cell: Cell, why: str) -> None:
    """Places a cube from the supply. Loyalty is checked before Selina Blackflow asks for a second cube
    (BRI-RECOG-03, BRI-CREW-SELINA-BLACKFLOW).
    """
    rival = owner(working.state, cell)
    working.emit(CubePlaced(seat=seat, cell=cell, why=why, tile=working.tile(cell)))
    if rival is not None and rival != seat and why != "second_cube":
        seconds = copies(working.state, seat, "second_cube_on_rival_loyal")
        working.push(*(SecondCube(seat, cell) for _ in range(seconds)))
    check_loyalty(working, seat, cell)


def shift_cube(working: Working, seat: Seat, source: Cell, cell: Cell) -> None:
    """Moves a cube from tile to tile, which is nothing to Selina Blackflow (BRI-CREW-ALI-AHMAR)."""
    working.emit(CubeMoved(seat=seat, source=source, cell=cell, tiles=(working.tile(source), working.tile(cell))))
    check_loyalty(working, seat, cell)


def check_loyalty(working: Working, seat: Seat, cell: Cell) -> None:
    """Lets `seat` gain the loyalty of a tile if its cubes now suffice (BRI-LOYAL-01, -03)."""
    state = working.state
    if owner(state, cell) != seat and state.brigades[seat].cubes[cell] >= needed(state, seat, cell):
        working.push(Gain(seat=seat, cell=cell))


def second_cube(working: Working, task: SecondCube) -> None:
    """Asks for the second cube, if the tile is still loyal to a rival."""
    state = working.state
    rival = owner(state, task.cell)
    if rival is not None and rival != task.seat and state.brigades[task.seat].supply:
        working.push(Ask("second_cube", task.seat, cell=task.cell, cells=1 << task.cell & standing(state)))


def lay_on(working: Working, task: LayOn) -> None:
    """Places one of the cubes meant for a tile.

    Once the tile is gained, the other cubes return to the decision about recognition below on the agenda. A player
    who has left lays nothing more.
    """
    state = working.state
    if working.forfeits(task.seat):
        return
    below = working.agenda[-1] if working.agenda else None
    if not isinstance(below, Ask) or below.kind != "recognition" or not below.left:
        return
    if not standing(state) >> task.cell & 1 or not state.brigades[task.seat].supply:
        return
    working.agenda[-1] = recognition(task.seat, below.cell, below.left - 1)
    if task.left > 1:
        working.push(LayOn(seat=task.seat, cell=task.cell, left=task.left - 1))
    at = len(working.agenda)
    lay_cube(working, task.seat, task.cell, _reach(state, below.cell, task.cell))
    if task.left > 1 and any(isinstance(t, Gain) for t in working.agenda[at:]):
        # The tile is gained, so the cubes that were meant for it may go elsewhere.
        del working.agenda[at - 1]


def _reach(state: State, fire: Cell, cell: Cell) -> str:
    """Why recognition reaches a tile: the black firehouse lets it go over a corner (BRI-HOUSE-BLACK)."""
    over_a_corner = not (ADJACENT[fire] | 1 << fire) >> cell & 1
    return BLACK if BRI_E07.holds(state) and over_a_corner else "recognition"


def recognition(seat: Seat, cell: Cell, left: int) -> Ask:
    """The decision where the `left` cubes for putting out the fire at `cell` go."""
    return Ask("recognition", seat, cell=cell, left=left)


def gain(working: Working, task: Gain) -> None:
    """Places the loyalty token, with all that follows (BRI-LOYAL-02, -06, -07). A player who has left gains nothing
    (BRI-RULING-89)."""
    seat, cell = task.seat, task.cell
    brigade = working.state.brigades[seat]
    if working.forfeits(seat):
        return
    if not tokens_left(brigade) and task.source == NOWHERE:
        working.push(Ask("relocate", seat, cell=cell, cells=brigade.loyal))
        return
    rival, tile = owner(working.state, cell), working.tile(cell)
    crew = UNSET if rival is None else crew_at_work(working.state, rival, NERY)
    working.emit(LoyaltyGained(seat=seat, cell=cell, rival=rival, source=task.source, tile=tile, crew=crew))
    if BRI_E04.holds(working.state):
        _leave_cubes_to_place(working, seat, cell)
    ending = won(working.state, seat)
    if ending is not None:
        end_game(working, ending, seat)
        return
    working.push(*_triggers(working.state, seat, cell))


def _leave_cubes_to_place(working: Working, seat: Seat, cell: Cell) -> None:
    """Gives the cubes that were still meant for a tile back to the decision about recognition below them."""
    working.agenda[:] = [
        task for task in working.agenda if not (isinstance(task, LayOn) and (task.seat, task.cell) == (seat, cell))
    ]


def _triggers(state: State, seat: Seat, cell: Cell) -> tuple[Trigger, ...]:
    """The abilities set off: the firehouse, the crew in order of recruitment, then the copy (BRI-LOYAL-06)."""
    guild = tile_at(state.tiles, cell).guild
    firehouse = (Active(ORANGE, card="", copied=False),) if house_has(state, seat, ORANGE) else ()
    crew = (
        active
        for active in actives(state, seat)
        if active.ability in ON_GAIN and ABILITIES[active.ability].get("guild", guild) == guild
    )
    return tuple(
        Trigger(seat=seat, ability=active.ability, card=active.card, copied=active.copied, cell=cell)
        for active in (*firehouse, *crew)
    )


def trigger(working: Working, task: Trigger) -> None:
    """Asks for the decision of an ability, unless its card has left the brigade meanwhile (BRI-LOYAL-06)."""
    brigade = working.state.brigades[task.seat]
    own = not task.card or task.card in member_ids(brigade)
    works = brigade.mimic == task.card if task.copied else own
    if works:
        kind = ON_GAIN[task.ability]
        cells = targets(working.state, task.seat, kind, task.cell)
        working.push(Ask(kind, task.seat, cell=task.cell, cells=cells, ability=task.ability))


def targets(state: State, seat: Seat, kind: Decision, cell: Cell) -> Mask:
    """The tiles that an ability may choose, when the loyalty of `cell` set it off."""
    other = ~(1 << cell)
    supply = state.brigades[seat].supply
    masks = guild_masks(state.tiles)
    match kind:
        case "douse":
            return burning(state.fire) & other
        case "stoke":
            # BRI-CREW-07: only a tile whose intensity would rise
            return ADJACENT[cell] & takers(state, by_card=False) & ~pawns(state)
        case "noble_cube":
            return masks["nobles"] & standing(state) & other if supply else 0
        case "merchant_cube":
            return masks["merchants"] & standing(state) if supply else 0
        case "merchant_choice":
            return ADJACENT[cell] & burning(state.fire)
        case _:
            return 0
