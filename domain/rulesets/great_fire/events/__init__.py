"""What happened in a game, as complete facts, grouped by chapter of the rulebook.

Some fields are marked *secret*. The log keeps them for the service, and `tell` leaves them out for every viewer who may
not know them.

The events of a chapter have a base class (`FireBase`) for `isinstance`, and a union (`FireEvent`), with which mypy
checks that a `match` has a case for each of them.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.rulesets.great_fire.events.actions import (
    ActionsEnded,
    BandMoved,
    ConePutOut,
    DistrictDemolished,
    HeroTaken,
    LandownerMoved,
)
from domain.rulesets.great_fire.events.base import ActionBase, EndBase, FireBase
from domain.rulesets.great_fire.events.end import (
    FinalRoundStarted,
    FireCardDrawn,
    FireIntensified,
    GameScored,
    StackCardRevealed,
)
from domain.rulesets.great_fire.events.fire import (
    ConesReturned,
    DistrictBurnt,
    DoubleMovePlayed,
    FireCardPlayed,
    FireContainedOnArrival,
    FireMoved,
    NoMoveDeclared,
    PuddingLaneRefilled,
    TokenTaken,
)
from domain.rulesets.great_fire.events.set_up import (
    BandPlaced,
    ColourDealt,
    FireDeckBuilt,
    GameCreated,
    HandConfirmed,
    HandDealt,
    HandExchanged,
    HousesPlaced,
    LandownerPlaced,
    ObjectivesDealt,
    TokensPlaced,
)

__all__ = [
    "CIRCUMSTANCES",
    "ActionBase",
    "ActionEvent",
    "ActionsEnded",
    "BandMoved",
    "BandPlaced",
    "ColourDealt",
    "ConePutOut",
    "ConesReturned",
    "DistrictBurnt",
    "DistrictDemolished",
    "DoubleMovePlayed",
    "EndBase",
    "EndEvent",
    "Event",
    "FinalRoundStarted",
    "FireBase",
    "FireCardDrawn",
    "FireCardPlayed",
    "FireContainedOnArrival",
    "FireDeckBuilt",
    "FireEvent",
    "FireIntensified",
    "FireMoved",
    "GameCreated",
    "GameScored",
    "HandConfirmed",
    "HandDealt",
    "HandExchanged",
    "HeroTaken",
    "HousesPlaced",
    "LandownerMoved",
    "LandownerPlaced",
    "NoMoveDeclared",
    "ObjectivesDealt",
    "PuddingLaneRefilled",
    "SetUpEvent",
    "StackCardRevealed",
    "TokenTaken",
    "TokensPlaced",
    "without_circumstances",
]

SetUpEvent: TypeAlias = (
    GameCreated
    | HandDealt
    | HandConfirmed
    | HandExchanged
    | FireDeckBuilt
    | HousesPlaced
    | ColourDealt
    | TokensPlaced
    | ObjectivesDealt
    | BandPlaced
    | LandownerPlaced
)
FireEvent: TypeAlias = (
    FireCardPlayed
    | DoubleMovePlayed
    | FireMoved
    | FireContainedOnArrival
    | DistrictBurnt
    | TokenTaken
    | PuddingLaneRefilled
    | ConesReturned
    | NoMoveDeclared
)
ActionEvent: TypeAlias = LandownerMoved | BandMoved | ConePutOut | HeroTaken | DistrictDemolished | ActionsEnded
EndEvent: TypeAlias = FireCardDrawn | StackCardRevealed | FireIntensified | FinalRoundStarted | GameScored
Event: TypeAlias = SetUpEvent | FireEvent | ActionEvent | EndEvent

CIRCUMSTANCES: Final[Mapping[type[Event], Mapping[str, UnsetType]]] = {
    BandMoved: {"contained": UNSET},
    BandPlaced: {"seats": UNSET},
    DistrictBurnt: {"missing": UNSET, "stock_only": UNSET},
    FireContainedOnArrival: {"token": UNSET},
    FireIntensified: {"no_move": UNSET},
    FinalRoundStarted: {"rounds": UNSET},
    PuddingLaneRefilled: {"after_movement": UNSET},
}
"""What only the line of an event needs, and version 1 does not record (GF-E02)."""


def without_circumstances(event: Event) -> Event:
    """Returns an event as version 1 records it: without the circumstances that only its line needs (GF-E02)."""
    unset = CIRCUMSTANCES.get(type(event))
    return event if unset is None else replace(event, **unset)
