"""Small changes of a state, a player and the display that several chapters of `evolve` share."""

from msgspec.structs import replace

from domain.engine.viewer import Seat
from domain.rulesets.london.components import Card
from domain.rulesets.london.state import Player, Row, Stack, State, with_player


def with_seat(state: State, seat: Seat, player: Player) -> State:
    """The state with one player changed."""
    return replace(state, players=with_player(state.players, seat, player))


def with_stack(state: State, seat: Seat, index: int, stack: Stack) -> State:
    """The state with one stack of a player changed."""
    player = state.players[seat]
    stacks = (*player.stacks[:index], stack, *player.stacks[index + 1 :])
    return with_seat(state, seat, replace(player, stacks=stacks))


def paid(player: Player, pounds: int) -> Player:
    """The player after a payment."""
    assert player.money >= pounds, "money is never below zero (LON-LOAN-05)"
    return replace(player, money=player.money - pounds)


def earned(player: Player, pounds: int) -> Player:
    """The player after an income."""
    return replace(player, money=player.money + pounds)


def poorer(player: Player, points: int) -> Player:
    """The player with so many poverty points more, or fewer if `points` is negative."""
    assert player.poverty + points >= 0, "poverty is never below zero (LON-POV-01)"
    return replace(player, poverty=player.poverty + points)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """`cards` without one of them, if it is there."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def named(player: Player, card: Card) -> Player:
    """The player, now that everybody knows this card of their hand (LON-INFO-07)."""
    assert card in player.hand, "the card is not in this hand"
    return player if card in player.known else replace(player, known=(*player.known, card))


def without_card(player: Player, card: Card) -> Player:
    """The player after a card has left their hand."""
    assert card in player.hand, "the card is not in this hand"
    return replace(player, hand=without(player.hand, card), known=without(player.known, card))


def with_slot(rows: tuple[Row, Row], row: int, slot: int, card: Card | None) -> tuple[Row, Row]:
    """The display with one slot filled or emptied."""
    old = rows[row]
    changed = list(old)
    changed[slot] = card
    new = tuple(changed)
    return (new, rows[1]) if row == 0 else (rows[0], new)
