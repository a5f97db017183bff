"""The printed things of London, as read from components.toml: cards, boroughs and numbers.

A *face* is what is printed on a card; a *card* is one of the 110 instances, named `<face>#<deck><n>` (`paupers#B3`).
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, NewType

import msgspec

from domain.engine.components import printed_components

Card = NewType("Card", str)
"""One of the 110 cards: `<face>#<deck><n>`."""

FaceId = NewType("FaceId", str)
"""What is printed on a card, by its id in components.toml."""

BoroughId = NewType("BoroughId", str)
"""A borough, by its id in components.toml."""

Colour = Literal["brown", "blue", "pink", "grey"]
Per = Literal[
    "own_boroughs",
    "own_boroughs_touching_thames",
    "own_boroughs_north",
    "own_visible_brown_cards",
    "own_visible_non_brown_cards",
]
EffectKind = Literal[
    "gain_money",
    "gain_vp",
    "lose_poverty",
    "gain_poverty",
    "money_per",
    "vp_per",
    "take_stored_money",
    "each_opponent_pays_bank_per_borough",
    "each_opponent_pays_you",
    "ignore_hand_this_run",
    "place_from_display_on_self",
    "spend_cards_for",
    "target_gains_poverty",
    "give_poverty",
    "place_underground",
    "reactivate_other",
]
CHOICE_KINDS: Final[frozenset[EffectKind]] = frozenset(
    (
        "place_from_display_on_self",
        "spend_cards_for",
        "target_gains_poverty",
        "give_poverty",
        "place_underground",
        "reactivate_other",
    )
)
"""Effects that need a choice of their player; no face has two of them."""


class Effect(msgspec.Struct, frozen=True, gc=False):
    """One effect of an activation; the fields beside `kind` are those that the kind names in components.toml."""

    kind: EffectKind
    amount: int = 0
    per: Per | None = None
    filter: Literal["any", "paupers"] = "any"
    max: int = 0
    lose_poverty_each: int = 0
    gain_vp_each: int = 0
    gain_money_each: int = 0
    markers: int = 0
    toll: int = 0


PowerId = Literal[
    "recolour_spent_card",
    "store_on_placement",
    "swap_with_display",
    "flexible_start_draw",
    "peek_before_draw",
    "bigger_loan",
    "flip_instead",
]


class Power(msgspec.Struct, frozen=True, gc=False):
    """What a card does while it is the face-up top of a stack."""

    id: PowerId
    pay: int = 0
    amount: int = 0
    per_turn: int = 0
    min: int = 0
    max: int = 0
    depth: int = 0
    principal: int = 0


class PlayEffect(msgspec.Struct, frozen=True, gc=False):
    """What a card without stone base does when it is played."""

    kind: Literal["draw_cards", "free_placements"]
    count: int


class ActivationCost(msgspec.Struct, frozen=True, gc=False):
    """The left part of a stone base: a card to spend, pounds to pay, or nothing."""

    spend: Literal["none", "any", "blue"] = "none"
    pay: int = 0


class Face(msgspec.Struct, frozen=True):
    """What is printed on a card, and how many of it each deck holds."""

    id: FaceId
    name: str
    colour: Colour
    decks: Mapping[str, int]
    placeable: bool
    vp: int
    place_cost: int = 0
    place_spend: Literal["same_colour", "none"] = "same_colour"
    activatable: bool = False
    activation: ActivationCost = ActivationCost()
    effects: tuple[Effect, ...] = ()
    flips: bool = False
    power: Power | None = None
    play_effect: PlayEffect | None = None

    @property
    def rule(self) -> str:
        """The id of the face's line in the rules (section 16)."""
        return "LON-CARD-" + self.id.upper().replace("_", "-")

    @property
    def choice(self) -> Effect | None:
        """The one effect that needs a choice of its player, or None."""
        return next((effect for effect in self.effects if effect.kind in CHOICE_KINDS), None)


class Borough(msgspec.Struct, frozen=True):
    """A borough of the board (LON-MAP-01)."""

    id: BoroughId
    name: str
    cost: int
    cards: int
    vp: int
    bank: Literal["north", "south"]
    touches_thames: bool
    neighbours: tuple[BoroughId, ...]
    bridges: tuple[BoroughId, ...]
    first_marker: bool
    underground_symbol: bool

    @property
    def adjacent(self) -> tuple[BoroughId, ...]:
        """LON-MAP-02: the neighbours on the same bank, and the boroughs that a bridge joins to this one."""
        return self.neighbours + self.bridges


class Numbers(msgspec.Struct, frozen=True):
    """The printed numbers that belong to no card and no borough."""

    players_min: int
    players_max: int
    start_money: int
    start_poverty: int
    start_hand: int
    building_markers: int
    underground_markers: int
    hand_limit: int
    start_draw: int
    take_three: int
    slots_per_row: Mapping[int, int]
    loan_principal: int
    loan_repay: int
    loan_penalty_vp: int
    underground_bonus_vp: int
    pounds_per_vp: int
    poverty_per_hand_card: int
    poverty_table: tuple[int, ...]
    poverty_per_point_over: int


def _numbers(printed: Mapping[str, Any]) -> Numbers:
    set_up, loan, scoring, penalty = (printed[part] for part in ("setup", "loan", "scoring", "poverty_penalty"))
    table = penalty["table"]
    return Numbers(
        players_min=set_up["players_min"],
        players_max=set_up["players_max"],
        start_money=set_up["start_money"],
        start_poverty=set_up["start_poverty"],
        start_hand=set_up["start_hand"],
        building_markers=set_up["building_markers_per_player"],
        underground_markers=set_up["underground_markers"],
        hand_limit=printed["hand"]["limit_at_end_of_turn"],
        start_draw=printed["turn"]["start_draw"],
        take_three=printed["turn"]["take_three_count"],
        slots_per_row={int(seats): slots for seats, slots in printed["display"]["slots_per_row"].items()},
        loan_principal=loan["principal"],
        loan_repay=loan["repay"],
        loan_penalty_vp=loan["unpaid_penalty_vp"],
        underground_bonus_vp=printed["underground"]["end_bonus_vp"],
        pounds_per_vp=scoring["pounds_per_vp"],
        poverty_per_hand_card=scoring["poverty_per_hand_card"],
        poverty_table=tuple(table[str(points)] for points in range(len(table))),
        poverty_per_point_over=penalty["per_point_over_10"],
    )


def printed() -> Mapping[str, Any]:
    """The components file as written, with its `source` marks."""
    return printed_components(__file__)


_PRINTED: Final = printed()
NUMBERS: Final = _numbers(_PRINTED)
DECK_ORDER: Final[tuple[str, ...]] = tuple(_PRINTED["setup"]["deck_order_top_to_bottom"])
FACES: Final[Mapping[FaceId, Face]] = {face.id: face for face in msgspec.convert(_PRINTED["card"], list[Face])}
BOROUGHS: Final[Mapping[BoroughId, Borough]] = {
    borough.id: borough for borough in msgspec.convert(_PRINTED["borough"], list[Borough])
}
DECKS: Final[Mapping[str, tuple[Card, ...]]] = {
    deck: tuple(Card(f"{face.id}#{deck}{n}") for face in FACES.values() for n in range(1, face.decks[deck] + 1))
    for deck in DECK_ORDER
}
CARDS: Final[tuple[Card, ...]] = tuple(card for deck in DECK_ORDER for card in DECKS[deck])
FACE_OF: Final[Mapping[Card, Face]] = {card: FACES[FaceId(card.partition("#")[0])] for card in CARDS}
COLOUR_OF: Final[Mapping[Card, Colour]] = {card: face.colour for card, face in FACE_OF.items()}
CHOICE_OF: Final[Mapping[Card, Effect | None]] = {card: face.choice for card, face in FACE_OF.items()}
POWER_OF: Final[Mapping[Card, Power | None]] = {card: face.power for card, face in FACE_OF.items()}
ADJACENT: Final[Mapping[BoroughId, tuple[BoroughId, ...]]] = {b.id: b.adjacent for b in BOROUGHS.values()}
UNDERGROUND_START: Final[tuple[BoroughId, ...]] = next(
    (b.id, *b.adjacent) for b in BOROUGHS.values() if b.underground_symbol
)
"""Where the first Underground marker may go (LON-UG-04)."""

assert {deck: len(cards) for deck, cards in DECKS.items()} == _PRINTED["setup"]["deck_sizes"], "decks of other sizes"
assert all(sum(e.kind in CHOICE_KINDS for e in face.effects) <= 1 for face in FACES.values()), "two choices on a card"


def deck_letter(card: Card) -> str:
    """The letter printed on a card's face: A, B or C."""
    return card.partition("#")[2][0]
