"""What a seat may ask for. `rules` says when each command is allowed.

Areas and cards are written as their printed ids (`pudding_lane`, `N`).

Section 21 of the rules has one `intensify(placements)` for three cones. With thirty burning districts that would be
about five thousand commands to list, so the cones are placed one by one. `DeclareNoMove` only discards a card. Each
cone that follows it, and each cone of an intensification, is an `Intensify`.
"""

from typing import TypeAlias

import msgspec

from domain.engine.viewer import Seat
from domain.rulesets.great_fire.components import AreaId, Card


class Order(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"great_fire.{name}"):
    """The base of all commands. `seat`: the seat that gives the command."""

    seat: Seat


class KeepHand(Order, frozen=True, gc=False):
    """Keep the five fire cards dealt (GF-SETUP-04, GF-HID-03)."""


class ExchangeHand(Order, frozen=True, gc=False):
    """Show five equal fire cards, shuffle them back and take five new ones (GF-SETUP-04)."""


class PlaceBand(Order, frozen=True, gc=False):
    """Place a trained band at set-up (GF-SETUP-13 to GF-SETUP-17)."""

    area: AreaId


class PlaceLandowner(Order, frozen=True, gc=False):
    """Place your own landowner at set-up (GF-SETUP-18)."""

    area: AreaId


class PlayFire(Order, frozen=True, gc=False):
    """Play a fire card and move a cone by it, from the fire patch of `source` into `target` (GF-FIRE-01)."""

    card: Card
    source: AreaId
    target: AreaId


class DeclareNoMove(Order, frozen=True, gc=False):
    """Show a hand that allows no movement, and discard one card of it (GF-FIRE-13)."""

    discard: Card


class PlayDoubleMove(Order, frozen=True, gc=False):
    """Use a double-move token to move a second cone by the card just played (GF-FIRE-11)."""

    source: AreaId
    target: AreaId


class MoveLandowner(Order, frozen=True, gc=False):
    """Move your own landowner over one link, for 1 point (GF-ACT-02)."""

    to: AreaId


class MoveBand(Order, frozen=True, gc=False):
    """Move a free band over one link, for 1 point (GF-ACT-03)."""

    origin: AreaId
    to: AreaId


class PutOut(Order, frozen=True, gc=False):
    """Take a cone from the contained fire where your own landowner stands, for 1 point (GF-PUT-01)."""


class Demolish(Order, frozen=True, gc=False):
    """Use a demolition charge on a district with a band in it, for no point (GF-DEMO-01)."""

    district: AreaId


class EndActions(Order, frozen=True, gc=False):
    """End the action phase. Unspent points are lost (GF-TURN-02)."""


class Intensify(Order, frozen=True, gc=False):
    """Add a cone to a burning district, in an intensification or a turn without a move (GF-INT-01, GF-FIRE-13)."""

    district: AreaId


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
