"""Deals again what a viewer cannot know: the hidden cards of other hands and the unknown part of the deck.

Hidden cards change places with hidden cards of the same deck letter. The letters are public, because the decks come in
order and everybody can count the cards that are left (LON-INFO-02). The exception are cards that University may have
moved across a border: they change places with one another, whatever their letters.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.viewer import ALL_SEATS, ARBITER, SPECTATOR, Viewer
from domain.rulesets.london.commands import TakeLoan
from domain.rulesets.london.components import DECK_ORDER, Card, deck_letter
from domain.rulesets.london.rules import legal
from domain.rulesets.london.state import Player, State, Turn, seats_in
from domain.rulesets.london.view import known_deck, known_hand

Groups = tuple[tuple[Card, ...], ...]

TRIES_MAX: Final = 64
"""The number of deals that are tried until the active player can go on. After them one card is changed."""


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """A state with the same view for `viewer`, whose hidden cards are dealt again at random.

    Everybody knows that a seat can pay for the placement or the activation that it has announced. A deal in which it
    could not is replaced by another one. If hardly any card would do, that player gets one.
    """
    if viewer == ARBITER or state.phase == "over":
        return state
    groups = _interchangeable(state, _hidden(state, viewer))
    for _ in range(TRIES_MAX):
        lies = _shuffled(groups, chance)
        dealt = _relabelled(state, lies)
        if state.phase not in ("paying", "activation_cost") or _can_pay(dealt):
            return dealt
    return _with_means(state, groups, lies, chance)


def _with_means(state: State, groups: Groups, lies: Mapping[Card, Card], chance: Chance) -> State:
    """That deal, with one card of the active player's hand exchanged for one that lets the player go on.

    Such a card exists if the player has a choice, because the card that really lets them go on is hidden too. In the
    middle of a command the price may be paid already; then the deal is good as it is. The real cards are never the
    result by themselves, because the viewer must not be able to look at them.
    """
    hand = state.players[state.active].hand
    changes = [(one, other) for group in groups for one in group if one in hand for other in group]
    for one, other in chance.shuffled(changes):
        dealt = _relabelled(state, {**lies, one: lies[other], other: lies[one]})
        if _can_pay(dealt):
            return dealt
    return _relabelled(state, lies)


def _can_pay(state: State) -> bool:
    """Whether the active player has a legal command other than a loan."""
    return any(not isinstance(command, TakeLoan) for command in legal(state, state.active))


def _hidden(state: State, viewer: Viewer) -> tuple[Card, ...]:
    """The cards whose places `viewer` does not know: deck first, then the hands in the order of the seats."""
    if viewer == ALL_SEATS:
        return state.deck[_known_to_seats(state) :]
    glimpsed = () if viewer == SPECTATOR else state.players[viewer].glimpsed
    cards = list(state.deck[len(known_deck(state, viewer)) :])
    for seat, player in zip(seats_in(state), state.players, strict=True):
        known = known_hand(player, seat, viewer, glimpsed)
        cards += (card for card in player.hand if card not in known)
    return tuple(cards)


def _known_to_seats(state: State) -> int:
    """How many cards on top of the deck some seat knows: those looked at now, and those put back."""
    known = {*state.turn.looked, *(card for player in state.players for card in player.glimpsed)}
    return next((depth for depth, card in enumerate(state.deck) if card not in known), len(state.deck))


def _interchangeable(state: State, hidden: tuple[Card, ...]) -> Groups:
    """Hidden cards in groups whose cards may change places: one for each letter, and one for the mixed cards."""
    lettered = tuple(card for card in hidden if card not in state.mixed)
    by_letter = (tuple(card for card in lettered if deck_letter(card) == letter) for letter in DECK_ORDER)
    return (*by_letter, tuple(card for card in hidden if card in state.mixed))


def _shuffled(groups: Groups, chance: Chance) -> Mapping[Card, Card]:
    """Each hidden card -> the card that lies in its place now.

    The shuffle starts from a fixed order. From the real order, a reader who knows the chance could infer where the
    cards really lie.
    """
    lies: dict[Card, Card] = {}
    for places in groups:
        lies.update(zip(places, chance.shuffled(sorted(places)), strict=True))
    return lies


def _relabelled(state: State, lies: Mapping[Card, Card]) -> State:
    def dealt(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(lies.get(card, card) for card in cards)

    def player_dealt(player: Player) -> Player:
        return replace(player, hand=dealt(player.hand), glimpsed=dealt(player.glimpsed))

    def turn_dealt(turn: Turn) -> Turn:
        return replace(turn, looked=dealt(turn.looked), put_back=dealt(turn.put_back))

    players = tuple(player_dealt(player) for player in state.players)
    return replace(
        state, deck=dealt(state.deck), players=players, turn=turn_dealt(state.turn), mixed=dealt(state.mixed)
    )
