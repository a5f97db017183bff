"""What a viewer may know of a game of London. Each field is chosen; no state is passed on (LON-INFO)."""

import msgspec

from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, sees
from domain.rulesets.london.components import BOROUGHS, NUMBERS, BoroughId, Card
from domain.rulesets.london.state import (
    Action,
    Activation,
    Ending,
    Phase,
    Placement,
    Player,
    State,
    own_boroughs,
    seats_in,
)


class StackView(msgspec.Struct, frozen=True):
    """One stack; all of it is public (LON-RULING-38). `cards`: bottom first. `face_up`: of the top card. `money`:
    pounds on Shops."""

    cards: tuple[Card, ...]
    face_up: bool
    money: int


class SeatView(msgspec.Struct, frozen=True):
    """Cards, money, points and stacks of one player. `hand`: those of its `hand_count` cards that the viewer knows. Of
    another seat's hand, these are the cards that came from the display or that the viewer had looked at in the deck
    (LON-INFO-01, 04, 06)."""

    seat: Seat
    hand_count: int
    hand: tuple[Card, ...]
    stacks: tuple[StackView, ...]
    money: int
    loans: int
    poverty: int
    vp: int
    markers_left: int


class SlotView(msgspec.Struct, frozen=True):
    """One slot of the display; row 0 is the top row."""

    row: int
    slot: int
    card: Card | None


class BoroughView(msgspec.Struct, frozen=True):
    """One borough: the seat whose building marker is there, and whether it has an Underground marker."""

    borough: BoroughId
    owner: Seat | None
    underground: bool


class PlacementView(msgspec.Struct, frozen=True):
    """A card announced for placement and not yet paid for. `stack`: null for a new one."""

    card: Card
    stack: int | None
    face_down: bool


class ActivationView(msgspec.Struct, frozen=True):
    """An activation under way. `done`: cards spent or markers placed for its choice so far."""

    card: Card
    stack: int
    hospital: int | None
    repeated: bool
    paid: bool
    done: int


class TurnView(msgspec.Struct, frozen=True):
    """What is remembered until the turn ends. `drawn`: cards taken in the start draw, which is `draw_min` to `draw_max`
    cards. `looked_count`: cards looked at, and neither taken nor put back yet; `looked`: those of them that the viewer
    knows. `owed`: cards still to take."""

    action: Action
    draw_min: int
    draw_max: int
    drawn: int
    looked_count: int
    looked: tuple[Card, ...]
    owed: int
    placed: tuple[Card, ...]
    credits: int
    placement: PlacementView | None
    activated: tuple[Card, ...]
    activations: tuple[ActivationView, ...]
    hand_ignored: bool
    exchanges: int
    offered: Card | None
    idle: bool


class View(msgspec.Struct, frozen=True):
    """A game as one viewer sees it. `deck_top`: the cards on top of the deck that the viewer knows, in order; the
    arbiter knows all. `turns_left`: turns until the end, this one included; null until the end is triggered.
    `idle_turns`: idle turns in a row so far."""

    phase: Phase
    turn_number: int
    active: Seat
    first: Seat
    seats: tuple[SeatView, ...]
    deck_count: int
    deck_top: tuple[Card, ...]
    display: tuple[SlotView, ...]
    discard: tuple[Card, ...]
    boroughs: tuple[BoroughView, ...]
    underground_left: int
    turns_left: int | None
    ending: Ending
    idle_turns: int
    idle_turns_limit: int
    turn: TurnView


def view(state: State, viewer: Viewer) -> View:
    """The game as `viewer` may see it."""
    glimpsed = state.players[viewer].glimpsed if viewer >= 0 else ()
    return View(
        phase=state.phase,
        turn_number=state.turn_number,
        active=state.active,
        first=state.first,
        seats=tuple(_seat(state, seat, viewer, glimpsed) for seat in seats_in(state)),
        deck_count=len(state.deck),
        deck_top=known_deck(state, viewer),
        display=tuple(
            SlotView(row=row, slot=slot, card=card)
            for row, cards in enumerate(state.display)
            for slot, card in enumerate(cards)
        ),
        discard=state.discard,
        boroughs=tuple(
            BoroughView(borough=borough, owner=state.owners.get(borough), underground=borough in state.underground)
            for borough in BOROUGHS
        ),
        underground_left=NUMBERS.underground_markers - len(state.underground),
        turns_left=state.turns_left,
        ending=state.ending,
        idle_turns=state.idle_turns,
        idle_turns_limit=state.options.idle_turns_per_player * len(state.players),
        turn=_turn(state, viewer),
    )


def known_deck(state: State, viewer: Viewer) -> tuple[Card, ...]:
    """The top of the deck as far down as `viewer` knows it: the cards looked at now, and those put back."""
    if viewer == ARBITER:
        return state.deck
    if viewer == SPECTATOR:
        return ()
    known = {*state.players[viewer].glimpsed, *(state.turn.looked if viewer == state.active else ())}
    depth = 0
    while depth < len(state.deck) and state.deck[depth] in known:
        depth += 1
    return state.deck[:depth]


def known_hand(player: Player, seat: Seat, viewer: Viewer, glimpsed: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a hand that `viewer` knows: all of their own; of another hand, the cards they saw enter it.

    Cards of another hand are in the order in which they became known. Their places would reveal when they were drawn.
    """
    if sees(viewer, seat):
        return player.hand
    return player.known + tuple(card for card in glimpsed if card in player.hand and card not in player.known)


def _seat(state: State, seat: Seat, viewer: Viewer, glimpsed: tuple[Card, ...]) -> SeatView:
    player = state.players[seat]
    return SeatView(
        seat=seat,
        hand_count=len(player.hand),
        hand=known_hand(player, seat, viewer, glimpsed),
        stacks=tuple(StackView(cards=stack.cards, face_up=stack.face_up, money=stack.money) for stack in player.stacks),
        money=player.money,
        loans=player.loans,
        poverty=player.poverty,
        vp=player.vp,
        markers_left=NUMBERS.building_markers - len(own_boroughs(state, seat)),
    )


def _turn(state: State, viewer: Viewer) -> TurnView:
    turn = state.turn
    return TurnView(
        action=turn.action,
        draw_min=turn.draw_min,
        draw_max=turn.draw_max,
        drawn=turn.drawn,
        looked_count=len(turn.looked),
        looked=turn.looked if sees(viewer, state.active) else (),
        owed=turn.owed,
        placed=turn.placed,
        credits=turn.credits,
        placement=_placement(turn.placement),
        activated=turn.activated,
        activations=tuple(_activation(activation) for activation in turn.activations),
        hand_ignored=turn.hand_ignored,
        exchanges=turn.exchanges,
        offered=turn.offered,
        idle=turn.idle,
    )


def _placement(placement: Placement | None) -> PlacementView | None:
    if placement is None:
        return None
    return PlacementView(card=placement.card, stack=placement.stack, face_down=placement.face_down)


def _activation(activation: Activation) -> ActivationView:
    return ActivationView(
        card=activation.card,
        stack=activation.stack,
        hospital=activation.hospital,
        repeated=activation.repeated,
        paid=activation.paid,
        done=activation.done,
    )
