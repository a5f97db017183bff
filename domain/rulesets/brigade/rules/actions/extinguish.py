"""Extinguish: by the brigade, by Leon Bertrand's wagon or by Ash (section 6.3)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from domain.engine.refusal import Fact, Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.commands import Extinguish, HoseKind
from domain.rulesets.brigade.components import ADJACENT, CREW, DOOMED, UNIVERSITY, Cell, Mask, bits, tile_at
from domain.rulesets.brigade.events import FirePutOut, FireReduced, WaterSpent
from domain.rulesets.brigade.queries import Amounts, actives, burning, crew_water, has, ruins, unused, use_of
from domain.rulesets.brigade.rules.actions.checks import no_such_cell, why_not_once
from domain.rulesets.brigade.rules.causes import crew_at_work
from domain.rulesets.brigade.rules.loyalty import recognition
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import Brigade, State

LEON: Final = "wagon_extinguish_one"
ASH: Final = "adjacent_extinguish_own_water"
LUMEN: Final = "university_water_discount"


def discounted(state: State, seat: Seat, cell: Cell) -> bool:
    """Whether Lumen saves a water here (BRI-CREW-LUMEN)."""
    return bool(UNIVERSITY >> cell & 1) and has(state, seat, LUMEN)


def levels(state: State, command: Extinguish) -> int:
    """By how many levels a legal Extinguish lowers the fire."""
    spent = command.wagon + command.chief + sum(command.crew)
    intensity = state.fire[command.cell]
    return intensity if spent == intensity - 1 and discounted(state, command.seat, command.cell) else spent


def objections_extinguish(state: State, command: Extinguish) -> Iterator[Refused]:
    """Why an Extinguish is refused (section 6.3, Lumen, Leon Bertrand and Ash)."""
    seat, cell = command.seat, command.cell
    nowhere = no_such_cell(cell)
    if nowhere is not None:
        yield nowhere
        return
    b = state.brigades[seat]
    if command.kind != "brigade":
        yield from _objections_hose(state, command)
    elif cell != b.at:
        facts: Mapping[str, Fact] = {"cell": cell, "tile": tile_at(state.tiles, cell).id, "brigade": b.at}
        yield Refused("no_pawn_here", rules=("BRI-ACT-EXT-01",), reason="no_brigade", **facts)
    lost = _why_not_fire(state, cell)
    if lost is not None:
        yield lost
    if len(command.crew) != len(b.crew) or min(command.wagon, command.chief, *command.crew, 0) < 0:
        yield Refused("bad_water_amount", rules=("BRI-ACT-EXT-03",), reason="crew", crew=len(b.crew))
        return
    yield from _objections_water(b, command)
    if lost is None:
        wrong = _why_not_amount(state, seat, command)
        if wrong is not None:
            yield wrong


def _objections_hose(state: State, command: Extinguish) -> Iterator[Refused]:
    """Why Leon Bertrand or Ash cannot put out the fire on the tile."""
    seat, cell = command.seat, command.cell
    if command.kind == "leon":
        rule = "BRI-CREW-LEON-BERTRAND"
        absent = why_not_once(state, seat, LEON, rule)
        if absent is not None:
            yield absent
        if cell != state.brigades[seat].wagon_at or state.fire[cell] not in (0, 1, DOOMED):
            yield Refused("invalid_target", rules=(rule,), reason="leon", cell=cell)
        return
    copied, rule = command.kind == "copied_ash", "BRI-CREW-ASH"
    if not ash_at_work(state, seat, copied=copied):
        yield Refused("ability_inactive", rules=(rule, "BRI-CREW-02"), reason="card", card="ash")
    elif use_of(ASH, copied) in state.used:
        yield Refused("ability_used", rules=(rule, "BRI-TURN-07"), reason="card", card="ash")
    if not ADJACENT[state.brigades[seat].at] >> cell & 1:
        yield Refused("not_adjacent", rules=(rule, "BRI-GEO-04"), reason="ash", cell=cell)


def ash_at_work(state: State, seat: Seat, *, copied: bool) -> bool:
    """Whether Ash's own card, or Galeela's copy, is active."""
    return any(active.ability == ASH and active.copied == copied for active in actives(state, seat))


def _why_not_fire(state: State, cell: Cell) -> Refused | None:
    tile = tile_at(state.tiles, cell).id
    if ruins(state) >> cell & 1:
        return Refused("destroyed", rules=("BRI-FIRE-03", "BRI-FIRE-04"), reason="lost", cell=cell, tile=tile)
    if not state.fire[cell]:
        return Refused("not_burning", rules=("BRI-ACT-EXT-01",), cell=cell, tile=tile)
    return None


def _objections_water(b: Brigade, command: Extinguish) -> Iterator[Refused]:
    """Why the water named cannot pay: it is not there, or not on cards that may pay."""
    wagon, chief, crew = payers(b, command.kind)
    if command.wagon and not wagon:
        yield Refused(
            "wagon_not_here",
            rules=("BRI-ACT-EXT-02",),
        )
    if (
        0 < wagon < command.wagon
        or command.chief > chief
        or any(n > most for n, most in zip(command.crew, crew, strict=True))
    ):
        yield Refused(
            "not_enough_water",
            rules=("BRI-ACT-EXT-02", "BRI-ACT-EXT-03"),
            reason="places",
            wagon=wagon,
            chief=chief,
            crew_water=crew,
        )


def payers(b: Brigade, kind: HoseKind) -> Amounts:
    """The water that may pay for an Extinguish of a kind (BRI-ACT-EXT-02, Leon, Ash)."""
    if kind == "brigade":
        return Amounts(b.wagon_water if b.at == b.wagon_at else 0, b.water, crew_water(b))
    none = tuple(0 for _ in b.crew)
    match kind:
        case "leon":
            return Amounts(b.wagon_water, 0, none)
        case "ash":
            return Amounts(0, 0, tuple(m.water if CREW[m.id].ability == ASH else 0 for m in b.crew))
        case "copied_ash":
            return Amounts(0, b.water, none)
        case _:
            assert_never(kind)


def _least(state: State, seat: Seat, cell: Cell) -> int:
    """The least water that a fire takes (BRI-ACT-EXT-03, BRI-CREW-LUMEN)."""
    return 0 if state.fire[cell] == 1 and discounted(state, seat, cell) else 1


def _why_not_amount(state: State, seat: Seat, command: Extinguish) -> Refused | None:
    spent = command.wagon + command.chief + sum(command.crew)
    intensity = state.fire[command.cell]
    least = _least(state, seat, command.cell)
    if least <= spent <= intensity:
        return None
    return Refused(
        "bad_water_amount",
        rules=("BRI-ACT-EXT-03", "BRI-RULING-25"),
        reason="one" if least == intensity else "range",
        least=least,
        most=intensity,
    )


def extinguishings(state: State, seat: Seat) -> list[Extinguish]:
    """Every payment for every fire in reach. Among payments of one amount the default comes first (BRI-ACT-EXT-05)."""
    b = state.brigades[seat]
    commands: list[Extinguish] = []
    for kind, cells in _in_reach(state, seat):
        water, order = payers(b, kind), _ash_last(b)
        for cell in bits(cells):
            hose = _Hose(seat, kind, cell, _least(state, seat, cell), state.fire[cell])
            commands += _payments(hose, water, order)
    return commands


def _in_reach(state: State, seat: Seat) -> list[tuple[HoseKind, Mask]]:
    """The fires in reach of each way to put them out."""
    b, fires = state.brigades[seat], burning(state.fire)
    reach: list[tuple[HoseKind, Mask]] = [("brigade", 1 << b.at)] if fires >> b.at & 1 else []
    if not b.crew and not b.mimic:
        return reach
    if state.fire[b.wagon_at] == 1 and unused(state, seat, LEON) is not None:
        reach.append(("leon", 1 << b.wagon_at))
    if has(state, seat, ASH):
        for active in actives(state, seat):
            if active.ability == ASH and use_of(ASH, active.copied) not in state.used:
                reach.append(("copied_ash" if active.copied else "ash", ADJACENT[b.at] & fires))
    return reach


def _ash_last(b: Brigade) -> tuple[int, ...]:
    """The places of the crew cards in the order in which they pay."""
    return tuple(sorted(range(len(b.crew)), key=lambda at: CREW[b.crew[at].id].ability == ASH)) if b.crew else ()


class _Hose(NamedTuple):
    """A way to put out the fire on a cell, by `least` to `most` water."""

    seat: Seat
    kind: HoseKind
    cell: Cell
    least: int
    most: int


@lru_cache(maxsize=4096)
def _payments(hose: _Hose, available: Amounts, order: tuple[int, ...]) -> tuple[Extinguish, ...]:
    """Every way to pay for it: less before more, then the wagon, the crew in `order`, the chief."""
    limits = (available.wagon, *(available.crew[at] for at in order), available.chief)
    ways = []
    for spent in range(hose.least, min(hose.most, sum(limits)) + 1):
        for wagon, *ordered, chief in _shares(spent, limits):
            paid = dict(zip(order, ordered, strict=True))
            crew = tuple(paid[at] for at in range(len(order)))
            ways.append(Extinguish(hose.seat, kind=hose.kind, cell=hose.cell, wagon=wagon, chief=chief, crew=crew))
    return tuple(ways)


def _shares(total: int, limits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to take `total` from places that hold `limits`, as much as possible from the first ones first."""
    first, *others = limits
    if not others:
        yield (total,)
        return
    rest = tuple(others)
    for share in range(min(total, first), max(0, total - sum(rest)) - 1, -1):
        for more in _shares(total - share, rest):
            yield (share, *more)


def extinguish_use(state: State, command: Extinguish) -> str:
    """What an Extinguish adds to the things used this turn; empty for nothing."""
    match command.kind:
        case "leon":
            return unused(state, command.seat, LEON) or ""
        case "ash" | "copied_ash":
            return use_of(ASH, command.kind == "copied_ash")
        case _:
            return ""


def extinguish(working: Working, command: Extinguish) -> None:
    """Spends the water and lowers the fire. A fire that is out brings recognition (BRI-ACT-EXT-04)."""
    seat, cell = command.seat, command.cell
    state = working.state
    down = levels(state, command)
    saved = down > command.wagon + command.chief + sum(command.crew)
    lumen = crew_at_work(state, seat, *([LUMEN] if saved else []))
    if command.wagon or command.chief or any(command.crew):
        working.emit(WaterSpent(seat=seat, cell=cell, wagon=command.wagon, chief=command.chief, crew=command.crew))
    working.emit(FireReduced(cell=cell, levels=down, why="extinguish", tile=working.tile(cell), crew=lumen))
    if not working.state.fire[cell]:
        put_out(working, seat, cell, down)


def put_out(working: Working, seat: Seat, cell: Cell, cubes: int) -> None:
    """Gives a seat the recognition for a fire that it has put out (BRI-RECOG-01, BRI-END-08)."""
    working.emit(FirePutOut(seat=seat, cell=cell, recognition=cubes, tile=working.tile(cell)))
    working.push(recognition(seat, cell, cubes))
