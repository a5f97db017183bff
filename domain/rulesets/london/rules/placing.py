"""Placing a card on the building display: what it needs, and what happens when it is put down (LON-PLAY)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import Command, PlaceCard
from domain.rulesets.london.components import COLOUR_OF, FACE_OF, Card
from domain.rulesets.london.rules.checks import (
    judged_player,
    money_short,
    objections_now,
    why_not_in_hand,
    why_not_stack,
)
from domain.rulesets.london.state import Placement, Player, Stack, State, stacks_with, visible_power
from domain.rulesets.london.working import Working


def objections_to_place_card(state: State, command: PlaceCard) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action", "playing"), "LON-PLAY-01")
    player = judged_player(state, command.seat)
    if player is None:
        return
    yield from _objections_to_place(state, command.seat, command.card)
    if refused := _why_not_put_on(state, player, command.stack, command.face_down):
        yield refused


def credits_of(state: State, seat: Seat) -> int:
    """The free placements that this seat has left from Wren: none out of its turn."""
    return state.turn.credits if seat == state.active else 0


def _objections_to_place(state: State, seat: Seat, card: Card) -> Iterator[Refused]:
    """What forbids placing this card anywhere: the card itself, or what must be spent and paid for it."""
    player = state.players[seat]
    if card in player.hand and _may_place(state, seat, player, card):
        return
    if refused := why_not_in_hand(player, card, "LON-PLAY-01"):
        yield refused
        if card not in FACE_OF:
            return
    face = FACE_OF[card]
    if not face.placeable:
        rules = ("LON-PLAY-17", "LON-CARD-PAUPERS.1") if face.colour == "grey" else ("LON-PLAY-02", "LON-PLAY-15")
        yield Refused("not_placeable", rules=(*rules, face.rule), card=card)
        return
    short = money_short(player, face.place_cost, "LON-PLAY-05", face.rule, card=card)
    if short:
        yield short
    if face.place_spend == "none" or credits_of(state, seat):
        return
    colour, others = face.colour, False
    for spent in player.hand:
        if spent != card:
            if COLOUR_OF[spent] == colour:
                return
            others = True
    school = visible_power(player, "recolour_spent_card")
    if not others or school is None:
        rules = ("LON-PLAY-04", "LON-CARD-SCHOOL.1")
        yield Refused("nothing_to_spend", rules=rules, purpose="placement", card=card, colour=colour)
    elif not short:
        pounds = face.place_cost + school.pay
        if refused := money_short(player, pounds, "LON-CARD-SCHOOL.1", "LON-PLAY-05", card=card):
            yield refused


def _may_place(state: State, seat: Seat, player: Player, card: Card) -> bool:
    """Whether a card of the hand may be placed somewhere: it can be, and what it costs is there (LON-PLAY-04, -05)."""
    face = FACE_OF[card]
    if not face.placeable or player.money < face.place_cost:
        return False
    if face.place_spend == "none" or credits_of(state, seat):
        return True
    others = [COLOUR_OF[spent] for spent in player.hand if spent != card]
    if face.colour in others:
        return True
    school = visible_power(player, "recolour_spent_card") if others else None
    return school is not None and player.money >= face.place_cost + school.pay


def _why_not_put_on(state: State, player: Player, stack: int | None, face_down: bool) -> Refused | None:
    """What forbids putting any card there in this way."""
    if stack is None:
        if not face_down:
            return None
        return Refused("new_stack_face_up", rules=("LON-PLAY-10", "LON-RULING-08"))
    stacks = player.stacks
    if refused := why_not_stack(len(stacks), stack, "LON-PLAY-03", "LON-PLAY-07"):
        return refused
    if not _is_open(state, stacks[stack]):
        return Refused("placed_this_turn", rules=("LON-PLAY-09",), stack=stack, card=stacks[stack].top)
    return None


def _is_open(state: State, stack: Stack) -> bool:
    """Whether a card may be put on a stack: not on one that was placed in this action (LON-PLAY-09)."""
    return stack.cards[-1] not in state.turn.placed


def placements(state: State) -> list[Command]:
    """Every card that may be placed now, in every place it may be put."""
    seat, player = state.active, state.players[state.active]
    places: list[tuple[int | None, bool]] = [(None, False)]
    for number, stack in enumerate(player.stacks):
        if _is_open(state, stack):
            places += ((number, False), (number, True))
    cards = [card for card in player.hand if _may_place(state, seat, player, card)]
    return [PlaceCard(seat, card, stack_or_new, face_down) for card in cards for stack_or_new, face_down in places]


def place_card(working: Working, command: PlaceCard) -> None:
    seat = command.seat
    if working.state.phase == "action":
        working.happens(e.ActionBegan(seat=seat, action="play", cards=0))
    working.happens(
        e.PlacementAnnounced(seat=seat, card=command.card, stack=command.stack, face_down=command.face_down)
    )
    if FACE_OF[command.card].place_spend == "none":  # LON-CARD-COFFEE-HOUSE.1
        put_down(working)


def announced(state: State) -> Placement:
    """The placement that is to be paid for."""
    assert state.turn.placement is not None, "no card is announced"
    return state.turn.placement


def put_down(working: Working) -> None:
    """Pay the bank and put the card down; each other visible Shops gets its money (LON-CARD-SHOPS.1)."""
    placement, seat = announced(working.state), working.state.active
    face, stacks = FACE_OF[placement.card], working.player.stacks
    working.pay_bank(seat, face.place_cost, "placement", placement.card)
    at = len(stacks) if placement.stack is None else placement.stack
    returned = 0 if placement.stack is None else stacks[at].money
    working.happens(
        e.CardPlaced(seat=seat, card=placement.card, stack=at, face_down=placement.face_down, pounds_returned=returned)
    )
    store_for_placement(working, seat, at)


def store_for_placement(working: Working, seat: Seat, placed_at: int) -> None:
    """LON-RULING-18: each visible Shops except the card just placed. A card that it covers is no longer visible."""
    player = working.state.players[seat]
    for number, power in stacks_with(player, "store_on_placement"):
        if number != placed_at:
            card = player.stacks[number].top
            working.happens(e.MoneyStored(seat=seat, stack=number, pounds=power.amount, card=card))
