"""Refill, recruit, transfer, upgrade and Sir Precious (sections 6.4 to 6.7)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import DrawRecruits
from domain.rulesets.brigade.commands import DiscardSirPrecious, Recruit, Refill, Transfer, Upgrade
from domain.rulesets.brigade.components import BIT, RECRUITS_DRAWN, TRACK_NAMES, TRACKS, Cell, tile_at
from domain.rulesets.brigade.events import CubeRemoved, SirPreciousDiscarded, WaterChanged
from domain.rulesets.brigade.queries import (
    Amounts,
    buckets,
    complete,
    crew_cards_left,
    has_room,
    house_has,
    value,
    water,
)
from domain.rulesets.brigade.rules.actions.checks import no_such_cell
from domain.rulesets.brigade.rules.tracks import advance
from domain.rulesets.brigade.rules.water import fill, levy
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import Brigade, State

WHITE: Final = "refill_anywhere_for_cube"


def objections_refill(state: State, command: Refill) -> Iterator[Refused]:
    """Why a Refill is refused (section 6.4 and the white firehouse)."""
    nowhere = no_such_cell(command.cell)
    if nowhere is not None:
        yield nowhere
        return
    b, cell = state.brigades[command.seat], command.cell
    if has_refill(state, command.seat, cell, for_cube=command.for_cube):
        return
    tile = tile_at(state.tiles, cell).id
    here = cell in (b.at, b.wagon_at)
    if not here:
        rules: tuple[str, ...] = ("BRI-ACT-REFILL-01",)
        yield Refused("no_pawn_here", rules=rules, reason="no_pawn", cell=cell, tile=tile)
    if command.for_cube:
        if not house_has(state, command.seat, WHITE):
            yield Refused("ability_inactive", rules=("BRI-HOUSE-WHITE",), reason="white")
        if not b.cubes[cell]:
            rules = ("BRI-HOUSE-WHITE", "BRI-RULING-84")
            yield Refused("needs_cube_on_board", rules=rules, reason="refill", cell=cell, tile=tile)
    elif cell != b.home and not b.loyal >> cell & 1:
        yield Refused("not_loyal", rules=("BRI-ACT-REFILL-01",), cell=cell, tile=tile)
    if here and not has_room(b, brigade=b.at == cell, wagon=b.wagon_at == cell):
        yield Refused("no_effect", rules=("BRI-ACT-02",), reason="full", cell=cell, tile=tile)


def has_refill(state: State, seat: Seat, cell: Cell, *, for_cube: bool) -> bool:
    """Whether a pawn stands on a tile where it can fill up, and has a bucket that is not full."""
    b = state.brigades[seat]
    at, wagon_at = b.at, b.wagon_at
    if cell not in (at, wagon_at):
        return False
    if for_cube:
        if not b.cubes[cell] or not house_has(state, seat, WHITE):
            return False
    elif cell != b.home and not b.loyal >> cell & 1:
        return False
    return has_room(b, brigade=at == cell, wagon=wagon_at == cell)


def refills(state: State, seat: Seat) -> list[Refill]:
    """Every Refill that nothing forbids: at each pawn, with and without paying a cube."""
    b = state.brigades[seat]
    white = house_has(state, seat, WHITE)
    if not white and not (b.loyal | BIT[b.home]) & (BIT[b.at] | BIT[b.wagon_at]):
        return []
    refills = []
    for cell in (b.at,) if b.at == b.wagon_at else sorted((b.at, b.wagon_at)):
        if has_refill(state, seat, cell, for_cube=False):
            refills.append(Refill(seat, cell=cell))
        if white and has_refill(state, seat, cell, for_cube=True):
            refills.append(Refill(seat, cell=cell, for_cube=True))
    return refills


def refill(working: Working, command: Refill) -> None:
    """Fills the pawns on the tile, then lets Walder Ranier take a part."""
    seat, cell = command.seat, command.cell
    b = working.state.brigades[seat]
    if command.for_cube:
        working.emit(CubeRemoved(seat=seat, cell=cell, why=WHITE, tile=working.tile(cell)))
    here = {"brigade": b.at == cell, "wagon": b.wagon_at == cell}
    fill(working, seat, **here, why="refill")
    levy(working, seat, **here)


def objections_recruit(state: State, command: Recruit) -> Iterator[Refused]:
    """Why a Recruit is refused (section 6.5)."""
    if not value(state.brigades[command.seat], "crew"):
        rules = ("BRI-ACT-RECRUIT-01", "BRI-RULING-34")
        yield Refused("no_crew_capacity", rules=rules, capacity=0)
    if not crew_cards_left(state):
        yield Refused("deck_empty", rules=("BRI-ACT-RECRUIT-06",))


def recruit(working: Working, command: Recruit) -> None:
    """Draws two crew cards."""
    working.push(DrawRecruits(command.seat, RECRUITS_DRAWN))


def objections_transfer(state: State, command: Transfer) -> Iterator[Refused]:
    """Why a Transfer is refused: it may distribute the same total in any way within the capacities (BRI-RULING-36)."""
    b = state.brigades[command.seat]
    if b.at != b.wagon_at:
        yield Refused("not_together", rules=("BRI-ACT-TRANSFER-01",))
    after = Amounts(command.wagon, command.chief, command.crew).row
    before, full = water(b).row, buckets(b).row
    fits = len(after) == len(full) and all(0 <= n <= most for n, most in zip(after, full, strict=True))
    if not fits or sum(after) != sum(before):
        yield Refused(
            "bad_water_amount",
            rules=("BRI-ACT-TRANSFER-01", "BRI-ACT-TRANSFER-02"),
            reason="transfer",
            total=sum(before),
            capacities=full,
        )
    elif after == before:
        yield Refused("no_effect", rules=("BRI-ACT-02",), reason="transfer")


def transfers(state: State, seat: Seat) -> tuple[Transfer, ...]:
    """Every other distribution of the water: any amounts on the cards, and the rest on the wagon."""
    b = state.brigades[seat]
    if b.at != b.wagon_at:
        return ()
    return _distributions(seat, water(b), buckets(b))


@lru_cache(maxsize=4096)
def _distributions(seat: Seat, now: Amounts, full: Amounts) -> tuple[Transfer, ...]:
    """Every other way in which the water of `now` fits into `full` buckets."""
    cards = product(*(range(n + 1) for n in (full.chief, *full.crew)))
    ways = (Amounts(sum(now.row) - sum(row), row[0], row[1:]) for row in cards)
    return tuple(
        Transfer(seat, wagon=after.wagon, chief=after.chief, crew=after.crew)
        for after in ways
        if 0 <= after.wagon <= full.wagon and after != now
    )


def transfer(working: Working, command: Transfer) -> None:
    """Moves water between the wagon and the cards."""
    working.emit(
        WaterChanged(seat=command.seat, wagon=command.wagon, chief=command.chief, crew=command.crew, why="transfer")
    )


def why_not_track(state: State, seat: Seat, track: str) -> Refused | None:
    """Why a marker cannot advance on a track (BRI-ACT-UPGRADE-02)."""
    name = next((name for name in TRACK_NAMES if name == track), None)
    if name is None:
        return Refused("invalid_target", rules=("BRI-UPG-01",), reason="no_track", track=track)
    if complete(state.brigades[seat], name):
        return Refused(
            "track_complete",
            rules=("BRI-ACT-UPGRADE-02",),
            track=track,
        )
    return None


def upgrades(state: State, seat: Seat) -> tuple[Upgrade, ...]:
    """Every Upgrade that nothing forbids (BRI-ACT-UPGRADE-01, -02)."""
    return () if "upgrade" in state.used else _advances(seat, state.brigades[seat].circles)


@lru_cache(maxsize=1024)
def _advances(seat: Seat, circles: tuple[int, int, int]) -> tuple[Upgrade, ...]:
    tracks = zip(TRACKS.values(), circles, strict=True)
    return tuple(Upgrade(seat, track.id) for track, circle in tracks if circle != track.last)


def objections_upgrade(state: State, command: Upgrade) -> Iterator[Refused]:
    """Why an Upgrade is refused (section 6.7)."""
    if "upgrade" in state.used:
        yield Refused("already_upgraded", rules=("BRI-ACT-UPGRADE-01", "BRI-RULING-37"))
    refused = why_not_track(state, command.seat, command.track)
    if refused is not None:
        yield refused


def upgrade(working: Working, command: Upgrade) -> None:
    """Advances the marker on a track."""
    advance(working, command.seat, command.track, "action")


def may_discard_precious(b: Brigade) -> bool:
    """Whether Sir Precious can be discarded: only at home (BRI-CREW-SIR-PRECIOUS)."""
    return b.precious and b.at == b.home


def why_not_discard_precious(state: State, command: DiscardSirPrecious) -> Refused | None:
    """Why Sir Precious cannot be discarded."""
    b = state.brigades[command.seat]
    if may_discard_precious(b):
        return None
    reason = "precious_elsewhere" if b.precious else "no_precious"
    return Refused("invalid_target", rules=("BRI-CREW-SIR-PRECIOUS",), reason=reason)


def discard_precious(working: Working, command: DiscardSirPrecious) -> None:
    """Puts Sir Precious on the crew discard (BRI-RULING-69)."""
    working.emit(SirPreciousDiscarded(seat=command.seat))
