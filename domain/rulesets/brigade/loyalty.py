"""Recognition, loyalty and the end of the game (sections 8 and 9). Asks nobody anything: what has to be asked is pushed."""

from typing import Final

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import Ask, Decision, Gain, LayOn, SecondCube, Trigger
from domain.rulesets.brigade.components import (
    ABILITIES,
    ADJACENT,
    ENDS,
    NO_CELLS,
    UNIVERSITY,
    Cell,
    Mask,
    guild_masks,
    tile_at,
)
from domain.rulesets.brigade.events import CubeMoved, CubePlaced, EvacuationAnnounced, GameEnded, LoyaltyGained
from domain.rulesets.brigade.queries import (
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
from domain.rulesets.brigade.score import places, won
from domain.rulesets.brigade.state import NOWHERE, Ending, State
from domain.rulesets.brigade.table import Table

ORANGE: Final = "merchant_cube_on_loyalty"
ON_GAIN: Final[dict[str, Decision]] = {
    ORANGE: "merchant_cube",
    "douse_two_on_commons": "douse",
    "stoke_two_on_loyalty": "stoke",
    "free_upgrade_on_merchants": "free_upgrade",
    "free_recruit_on_council": "free_recruit",
    "cube_on_other_noble": "noble_cube",
    "merchant_choice": "merchant_choice",
    "force_discard_on_nobles": "name_rival",
}
"""Abilities that gaining loyalty sets off, and what each then asks for."""


def lay_cube(table: Table, seat: Seat, cell: Cell, why: str) -> None:
    """One cube from the supply: loyalty first, then Selina Blackflow (BRI-RECOG-03, BRI-CREW-SELINA-BLACKFLOW)."""
    rival = owner(table.state, cell)
    table.emit(CubePlaced(seat=seat, cell=cell, why=why, tile=table.tile(cell)))
    if rival is not None and rival != seat and why != "second_cube":
        seconds = copies(table.state, seat, "second_cube_on_rival_loyal")
        table.push(*(SecondCube(seat, cell) for _ in range(seconds)))
    weigh(table, seat, cell)


def shift_cube(table: Table, seat: Seat, source: Cell, cell: Cell) -> None:
    """A cube goes from tile to tile; Selina takes no notice (BRI-CREW-ALI-AHMAR)."""
    table.emit(CubeMoved(seat=seat, source=source, cell=cell, tiles=(table.tile(source), table.tile(cell))))
    weigh(table, seat, cell)


def weigh(table: Table, seat: Seat, cell: Cell) -> None:
    """Whether the cubes of `seat` now suffice (BRI-LOYAL-01, -03). Own loyal tiles take cubes without effect."""
    state = table.state
    if owner(state, cell) != seat and state.brigades[seat].cubes[cell] >= needed(state, seat, cell):
        table.push(Gain(seat=seat, cell=cell))


def second_cube(table: Table, task: SecondCube) -> None:
    """Asked only while the tile is still a rival's."""
    state = table.state
    rival = owner(state, task.cell)
    if rival is not None and rival != task.seat and state.brigades[task.seat].supply:
        table.push(Ask("second_cube", task.seat, cell=task.cell, cells=1 << task.cell & standing(state)))


def lay_on(table: Table, task: LayOn) -> None:
    """One more of the cubes meant for a tile; what is left over goes back to the recognition below."""
    below = table.agenda[-1] if table.agenda else None
    if not isinstance(below, Ask) or below.kind != "recognition" or not below.left:
        return
    state = table.state
    if not standing(state) >> task.cell & 1 or not state.brigades[task.seat].supply:
        return
    table.agenda[-1] = recognition(task.seat, below.cell, below.left - 1)
    if task.left > 1:
        table.push(LayOn(seat=task.seat, cell=task.cell, left=task.left - 1))
    at = len(table.agenda)
    lay_cube(table, task.seat, task.cell, "recognition")
    if task.left > 1 and any(isinstance(t, Gain) for t in table.agenda[at:]):
        # The tile is won: the cubes that were meant for it may go elsewhere.
        del table.agenda[at - 1]


def recognition(seat: Seat, cell: Cell, left: int) -> Ask:
    """The decision where `left` cubes for the fire put out at `cell` go."""
    return Ask("recognition", seat, cell=cell, left=left)


def gain(table: Table, task: Gain) -> None:
    """The token is placed (BRI-LOYAL-02, -06, -07)."""
    seat, cell = task.seat, task.cell
    brigade = table.state.brigades[seat]
    if not tokens_left(brigade) and task.source == NOWHERE:
        table.push(Ask("relocate", seat, cell=cell, cells=brigade.loyal))
        return
    table.emit(
        LoyaltyGained(seat=seat, cell=cell, rival=owner(table.state, cell), source=task.source, tile=table.tile(cell))
    )
    ending = won(table.state, seat)
    if ending is not None:
        end_game(table, ending, seat)
        return
    table.push(*_triggers(table.state, seat, cell))


def _triggers(state: State, seat: Seat, cell: Cell) -> tuple[Trigger, ...]:
    # BRI-LOYAL-06: the firehouse, the crew in order of recruitment, the copy; all that are active at this moment
    guild = tile_at(state.tiles, cell).guild
    found = (
        [Trigger(seat=seat, ability=ORANGE, card="", copied=False, cell=cell)] if house_has(state, seat, ORANGE) else []
    )
    found += [
        Trigger(seat=seat, ability=active.ability, card=active.card, copied=active.copied, cell=cell)
        for active in actives(state, seat)
        if active.ability in ON_GAIN and ABILITIES[active.ability].get("guild", guild) == guild
    ]
    return tuple(found)


def trigger(table: Table, task: Trigger) -> None:
    """The decision of an ability set off, unless its card has left the brigade meanwhile (BRI-LOYAL-06)."""
    brigade = table.state.brigades[task.seat]
    own = not task.card or task.card in member_ids(brigade)
    if brigade.mimic == task.card if task.copied else own:
        kind = ON_GAIN[task.ability]
        cells = _targets(table.state, task.seat, kind, task.cell)
        table.push(Ask(kind, task.seat, cell=task.cell, cells=cells, ability=task.ability))


def _targets(state: State, seat: Seat, kind: Decision, cell: Cell) -> Mask:
    other = ~(1 << cell)
    supply = state.brigades[seat].supply
    masks = guild_masks(state.tiles)
    match kind:
        case "douse":
            return burning(state.fire) & other
        case "stoke":
            # BRI-CREW-07: only a tile whose intensity would rise
            return ADJACENT[cell] & takers(state, False) & ~pawns(state)
        case "noble_cube":
            return masks["nobles"] & standing(state) & other if supply else 0
        case "merchant_cube":
            return masks["merchants"] & standing(state) if supply else 0
        case "merchant_choice":
            return ADJACENT[cell] & burning(state.fire)
        case _:
            return 0


# ---- the end


def fires_out(table: Table) -> bool:
    """Ends the game if no fire token is left (BRI-END-05, -06)."""
    if table.state.fire == NO_CELLS:
        end_game(table, "all_out", None)
    return table.over


def check_city(table: Table) -> None:
    """After the flips: evacuation is announced, or the last fire is out (BRI-END-03, -06, BRI-DESTROY-05)."""
    state = table.state
    total = state.destroyed.bit_count()
    university = (state.destroyed & UNIVERSITY).bit_count()
    lost = total >= ENDS.evacuation_total_destroyed or university >= ENDS.evacuation_university_destroyed
    if not fires_out(table) and lost and not state.evacuation:
        table.emit(EvacuationAnnounced(destroyed=total, university=university))


_RULES: Final[dict[Ending, tuple[str, ...]]] = {
    "guild": ("BRI-END-01",),
    "citizens": ("BRI-END-02",),
    "evacuation": ("BRI-END-04", "BRI-END-07", "BRI-END-08"),
    "all_out": ("BRI-END-05", "BRI-END-07", "BRI-END-08"),
    "deserted": ("BRI-RULING-89",),
}


def end_game(table: Table, ending: Ending, winner: Seat | None) -> None:
    """The game is over; what was pending is dropped (BRI-END-10)."""
    table.emit(GameEnded(ending=ending, places=places(table.state, winner), rules=_RULES[ending]))
    table.agenda.clear()
