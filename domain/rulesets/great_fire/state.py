"""A whole game at one step.

Areas are indices into `components.AREAS`. Counts per area are `bytes`, one byte an area. Fire hands and decks are
texts of direction letters (`"NNESW"`). Everything is frozen, so that states share what did not change.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.components import Card
from domain.rulesets.great_fire.options import Options

Phase: TypeAlias = Literal[
    "set_up",  # nothing is dealt yet
    "confirm_hand",
    "dealing",  # every hand is confirmed; inside one command
    "place_band",
    "place_landowner",
    "fire",
    "fire_second",  # after a fire card, token or not (GF-HID-07)
    "no_move",  # placing the cones of GF-FIRE-13
    "actions",
    "draw",  # inside one command
    "intensify",
    "scoring",  # inside one command
    "over",
]


class TokenSupply(NamedTuple):
    """A number of tokens of each kind, in the order of `components.KINDS`."""

    charges: int
    double_moves: int
    victory_points: int


NO_TOKENS: Final = TokenSupply(0, 0, 0)

NOWHERE: Final = 255
"""The entry in `landowners` of a seat whose landowner is not placed yet."""


class Deal(msgspec.Struct, frozen=True, gc=False):
    """What set-up fixes.

    `colours`, `pawns` (colours, empty until dealt) and `objectives` (card ids) have one entry a seat.
    `colours_of_houses`: one byte a house, in board order, an index into `COLOURS`; empty until the houses are placed.
    `leftover`: the fire cards that went back to the box. Secret: `objectives`, `leftover`, and `colours` under option
    A.
    """

    options: Options
    start: Seat
    colours: tuple[str, ...]
    pawns: tuple[str, ...]
    objectives: tuple[tuple[str, ...], ...]
    colours_of_houses: bytes
    leftover: str


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One step of a game.

    Turn. `active`: the seat that may move, also in set-up. `turn` counts from 1. `points`: action points left.
    `card`: the fire card played this turn, None before. `cones_to_place`: cones that the seat has still to place one by
    one. `final_turns`: turns left to the end, -1 before the last round.

    Board, by area. `cones`. `houses`: those left, none or as many as the size. `tokens`: 1 + an index into `KINDS`, 0
    for none; the kinds are secret. `demolished`: 0 or 1.

    Board, not by area. `destroyed`: the tokens that demolitions destroyed; only their sum is public. `stock`: cones
    in the stock. `lost`: houses lost of each colour. `bands`: the areas of the bands, sorted.

    Seats. `landowners`: areas. `piles`: cones. `hands`: sorted letters, secret. `public_cards`: the part of a hand that
    everybody has seen (GF-HID-04). `supplies`: tokens; only their sum is public. `hero`: the seat
    with the Hero card.

    Deck. `deck`: top first, secret. `stacks`: the letters still in it, top first. `on_stack`: the fire cards left on
    the top one. `played`: the discards, oldest first.
    """

    deal: Deal
    phase: Phase
    turn: int
    active: Seat
    points: int
    card: Card | None
    cones_to_place: int
    final_turns: int
    cones: bytes
    stock: int
    houses: bytes
    tokens: bytes
    destroyed: TokenSupply
    demolished: bytes
    lost: tuple[int, ...]
    bands: tuple[int, ...]
    landowners: tuple[int, ...]
    piles: tuple[int, ...]
    hands: tuple[str, ...]
    public_cards: tuple[str, ...]
    supplies: tuple[TokenSupply, ...]
    hero: Seat | None
    deck: str
    stacks: str
    on_stack: int
    played: str
    outcome: Outcome | None
    ruleset_version: int = 1

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.piles)
