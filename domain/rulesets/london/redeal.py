"""Deals again what a viewer cannot know: the others' hidden cards and the unknown part of the deck. Changes nothing else.

Hidden cards change places with hidden cards of the same deck letter. The letters are public knowledge, since the decks come
in order and the number of cards left can be counted (LON-INFO-02), so this is what the viewer cannot place.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from domain.rulesets.london.components import DECK_ORDER, Card, deck_letter
from domain.rulesets.london.legal import legal
from domain.rulesets.london.state import Player, State, Turn
from domain.rulesets.london.view import known_deck, known_hand

TRIES_MAX: Final = 64
"""Deals tried until the active player can go on; after them a deal is mended."""


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """A state of the same view to `viewer`, its hidden cards dealt again at random.

    Everybody can tell that a seat which has announced a placement or an activation is able to pay for it. A deal in which
    it could not is dealt anew, and where hardly any card would do, that player is given one.
    """
    if viewer == ARBITER or state.phase == "over":
        return state
    hidden = _hidden(state, viewer)
    for _ in range(TRIES_MAX):
        lies = _shuffled(hidden, chance)
        dealt = _relabelled(state, lies)
        if state.phase not in ("paying", "activation_cost") or _can_pay(dealt):
            return dealt
    return _with_means(state, hidden, lies, chance)


def _with_means(state: State, hidden: tuple[Card, ...], lies: Mapping[Card, Card], chance: Chance) -> State:
    """That deal but for one card of the active player's hand, which changes places with one that lets it go on.

    Where the player has a choice there is one: what it can go on with as the cards really lie is hidden, too. In the middle of
    a command the price may be paid already; then the deal is good as it is. The cards as they lie are never the answer by
    themselves, for the viewer must not be able to look at them.
    """
    own = tuple(card for card in hidden if card in state.players[state.active].hand)
    changes = [(one, other) for one in own for other in hidden if deck_letter(one) == deck_letter(other)]
    for one, other in chance.shuffled(changes):
        dealt = _relabelled(state, {**lies, one: lies[other], other: lies[one]})
        if _can_pay(dealt):
            return dealt
    return _relabelled(state, lies)


def _can_pay(state: State) -> bool:
    """Whether the active player has a legal command beside a loan."""
    return any(type(command).__name__ != "TakeLoan" for command in legal(state, state.active))


def _hidden(state: State, viewer: Viewer) -> tuple[Card, ...]:
    """The cards whose places `viewer` does not know: deck first, then the hands in the order of the seats."""
    glimpsed = () if viewer == SPECTATOR else state.players[viewer].glimpsed
    cards = list(state.deck[len(known_deck(state, viewer)) :])
    for seat, player in enumerate(state.players):
        known = known_hand(player, seat, viewer, glimpsed)
        cards += (card for card in player.hand if card not in known)
    return tuple(cards)


def _shuffled(hidden: tuple[Card, ...], chance: Chance) -> Mapping[Card, Card]:
    """Each hidden card -> the one that lies in its place now.

    Shuffled from a fixed order: a shuffle of the cards as they lie would let who knows the chance tell where they lay.
    """
    lies: dict[Card, Card] = {}
    for letter in DECK_ORDER:
        places = tuple(card for card in hidden if deck_letter(card) == letter)
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
    return replace(state, deck=dealt(state.deck), players=players, turn=turn_dealt(state.turn))
