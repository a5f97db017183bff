"""The special actions of the chiefs (sections 10.2 and 10.3).

Ethereal form is a move, in `moves.py`. Ester's mist form works by itself, in `rules/turns.py`.
"""

from collections.abc import Iterator
from typing import Final

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import Advance, Ask, Poaching
from domain.rulesets.brigade.commands import (
    ChangeSide,
    ChiefAction,
    Command,
    ControlFirestorm,
    DeclareAllegiance,
    ExtraUpgrade,
    PlaceMimic,
    Poach,
    Polymorph,
    SendWagon,
)
from domain.rulesets.brigade.components import (
    ABILITIES,
    ADJACENT,
    ALL_CELLS,
    BURNABLE,
    CHIEFS,
    CITY,
    TRACK_NAMES,
    Cell,
    bits,
    tile_at,
)
from domain.rulesets.brigade.events import (
    AllegianceDeclared,
    CrewDiscarded,
    FireReduced,
    FiresExchanged,
    FirestormControlled,
    MimicPlaced,
    SideChanged,
    WagonMoved,
    WaterSpent,
)
from domain.rulesets.brigade.queries import chief_has, cube_cells, has_place, member_ids, pawns, ruins, value
from domain.rulesets.brigade.rules.actions.boards import why_not_track
from domain.rulesets.brigade.rules.actions.checks import no_such_cell
from domain.rulesets.brigade.rules.actions.extinguish import put_out
from domain.rulesets.brigade.rules.working import Working
from domain.rulesets.brigade.state import State

ABILITY_OF: Final[dict[type[Command], str]] = {
    SendWagon: "send_wagon",
    Polymorph: "polymorph",
    Poach: "poach_crew",
    ExtraUpgrade: "extra_upgrade",
    DeclareAllegiance: "allegiance",
    ChangeSide: "dusk_dawn",
    PlaceMimic: "chameleon",
    ControlFirestorm: "pyro_control",
}
RULE_OF: Final[dict[type[Command], str]] = {
    SendWagon: "BRI-CHIEF-GLORIA-IGNIS",
    Polymorph: "BRI-CHIEF-BLITZ-HABEN",
    Poach: "BRI-CHIEF-FRITH-GOLDMANE",
    ExtraUpgrade: "BRI-CHIEF-GLINT-DAMPSHOT",
    DeclareAllegiance: "BRI-CHIEF-BERNHARDT-BLAZE",
    ChangeSide: "BRI-CHIEF-WHITE-FANG",
    PlaceMimic: "BRI-CHIEF-GALEELA",
    ControlFirestorm: "BRI-CHIEF-CINDY-BUSTION",
}
_CITY_PAIRS: Final = tuple(
    (cell, other) for cell in bits(CITY) for other in bits(ADJACENT[cell] & CITY) if other > cell
)
"""Every two adjacent city tiles, each pair once."""


def objections_chief_action(state: State, command: ChiefAction) -> Iterator[Refused]:
    """Why a chief's action is refused: by the general rules (BRI-ADV-03), then by its own conditions."""
    rule = RULE_OF[type(command)]
    if not chief_has(state, command.seat, ABILITY_OF[type(command)]):
        yield Refused("ability_inactive", rules=(rule, "BRI-ADV-01"), reason="chief")
    elif "chief" in state.used:
        yield Refused(
            "ability_used",
            rules=("BRI-ADV-03", "BRI-RULING-48"),
            reason="chief",
        )
    match command:
        case SendWagon():
            yield from _objections_send_wagon(state, command)
        case Polymorph():
            yield from _objections_polymorph(state, command)
        case Poach():
            yield from _objections_poach(state, command)
        case ExtraUpgrade(seat=seat, track=track):
            for refused in (_needs_cube(state, seat, rule), why_not_track(state, seat, track)):
                if refused is not None:
                    yield refused
        case PlaceMimic():
            yield from _objections_mimic(state, command)
        case ControlFirestorm(seat=seat):
            if state.brigades[seat].pyro:
                yield Refused("ability_used", rules=(rule,), reason="firestorm")


def _needs_cube(state: State, seat: Seat, rule: str) -> Refused | None:
    if any(state.brigades[seat].cubes):
        return None
    return Refused("needs_cube_on_board", rules=(rule,), reason="board")


def _objections_send_wagon(state: State, command: SendWagon) -> Iterator[Refused]:
    nowhere = no_such_cell(command.cell)
    if nowhere is not None:
        yield nowhere
        return
    cell, rules, tile = command.cell, (RULE_OF[SendWagon],), tile_at(state.tiles, command.cell).id
    cost: int = ABILITIES["send_wagon"]["water_from_wagon"]
    if state.brigades[command.seat].wagon_water < cost:
        yield Refused("not_enough_water", rules=(*rules, "BRI-RULING-49"), reason="wagon")
    if ruins(state) >> cell & 1:
        yield Refused("destroyed", rules=rules, reason="lost", cell=cell, tile=tile)
    elif not BURNABLE >> cell & 1:
        yield Refused("invalid_target", rules=rules, reason="never_burns", cell=cell, tile=tile)
    elif not state.fire[cell]:
        yield Refused("not_burning", rules=rules, cell=cell, tile=tile)
    elif state.fire[cell] != ABILITIES["send_wagon"]["target_intensity"]:
        intensity = state.fire[cell]
        yield Refused("invalid_target", rules=rules, reason="intensity", cell=cell, tile=tile, intensity=intensity)
    if pawns(state) >> cell & 1:
        yield Refused("occupied", rules=rules, reason="pawn", cell=cell, tile=tile)


def _objections_polymorph(state: State, command: Polymorph) -> Iterator[Refused]:
    nowhere = no_such_cell(command.cell) or no_such_cell(command.other)
    if nowhere is not None:
        yield nowhere
        return
    rules = (RULE_OF[Polymorph], "BRI-RULING-50")
    pair = 1 << command.cell | 1 << command.other
    cells = {"cell": command.cell, "other": command.other}
    if command.cell >= command.other or pair & ~CITY:
        yield Refused("invalid_target", rules=rules, reason="polymorph", **cells)
        if command.cell == command.other:
            return
    if not ADJACENT[command.cell] >> command.other & 1:
        yield Refused("not_adjacent", rules=rules, reason="polymorph", **cells)
    if pair & ruins(state):
        yield Refused("destroyed", rules=rules, reason="either", **cells)
        return
    one, two = state.fire[command.cell], state.fire[command.other]
    if one == two:
        yield Refused("no_effect", rules=rules, reason="same_fires", **cells)
    elif pawns(state) >> (command.cell if one < two else command.other) & 1:
        yield Refused("invalid_target", rules=(*rules, "BRI-IMMUNE-01"), reason="immune", **cells)


def _objections_poach(state: State, command: Poach) -> Iterator[Refused]:
    rule = RULE_OF[Poach]
    b = state.brigades[command.seat]
    cubeless = _needs_cube(state, command.seat, rule)
    if cubeless is not None:
        yield cubeless
    capacity = value(b, "crew")
    if not capacity:
        yield Refused("no_crew_capacity", rules=(rule,))
    if not any(command.card in member_ids(other) for seat, other in state.by_seat() if seat != command.seat):
        yield Refused("invalid_target", rules=(rule,), reason="not_held", card=command.card)
    fits = command.replaced == "" if has_place(b) else command.replaced in member_ids(b)
    if capacity and not fits:
        yield Refused("invalid_target", rules=(rule,), reason="replaced", card=command.card)


def _objections_mimic(state: State, command: PlaceMimic) -> Iterator[Refused]:
    rule = RULE_OF[PlaceMimic]
    if not any(command.card in member_ids(b) for b in state.brigades):
        yield Refused("invalid_target", rules=(rule,), reason="not_in_play", card=command.card)
    elif command.card == state.brigades[command.seat].mimic:
        yield Refused("no_effect", rules=(rule, "BRI-ACT-02"), reason="mimic", card=command.card)


def chief_actions(state: State, seat: Seat) -> list[ChiefAction]:
    """Every action of the chief of a seat that nothing forbids."""
    if not state.options.advanced or "chief" in state.used:
        return []
    return [each for each in _candidates(state, seat) if next(objections_chief_action(state, each), None) is None]


def _candidates(state: State, seat: Seat) -> Iterator[ChiefAction]:
    """The actions that the chief of a seat could try."""
    match CHIEFS[state.brigades[seat].chief].ability:
        case "send_wagon":
            yield from (SendWagon(seat, cell) for cell in ALL_CELLS if state.fire[cell] == 1)
        case "polymorph":
            yield from _polymorphs(state, seat)
        case "poach_crew":
            yield from _poachings(state, seat)
        case "extra_upgrade":
            yield from (ExtraUpgrade(seat, track) for track in TRACK_NAMES)
        case "allegiance":
            yield DeclareAllegiance(seat)
        case "dusk_dawn":
            yield ChangeSide(seat)
        case "chameleon":
            yield from (PlaceMimic(seat, card) for b in state.brigades for card in member_ids(b))
        case "pyro_control":
            yield ControlFirestorm(seat)


def _polymorphs(state: State, seat: Seat) -> Iterator[Polymorph]:
    for cell, other in _CITY_PAIRS:
        if state.fire[cell] != state.fire[other]:
            yield Polymorph(seat, cell=cell, other=other)


def _poachings(state: State, seat: Seat) -> Iterator[Poach]:
    own = state.brigades[seat]
    replaceable = ("",) if has_place(own) else member_ids(own)
    for rival, b in state.by_seat():
        if rival != seat:
            yield from (Poach(seat, card=card, replaced=out) for card in member_ids(b) for out in replaceable)


def take_chief_action(working: Working, command: ChiefAction) -> None:
    """Carries out a chief's action, or asks for its cube first."""
    state, seat = working.state, command.seat
    match command:
        case SendWagon(cell=cell):
            _send_wagon(working, seat, cell)
        case Polymorph(cell=cell, other=other):
            working.emit(
                FiresExchanged(seat=seat, cell=cell, other=other, tiles=(working.tile(cell), working.tile(other)))
            )
        case Poach(card=card, replaced=replaced):
            working.push(_cube(state, seat, "poach_crew"), Poaching(seat=seat, card=card, replaced=replaced))
        case ExtraUpgrade(track=track):
            working.push(_cube(state, seat, "extra_upgrade"), Advance(seat, track))
        case DeclareAllegiance():
            working.emit(AllegianceDeclared(seat=seat))
        case ChangeSide():
            _change_side(working, seat)
        case PlaceMimic(card=card):
            working.emit(MimicPlaced(seat=seat, card=card))
        case ControlFirestorm():
            working.emit(FirestormControlled(seat=seat))


def _cube(state: State, seat: Seat, ability: str) -> Ask:
    return Ask("remove_cube", seat, cells=cube_cells(state.brigades[seat]), ability=ability)


def _send_wagon(working: Working, seat: Seat, cell: Cell) -> None:
    b = working.state.brigades[seat]
    working.emit(WagonMoved(seat=seat, cell=cell, kind="send_wagon", tile=working.tile(cell)))
    cost: int = ABILITIES["send_wagon"]["water_from_wagon"]
    working.emit(WaterSpent(seat=seat, cell=cell, wagon=cost, chief=0, crew=tuple(0 for _ in b.crew)))
    working.emit(FireReduced(cell=cell, levels=1, why="send_wagon", tile=working.tile(cell)))
    put_out(working, seat, cell, ABILITIES["send_wagon"]["recognition"])


def _change_side(working: Working, seat: Seat) -> None:
    b = working.state.brigades[seat]
    chief = CHIEFS[b.chief]
    if b.werewolf:
        # BRI-CHIEF-WHITE-FANG: at Dawn the water that the human side has no bucket for is lost.
        working.emit(SideChanged(seat=seat, werewolf=False, water=min(b.water, chief.buckets)))
        return
    working.emit(SideChanged(seat=seat, werewolf=True, water=chief.buckets_werewolf))
    if b.crew:
        working.emit(CrewDiscarded(seat=seat, cards=member_ids(b), why="dusk"))
        working.return_mimic()
