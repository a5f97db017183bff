"""Paying for a placement: a card of the same colour, School, or a free placement from Wren (LON-PLAY-04, 06)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import Command, SpendCard, UseWren
from domain.rulesets.london.components import COLOUR_OF, FACE_OF, Card
from domain.rulesets.london.rules.checks import judged_player, money_short, objections_now, why_not_in_hand
from domain.rulesets.london.rules.placing import announced, credits_of, put_down
from domain.rulesets.london.state import Player, State, stacks_with, visible_power
from domain.rulesets.london.working import Working


def objections_to_spend_for_placement(state: State, command: SpendCard) -> Iterator[Refused]:
    """LON-PLAY-04: a card of the same colour; with School and £1, of any colour (LON-CARD-SCHOOL.1)."""
    player, placed = state.players[command.seat], announced(state).card
    if command.card in player.hand and _pays(player, placed, command.card, school=command.school):
        return
    if refused := why_not_in_hand(player, command.card, "LON-PLAY-04"):
        yield refused
        if command.card not in FACE_OF:
            return
    if command.card == placed:
        yield Refused("spends_itself", rules=("LON-PLAY-04",), card=placed)
        return
    colour = COLOUR_OF[placed]
    same = COLOUR_OF[command.card] == colour
    if command.school:
        yield from _objections_to_school(player, placed, same)
    elif not same:
        spent = COLOUR_OF[command.card]
        grey = ("LON-PLAY-17",) if spent == "grey" else ()
        rules = ("LON-PLAY-04", *grey, "LON-CARD-SCHOOL.1")
        facts = {"purpose": "placement", "card": command.card, "target": placed}
        yield Refused("wrong_colour", rules=rules, colour=colour, spent=spent, **facts)


def _pays(player: Player, placed: Card, card: Card, *, school: bool) -> bool:
    """Whether a card of the hand may be spent for the announced one, with School or without it."""
    if card == placed:
        return False
    same = COLOUR_OF[card] == COLOUR_OF[placed]
    return same is not school and (same or _affords_school(player, placed))


def _affords_school(player: Player, placed: Card) -> bool:
    """Whether the player may use School for the announced card (LON-CARD-SCHOOL.1)."""
    school = visible_power(player, "recolour_spent_card")
    return school is not None and player.money >= FACE_OF[placed].place_cost + school.pay


def _objections_to_school(player: Player, placed: Card, same: bool) -> Iterator[Refused]:
    """What forbids the use of School for a placement. `same`: the card spent has the right colour anyway."""
    if same:
        yield Refused("school_not_needed", rules=("LON-CARD-SCHOOL.1",), colour=COLOUR_OF[placed])
    school = visible_power(player, "recolour_spent_card")
    if school is None:
        yield Refused("no_school", rules=("LON-CARD-SCHOOL.1", "LON-PLAY-04"))
        return
    pounds = FACE_OF[placed].place_cost + school.pay
    if refused := money_short(player, pounds, "LON-CARD-SCHOOL.1", card=placed):
        yield refused


def spend_for_placement(working: Working, command: SpendCard) -> None:
    """LON-PLAY-06: the spent card is on the display before the placed card is put down."""
    seat = command.seat
    if command.school:
        number, school = next(stacks_with(working.player, "recolour_spent_card"))
        working.pay_bank(seat, school.pay, "school", working.player.stacks[number].top)
    working.spend(seat, command.card, "placement", announced(working.state).card, school=command.school)
    put_down(working)


def objections_to_use_wren(state: State, command: UseWren) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("paying",), "LON-CARD-WREN.1")
    if judged_player(state, command.seat) and not credits_of(state, command.seat):
        yield Refused("no_credit", rules=("LON-CARD-WREN.1", "LON-RULING-10"))


def use_wren(working: Working, command: UseWren) -> None:
    working.happens(e.CreditUsed(seat=command.seat, card=announced(working.state).card))
    put_down(working)


def legal_payments(state: State) -> Iterator[Command]:
    """Every way to pay for the announced card."""
    seat, player, placed = state.active, state.players[state.active], announced(state).card
    colour, with_school = COLOUR_OF[placed], _affords_school(player, placed)
    for card in player.hand:
        same = COLOUR_OF[card] == colour
        if card != placed and (same or with_school):
            yield SpendCard(seat, card, not same)
    if credits_of(state, seat):
        yield UseWren(seat=seat)
