"""What a seat may ask for. Says nothing about when it is allowed: that is in `rules.py`.

Areas and cards are their printed ids (`pudding_lane`, `N`). Section 21 of the rules has one `intensify(placements)`
for three cones; with thirty burning districts that would be some five thousand commands to list, so the cones are
placed one by one: `DeclareNoMove` only discards, and each cone, there and in an intensification, is an `Intensify`.
"""

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.engine.viewer import Seat

Card: TypeAlias = Literal["N", "E", "S", "W"]
"""A fire card, named by its direction."""

CARDS: Final[tuple[Card, ...]] = get_args(Card)


class Order(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"great_fire.{name}"):
    """What all commands have: the seat that asks."""

    seat: Seat


class KeepHand(Order, frozen=True, gc=False):
    """Confirm the five fire cards dealt (GF-SETUP-04, GF-HID-03)."""


class ExchangeHand(Order, frozen=True, gc=False):
    """Show five equal fire cards, shuffle them back and take five new ones (GF-SETUP-04)."""


class PlaceBand(Order, frozen=True, gc=False):
    """Put a trained band on the board at set-up (GF-SETUP-13 to GF-SETUP-17)."""

    area: str


class PlaceLandowner(Order, frozen=True, gc=False):
    """Put one's own landowner on the board at set-up (GF-SETUP-18)."""

    area: str


class PlayFire(Order, frozen=True, gc=False):
    """Play a fire card and move a cone by it, from the fire patch of `source` into `target` (GF-FIRE-01)."""

    card: Card
    source: str
    target: str


class DeclareNoMove(Order, frozen=True, gc=False):
    """Show a hand that allows no legal movement and discard one card of it (GF-FIRE-13)."""

    discard: Card


class PlayDoubleMove(Order, frozen=True, gc=False):
    """Use a double-move token: move a second cone by the card just played (GF-FIRE-11)."""

    source: str
    target: str


class MoveLandowner(Order, frozen=True, gc=False):
    """Move one's own landowner over one link: 1 point (GF-ACT-02)."""

    to: str


class MoveBand(Order, frozen=True, gc=False):
    """Move a free band over one link: 1 point (GF-ACT-03)."""

    origin: str
    to: str


class PutOut(Order, frozen=True, gc=False):
    """Take a cone from the contained fire where one's own landowner stands: 1 point (GF-PUT-01)."""


class Demolish(Order, frozen=True, gc=False):
    """Use a demolition charge on a district with a band in it: no point (GF-DEMO-01)."""

    district: str


class EndActions(Order, frozen=True, gc=False):
    """End the action phase; points left are lost (GF-TURN-02)."""


class Intensify(Order, frozen=True, gc=False):
    """Add one of the cones of an intensification or of a turn without a move to a burning district (GF-INT-01, GF-FIRE-13)."""

    district: str


Command: TypeAlias = (
    KeepHand
    | ExchangeHand
    | PlaceBand
    | PlaceLandowner
    | PlayFire
    | DeclareNoMove
    | PlayDoubleMove
    | MoveLandowner
    | MoveBand
    | PutOut
    | Demolish
    | EndActions
    | Intensify
)
