"""What happened in a game, as complete facts. Decides nothing and hides nothing: who is told what is in `tell.py`.

Fields that some seats may not know are marked *secret*; the log keeps them for the service, `tell` leaves them out. A
`tile` is the printed id of what lies on the event's cell, so that an event can be told without the state.
"""

from typing import Literal, TypeAlias

from domain.engine.score import Place
from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import AnyTask, Decision
from domain.rulesets.brigade.components import Cell
from domain.rulesets.brigade.events_boards import (
    AllegianceDeclared,
    CrewCardDrawn,
    CrewDiscarded,
    CrewPoached,
    Happened,
    MimicPlaced,
    MimicReturned,
    PyreControlled,
    PyreServed,
    RecruitDone,
    SideChanged,
    SirPreciousDiscarded,
    SirPreciousDrawn,
    SirPreciousGiven,
    TrackAdvanced,
    WaterLost,
    WaterPut,
    WaterSpent,
    WaterStolen,
)
from domain.rulesets.brigade.state import Ending

# ---- set-up


class CityBuilt(Happened, frozen=True, gc=False, kw_only=True):
    """The tiles lie (`tiles`: their ids by cell) and `first` was drawn as first player (BRI-SETUP-02, -10)."""

    tiles: tuple[str, ...]
    first: Seat


class ChiefChosen(Happened, frozen=True, gc=False, kw_only=True):
    """A seat has a chief and a firehouse, with its pawns, markers and first water (BRI-SETUP-05 to -07)."""

    seat: Seat
    chief: str
    house: str


class StartingEventsBegun(Happened, frozen=True, gc=False, kw_only=True):
    """Every seat has chosen; the city burns (BRI-SETUP-08, -11)."""


class CrewDeckShuffled(Happened, frozen=True, gc=False, kw_only=True):
    """The crew deck, new or with the discard under what was left. Secret to everybody: `order`, top first."""

    order: tuple[str, ...]


class EventDeckShuffled(Happened, frozen=True, gc=False, kw_only=True):
    """The event deck, new or from the discard (BRI-EVENT-03). Secret to everybody: `order`, top first."""

    order: tuple[str, ...]


# ---- turns


class TurnBegan(Happened, frozen=True, gc=False, kw_only=True):
    """A turn of `seat`; `extra` ones belong to the round of the turn that caused them (BRI-TURN-08)."""

    seat: Seat
    round: int
    extra: bool


class EventDrawn(Happened, frozen=True, gc=False, kw_only=True):
    """The event card to be resolved; `starting` in set-up."""

    seat: Seat
    card: str
    starting: bool


class EventDiscarded(Happened, frozen=True, gc=False, kw_only=True):
    """The event card is done with."""

    card: str


class ActionPhaseBegan(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` has `actions` (BRI-TURN-04)."""

    seat: Seat
    actions: int


class ActionTaken(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` gave a command of the action phase, for `cost` actions. `uses`: what is now used for this turn, if anything."""

    seat: Seat
    action: str
    cost: int
    uses: str = ""


class ActionPhaseEnded(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` is done; `lost` actions were not used."""

    seat: Seat
    lost: int


class ActionsGained(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` has more actions, now or (`banked`) in its next action phase."""

    seat: Seat
    actions: int
    banked: bool
    why: Literal["leadership", "blue_bonus", "aviary"]


class ExtraTurnEarned(Happened, frozen=True, gc=False, kw_only=True):
    """Brother Ben: another turn of `seat` follows."""

    seat: Seat


class EvacuationAnnounced(Happened, frozen=True, gc=False, kw_only=True):
    """The round in progress is the last (BRI-END-03)."""

    destroyed: int
    university: int


class GameEnded(Happened, frozen=True, gc=False, kw_only=True):
    """The game is over."""

    ending: Ending
    places: tuple[Place, ...]
    rules: tuple[str, ...]


class SeatDeserted(Happened, frozen=True, gc=False, kw_only=True):
    """A player left the table (BRI-RULING-89). `turns`: how many had begun until then; None in games of the first schema."""

    seat: Seat
    turns: int | None


# ---- decisions


class DecisionAsked(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` has to decide; `agenda` is all that waits for it, this decision last."""

    seat: Seat
    decision: Decision
    agenda: tuple[AnyTask, ...]


class DecisionMade(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` has decided; what comes of it follows."""

    seat: Seat
    decision: Decision
    declined: bool


# ---- fire


class FireAdded(Happened, frozen=True, gc=False, kw_only=True):
    """The fire on `cell` rose by `levels`. `card`: by the event card itself."""

    cell: Cell
    levels: int
    card: bool
    tile: str


class FireReduced(Happened, frozen=True, gc=False, kw_only=True):
    """The fire on `cell` fell by `levels`."""

    cell: Cell
    levels: int
    why: Literal["extinguish", "send_wagon", "douse", "merchant_choice", "thaw"]
    tile: str


class FirePutOut(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` put a fire out and gets `recognition` cubes to place (BRI-ACT-EXT-04)."""

    seat: Seat
    cell: Cell
    recognition: int
    tile: str


class FiresExchanged(Happened, frozen=True, gc=False, kw_only=True):
    """Two tiles swapped their intensities (BRI-CHIEF-BLITZ-HABEN)."""

    seat: Seat
    cell: Cell
    other: Cell
    tiles: tuple[str, str]


class TileDestroyed(Happened, frozen=True, gc=False, kw_only=True):
    """A doomed tile was flipped; everything on it went home (BRI-DESTROY-02 to -04)."""

    cell: Cell
    tile: str


class AviaryRoasted(Happened, frozen=True, gc=False, kw_only=True):
    """`seats` have a cube on the destroyed Aviary (BRI-EXP-BIG-06)."""

    cell: Cell
    seats: tuple[Seat, ...]


# ---- pawns


class BrigadeMoved(Happened, frozen=True, gc=False, kw_only=True):
    """The brigade went along `path`, its end last. `kind`: `home` from the ruins on which a turn ended (BRI-ACT-MOVE-07).
    `ride`: the wagon may follow for free (BRI-UPG-07)."""

    seat: Seat
    kind: Literal["paid", "pink", "ethereal", "home"]
    path: tuple[Cell, ...]
    ride: bool
    tile: str


class BrigadePushed(Happened, frozen=True, gc=False, kw_only=True):
    """Mog the Heavy pushed the brigade of `seat`."""

    seat: Seat
    cell: Cell
    by: Seat
    tile: str


class FreeMoveEarned(Happened, frozen=True, gc=False, kw_only=True):
    """The pink firehouse: a free Move Brigade for ending on the Nobles' `cell`."""

    seat: Seat
    cell: Cell
    tile: str


class AviaryTokenTaken(Happened, frozen=True, gc=False, kw_only=True):
    """`seat` took its cube back from the Aviary."""

    seat: Seat


class WagonMoved(Happened, frozen=True, gc=False, kw_only=True):
    """The wagon of `seat` stands on `cell`."""

    seat: Seat
    cell: Cell
    kind: Literal["paid", "ride", "morgana", "send_wagon"]
    tile: str


# ---- recognition and loyalty


class CubePlaced(Happened, frozen=True, gc=False, kw_only=True):
    """A cube of `seat` came from the supply to `cell`."""

    seat: Seat
    cell: Cell
    why: str
    tile: str


class CubeRemoved(Happened, frozen=True, gc=False, kw_only=True):
    """A cube of `seat` went from `cell` to the supply."""

    seat: Seat
    cell: Cell
    why: str
    tile: str


class CubeMoved(Happened, frozen=True, gc=False, kw_only=True):
    """A cube of `seat` went from `source` to `cell` (BRI-CREW-ALI-AHMAR)."""

    seat: Seat
    source: Cell
    cell: Cell
    tiles: tuple[str, str]


class LoyaltyGained(Happened, frozen=True, gc=False, kw_only=True):
    """`cell` is loyal to `seat` now, and no more to `rival`. `source`: the own tile the token was taken from, or -1."""

    seat: Seat
    cell: Cell
    rival: Seat | None
    source: Cell
    tile: str


Event: TypeAlias = (
    CityBuilt
    | ChiefChosen
    | StartingEventsBegun
    | CrewDeckShuffled
    | EventDeckShuffled
    | TurnBegan
    | EventDrawn
    | EventDiscarded
    | ActionPhaseBegan
    | ActionTaken
    | ActionPhaseEnded
    | ActionsGained
    | ExtraTurnEarned
    | EvacuationAnnounced
    | GameEnded
    | SeatDeserted
    | DecisionAsked
    | DecisionMade
    | FireAdded
    | FireReduced
    | FirePutOut
    | FiresExchanged
    | TileDestroyed
    | AviaryRoasted
    | BrigadeMoved
    | BrigadePushed
    | FreeMoveEarned
    | AviaryTokenTaken
    | WagonMoved
    | WaterSpent
    | WaterPut
    | WaterLost
    | WaterStolen
    | CrewCardDrawn
    | SirPreciousDrawn
    | SirPreciousGiven
    | SirPreciousDiscarded
    | RecruitDone
    | CrewDiscarded
    | CrewPoached
    | TrackAdvanced
    | AllegianceDeclared
    | SideChanged
    | MimicPlaced
    | MimicReturned
    | PyreControlled
    | PyreServed
    | CubePlaced
    | CubeRemoved
    | CubeMoved
    | LoyaltyGained
)
