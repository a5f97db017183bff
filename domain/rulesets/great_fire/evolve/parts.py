"""Changes of one part of a state that several chapters make."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from domain.engine.viewer import Seat, seat_of
from domain.rulesets.great_fire.components import COLOURS, CONSTANTS, KINDS, Kind
from domain.rulesets.great_fire.state import State, TokenSupply

T = TypeVar("T")


def with_entry(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Returns `row` with another value in one place."""
    changed = list(row)
    changed[at] = value
    return tuple(changed)


def with_count(counts: bytes, at: int, value: int) -> bytes:
    """Returns `counts` with another number in one place."""
    row = bytearray(counts)
    row[at] = value
    return bytes(row)


def without_card(cards: str, card: str) -> str:
    """Returns `cards` with one `card` fewer, if it is among them."""
    return cards.replace(card, "", 1)


def hand_of(cards: Iterable[str]) -> str:
    """Returns cards as a hand: sorted letters."""
    return "".join(sorted(cards))


def next_seat(state: State, seat: Seat) -> Seat:
    """Returns the seat to the left of `seat` (GF-TURN-01)."""
    return seat_of((seat + 1) % state.seats)


def next_turn(state: State) -> State:
    """Returns the state at the start of the next turn, which goes clockwise (GF-TURN-01)."""
    return replace(
        state,
        phase="fire",
        turn=state.turn + 1,
        active=next_seat(state, state.active),
        points=CONSTANTS.action_points,
        card=None,
        cones_to_place=0,
    )


def lost_with(state: State, houses: tuple[str, ...]) -> tuple[int, ...]:
    """Returns the houses lost of each colour once `houses` are lost, too (GF-ENTER-03, GF-DEMO-06)."""
    lost = list(state.lost)
    for colour in houses:
        lost[COLOURS.index(colour)] += 1
    return tuple(lost)


def supplies_with(state: State, seat: Seat, kind: Kind, change: int) -> tuple[TokenSupply, ...]:
    """Returns the tokens of all seats after `seat` got (1) or used (-1) one token."""
    return with_entry(state.supplies, seat, supply_with(state.supplies[seat], kind, change))


def supply_with(supply: TokenSupply, kind: Kind, change: int) -> TokenSupply:
    """Returns `supply` with `change` more tokens of one kind."""
    row = list(supply)
    row[KINDS.index(kind)] += change
    assert min(row) >= 0, "the seat has no such token"
    return TokenSupply(*row)
