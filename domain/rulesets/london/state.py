"""The state of a game of London: where every card, marker, pound and point is."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, assert_never

import msgspec

from domain.engine.viewer import Seat, seats_of
from domain.rulesets.london.components import (
    BOROUGHS,
    COLOUR_OF,
    NUMBERS,
    POWER_OF,
    BoroughId,
    Card,
    Per,
    Power,
    PowerId,
)
from domain.rulesets.london.options import Options

Phase = Literal[
    "set_up",  # before the decks are shuffled
    "start_draw",  # LON-FLOW-01
    "put_back",  # the end of LON-FLOW-01 after University: looked-at cards go back one by one, top card first
    "action",  # LON-FLOW-02
    "playing",  # LON-FLOW-03
    "paying",  # a card is announced for placement; its player names what is spent for it
    "drawing",  # LON-FLOW-04
    "running",  # LON-FLOW-05
    "activation_cost",  # a card is activated; its player names the card that this costs
    "bringing_in",  # Coffee House: which card of the display
    "spending",  # prisons and Workhouse: one card after the other
    "naming",  # Fleet Street and Police Force: which opponent
    "repeating",  # Whitehall: which card
    "underground",  # LON-FLOW-06
    "exchanging",  # Stock Exchange: a card of the hand is offered; its player names the card of the display
    "hand_check",  # LON-FLOW-07
    "over",
]
Action = Literal["none", "play", "run", "invest", "take"]
Ending = Literal["none", "deck", "idle"]
TieBreak = Literal["poverty", "markers", "best_card"]


class Stack(msgspec.Struct, frozen=True):
    """One stack of a building display. `cards`: bottom first. `face_up`: of its top card. `money`: pounds on Shops."""

    cards: tuple[Card, ...]
    face_up: bool = True
    money: int = 0

    @property
    def top(self) -> Card:
        return self.cards[-1]


class Player(msgspec.Struct, frozen=True):
    """What one seat has.

    `known`: the cards of the hand that everybody knows, because they entered it openly or were named (LON-INFO-04, 07).
    `glimpsed`: cards that this seat has looked at and put back; it knows where they went afterwards (LON-INFO-06).
    """

    money: int
    poverty: int
    hand: tuple[Card, ...] = ()
    known: tuple[Card, ...] = ()
    stacks: tuple[Stack, ...] = ()
    loans: int = 0
    vp: int = 0
    glimpsed: tuple[Card, ...] = ()


class Placement(msgspec.Struct, frozen=True):
    """A card announced for placement; it is still in hand. `stack`: None for a new one."""

    card: Card
    stack: int | None
    face_down: bool


class Activation(msgspec.Struct, frozen=True):
    """An activation under way. `repeated`: by Whitehall. `done`: cards spent or markers placed for its choice."""

    card: Card
    stack: int
    hospital: int | None
    repeated: bool
    paid: bool
    done: int = 0


class Turn(msgspec.Struct, frozen=True):
    """What is remembered until the turn ends.

    `drawn`: cards taken in the start draw, which is `draw_min` to `draw_max` cards. `looking`: University was used.
    `looked`: looked-at cards still on top of the deck, in their order. `put_back`: those already put back, top first.
    `owed`: cards still to be taken. `placed`: cards placed in this action. `credits`: free placements left from Wren.
    `activated`: cards activated in this run. `activations`: those under way, Whitehall before the card it repeats.
    `resume`: the phase to return to after an exchange. `idle`: whether the turn was idle so far (LON-RULING-45).
    """

    draw_min: int = 0
    draw_max: int = 0
    drawn: int = 0
    looking: bool = False
    looked: tuple[Card, ...] = ()
    put_back: tuple[Card, ...] = ()
    action: Action = "none"
    owed: int = 0
    placed: tuple[Card, ...] = ()
    credits: int = 0
    placement: Placement | None = None
    activated: tuple[Card, ...] = ()
    activations: tuple[Activation, ...] = ()
    hand_ignored: bool = False
    exchanges: int = 0
    offered: Card | None = None
    resume: Phase = "action"
    idle: bool = True


Row = tuple[Card | None, ...]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game.

    `deck`: top card first. `display`: top row, then bottom row. `owners`: borough -> the seat whose building marker is
    there. `underground`: boroughs with an Underground marker, in the order of placing. `turns_left`: turns until the
    end, this one included; None until the end is triggered. `idle_turns`: idle turns in a row. `mixed`: hidden cards
    that University may have moved across a border of the decks, so that only lookers can tell their letters.
    """

    options: Options
    phase: Phase
    turn_number: int
    active: Seat
    first: Seat
    players: tuple[Player, ...]
    deck: tuple[Card, ...]
    display: tuple[Row, Row]
    turn: Turn = Turn()
    discard: tuple[Card, ...] = ()
    owners: Mapping[BoroughId, Seat] = {}
    underground: tuple[BoroughId, ...] = ()
    turns_left: int | None = None
    ending: Ending = "none"
    idle_turns: int = 0
    mixed: tuple[Card, ...] = ()
    ruleset_version: int = 1


_SEATS: Final = seats_of(NUMBERS.players_max)


def seats_in(state: State) -> tuple[Seat, ...]:
    """All seats of the game, in turn order."""
    return _SEATS[: len(state.players)]


def turn(state: State) -> int:
    """The number of turns that have begun; 0 in set-up (LON-TURN-01)."""
    return state.turn_number


def visible(player: Player) -> Iterator[Card]:
    """The face-up top cards of a building display, in the order of its stacks."""
    for stack in player.stacks:
        if stack.face_up:
            yield stack.cards[-1]


def stacks_with(player: Player, power_id: PowerId) -> Iterator[tuple[int, Power]]:
    """The visible cards with this power: the number of each one's stack, and the power."""
    for number, stack in enumerate(player.stacks):
        if stack.face_up:
            power = POWER_OF[stack.cards[-1]]
            if power is not None and power.id == power_id:
                yield number, power


def visible_power(player: Player, power_id: PowerId) -> Power | None:
    """The power of this kind that the first visible card has; None if no visible card has it."""
    for stack in player.stacks:
        if stack.face_up:
            power = POWER_OF[stack.cards[-1]]
            if power is not None and power.id == power_id:
                return power
    return None


def on_display(state: State) -> tuple[Card, ...]:
    """The cards of the display, top row first."""
    return tuple(card for row in state.display for card in row if card is not None)


def place_on_display(state: State, card: Card) -> tuple[int, int]:
    """The row and the slot of a card that lies on the display."""
    for number, row in enumerate(state.display):
        if card in row:
            return number, row.index(card)
    raise AssertionError("the card is not on the display")


def own_boroughs(state: State, seat: Seat) -> tuple[BoroughId, ...]:
    """The boroughs with a building marker of `seat`, in the order of the printed list."""
    return tuple(borough for borough in BOROUGHS if state.owners.get(borough) == seat)


def cards_to_take(state: State) -> int:
    """The number of cards that the active player could take now, from the deck and the display.

    After a look, only the looked-at cards of the deck count.
    """
    turn = state.turn
    deck = len(turn.looked) if turn.looking else len(state.deck)
    return deck + len(on_display(state))


def count_of(per: Per | None, boroughs: tuple[BoroughId, ...], tops: Iterable[Card]) -> int:
    """The number of things that an effect counts among a player's own boroughs and visible cards (LON-RULING-05)."""
    match per:
        case "own_boroughs":
            return len(boroughs)
        case "own_boroughs_touching_thames":
            return sum(BOROUGHS[borough].touches_thames for borough in boroughs)
        case "own_boroughs_north":
            return sum(BOROUGHS[borough].bank == "north" for borough in boroughs)
        case "own_visible_brown_cards":
            return sum(COLOUR_OF[card] == "brown" for card in tops)
        case "own_visible_non_brown_cards":
            return sum(COLOUR_OF[card] != "brown" for card in tops)
        case None:
            raise AssertionError("the effect does not say what it counts")
        case _:
            assert_never(per)


def with_player(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    """The players with one of them changed."""
    row = list(players)
    row[seat] = player
    return tuple(row)
