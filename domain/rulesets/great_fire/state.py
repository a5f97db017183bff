"""A whole game at one step. Holds no rule: what may follow is in `rules.py`, what follows in `evolve.py`.

Areas are indices into `components.AREAS`, counts per area are `bytes` of one byte an area, fire hands and decks are
texts of direction letters (`"NNESW"`). Everything is frozen, so states share what did not change.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.commands import Card
from domain.rulesets.great_fire.components import COUNT
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

Held: TypeAlias = tuple[int, int, int]
"""The tokens of a seat: charges, double moves, victory points, in the order of `components.KINDS`."""

NOWHERE: Final = 255
"""In `landowners`: not placed yet."""

NO_CONES: Final = bytes(COUNT)


class Deal(msgspec.Struct, frozen=True, gc=False):
    """What is settled at set-up. One entry for each seat in `colours`, `pawns` (colours, empty until dealt) and
    `objectives` (card ids). `colours_of_houses`: one byte a house, in board order, an index into `COLOURS`; empty until
    placed. `leftover`: the fire cards back in the box. Secret: `colours` under option A, `objectives`, `leftover`."""

    options: Options
    start: Seat
    colours: tuple[str, ...]
    pawns: tuple[str, ...]
    objectives: tuple[tuple[str, ...], ...]
    colours_of_houses: bytes
    leftover: str


class State(msgspec.Struct, frozen=True, gc=False):
    """One step of a game.

    Turn: `active` may move; in set-up it is the seat that is asked. `turn` counts from 1. `points`: action points left.
    `card`: the fire card played this turn, None before. `owed`: cones still
    to be placed one by one. `final_turns`: turns left to the end, -1 before the last round.

    Board, by area: `cones`, `houses` (left: none or as many as the size), `tokens` (1 + index into `KINDS`, 0 none;
    secret which), `demolished` (0 or 1). `destroyed`: tokens that
    went with a demolition, by kind as in `held` (secret but for the sum). `stock`: cones in the stock. `lost`: houses lost of each colour. `bands`: the areas
    of the bands, sorted. `landowners`: the area of each seat's.

    Seats: `piles` of cones, `hands` (sorted letters; secret), `shown` (the part of a hand that all have seen, GF-HID-04),
    `held` (tokens: charges, double moves, victory points; secret but for the sum), `hero` the seat with the Hero card.

    Deck: `deck` (top first; secret), `stacks` (letters still in it, top first), `on_stack` (fire cards left on the top
    one), `played` (the discards, in order).
    """

    deal: Deal
    phase: Phase
    turn: int
    active: Seat
    points: int
    card: Card | None
    owed: int
    final_turns: int
    cones: bytes
    stock: int
    houses: bytes
    tokens: bytes
    destroyed: Held
    demolished: bytes
    lost: tuple[int, ...]
    bands: tuple[int, ...]
    landowners: tuple[int, ...]
    piles: tuple[int, ...]
    hands: tuple[str, ...]
    shown: tuple[str, ...]
    held: tuple[Held, ...]
    hero: Seat | None
    deck: str
    stacks: str
    on_stack: int
    played: str
    outcome: Outcome | None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.piles)
