"""Positions of London for tests: given / when / then in the words of the table. Holds no rule.

A card is written by its face: "grocers"; a second or third of the same face as "paupers/2", "paupers/3".
"""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.engine.viewer import seat_of
from domain.rulesets.london import RULESET, commands
from domain.rulesets.london.components import CARDS, NUMBERS, Card
from domain.rulesets.london.events import Event
from domain.rulesets.london.options import Options
from domain.rulesets.london.state import Phase, Player, Row, Stack, State, Turn

NO_CHANCE = Chance(bytes(32), 1)


def c(name: str) -> Card:
    """The card of this face; `face/n` for the n-th of it."""
    if "#" in name:
        return name
    face, _, number = name.partition("/")
    return [card for card in CARDS if card.startswith(f"{face}#")][int(number or 1) - 1]


def cards(names: Iterable[str]) -> tuple[Card, ...]:
    """Several cards by their faces."""
    return tuple(c(name) for name in names)


def stack(*names: str, down: bool = False, money: int = 0) -> Stack:
    """A stack, bottom card first."""
    return Stack(cards=cards(names), face_up=not down, money=money)


def seat(
    hand: Iterable[str] = (),
    stacks: Iterable[Stack | str] = (),
    known: Iterable[str] = (),
    glimpsed: Iterable[str] = (),
    money: int = 5,
    poverty: int = 5,
    loans: int = 0,
    vp: int = 0,
) -> Player:
    """One seat's side of the table."""
    return Player(
        money=money,
        poverty=poverty,
        hand=cards(hand),
        known=cards(known),
        stacks=tuple(stack(each) if isinstance(each, str) else each for each in stacks),
        loans=loans,
        vp=vp,
        glimpsed=cards(glimpsed),
    )


def row(names: Iterable[str | None], slots: int) -> Row:
    """A row of the display, filled up with empty slots."""
    filled = tuple(None if name is None else c(name) for name in names)
    return filled + (None,) * (slots - len(filled))


def position(
    *seats: Player,
    phase: Phase = "action",
    active: int = 0,
    deck: Iterable[str] | None = None,
    top_of_deck: Iterable[str] = (),
    top: Iterable[str | None] = (),
    bottom: Iterable[str | None] = (),
    owners: Mapping[str, int] | None = None,
    underground: Iterable[str] = (),
    turn: Turn | None = None,
    idle_turns_per_player: int = 10,
    **more: Any,
) -> State:
    """A table with these seats (others have nothing, up to two). Cards that are nowhere else are in the deck, under
    `top_of_deck`; where `deck` is given, in the discard pile."""
    players = (*seats, *(seat(),) * max(0, 2 - len(seats)))
    slots = NUMBERS.slots_per_row[len(players)]
    display = (row(top, slots), row(bottom, slots))
    used = {card for line in display for card in line}
    for player in players:
        used |= {*player.hand, *(card for each in player.stacks for card in each.cards)}
    head = cards(deck if deck is not None else top_of_deck)
    rest = tuple(card for card in CARDS if card not in used and card not in head)
    return State(
        options=Options(idle_turns_per_player=idle_turns_per_player),
        phase=phase,
        turn_number=more.pop("turn_number", 7),
        active=active,
        first=more.pop("first", 0),
        players=players,
        deck=head if deck is not None else head + rest,
        discard=rest if deck is not None else (),
        display=display,
        turn=turn or Turn(draw_min=1, draw_max=1),
        owners=owners or {},
        underground=tuple(underground),
        ruleset_version=more.pop("ruleset_version", RULESET.version),
        **more,
    )


def start_of_turn(state: State, seat_number: int) -> State:
    """The same table at the beginning of a turn of this seat, as the rules begin it."""
    from domain.rulesets.london.rules import begin_turn
    from domain.rulesets.london.working import Working

    working = Working(state)
    begin_turn(working, seat_of(seat_number))
    return working.state


def happened(state: State, *orders: commands.Command) -> tuple[Event, ...]:
    """What these commands bring, one after the other. Each must be listed as legal before it is given."""
    events: list[Event] = []
    for order in orders:
        assert order in RULESET.legal(state, order.seat), f"not legal: {order}"
        made = RULESET.decide(state, order, NO_CHANCE)
        for event in made:
            state = RULESET.evolve(state, event)
        events += made
    return tuple(events)


def play(state: State, *orders: commands.Command) -> State:
    """The state after these commands."""
    for event in happened(state, *orders):
        state = RULESET.evolve(state, event)
    return state


def no(state: State, order: commands.Command, code: str, *rules: str) -> Refused:
    """The order is refused with this code, citing at least these rules, and is not among the legal ones."""
    assert order not in RULESET.legal(state, order.seat)
    with pytest.raises(Refused) as caught:
        RULESET.decide(state, order, NO_CHANCE)
    assert caught.value.code == code, caught.value
    assert set(rules) <= set(caught.value.rules), caught.value
    return caught.value


def listed(state: State, kind: type[Any]) -> list[Any]:
    """The legal commands of one kind."""
    return [order for order in RULESET.legal(state, state.active) if isinstance(order, kind)]


def named(events: Iterable[Event]) -> list[str]:
    """The names of events."""
    return [type(event).__name__ for event in events]


def of(events: Iterable[Event], kind: type[Any]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def with_seat(state: State, number: int, **changes: Any) -> State:
    """The table with one seat changed."""
    player = replace(state.players[number], **changes)
    return replace(state, players=(*state.players[:number], player, *state.players[number + 1 :]))
