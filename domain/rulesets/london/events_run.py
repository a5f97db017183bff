"""What happens while the city is run, as facts in the past tense (LON-RUN, LON-UG, LON-POV). Decides nothing."""

import msgspec

from domain.engine.viewer import Seat
from domain.rulesets.london.components import BoroughId, Card


class CardActivated(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardActivated"):
    """A card is activated. `hospital`: the stack that will be flipped instead. `paid`: no card is due for it."""

    seat: Seat
    card: Card
    stack: int
    hospital: int | None
    repeated: bool
    paid: bool


class CardBroughtIn(msgspec.Struct, frozen=True, tag_field="type", tag="london.CardBroughtIn"):
    """Coffee House: a card of the display lies on top of it."""

    seat: Seat
    card: Card
    stack: int
    row: int
    slot: int


class HandIgnored(msgspec.Struct, frozen=True, tag_field="type", tag="london.HandIgnored"):
    """Public Houses: the hand counts nothing at the end of this run."""

    seat: Seat
    card: Card


class UndergroundPlaced(msgspec.Struct, frozen=True, tag_field="type", tag="london.UndergroundPlaced"):
    """An Underground marker was put in a borough."""

    seat: Seat
    borough: BoroughId
    toll: int


class ActivationEnded(msgspec.Struct, frozen=True, tag_field="type", tag="london.ActivationEnded"):
    """The activation is over. `turned`: the stack whose top card was turned face down, if one was."""

    seat: Seat
    card: Card
    turned: int | None


class PovertyComputed(msgspec.Struct, frozen=True, tag_field="type", tag="london.PovertyComputed"):
    """The run is over. `change`: stacks and hand less boroughs. `poverty`: what the seat has now."""

    seat: Seat
    stacks: int
    hand: int
    boroughs: int
    change: int
    poverty: int


RunEvent = CardActivated | CardBroughtIn | HandIgnored | UndergroundPlaced | ActivationEnded | PovertyComputed
