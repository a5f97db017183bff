"""The event deck (section 4)."""

from typing import TypeAlias

from domain.engine.viewer import Seat
from domain.rulesets.brigade.events.base import BaseEvent


class EventCardBase(BaseEvent, frozen=True, gc=False):
    """What happens to the event cards."""


class EventDeckShuffled(EventCardBase, frozen=True, gc=False, kw_only=True):
    """The event deck was shuffled, new or from the discard (BRI-EVENT-03). Secret to all: `order`, top first."""

    order: tuple[str, ...]


class EventDrawn(EventCardBase, frozen=True, gc=False, kw_only=True):
    """An event card was drawn. `starting`: whether as a starting event, in set-up."""

    seat: Seat
    card: str
    starting: bool


class EventDiscarded(EventCardBase, frozen=True, gc=False, kw_only=True):
    """The event card was resolved and went to the discard."""

    card: str


EventCardEvent: TypeAlias = EventDeckShuffled | EventDrawn | EventDiscarded
