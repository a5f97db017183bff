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
from domain.rulesets.brigade.commands import DiscardSirPrecious, Recruit, Refill, Transfer, Upgrade
from domain.rulesets.brigade.components import RECRUITS_DRAWN, TRACK_NAMES
from domain.rulesets.brigade.events import CubeRemoved, SirPreciousDiscarded, WaterPut
from domain.rulesets.brigade.queries import buckets, complete, crew_cards_left, filled, house_has, value, water
from domain.rulesets.brigade.rules.actions.checks import no_such_cell
from domain.rulesets.brigade.rules.tracks import advance
from domain.rulesets.brigade.rules.water import fill, levy
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

WHITE: Final = "refill_anywhere_for_cube"


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


def refill(working: Working, command: Refill) -> None:
    """The pawns there are filled, then Walder Ranier asks for his part."""
    seat, cell = command.seat, command.cell
    b = working.state.brigades[seat]
    if command.for_cube:
        working.emit(CubeRemoved(seat=seat, cell=cell, why=WHITE, tile=working.tile(cell)))
    here = {"brigade": b.at == cell, "wagon": b.wagon_at == cell}
    fill(working, seat, **here, why="refill")
    levy(working, seat, **here)


# ---- recruit, transfer, upgrade


def objections_recruit(state: State, command: Recruit) -> Iterator[Refused]:
    """Section 6.5."""
    if not value(state.brigades[command.seat], "crew"):
        rules = ("BRI-ACT-RECRUIT-01", "BRI-RULING-34")
        yield Refused("no_crew_capacity", "The crew capacity is 0.", rules=rules, capacity=0)
    if not crew_cards_left(state):
        yield Refused("no_cards", "There are no crew cards left to draw.", rules=("BRI-ACT-RECRUIT-06",))


def recruit(working: Working, command: Recruit) -> None:
    """Two cards are drawn."""
    working.push(DrawRecruits(command.seat, RECRUITS_DRAWN))


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


def transfer(working: Working, command: Transfer) -> None:
    """Water changes places."""
    working.emit(
        WaterPut(seat=command.seat, wagon=command.wagon, chief=command.chief, crew=command.crew, why="transfer")
    )


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


def upgrade(working: Working, command: Upgrade) -> None:
    """A marker advances."""
    advance(working, command.seat, command.track, "action")


def why_not_discard_precious(state: State, command: DiscardSirPrecious) -> Refused | None:
    """BRI-CREW-SIR-PRECIOUS."""
    b = state.brigades[command.seat]
    if b.precious and b.at == b.home:
        return None
    text = "Sir Precious leaves only at the own firehouse." if b.precious else "Sir Precious is not there."
    return Refused("invalid_target", text, rules=("BRI-CREW-SIR-PRECIOUS",))


def discard_precious(working: Working, command: DiscardSirPrecious) -> None:
    """He goes to the crew discard (BRI-RULING-69)."""
    working.emit(SirPreciousDiscarded(seat=command.seat))
