"""The commands of the fire phase: rules sections 5 and 6.

The objections to a command stand above the command. `legal` and the objections call the same functions of
`rules/spread.py`.
"""

from collections.abc import Iterator
from functools import cache

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.commands import Command, DeclareNoMove, PlayDoubleMove, PlayFire
from domain.rulesets.great_fire.components import CONSTANTS, DIRECTIONS, IDS, INDEX, Card, picker
from domain.rulesets.great_fire.events import DoubleMovePlayed, Event, FireCardPlayed, NoMoveDeclared
from domain.rulesets.great_fire.rules.areas import no_such_areas
from domain.rulesets.great_fire.rules.movement import move_cone, objections_movement
from domain.rulesets.great_fire.rules.spread import movements, playable
from domain.rulesets.great_fire.rules.supply import cones_to_place
from domain.rulesets.great_fire.state import State


def _not_in_hand(card: Card, *rules: str) -> Refused:
    return Refused("not_in_hand", rules=rules, card=card)


# ---- a fire card


def objections_play_fire(state: State, command: PlayFire) -> Iterator[Refused]:
    """The card must be in the hand and allow this movement (GF-FIRE-01 to GF-FIRE-10)."""
    yield from no_such_areas(command.source, command.target)
    if command.card not in state.hands[command.seat]:
        yield _not_in_hand(command.card, "GF-FIRE-01")
    yield from objections_movement(state, command.card, command.source, command.target)


def play_fire(state: State, command: PlayFire) -> tuple[Event, ...]:
    """The card is played and the cone moves (GF-FIRE-01)."""
    moved = move_cone(state, command.seat, command.card, INDEX[command.source], INDEX[command.target])
    return (FireCardPlayed(command.seat, command.card), *moved)


@cache
def _plays(seat: Seat, card: Card, source: int) -> tuple[PlayFire, ...]:
    """Returns the commands to play `card` from `source`, one for each area. At most 6 x 4 x 64 rows are cached."""
    return tuple(PlayFire(seat, card, IDS[source], id) for id in IDS)


# ---- a double move


def objections_double_move(state: State, command: PlayDoubleMove) -> Iterator[Refused]:
    """The seat must have a token, and the card of this turn must allow the movement (GF-FIRE-11, GF-FIRE-12)."""
    if not state.supplies[command.seat].double_moves:
        yield Refused("no_double_move", rules=("GF-FIRE-11", "GF-TOKEN-02"))
    yield from no_such_areas(command.source, command.target)
    card = state.card if command.seat == state.active else None  # only the active seat may use the card of this turn
    yield from objections_movement(state, card, command.source, command.target)


def double_move(state: State, command: PlayDoubleMove) -> tuple[Event, ...]:
    """The token is used and a second cone moves by the same card (GF-FIRE-11)."""
    moved = move_cone(state, command.seat, _card_played(state), INDEX[command.source], INDEX[command.target])
    return (DoubleMovePlayed(command.seat), *moved)


def _card_played(state: State) -> Card:
    """Returns the fire card of this turn."""
    assert state.card is not None
    return state.card


@cache
def _double_moves(seat: Seat, source: int) -> tuple[PlayDoubleMove, ...]:
    """Returns the commands of a double move from `source`, one for each area."""
    return tuple(PlayDoubleMove(seat, IDS[source], id) for id in IDS)


# ---- no move possible


def objections_declare(state: State, command: DeclareNoMove) -> Iterator[Refused]:
    """No card of the hand may allow a movement (GF-FIRE-13, GF-RULING-23)."""
    hand = state.hands[command.seat]
    cards = tuple(card for card in DIRECTIONS if card in hand and playable(state, card))
    if cards:
        yield Refused("move_possible", rules=("GF-FIRE-13", "GF-FIRE-01", "GF-RULING-22"), cards=cards)
    if command.discard not in hand:
        yield _not_in_hand(command.discard, "GF-FIRE-13")


def declare_no_move(state: State, command: DeclareNoMove) -> tuple[Event, ...]:
    """The hand is shown, a card is discarded, and up to three cones are owed (GF-FIRE-13)."""
    hand = tuple(card for card in DIRECTIONS for _ in range(state.hands[command.seat].count(card)))
    due = cones_to_place(state, CONSTANTS.no_move_cones)
    return (NoMoveDeclared(command.seat, hand, command.discard, due, CONSTANTS.no_move_cones - due),)


# ---- what is legal


def legal_fire(state: State, seat: Seat) -> tuple[Command, ...]:
    """Returns every fire card with every movement, or every discard if there is no movement."""
    hand = state.hands[seat]
    plays: list[Command] = []
    for card, sources, targets in movements(state, [card for card in DIRECTIONS if card in hand]):
        pick = picker(targets)
        for source in sources:
            plays += pick(_plays(seat, card, source))
    if plays:
        return tuple(plays)
    return tuple(DeclareNoMove(seat, card) for card in DIRECTIONS if card in hand)


def legal_double_move(state: State, seat: Seat) -> tuple[Command, ...]:
    """Returns every second movement, if the seat has a token for it."""
    if not state.supplies[seat].double_moves:
        return ()
    plays: list[Command] = []
    for _, sources, targets in movements(state, (_card_played(state),)):
        pick = picker(targets)
        for source in sources:
            plays += pick(_double_moves(seat, source))
    return tuple(plays)
