"""Crew cards and upgrade tracks (sections 6.5 and 6.7)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import TrackName
from domain.rulesets.brigade.events.base import BaseEvent


class CrewBase(BaseEvent, frozen=True, gc=False):
    """What happens to crew cards and upgrade tracks."""


class CrewDeckShuffled(CrewBase, frozen=True, gc=False, kw_only=True):
    """The crew deck was shuffled, new or with the discard under the cards left. Secret to all: `order`, top first."""

    order: tuple[str, ...]


class CrewCardDrawn(CrewBase, frozen=True, gc=False, kw_only=True):
    """`seat` drew a crew card. Secret to the seat: `card`."""

    seat: Seat
    card: str


class SirPreciousDrawn(CrewBase, frozen=True, gc=False, kw_only=True):
    """`seat` drew Sir Precious and showed the card to all."""

    seat: Seat


class SirPreciousGiven(CrewBase, frozen=True, gc=False, kw_only=True):
    """Sir Precious went to `rival`."""

    seat: Seat
    rival: Seat


class SirPreciousDiscarded(CrewBase, frozen=True, gc=False, kw_only=True):
    """`seat` got rid of Sir Precious."""

    seat: Seat


class RecruitDone(CrewBase, frozen=True, gc=False, kw_only=True):
    """`seat` kept the drawn `card` in the place of `replaced`; both may be empty. `discarded`: the other drawn
    cards."""

    seat: Seat
    card: str
    replaced: str
    discarded: tuple[str, ...]


class CrewDiscarded(CrewBase, frozen=True, gc=False, kw_only=True):
    """Crew cards left the brigade of `seat`."""

    seat: Seat
    cards: tuple[str, ...]
    why: Literal["zilda", "dusk", "deserted"]


class CrewPoached(CrewBase, frozen=True, gc=False, kw_only=True):
    """Frith Goldmane: `card` of `rival` joined `seat`, in the place of `replaced` if that is not empty."""

    seat: Seat
    rival: Seat
    card: str
    replaced: str


class TrackAdvanced(CrewBase, frozen=True, gc=False, kw_only=True):
    """A marker of `seat` is on `circle` (BRI-UPG-02). `turn_upgrade`: this was the Upgrade of its turn (BRI-RULING-37).
    `crew`: the crew cards that gave it; not recorded in version 1."""

    seat: Seat
    track: TrackName
    circle: int
    turn_upgrade: bool
    why: Literal["action", "extra_upgrade", "event", "ability"]
    crew: tuple[str, ...] | UnsetType = UNSET


CrewEvent: TypeAlias = (
    CrewDeckShuffled
    | CrewCardDrawn
    | SirPreciousDrawn
    | SirPreciousGiven
    | SirPreciousDiscarded
    | RecruitDone
    | CrewDiscarded
    | CrewPoached
    | TrackAdvanced
)
