"""What is on the table of a game of London. Knows where things are, not what may be done with them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

import msgspec

from domain.engine.options import describe
from domain.engine.viewer import Seat
from domain.rulesets.london.components import BOROUGHS, CARDS, NUMBERS, POWER_OF, BoroughId, Card, Power

Phase = Literal[
    "set_up",  # before the box is opened
    "start_draw",  # LON-FLOW-01
    "put_back",  # the end of LON-FLOW-01 after University: looked-at cards go back one by one, top card first
    "action",  # LON-FLOW-02
    "playing",  # LON-FLOW-03
    "paying",  # a card is announced for placement and what is spent for it is to be named
    "drawing",  # LON-FLOW-04
    "running",  # LON-FLOW-05
    "activation_cost",  # a card is activated and the card that this costs is to be named
    "bringing_in",  # Coffee House: which card of the display
    "spending",  # prisons and Workhouse: one card after the other
    "naming",  # Fleet Street and Police Force: which opponent
    "repeating",  # Whitehall: which card
    "underground",  # LON-FLOW-06
    "exchanging",  # Stock Exchange: a hand card is offered and the display card is to be named
    "hand_check",  # LON-FLOW-07
    "over",
]
Action = Literal["none", "play", "run", "invest", "take"]
Ending = Literal["none", "deck", "idle"]

INSIDE_ACTIVATION: Final[frozenset[Phase]] = frozenset(
    ("activation_cost", "bringing_in", "spending", "naming", "repeating")
)
"""One activation is not interrupted by a loan or an exchange; UNDERGROUND is the exception (LON-FLOW-08)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is fixed when a game is opened."""

    idle_turns_per_player: Annotated[
        int,
        describe(
            "Idle turns until the end",
            "A guard against games without end: when so many turns a player in a row have taken no card from the deck and put none on "
            "the building display, the end is triggered. 1 to 1000.",
            "LON-RULING-45",
        ),
    ] = 10


class Stack(msgspec.Struct, frozen=True):
    """One stack of a building display. `cards`: bottom first. `face_up`: of its top card. `money`: pounds on Shops."""

    cards: tuple[Card, ...]
    face_up: bool = True
    money: int = 0

    @property
    def top(self) -> Card:
        return self.cards[-1]


class Player(msgspec.Struct, frozen=True):
    """A seat's side of the table. `known`: the cards of the hand that everybody has seen enter it, or heard named
    (LON-INFO-04, 07). `glimpsed`: cards this seat has looked at and put back; where they went from there it knows
    (LON-INFO-06)."""

    money: int
    poverty: int
    hand: tuple[Card, ...] = ()
    known: tuple[Card, ...] = ()
    stacks: tuple[Stack, ...] = ()
    loans: int = 0
    vp: int = 0
    glimpsed: tuple[Card, ...] = ()


class Placement(msgspec.Struct, frozen=True):
    """A card announced for placement; it is still in hand. `stack` None: a new one."""

    card: Card
    stack: int | None
    face_down: bool


class Activation(msgspec.Struct, frozen=True):
    """An activation under way. `repeated`: by Whitehall. `done`: cards spent or markers placed for its choice so far."""

    card: Card
    stack: int
    hospital: int | None
    repeated: bool
    paid: bool
    done: int = 0


class Turn(msgspec.Struct, frozen=True):
    """What is remembered until the turn ends.

    `drawn` of `draw_min`..`draw_max` cards of the start draw; `looked`: looked-at cards still on top of the deck, in
    their order; `put_back`: those given their place again, top first. `owed`: cards still to be taken. `placed`: in this
    action. `credits`: placements Wren still gives. `activated`: in this run. `activations`: under way, Whitehall's
    before the one it repeats. `resume`: the phase that an exchange has interrupted. `idle`: so far (LON-RULING-45).
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


class State(msgspec.Struct, frozen=True):
    """A whole game. `deck`: top card first. `display`: top row, bottom row. `owners`: borough -> the seat whose building
    marker is there. `underground`: boroughs with a marker, in the order they came. `turns_left`: this one included, once
    the end is triggered (None before). `idle_turns`: in a row."""

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


def before_set_up(seats: int, options: Options) -> State:
    """The table before the decks are shuffled (LON-SETUP-01..04, 07, 08)."""
    row: Row = (None,) * NUMBERS.slots_per_row[seats]
    return State(
        options=options,
        phase="set_up",
        turn_number=0,
        active=0,
        first=0,
        players=(Player(money=NUMBERS.start_money, poverty=NUMBERS.start_poverty),) * seats,
        deck=CARDS,
        display=(row, row),
    )


def turn(state: State) -> int:
    """How many turns have begun; 0 in set-up (LON-TURN-01)."""
    return state.turn_number


def visible(player: Player) -> Iterator[Card]:
    """The face-up top cards of a building display, in the order of its stacks."""
    for stack in player.stacks:
        if stack.face_up:
            yield stack.cards[-1]


def visible_power(player: Player, power: str) -> Power | None:
    """The first visible card's power of that name."""
    for stack in player.stacks:
        if stack.face_up:
            found = POWER_OF[stack.cards[-1]]
            if found is not None and found.id == power:
                return found
    return None


def on_display(state: State) -> tuple[Card, ...]:
    """The cards of the display, top row first."""
    return tuple(card for row in state.display for card in row if card is not None)


def place_on_display(state: State, card: Card) -> tuple[int, int]:
    """(row, slot) of a card that lies on the display."""
    for number, row in enumerate(state.display):
        if card in row:
            return number, row.index(card)
    raise AssertionError("the card is not on the display")


def own_boroughs(state: State, seat: Seat) -> tuple[BoroughId, ...]:
    """The boroughs with a building marker of `seat`, in the order of the printed list."""
    return tuple(borough for borough in BOROUGHS if state.owners.get(borough) == seat)


def cards_to_take(state: State) -> int:
    """How many cards the active player could take now: the deck (after a look: the looked-at cards alone) and display."""
    turn = state.turn
    deck = len(turn.looked) if turn.looking else len(state.deck)
    return deck + len(on_display(state))


def with_player(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    """The players with one of them changed."""
    return (*players[:seat], player, *players[seat + 1 :])
