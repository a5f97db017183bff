"""The event deck (section 4)."""

from typing import TypeAlias

from domain.engine.viewer import Seat
from domain.rulesets.brigade.events.base import BaseEvent


class EventCardBase(BaseEvent, frozen=True, gc=False):
    """What happens to the event cards."""


class EventDeckShuffled(EventCardBase, frozen=True, gc=False, kw_only=True):
    """The event deck, new or from the discard (BRI-EVENT-03). Secret to everybody: `order`, top first."""

    order: tuple[str, ...]


class EventDrawn(EventCardBase, frozen=True, gc=False, kw_only=True):
    """The event card to be resolved; `starting` in set-up."""

    seat: Seat
    card: str
    starting: bool


class EventDiscarded(EventCardBase, frozen=True, gc=False, kw_only=True):
    """The event card is done with."""

    card: str


EventCardEvent: TypeAlias = EventDeckShuffled | EventDrawn | EventDiscarded
