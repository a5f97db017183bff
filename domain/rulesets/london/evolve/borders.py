"""Cards that University may have moved across a border of the decks: only their lookers can tell their letters.

Everybody else knows the letters of such cards together, and where these cards are, but not which is which
(LON-INFO-02). What is remembered here follows from what is public, so that a new deal reveals nothing.
"""

from msgspec.structs import replace

from domain.rulesets.london import events as e
from domain.rulesets.london.components import Card, deck_letter
from domain.rulesets.london.state import Player, State


def crossed(state: State, event: e.Event, after: State) -> State:
    """`after` with its mixed cards: those of a look at a border are added, those that became public are left out."""
    match event:
        case e.DeckLookedAt(cards=cards):
            return replace(after, mixed=_with_looked_at(state.mixed, cards))
        case e.CardSpent() | e.CardGivenUp() | e.CardOffered() | e.PlacementAnnounced() | e.EffectPlayed():
            return replace(after, mixed=_without_named(state.mixed, state.players[event.seat], event.card))
        case e.HandRevealed(cards=cards):
            return replace(after, mixed=tuple(card for card in state.mixed if card not in cards))
        case _:
            return after


def _with_looked_at(mixed: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The looked-at cards may change places with one another; that mixes nothing if they have one public letter."""
    if len({deck_letter(card) for card in cards}) == 1 and mixed_among(mixed, cards) == ():
        return mixed
    return mixed + tuple(card for card in cards if card not in mixed)


def _without_named(mixed: tuple[Card, ...], player: Player, card: Card) -> tuple[Card, ...]:
    """The mixed cards after a hidden card of this hand became public.

    It may be a mixed one or another of its letter. Where the others cannot tell which, all cards of the hand that
    could be mixed ones are mixed from then on.
    """
    hidden = tuple(each for each in player.hand if each not in player.known)
    letters = {deck_letter(each) for each in mixed}
    if card not in hidden or deck_letter(card) not in letters or mixed_among(mixed, hidden) == ():
        return mixed
    lettered = tuple(each for each in hidden if each not in mixed)
    if any(deck_letter(each) == deck_letter(card) for each in lettered):
        mixed += tuple(each for each in lettered if deck_letter(each) in letters)
    return tuple(each for each in mixed if each != card)


def mixed_among(mixed: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Those of `cards` that are mixed."""
    return tuple(card for card in cards if card in mixed)
