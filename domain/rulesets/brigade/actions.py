"""The actions of everybody but moving the brigade (sections 6.2 to 6.7): what forbids them, what can be listed, what they do.

`objections_*` is the one source of legality: every rule that forbids a command, the one it is refused with first. Where at
most one rule can, it is a `why_not_*`. The lists of candidates only keep `legal` from asking about everything.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import DrawRecruits
from domain.rulesets.brigade.boards import advance, buckets, crew_cards_left, fill, filled, levy, water
from domain.rulesets.brigade.commands import (
    DiscardSirPrecious,
    MoveWagon,
    Recruit,
    Refill,
    Transfer,
    Upgrade,
)
from domain.rulesets.brigade.components import (
    ALL,
    CELLS,
    RECRUITS_DRAWN,
    TRACK_NAMES,
    Cell,
    Mask,
)
from domain.rulesets.brigade.events import CubeRemoved, WagonMoved
from domain.rulesets.brigade.events_boards import SirPreciousDiscarded, WaterPut
from domain.rulesets.brigade.queries import complete, has, house_has, rival_pawns, ruins, unused, value
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.table import Table

WHITE: Final = "refill_anywhere_for_cube"
MORGANA: Final = "free_wagon_move"


def no_such_cell(cell: Cell) -> Refused | None:
    """A cell is 0..35."""
    if 0 <= cell < CELLS:
        return None
    return Refused("invalid_target", "There is no such tile.", rules=("BRI-GEO-01",), cell=cell)


# ---- the wagon


def wagon_cells(state: State, seat: Seat) -> Mask:
    """Where the wagon may go (BRI-ACT-WAGON-01 to -03)."""
    here = state.brigades[seat].wagon_at
    return ALL & ~ruins(state) & ~rival_pawns(state, seat) & ~(1 << here)


def why_not_wagon_kind(state: State, seat: Seat, kind: str) -> Refused | None:
    """Whether a wagon move of this kind is at hand; the price of a paid one is checked for all actions alike."""
    if kind == "ride":
        rule = "BRI-UPG-07"
        if not complete(state.brigades[seat], "wagon"):
            return Refused("ability_inactive", "The wagon track is not complete.", rules=(rule,))
        if "ride" in state.used:
            return Refused("ability_used", "The wagon rode along this turn already.", rules=(rule,))
        if not state.ride:
            return Refused("ability_inactive", "The wagon rides along directly after a Move Brigade.", rules=(rule,))
    if kind == "morgana":
        return why_not_once(state, seat, MORGANA, "BRI-CREW-MORGANA-MAGOS")
    return None


def why_not_once(state: State, seat: Seat, ability: str, rule: str) -> Refused | None:
    if not has(state, seat, ability):
        return Refused("ability_inactive", "That ability is not at work.", rules=(rule, "BRI-CREW-02"))
    if unused(state, seat, ability) is None:
        return Refused("ability_used", "That ability was used this turn.", rules=(rule, "BRI-TURN-07"))
    return None


def objections_move_wagon(state: State, command: MoveWagon) -> Iterator[Refused]:
    """Section 6.2."""
    seat, to = command.seat, command.to
    absent = why_not_wagon_kind(state, seat, command.kind)
    if absent is not None:
        yield absent
    nowhere = no_such_cell(to)
    if nowhere is not None:
        yield nowhere
        return
    if to == state.brigades[seat].wagon_at:
        rules = ("BRI-ACT-WAGON-03", "BRI-RULING-22")
        yield Refused("must_move", "The wagon is there already.", rules=rules, cell=to)
    if ruins(state) >> to & 1:
        yield Refused("destroyed", "That tile is destroyed.", rules=("BRI-ACT-WAGON-01", "BRI-FIRE-04"), cell=to)
    if rival_pawns(state, seat) >> to & 1:
        yield Refused("occupied", "A rival pawn stands there.", rules=("BRI-ACT-WAGON-01", "BRI-RULING-21"), cell=to)


def wagon_use(state: State, command: MoveWagon) -> str:
    """What of the turn's uses a wagon move takes."""
    if command.kind == "morgana":
        return unused(state, command.seat, MORGANA) or ""
    return "ride" if command.kind == "ride" else ""


def move_wagon(table: Table, command: MoveWagon) -> None:
    """The wagon goes; nothing follows from it."""
    table.emit(WagonMoved(seat=command.seat, cell=command.to, kind=command.kind, tile=table.tile(command.to)))


# ---- refill


def objections_refill(state: State, command: Refill) -> Iterator[Refused]:
    """Section 6.4 and the white firehouse."""
    nowhere = no_such_cell(command.cell)
    if nowhere is not None:
        yield nowhere
        return
    b, cell = state.brigades[command.seat], command.cell
    here = cell in (b.at, b.wagon_at)
    if not here:
        yield Refused("no_pawn_here", "No own pawn stands there.", rules=("BRI-ACT-REFILL-01",), cell=cell)
    if command.for_cube:
        if not house_has(state, command.seat, WHITE):
            text = "Only the white firehouse refills for a cube."
            yield Refused("ability_inactive", text, rules=("BRI-HOUSE-WHITE",))
        if not b.cubes[cell]:
            text = "There is no own cube on that tile."
            rules = ("BRI-HOUSE-WHITE", "BRI-RULING-84")
            yield Refused("needs_cube_on_board", text, rules=rules, cell=cell)
    elif cell != b.home and not b.loyal >> cell & 1:
        text = "A refill needs a loyal tile or the own firehouse."
        yield Refused("not_loyal", text, rules=("BRI-ACT-REFILL-01",), cell=cell)
    if here and filled(b, brigade=b.at == cell, wagon=b.wagon_at == cell, refill=True) == water(b):
        yield Refused("no_effect", "Nothing there would be filled.", rules=("BRI-ACT-02",), cell=cell)


def refill_candidates(state: State, seat: Seat) -> Iterator[Refill]:
    """Both pawns' tiles, with and without a cube."""
    b = state.brigades[seat]
    for cell in sorted({b.at, b.wagon_at}):
        yield Refill(seat, cell=cell)
        if b.cubes[cell]:
            yield Refill(seat, cell=cell, for_cube=True)


def refill(table: Table, command: Refill) -> None:
    """The pawns there are filled, then Walder Ranier asks for his part."""
    seat, cell = command.seat, command.cell
    b = table.state.brigades[seat]
    if command.for_cube:
        table.emit(CubeRemoved(seat=seat, cell=cell, why=WHITE, tile=table.tile(cell)))
    here = {"brigade": b.at == cell, "wagon": b.wagon_at == cell}
    fill(table, seat, **here, why="refill")
    levy(table, seat, **here)


# ---- recruit, transfer, upgrade


def objections_recruit(state: State, command: Recruit) -> Iterator[Refused]:
    """Section 6.5."""
    if not value(state.brigades[command.seat], "crew"):
        rules = ("BRI-ACT-RECRUIT-01", "BRI-RULING-34")
        yield Refused("no_crew_capacity", "The crew capacity is 0.", rules=rules, capacity=0)
    if not crew_cards_left(state):
        yield Refused("no_cards", "There are no crew cards left to draw.", rules=("BRI-ACT-RECRUIT-06",))


def recruit(table: Table, command: Recruit) -> None:
    """Two cards are drawn."""
    table.push(DrawRecruits(command.seat, RECRUITS_DRAWN))


def objections_transfer(state: State, command: Transfer) -> Iterator[Refused]:
    """Section 6.6: any redistribution within the capacities, of the same total (BRI-RULING-36)."""
    b = state.brigades[command.seat]
    if b.at != b.wagon_at:
        yield Refused("not_together", "Brigade and wagon are not on one tile.", rules=("BRI-ACT-TRANSFER-01",))
    full_wagon, full_chief, full_crew = buckets(b)
    now = (command.wagon, command.chief, *command.crew)
    full = (full_wagon, full_chief, *full_crew)
    had_wagon, had_chief, had_crew = water(b)
    had = (had_wagon, had_chief, *had_crew)
    fits = len(now) == len(full) and all(0 <= n <= most for n, most in zip(now, full, strict=True))
    if not fits or sum(now) != sum(had):
        yield Refused(
            "bad_water_amount",
            "A transfer keeps the total, within the capacities.",
            rules=("BRI-ACT-TRANSFER-01", "BRI-ACT-TRANSFER-02"),
            total=sum(had),
            capacities=full,
        )
    elif now == had:
        yield Refused("no_effect", "Nothing would move.", rules=("BRI-ACT-02",))


def transfer_candidates(state: State, seat: Seat) -> Iterator[Transfer]:
    """Every redistribution: each card's amount, the wagon takes the rest."""
    b = state.brigades[seat]
    if b.at == b.wagon_at:
        full_wagon, full_chief, full_crew = buckets(b)
        total = b.wagon_water + b.water + sum(m.water for m in b.crew)
        for chief, *crew in product(*(range(n + 1) for n in (full_chief, *full_crew))):
            wagon = total - chief - sum(crew)
            if 0 <= wagon <= full_wagon:
                yield Transfer(seat, wagon=wagon, chief=chief, crew=tuple(crew))


def transfer(table: Table, command: Transfer) -> None:
    """Water changes places."""
    table.emit(WaterPut(seat=command.seat, wagon=command.wagon, chief=command.chief, crew=command.crew, why="transfer"))


def why_not_track(state: State, seat: Seat, track: str) -> Refused | None:
    """BRI-ACT-UPGRADE-02."""
    for name in TRACK_NAMES:
        if name == track:
            if not complete(state.brigades[seat], name):
                return None
            return Refused("track_complete", "That track is complete.", rules=("BRI-ACT-UPGRADE-02",), track=track)
    return Refused("invalid_target", "There is no such track.", rules=("BRI-UPG-01",), track=track)


def objections_upgrade(state: State, command: Upgrade) -> Iterator[Refused]:
    """Section 6.7."""
    if "upgrade" in state.used:
        text = "There was an Upgrade this turn already."
        yield Refused("already_upgraded", text, rules=("BRI-ACT-UPGRADE-01", "BRI-RULING-37"))
    ended = why_not_track(state, command.seat, command.track)
    if ended is not None:
        yield ended


def upgrade(table: Table, command: Upgrade) -> None:
    """A marker advances."""
    advance(table, command.seat, command.track, "action")


def why_not_discard_precious(state: State, command: DiscardSirPrecious) -> Refused | None:
    """BRI-CREW-SIR-PRECIOUS."""
    b = state.brigades[command.seat]
    if b.precious and b.at == b.home:
        return None
    text = "Sir Precious leaves only at the own firehouse." if b.precious else "Sir Precious is not there."
    return Refused("invalid_target", text, rules=("BRI-CREW-SIR-PRECIOUS",))


def discard_precious(table: Table, command: DiscardSirPrecious) -> None:
    """He goes to the crew discard (BRI-RULING-69)."""
    table.emit(SirPreciousDiscarded(seat=command.seat))
