"""The choices of activated cards: what may be chosen, and what it leads to (LON-FLOW-06, 10, LON-CARD)."""

from collections.abc import Iterator
from typing import assert_never

from domain.engine.refusal import Refused
from domain.rulesets.london import events as e
from domain.rulesets.london.commands import (
    BringIn,
    ChoiceCommand,
    Command,
    NameOpponent,
    PlaceUnderground,
    SpendCard,
    StopSpending,
)
from domain.rulesets.london.components import COLOUR_OF, FACE_OF, Card
from domain.rulesets.london.rules.checks import (
    first,
    judged_player,
    money_short,
    objections_now,
    why_not_in_hand,
    why_not_on_display,
    why_not_school_here,
)
from domain.rulesets.london.rules.effects import choice_under_way, finish, return_poverty, under_way
from domain.rulesets.london.rules.placing import store_for_placement
from domain.rulesets.london.rules.underground import crosses_thames, objections_to_place_underground, open_boroughs
from domain.rulesets.london.state import Player, State, on_display, place_on_display, seats_in
from domain.rulesets.london.working import Working


def objections(state: State, command: ChoiceCommand) -> Iterator[Refused]:
    """What forbids a choice of the activation under way."""
    match command:
        case BringIn():
            return objections_to_bring_in(state, command)
        case StopSpending():
            return objections_to_stop_spending(state, command)
        case NameOpponent():
            return objections_to_name_opponent(state, command)
        case PlaceUnderground():
            return objections_to_place_underground(state, command)
        case _:
            assert_never(command)


def carry_out(working: Working, command: ChoiceCommand) -> None:
    """What happens after a choice of the activation under way."""
    match command:
        case BringIn():
            bring_in(working, command)
        case StopSpending():
            finish(working)
        case NameOpponent():
            name_opponent(working, command)
        case PlaceUnderground():
            place_underground(working, command)
        case _:
            assert_never(command)


def objections_to_bring_in(state: State, command: BringIn) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("bringing_in",), "LON-CARD-COFFEE-HOUSE.2")
    player = judged_player(state, command.seat)
    if player is None:
        return
    if refused := why_not_on_display(state, command.card, "LON-CARD-COFFEE-HOUSE.2"):
        yield refused
    if command.card in FACE_OF and (refused := why_not_bring_in_card(player, command.card)):
        yield refused


def why_not_bring_in_card(player: Player, card: Card) -> Refused | None:
    """LON-RULING-17: the card has a stone base, and the player has the money for it."""
    face = FACE_OF[card]
    if not face.placeable:
        rules = ("LON-RULING-17", "LON-CARD-COFFEE-HOUSE.2", face.rule)
        return Refused("not_placeable", rules=rules, card=card)
    rules = ("LON-CARD-COFFEE-HOUSE.2", "LON-RULING-07", face.rule)
    return money_short(player, face.place_cost, *rules, card=card)


def bring_in(working: Working, command: BringIn) -> None:
    """The card lies face up on the Coffee House; that counts as placing a card for Shops (LON-RULING-17)."""
    seat, stack = command.seat, under_way(working.state).stack
    working.pay_bank(seat, FACE_OF[command.card].place_cost, "bringing_in", command.card)
    row, slot = place_on_display(working.state, command.card)
    working.happens(e.CardBroughtIn(seat=seat, card=command.card, stack=stack, row=row, slot=slot))
    store_for_placement(working, seat, stack)
    finish(working)


def objections_to_spend_for_effect(state: State, command: SpendCard) -> Iterator[Refused]:
    """Prisons take any card; the Workhouse takes only Paupers."""
    if refused := why_not_in_hand(state.players[command.seat], command.card, _spending_rule(state)):
        yield refused
    face, choice = FACE_OF[under_way(state).card], choice_under_way(state)
    if refused := why_not_school_here(command):
        yield refused
    if choice.filter == "paupers" and COLOUR_OF.get(command.card) not in ("grey", None):
        rules, target = (f"{face.rule}.1", "LON-CARD-PAUPERS.1"), under_way(state).card
        yield Refused("not_paupers", rules=rules, card=command.card, target=target)


def _spending_rule(state: State) -> str:
    """The rule of the prison or Workhouse under way, by which cards of the hand are spent."""
    return f"{FACE_OF[under_way(state).card].rule}.1"


def spend_for_effect(working: Working, command: SpendCard) -> None:
    """Spend one card and take its gains. The activation continues by itself if no further card can be spent."""
    seat, choice, card = command.seat, choice_under_way(working.state), under_way(working.state).card
    working.spend(seat, command.card, "effect", card)
    if choice.gain_money_each:
        working.happens(e.MoneyGained(seat=seat, pounds=choice.gain_money_each, card=card))
    if choice.gain_vp_each:
        working.happens(e.PointsGained(seat=seat, points=choice.gain_vp_each, card=card))
    return_poverty(working, choice.lose_poverty_each)
    if under_way(working.state).done == choice.max or not working.player.hand:
        finish(working)


def objections_to_stop_spending(state: State, command: StopSpending) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("spending",), "LON-FLOW-10")


def objections_to_name_opponent(state: State, command: NameOpponent) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("naming",), "LON-RULING-19")
    if judged_player(state, command.seat) is None:
        return
    if command.opponent == command.seat or not 0 <= command.opponent < len(state.players):
        yield Refused("not_an_opponent", rules=("LON-RULING-19", "LON-FLOW-10"))


def name_opponent(working: Working, command: NameOpponent) -> None:
    """Fleet Street brings poverty from the stock; Police Force passes on the player's own, as far as there is any."""
    choice, card = choice_under_way(working.state), under_way(working.state).card
    if choice.kind == "target_gains_poverty":
        working.happens(e.PovertyTaken(seat=command.opponent, points=choice.amount, card=card))
    elif points := min(choice.amount, working.player.poverty):
        working.happens(e.PovertyGiven(seat=command.seat, to=command.opponent, points=points, card=card))
    finish(working)


def place_underground(working: Working, command: PlaceUnderground) -> None:
    """LON-UG-06: each marker has its own toll, which may force a loan. LON-FLOW-06: then the next, if possible."""
    seat, choice = command.seat, choice_under_way(working.state)
    toll = choice.toll if crosses_thames(working.state, command.borough) else 0
    working.borrow_for(seat, toll)
    working.pay_bank(seat, toll, "toll", under_way(working.state).card)
    first = working.noted(not working.state.underground)
    working.happens(e.UndergroundPlaced(seat=seat, borough=command.borough, toll=toll, first=first))
    if under_way(working.state).done == choice.markers or not open_boroughs(working.state):
        finish(working)


def legal_choices(state: State) -> Iterator[Command]:
    """Every choice of the activation under way, except those of Whitehall and of the Underground."""
    seat = state.active
    match state.phase:
        case "bringing_in":
            for card in on_display(state):
                bring = BringIn(seat=seat, card=card)
                if first(objections_to_bring_in(state, bring)) is None:
                    yield bring
        case "spending":
            for card in state.players[seat].hand:
                spend = SpendCard(seat=seat, card=card)
                if first(objections_to_spend_for_effect(state, spend)) is None:
                    yield spend
            yield StopSpending(seat=seat)
        case "naming":
            for opponent in seats_in(state):
                name = NameOpponent(seat=seat, opponent=opponent)
                if first(objections_to_name_opponent(state, name)) is None:
                    yield name
        case _:
            raise AssertionError("none of these choices is due")
