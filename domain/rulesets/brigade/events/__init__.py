"""What happened in a game, as complete facts. A module holds the events of one chapter of the rulebook.

Each chapter has a base (`FireBase`) and a union of its events (`FireEvent`), by which `evolve` and `tell` find the
function for an event. Fields that some seats may not know are marked *secret*: the log keeps them, `tell` leaves
them out. A `tile` is the printed id of what lies on the event's cell, so that a line needs no state.
"""

from typing import TypeAlias

from domain.rulesets.brigade.events.base import BaseEvent
from domain.rulesets.brigade.events.chiefs import (
    AllegianceDeclared,
    ChiefBase,
    ChiefEvent,
    FirestormControlled,
    MimicPlaced,
    MimicReturned,
    PyroCubesEarned,
    SideChanged,
)
from domain.rulesets.brigade.events.crew import (
    CrewBase,
    CrewCardDrawn,
    CrewDeckShuffled,
    CrewDiscarded,
    CrewEvent,
    CrewPoached,
    RecruitDone,
    SirPreciousDiscarded,
    SirPreciousDrawn,
    SirPreciousGiven,
    TrackAdvanced,
)
from domain.rulesets.brigade.events.ending import EndBase, EndEvent, EvacuationAnnounced, GameEnded, SeatDeserted
from domain.rulesets.brigade.events.event_cards import (
    EventCardBase,
    EventCardEvent,
    EventDeckShuffled,
    EventDiscarded,
    EventDrawn,
)
from domain.rulesets.brigade.events.fire import (
    AviaryRoasted,
    FireAdded,
    FireBase,
    FireEvent,
    FirePutOut,
    FireReduced,
    FiresExchanged,
    TileDestroyed,
)
from domain.rulesets.brigade.events.loyalty import (
    CubeMoved,
    CubePlaced,
    CubeRemoved,
    LoyaltyBase,
    LoyaltyEvent,
    LoyaltyGained,
)
from domain.rulesets.brigade.events.pawns import (
    AviaryTokenTaken,
    BrigadeMoved,
    BrigadePushed,
    FreeMoveEarned,
    PawnBase,
    PawnEvent,
    WagonMoved,
)
from domain.rulesets.brigade.events.set_up import ChiefChosen, CityBuilt, SetUpBase, SetUpEvent, StartingEventsBegun
from domain.rulesets.brigade.events.turns import (
    ActionPhaseBegan,
    ActionPhaseEnded,
    ActionsGained,
    ActionTaken,
    DecisionMade,
    DecisionRequested,
    ExtraTurnEarned,
    TurnBase,
    TurnBegan,
    TurnEvent,
)
from domain.rulesets.brigade.events.water import WaterBase, WaterChanged, WaterEvent, WaterLost, WaterSpent, WaterStolen

Event: TypeAlias = (
    SetUpEvent
    | TurnEvent
    | EventCardEvent
    | FireEvent
    | PawnEvent
    | LoyaltyEvent
    | WaterEvent
    | CrewEvent
    | ChiefEvent
    | EndEvent
)

__all__ = [
    "ActionPhaseBegan",
    "ActionPhaseEnded",
    "ActionTaken",
    "ActionsGained",
    "AllegianceDeclared",
    "AviaryRoasted",
    "AviaryTokenTaken",
    "BaseEvent",
    "BrigadeMoved",
    "BrigadePushed",
    "ChiefBase",
    "ChiefChosen",
    "ChiefEvent",
    "CityBuilt",
    "CrewBase",
    "CrewCardDrawn",
    "CrewDeckShuffled",
    "CrewDiscarded",
    "CrewEvent",
    "CrewPoached",
    "CubeMoved",
    "CubePlaced",
    "CubeRemoved",
    "DecisionMade",
    "DecisionRequested",
    "EndBase",
    "EndEvent",
    "EvacuationAnnounced",
    "Event",
    "EventCardBase",
    "EventCardEvent",
    "EventDeckShuffled",
    "EventDiscarded",
    "EventDrawn",
    "ExtraTurnEarned",
    "FireAdded",
    "FireBase",
    "FireEvent",
    "FirePutOut",
    "FireReduced",
    "FiresExchanged",
    "FirestormControlled",
    "FreeMoveEarned",
    "GameEnded",
    "LoyaltyBase",
    "LoyaltyEvent",
    "LoyaltyGained",
    "MimicPlaced",
    "MimicReturned",
    "PawnBase",
    "PawnEvent",
    "PyroCubesEarned",
    "RecruitDone",
    "SeatDeserted",
    "SetUpBase",
    "SetUpEvent",
    "SideChanged",
    "SirPreciousDiscarded",
    "SirPreciousDrawn",
    "SirPreciousGiven",
    "StartingEventsBegun",
    "TileDestroyed",
    "TrackAdvanced",
    "TurnBase",
    "TurnBegan",
    "TurnEvent",
    "WagonMoved",
    "WaterBase",
    "WaterChanged",
    "WaterEvent",
    "WaterLost",
    "WaterSpent",
    "WaterStolen",
]
