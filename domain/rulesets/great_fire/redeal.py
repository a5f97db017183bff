"""The same game to one viewer, with all that it cannot know dealt again. Plays nothing and changes nothing public.

What a viewer cannot place (rules section 20): fire cards in other hands that were never shown, in the deck and back in
the box; tokens on the board, in front of others and destroyed; others' objectives, and under option A their colours.
"""

from collections import Counter

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.viewer import ARBITER, Seat, Viewer
from domain.rulesets.great_fire.components import COLOURS, DECKS, KINDS, OBJECTIVES, fire_cards
from domain.rulesets.great_fire.state import Deal, Held, State


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """A state of the same view to `viewer`; to the arbiter, who knows everything, the same state."""
    if viewer == ARBITER:
        return state
    others = tuple(seat for seat in range(state.seats) if seat != viewer)
    return _tokens(_deal(_fire_cards(state, others, chance), others, chance), others, chance)


def _fire_cards(state: State, others: tuple[Seat, ...], chance: Chance) -> State:
    """Hands but for what was shown, then the deck, then the box; before there is a deck the rest is undealt."""
    known: Counter[str] = Counter(state.played)
    for seat in range(state.seats):
        known.update(state.shown[seat] if seat in others else state.hands[seat])
    every: Counter[str] = Counter(fire_cards(state.deal.options))
    pool = list(chance.shuffled((every - known).elements()))
    hands = list(state.hands)
    for seat in others:
        shown = state.shown[seat]
        hands[seat] = "".join(sorted(shown + _draw(pool, len(state.hands[seat]) - len(shown))))
    deck = _draw(pool, len(state.deck))
    leftover = "".join(sorted(_draw(pool, len(state.deal.leftover))))
    return replace(state, hands=tuple(hands), deck=deck, deal=replace(state.deal, leftover=leftover))


def _draw(pool: list[str], count: int) -> str:
    """The last `count` cards of a shuffled pool, taken out of it."""
    drawn = pool[len(pool) - count :]
    del pool[len(pool) - count :]
    return "".join(drawn)


def _deal(state: State, others: tuple[Seat, ...], chance: Chance) -> State:
    """Others' objectives and hidden colours, until scoring shows them (GF-SCORE-07)."""
    if state.phase == "over":
        return state
    deal = _objectives(state.deal, others, chance)
    return replace(state, deal=_colours(deal, others, chance) if deal.options.hidden_colours else deal)


def _objectives(deal: Deal, others: tuple[Seat, ...], chance: Chance) -> Deal:
    own = {id for seat, cards in enumerate(deal.objectives) if seat not in others for id in cards}
    decks = [
        list(chance.shuffled(id for id, card in OBJECTIVES.items() if card.deck == deck and id not in own))
        for deck in DECKS
    ]
    dealt = list(deal.objectives)
    for seat in others:
        if dealt[seat]:
            dealt[seat] = tuple(deck.pop() for deck in decks)
    return replace(deal, objectives=tuple(dealt))


def _colours(deal: Deal, others: tuple[Seat, ...], chance: Chance) -> Deal:
    own = {colour for seat, colour in enumerate(deal.colours) if seat not in others}
    cards = list(chance.shuffled(colour for colour in COLOURS if colour not in own))
    colours = tuple(cards.pop() if seat in others and colour else colour for seat, colour in enumerate(deal.colours))
    return replace(deal, colours=colours)


def _tokens(state: State, others: tuple[Seat, ...], chance: Chance) -> State:
    """The tokens face down: on the board, destroyed, and until scoring those of others (GF-RULING-46, GF-HID-05)."""
    held = list(state.held)
    face_down = [at for at, kind in enumerate(state.tokens) if kind]
    hidden = [] if state.phase == "over" else list(others)
    unseen = Counter(state.tokens[at] - 1 for at in face_down)
    for counts in (state.destroyed, *(held[seat] for seat in hidden)):
        unseen.update(dict(enumerate(counts)))
    pool = list(chance.shuffled(sorted(unseen.elements())))
    tokens = bytearray(state.tokens)
    for at in face_down:
        tokens[at] = 1 + pool.pop()
    for seat in hidden:
        held[seat] = _counted([pool.pop() for _ in range(sum(held[seat]))])
    return replace(state, tokens=bytes(tokens), held=tuple(held), destroyed=_counted(pool))


def _counted(kinds: list[int]) -> Held:
    """Tokens by kind, as in `State.held`."""
    charges, doubles, points = (kinds.count(at) for at in range(len(KINDS)))
    return charges, doubles, points
