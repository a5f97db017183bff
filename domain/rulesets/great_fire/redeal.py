"""The same game for one viewer, with everything that the viewer cannot know dealt again.

A viewer cannot know (rules section 20): the fire cards in other hands that were never shown, in the deck and in the
box; the tokens on the board, in front of other seats and destroyed; the objectives of other seats, and under option A
their colours.
"""

from collections import Counter

from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.viewer import ALL_SEATS, ARBITER, Seat, Viewer, seats_of
from domain.rulesets.great_fire.components import COLOURS, DECKS, KINDS, OBJECTIVES
from domain.rulesets.great_fire.set_up import fire_cards
from domain.rulesets.great_fire.state import Deal, State, TokenSupply


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """Returns a state with the same view for `viewer`. The arbiter knows everything and gets the same state.

    `ALL_SEATS` keeps all hands, objectives, colours and tokens in front of seats.
    """
    if viewer == ARBITER:
        return state
    others = () if viewer == ALL_SEATS else tuple(seat for seat in seats_of(state.seats) if seat != viewer)
    return _tokens(_deal(_fire_cards(state, others, chance), others, chance), others, chance)


def _fire_cards(state: State, others: tuple[Seat, ...], chance: Chance) -> State:
    """Deals the hands except what was shown, then the deck, then the box.

    Before there is a deck, the rest is undealt.
    """
    known: Counter[str] = Counter(state.played)
    for seat in seats_of(state.seats):
        known.update(state.public_cards[seat] if seat in others else state.hands[seat])
    every: Counter[str] = Counter(fire_cards(state.deal.options))
    pool = list(chance.shuffled((every - known).elements()))
    hands = list(state.hands)
    for seat in others:
        public = state.public_cards[seat]
        hands[seat] = "".join(sorted(public + _draw(pool, len(state.hands[seat]) - len(public))))
    deck = _draw(pool, len(state.deck))
    leftover = "".join(sorted(_draw(pool, len(state.deal.leftover))))
    return replace(state, hands=tuple(hands), deck=deck, deal=replace(state.deal, leftover=leftover))


def _draw(pool: list[str], count: int) -> str:
    """Takes the last `count` cards out of a shuffled pool and returns them."""
    drawn = pool[len(pool) - count :]
    del pool[len(pool) - count :]
    return "".join(drawn)


def _deal(state: State, others: tuple[Seat, ...], chance: Chance) -> State:
    """Deals the other seats' objectives and hidden colours, until scoring reveals them (GF-SCORE-07)."""
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
    """Deals the tokens that are face down (GF-RULING-46, GF-HID-05).

    They are on the board, destroyed and, until scoring, in front of the other seats.
    """
    supplies = list(state.supplies)
    face_down = [at for at, kind in enumerate(state.tokens) if kind]
    hidden = [] if state.phase == "over" else list(others)
    unknown = Counter(state.tokens[at] - 1 for at in face_down)
    for counts in (state.destroyed, *(supplies[seat] for seat in hidden)):
        unknown.update(dict(enumerate(counts)))
    pool = list(chance.shuffled(sorted(unknown.elements())))
    tokens = bytearray(state.tokens)
    for at in face_down:
        tokens[at] = 1 + pool.pop()
    for seat in hidden:
        supplies[seat] = _counted([pool.pop() for _ in range(sum(supplies[seat]))])
    return replace(state, tokens=bytes(tokens), supplies=tuple(supplies), destroyed=_counted(pool))


def _counted(kinds: list[int]) -> TokenSupply:
    """Returns tokens, given as indices into `KINDS`, as a supply."""
    return TokenSupply(*(kinds.count(at) for at in range(len(KINDS))))
