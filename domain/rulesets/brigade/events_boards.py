"""What happens on the players' boards: water, crew, tracks, chiefs. Part of `events.py`, which says what an event is."""

from typing import Literal

import msgspec

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Cell, TrackName


class Happened(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"brigade.{name}"):
    """What all events have: nothing but their tag."""


# ---- water


class WaterSpent(Happened, frozen=True, gc=False, kw_only=True):
    """Water went into the fire on `cell`: from the wagon, the chief and each crew card."""

    seat: Seat
    cell: Cell
    wagon: int
    chief: int
    crew: tuple[int, ...]


class WaterPut(Happened, frozen=True, gc=False, kw_only=True):
    """The water of `seat` is now `wagon`, `chief` and `crew` (each card's)."""

    seat: Seat
    wagon: int
    chief: int
    crew: tuple[int, ...]
    why: Literal["refill", "transfer", "too_hot", "mist", "merchant_choice", "thaw"]


class WaterLost(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` lost a water from `source` (`wagon`, `chief` or a crew card) to Walder Ranier of `by`."""

    seat: Seat
    source: str
    by: Seat


class WaterStolen(Happened, frozen=True, gc=False, kw_only=True):
    """A water of `seat` went from `source` to `into` of `by`."""

    seat: Seat
    source: str
    by: Seat
    into: str


# ---- crew and tracks


class CrewCardDrawn(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` drew a crew card. Secret to the seat: `card`."""

    seat: Seat
    card: str


class SirPreciousDrawn(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` drew Sir Precious, seen by all."""

    seat: Seat


class SirPreciousGiven(Happened, frozen=True, gc=False, kw_only=True):
    """Sir Precious went to `rival`."""

    seat: Seat
    rival: Seat


class SirPreciousDiscarded(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` got rid of Sir Precious."""

    seat: Seat


class RecruitDone(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` kept `kept` (empty: none) for `replaced` (empty: nobody); `discarded` are the drawn cards not kept."""

    seat: Seat
    kept: str
    replaced: str
    discarded: tuple[str, ...]


class CrewDiscarded(Happened, frozen=True, gc=False, kw_only=True):
    """Crew cards left the brigade of `seat`."""

    seat: Seat
    cards: tuple[str, ...]
    why: Literal["zilda", "dusk", "deserted"]


class CrewPoached(Happened, frozen=True, gc=False, kw_only=True):
    """Frith Goldmane: `card` of `rival` joined `seat`, in the place of `replaced` if that is not empty."""

    seat: Seat
    rival: Seat
    card: str
    replaced: str


class TrackAdvanced(Happened, frozen=True, gc=False, kw_only=True):
    """A marker of `seat` is on `circle` (BRI-UPG-02). `counts`: this was the Upgrade of its turn (BRI-RULING-37)."""

    seat: Seat
    track: TrackName
    circle: int
    counts: bool
    why: Literal["action", "extra_upgrade", "event", "ability"]


# ---- chiefs


class AllegianceDeclared(Happened, frozen=True, gc=False, kw_only=True):
    """Bernhardt Blaze: event cards spare the loyal buildings of `seat`."""

    seat: Seat


class SideChanged(Happened, frozen=True, gc=False, kw_only=True):
    """White Fang turned; `water` is in his buckets now."""

    seat: Seat
    werewolf: bool
    water: int


class MimicPlaced(Happened, frozen=True, gc=False, kw_only=True):
    """Galeela's token lies on `card`."""

    seat: Seat
    card: str


class MimicReturned(Happened, frozen=True, gc=False, kw_only=True):
    """The card under Galeela's token left play."""

    seat: Seat


class PyreControlled(Happened, frozen=True, gc=False, kw_only=True):
    """Cindy Bustion waits for the next firestorm."""

    seat: Seat


class PyreServed(Happened, frozen=True, gc=False, kw_only=True):
    """A firestorm came: cubes of `seat` go to `cells`."""

    seat: Seat
    cells: tuple[Cell, ...]
