"""What a ruling may change in a game of The Brigade, and the laws that it must leave whole (GAME-RULING-05)."""

from collections.abc import Iterator
from typing import Final, Literal, get_args

import msgspec
from msgspec.structs import replace

from domain.engine.amendments import hidden, impossible
from domain.engine.ruleset import Amendments
from domain.engine.viewer import Seat
from domain.rulesets.brigade import components as box
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.queries import chief_buckets, crew_buckets, tokens_left, value
from domain.rulesets.brigade.rules.turns import event_decks
from domain.rulesets.brigade.set_up import crew_cards
from domain.rulesets.brigade.state import Brigade, Member, State

ACTIONS_MAX: Final = 9

Piece = Literal["brigade", "wagon"]


class FixPiece(msgspec.Struct, frozen=True, tag_field="type", tag="brigade.FixPiece"):
    """Put the brigade or the wagon of a seat on a tile. Cells are counted row by row from 0."""

    seat: Seat
    piece: Piece
    cell: int


class FixWater(msgspec.Struct, frozen=True, tag_field="type", tag="brigade.FixWater"):
    """Set the water in the buckets of a chief, or in the wagon."""

    seat: Seat
    of: Piece
    water: int


class FixFire(msgspec.Struct, frozen=True, tag_field="type", tag="brigade.FixFire"):
    """Set the intensity of the fire on a tile that still stands."""

    cell: int
    intensity: int


class FixCubes(msgspec.Struct, frozen=True, tag_field="type", tag="brigade.FixCubes"):
    """Put recognition cubes of a seat from its supply on a tile, or take them back when `count` is below 0."""

    seat: Seat
    cell: int
    count: int


class FixCircle(msgspec.Struct, frozen=True, tag_field="type", tag="brigade.FixCircle"):
    """Put the marker of an upgrade track of a seat on a circle."""

    seat: Seat
    track: box.TrackName
    circle: int


class FixMember(msgspec.Struct, frozen=True, tag_field="type", tag="brigade.FixMember"):
    """Move a crew card from the discard pile into the crew of a seat, with full buckets, or back."""

    seat: Seat
    card: str
    joins: bool


class FixActions(msgspec.Struct, frozen=True, tag_field="type", tag="brigade.FixActions"):
    """Set the actions that the active seat has left."""

    actions: int


Amendment = FixPiece | FixWater | FixFire | FixCubes | FixCircle | FixMember | FixActions


def amend(state: State, amendment: Amendment) -> State:
    """The state after an amendment, between two decisions of the action phase. Raises Refused."""
    if state.phase != "action" or state.agenda:
        raise impossible("a fix is made in the action phase, while no decision is asked")
    match amendment:
        case FixPiece(seat, piece, cell):
            return _moved_piece(state, seat, piece, _cell(cell))
        case FixWater(seat, of, water):
            changed = {"water" if of == "brigade" else "wagon_water": water}
            return _with(state, seat, replace(_brigade(state, seat), **changed))
        case FixFire(cell, intensity):
            if not 0 <= intensity <= box.BURNING_MAX:
                raise impossible("a fire has an intensity from 0 to the highest that burns")
            at = _cell(cell)
            return replace(state, fire=bytes((*state.fire[:at], intensity, *state.fire[at + 1 :])))
        case FixCubes():
            return _moved_cubes(state, amendment)
        case FixCircle(seat, track, circle):
            if not 0 <= circle <= box.TRACKS[track].last:
                raise impossible("that track has no such circle")
            brigade = _brigade(state, seat)
            rows = zip(box.TRACK_NAMES, brigade.circles, strict=True)
            crew, wagon, leadership = (circle if name == track else old for name, old in rows)
            return _with(state, seat, replace(brigade, circles=(crew, wagon, leadership)))
        case FixMember():
            return _moved_member(state, amendment)
        case FixActions(actions):
            if not 1 <= actions <= ACTIONS_MAX:
                raise impossible("a seat has 1 to 9 actions left")
            return replace(state, actions=actions)


def _moved_piece(state: State, seat: Seat, piece: str, cell: Cell) -> State:
    brigade = _brigade(state, seat)
    before = brigade.at if piece == "brigade" else brigade.wagon_at
    if before < 0:
        raise impossible("that piece is not on the board")
    return _with(state, seat, replace(brigade, **{"at" if piece == "brigade" else "wagon_at": cell}))


def _moved_cubes(state: State, move: FixCubes) -> State:
    brigade, at = _brigade(state, move.seat), _cell(move.cell)
    if not brigade.cubes:
        raise impossible("that seat has no cubes yet")
    count, supply = brigade.cubes[at] + move.count, brigade.supply - move.count
    if not 0 <= count <= box.CUBES or supply < 0:
        raise impossible("there are not so many cubes")
    cubes = bytes((*brigade.cubes[:at], count, *brigade.cubes[at + 1 :]))
    return _with(state, move.seat, replace(brigade, cubes=cubes, supply=supply))


def _moved_member(state: State, move: FixMember) -> State:
    brigade = _brigade(state, move.seat)
    if move.card not in box.CREW or move.card == box.SIR_PRECIOUS:
        raise impossible("there is no such crew card")
    if move.card in state.crew_deck:
        raise hidden()
    if move.joins:
        if move.card not in state.crew_discard:
            raise impossible("only a card of the discard pile joins a crew")
        joined = replace(brigade, crew=(*brigade.crew, Member(move.card, box.CREW[move.card].buckets)))
        left = tuple(card for card in state.crew_discard if card != move.card)
        return _with(replace(state, crew_discard=left), move.seat, joined)
    if all(member.id != move.card for member in brigade.crew):
        raise impossible("that seat has no such crew card")
    rest = replace(brigade, crew=tuple(member for member in brigade.crew if member.id != move.card))
    return _with(replace(state, crew_discard=(*state.crew_discard, move.card)), move.seat, rest)


def _brigade(state: State, seat: Seat) -> Brigade:
    if not 0 <= seat < len(state.brigades) or state.brigades[seat].gone:
        raise impossible("there is no such seat, or its player has left")
    return state.brigades[seat]


def _with(state: State, seat: Seat, brigade: Brigade) -> State:
    return replace(state, brigades=(*state.brigades[:seat], brigade, *state.brigades[seat + 1 :]))


def _cell(cell: int) -> Cell:
    if not 0 <= cell < box.CELLS:
        raise impossible("there is no such tile")
    return Cell(cell)


def lawful(state: State) -> tuple[str, ...]:
    """The laws that a state breaks."""
    laws = {
        "Cubes, tokens, water and crew of a brigade stay within what it has (BRI-SETUP-09).": _brigades_hold(state),
        "No destroyed tile and no firehouse has fire, cubes or a wagon (BRI-FIRE-01).": _ruins_hold(state),
        "A fire that burns has at most the highest intensity (BRI-FIRE-01).": max(state.fire, default=0) <= box.DOOMED,
        "Every crew card is somewhere, and only once (BRI-SETUP-09).": _crew_holds(state),
        "Every event card is somewhere, and only once (BRI-SETUP-09).": _events_hold(state),
    }
    return tuple(law for law, holds in laws.items() if not holds)


def _dead(state: State) -> box.Mask:
    return state.destroyed | box.FIREHOUSES


def _brigades_hold(state: State) -> bool:
    loyal = 0
    for brigade in state.brigades:
        if brigade.chief and not all(_brigade_holds(brigade)):
            return False
        if brigade.loyal & (loyal | _dead(state)):
            return False
        loyal |= brigade.loyal
    return True


def _brigade_holds(brigade: Brigade) -> Iterator[bool]:
    yield brigade.supply >= 0 and brigade.supply + sum(brigade.cubes) + brigade.roast == box.CUBES
    yield 0 <= tokens_left(brigade) <= box.TOKENS
    yield 0 <= brigade.water <= chief_buckets(brigade) and 0 <= brigade.wagon_water <= value(brigade, "wagon")
    yield all(0 <= each.water <= full for each, full in zip(brigade.crew, crew_buckets(brigade), strict=True))
    yield len(brigade.crew) <= value(brigade, "crew")


def _ruins_hold(state: State) -> bool:
    if any(state.fire[cell] for cell in box.bits(_dead(state)) if state.fire):
        return False
    for brigade in state.brigades:
        if brigade.cubes and any(brigade.cubes[cell] for cell in box.bits(_dead(state))):
            return False
        if brigade.wagon_at >= 0 and state.destroyed >> brigade.wagon_at & 1:
            return False
    return True


def _crew_holds(state: State) -> bool:
    cards = [*state.crew_deck, *state.crew_discard, *state.drawn]
    cards += (member.id for brigade in state.brigades for member in brigade.crew)
    cards += [box.SIR_PRECIOUS] * sum(brigade.precious for brigade in state.brigades)
    if state.pending is not None and state.pending.kind == "give_precious":
        cards.append(box.SIR_PRECIOUS)
    return sorted(cards) == sorted(crew_cards(state.options))


def _events_hold(state: State) -> bool:
    if not state.round:
        return True
    cards = [*state.events, *state.event_discard, *([state.event] if state.event else [])]
    return sorted(cards) in [sorted(deck) for deck in event_decks(state)]


AMENDMENTS: Final = Amendments(kinds=get_args(Amendment), amend=amend, lawful=lawful)
