"""What a ruling may change in a game of London, and the laws that it must leave whole (GAME-RULING-05, LON-INV)."""

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from domain.engine.amendments import hidden, impossible
from domain.engine.ruleset import Amendments
from domain.engine.viewer import Seat
from domain.rulesets.london.components import BOROUGHS, CARDS, BoroughId, Card
from domain.rulesets.london.state import Player, State, on_display, with_player

NUMBER_MAX: Final = 999

Amount = Literal["money", "poverty", "vp", "loans"]


class FixAmount(msgspec.Struct, frozen=True, tag_field="type", tag="london.FixAmount"):
    """Set what a seat has of one thing: pounds, poverty, points or loans."""

    seat: Seat
    of: Amount
    amount: int


class FixCard(msgspec.Struct, frozen=True, tag_field="type", tag="london.FixCard"):
    """Move a named card between the hand of a seat and the discard pile. Everybody knows it then.

    `to_seat`: whose hand it goes to; none: it goes to the discard pile.
    """

    card: str
    to_seat: Seat | None = None


class FixMarker(msgspec.Struct, frozen=True, tag_field="type", tag="london.FixMarker"):
    """Put the building marker of a seat on a borough, or take the one there away."""

    borough: str
    seat: Seat | None = None


Amendment = FixAmount | FixCard | FixMarker


def amend(state: State, amendment: Amendment) -> State:
    """The state after an amendment. Raises Refused."""
    match amendment:
        case FixAmount(seat, of, amount):
            if not 0 <= amount <= NUMBER_MAX:
                raise impossible("an amount is 0 to 999")
            player = replace(_player(state, seat), **{of: amount})
            return replace(state, players=with_player(state.players, seat, player))
        case FixCard():
            return _moved_card(state, amendment)
        case FixMarker(borough, seat):
            if borough not in BOROUGHS:
                raise impossible("there is no such borough")
            owners = {each: owner for each, owner in state.owners.items() if each != borough}
            if seat is not None:
                _player(state, seat)
                owners[BoroughId(borough)] = seat
            return replace(state, owners=owners)


def _moved_card(state: State, move: FixCard) -> State:
    card = Card(move.card)
    if card not in CARDS:
        raise impossible("there is no such card")
    if card in state.deck or any(card in stack.cards[:-1] for player in state.players for stack in player.stacks):
        raise hidden()
    if state.turn.placement is not None or state.turn.offered is not None or state.turn.activations:
        raise impossible("a card is moved between two decisions about cards")
    holder = next((player for player in state.players if card in player.hand), None)
    if holder is None and card not in state.discard:
        raise impossible("only cards in hands and in the discard pile are moved")
    taken = replace(
        state,
        players=tuple(_without(player, card) for player in state.players),
        discard=tuple(each for each in state.discard if each != card),
        mixed=tuple(each for each in state.mixed if each != card),
    )
    if move.to_seat is None:
        return replace(taken, discard=(*taken.discard, card))
    player = _player(taken, move.to_seat)
    given = replace(player, hand=(*player.hand, card), known=(*player.known, card))
    return replace(taken, players=with_player(taken.players, move.to_seat, given))


def _without(player: Player, card: Card) -> Player:
    lists = {name: getattr(player, name) for name in ("hand", "known", "glimpsed")}
    changed = {name: tuple(each for each in cards if each != card) for name, cards in lists.items() if card in cards}
    return replace(player, **changed) if changed else player


def _player(state: State, seat: Seat) -> Player:
    if not 0 <= seat < len(state.players):
        raise impossible("there is no such seat")
    return state.players[seat]


def lawful(state: State) -> tuple[str, ...]:
    """The laws that a state breaks."""
    laws = {
        "All cards are somewhere, and each only once (LON-INV-01).": _cards_hold(state),
        "Money, poverty, points and loans are never below 0 (LON-INV-02).": _amounts_hold(state),
        "What everybody knows of a hand is in it (LON-INFO-04).": _knowledge_holds(state),
        "Building markers are of seats of the game (LON-INV-01).": _markers_hold(state),
    }
    return tuple(law for law, holds in laws.items() if not holds)


def _cards_hold(state: State) -> bool:
    found = [*state.deck, *on_display(state), *state.discard]
    for player in state.players:
        found += player.hand
        found += (card for stack in player.stacks for card in stack.cards)
    return len(found) == len(CARDS) and set(found) == set(CARDS)


def _amounts_hold(state: State) -> bool:
    return all(min(each.money, each.poverty, each.vp, each.loans) >= 0 for each in state.players)


def _knowledge_holds(state: State) -> bool:
    return all(set(each.known) <= set(each.hand) for each in state.players)


def _markers_hold(state: State) -> bool:
    return all(borough in BOROUGHS and 0 <= seat < len(state.players) for borough, seat in state.owners.items())


AMENDMENTS: Final = Amendments(kinds=(FixAmount, FixCard, FixMarker), amend=amend, lawful=lawful)
