"""What a ruling may change in a game of London, and the laws that it must leave whole (GAME-RULING-05, LON-INV)."""

from collections import Counter
from collections.abc import Collection
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from domain.engine.amendments import hidden, impossible
from domain.engine.ruleset import Amendments
from domain.engine.viewer import Seat
from domain.rulesets.london.components import (
    ADJACENT,
    BOROUGHS,
    CARDS,
    FACE_OF,
    NUMBERS,
    UNDERGROUND_START,
    BoroughId,
    Card,
)
from domain.rulesets.london.state import Player, Row, Stack, State, on_display, with_player

NUMBER_MAX: Final = 999
FIRST_MARKER: Final = tuple(borough.id for borough in BOROUGHS.values() if borough.first_marker)

Amount = Literal["money", "poverty", "vp", "loans"]
CardPlace = Literal["hand", "display", "discard", "city"]


class FixAmount(msgspec.Struct, frozen=True, tag_field="type", tag="london.FixAmount"):
    """Set what a seat has of one thing: pounds, poverty, points or loans."""

    seat: Seat
    of: Amount
    amount: int


class FixCard(msgspec.Struct, frozen=True, tag_field="type", tag="london.FixCard"):
    """Move a named card between hands, the card display, the discard pile and building displays. Everybody knows it
    then.

    `seat`: whose hand or building display it goes to. `stack`: the one that it covers, counted from 0; none: it begins
    a new one. On the card display it takes the first free place, the top row first.
    """

    card: str
    to: CardPlace = "discard"
    seat: Seat | None = None
    stack: int | None = None


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
    if card in state.deck:
        raise hidden()
    turn = state.turn
    if turn.placement is not None or turn.offered is not None or turn.activations or turn.looked or turn.put_back:
        raise impossible("a card is moved between two decisions about cards")
    taken = _taken(state, card)
    match move.to:
        case "discard":
            return replace(taken, discard=(*taken.discard, card))
        case "display":
            return replace(taken, display=_displayed(taken, card))
        case "hand":
            player = _player(taken, move.seat)
            given = replace(player, hand=(*player.hand, card), known=(*player.known, card))
        case "city":
            player = _player(taken, move.seat)
            given = replace(player, stacks=_stacked(player, card, move.stack))
    assert move.seat is not None, "a player has a seat"
    return replace(taken, players=with_player(taken.players, move.seat, given))


def _taken(state: State, card: Card) -> State:
    """The state without a card that lies where everybody may pick it up, or in a hand."""
    covered = any(card in stack.cards[:-1] for player in state.players for stack in player.stacks)
    if covered:
        raise impossible("other cards cover that card")
    return replace(
        state,
        players=tuple(_without(player, card) for player in state.players),
        display=(_gap(state.display[0], card), _gap(state.display[1], card)),
        discard=tuple(each for each in state.discard if each != card),
        mixed=tuple(each for each in state.mixed if each != card),
    )


def _gap(row: Row, card: Card) -> Row:
    return tuple(None if each == card else each for each in row)


def _displayed(state: State, card: Card) -> tuple[Row, Row]:
    """The card display with the card on its first free place (LON-DISP-02)."""
    top, bottom = state.display
    for number, row in enumerate(state.display):
        if None in row:
            at = row.index(None)
            filled = (*row[:at], card, *row[at + 1 :])
            return (filled, bottom) if number == 0 else (top, filled)
    raise impossible("the card display is full")


def _stacked(player: Player, card: Card, stack: int | None) -> tuple[Stack, ...]:
    if stack is None:
        return (*player.stacks, Stack((card,)))
    if not 0 <= stack < len(player.stacks):
        raise impossible("there is no such stack")
    below = player.stacks[stack]
    if below.money:
        raise impossible("pounds lie on that stack")
    return (*player.stacks[:stack], Stack((*below.cards, card)), *player.stacks[stack + 1 :])


def _without(player: Player, card: Card) -> Player:
    lists = {name: getattr(player, name) for name in ("hand", "known", "glimpsed")}
    changed = {name: tuple(each for each in cards if each != card) for name, cards in lists.items() if card in cards}
    stack = next((each for each in player.stacks if each.top == card), None)
    if stack is None:
        return replace(player, **changed) if changed else player
    if stack.money:
        raise impossible("pounds lie on that card")
    if len(stack.cards) > 1:
        raise impossible("that card covers others")
    return replace(player, **changed, stacks=tuple(each for each in player.stacks if each is not stack))


def _player(state: State, seat: Seat | None) -> Player:
    if seat is None or not 0 <= seat < len(state.players):
        raise impossible("there is no such seat")
    return state.players[seat]


def lawful(state: State) -> tuple[str, ...]:
    """The laws that a state breaks."""
    laws = {
        "All cards are somewhere, and each only once (LON-INV-01).": _cards_hold(state),
        "Money, poverty, points and loans are never below 0 (LON-INV-02).": _amounts_hold(state),
        "What everybody knows of a hand is in it (LON-INFO-04).": _knowledge_holds(state),
        "Markers are of seats of the game, one in a borough, no more than printed (LON-INV-05).": _markers_hold(state),
        "Markers hang together, from the boroughs that the rules name (LON-INV-06).": _markers_connect(state),
        "Only cards with a stone base are in building displays (LON-INV-07).": _displays_hold(state),
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
    if any(borough not in BOROUGHS or not 0 <= seat < len(state.players) for borough, seat in state.owners.items()):
        return False
    if any(count > NUMBERS.building_markers for count in Counter(state.owners.values()).values()):
        return False
    underground = set(state.underground)
    single = len(underground) == len(state.underground) <= NUMBERS.underground_markers
    return single and underground <= set(state.owners)


def _markers_connect(state: State) -> bool:
    return _connected(set(state.owners), FIRST_MARKER) and _connected(set(state.underground), UNDERGROUND_START)


def _connected(boroughs: set[BoroughId], start: Collection[BoroughId]) -> bool:
    """Whether boroughs hang together on the map, and one of them is in `start`; none at all is well."""
    reached: set[BoroughId] = set()
    todo = [min(boroughs)] if boroughs else []
    while todo:
        here = todo.pop()
        reached.add(here)
        todo += (near for near in ADJACENT[here] if near in boroughs and near not in reached)
    return reached == boroughs and (not boroughs or bool(boroughs & set(start)))


def _displays_hold(state: State) -> bool:
    return all(FACE_OF[card].placeable for player in state.players for stack in player.stacks for card in stack.cards)


AMENDMENTS: Final = Amendments(kinds=(FixAmount, FixCard, FixMarker), amend=amend, lawful=lawful)
