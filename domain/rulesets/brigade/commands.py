"""The commands that a seat may give. `rules/` says when each is allowed.

Cells are numbers 0..35 in reading order (row * 6 + column). Crew cards, chiefs, colours and tracks are their
printed ids. What section 15.1 has as one wide command is several here: cubes of recognition are placed tile by
tile, and what an ability does to a tile, a card or a rival is a decision of its own. A move of a brigade names its
end, and only those tiles on the way where something happens (a rival pawn to steal from, the own cube on the
Aviary). All other ways are the same.
"""

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import Cell, Direction, TrackName

MoveKind: TypeAlias = Literal["paid", "pink", "ethereal"]
"""For an action, free by the pink firehouse, or in the ethereal form of Aurath Ether."""
WagonKind: TypeAlias = Literal["paid", "ride", "morgana"]
"""For an action, by riding along after a move of the brigade (BRI-UPG-07), or by Morgana Magos."""
HoseKind: TypeAlias = Literal["brigade", "leon", "ash", "copied_ash"]
"""The brigade on its own tile, Leon Bertrand's wagon, Ash beside the brigade, or Galeela's copy of Ash."""


class BaseCommand(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"brigade.{name}"):
    """The base of all commands: the seat that gives it."""

    seat: Seat


class ChiefActionBase(BaseCommand, frozen=True, gc=False):
    """The base of the chiefs' special actions (BRI-ADV-03)."""


class AnswerBase(BaseCommand, frozen=True, gc=False):
    """The base of all answers to decisions."""


# ---- actions


class MoveBrigade(BaseCommand, frozen=True, gc=False, kw_only=True):
    """Move the own pawn by one to three steps to `to` (BRI-ACT-MOVE-01). `via`: the tiles on the way where something
    happens, in order. `pushes`: the tiles to which Mog pushes the rival brigades at the end, in turn order."""

    kind: MoveKind
    to: Cell
    via: tuple[Cell, ...] = ()
    pushes: tuple[Cell, ...] = ()


class MoveWagon(BaseCommand, frozen=True, gc=False, kw_only=True):
    """Move the wagon to `to` (BRI-ACT-WAGON-01)."""

    kind: WagonKind
    to: Cell


class Extinguish(BaseCommand, frozen=True, gc=False, kw_only=True):
    """Spend water on the fire at `cell`: `wagon` and `chief` tokens, and `crew` from each crew card in order of
    recruitment (BRI-ACT-EXT-03)."""

    kind: HoseKind
    cell: Cell
    wagon: int = 0
    chief: int = 0
    crew: tuple[int, ...] = ()


class Refill(BaseCommand, frozen=True, gc=False, kw_only=True):
    """Fill the pawns on `cell`. `for_cube`: by the white firehouse, for an own cube there."""

    cell: Cell
    for_cube: bool = False


class Recruit(BaseCommand, frozen=True, gc=False):
    """Draw two crew cards (BRI-ACT-RECRUIT-02)."""


class Transfer(BaseCommand, frozen=True, gc=False, kw_only=True):
    """The new amounts of water on the wagon, the chief and each crew card in order of recruitment."""

    wagon: int
    chief: int
    crew: tuple[int, ...] = ()


class Upgrade(BaseCommand, frozen=True, gc=False):
    """Advance a marker (BRI-ACT-UPGRADE-01)."""

    track: TrackName


class DiscardSirPrecious(BaseCommand, frozen=True, gc=False):
    """Get rid of Sir Precious at the seat's own firehouse (BRI-CREW-SIR-PRECIOUS)."""


class EndTurn(BaseCommand, frozen=True, gc=False):
    """End the action phase; actions left are lost (BRI-TURN-05)."""


# ---- chiefs


class SendWagon(ChiefActionBase, frozen=True, gc=False):
    """Gloria Ignis: the wagon goes to `cell` and puts its fire out."""

    cell: Cell


class Polymorph(ChiefActionBase, frozen=True, gc=False, kw_only=True):
    """Blitz Haben: exchange the intensities of `cell` and `other`, a neighbour that comes later in reading order."""

    cell: Cell
    other: Cell


class Poach(ChiefActionBase, frozen=True, gc=False, kw_only=True):
    """Frith Goldmane: take a rival's crew card; `replaced` leaves a full brigade. The cube is asked for next."""

    card: str
    replaced: str = ""


class ExtraUpgrade(ChiefActionBase, frozen=True, gc=False):
    """Glint Dampshot: another Upgrade. The cube is asked for next."""

    track: TrackName


class DeclareAllegiance(ChiefActionBase, frozen=True, gc=False):
    """Bernhardt Blaze: event cards spare the loyal buildings of the seat until its next turn."""


class ChangeSide(ChiefActionBase, frozen=True, gc=False):
    """White Fang: turn to the other side, at Dusk or at Dawn."""


class PlaceMimic(ChiefActionBase, frozen=True, gc=False):
    """Galeela: put the mimic token on a crew card in play."""

    card: str


class ControlFirestorm(ChiefActionBase, frozen=True, gc=False):
    """Cindy Bustion: cubes on the tiles of the next firestorm."""


# ---- answers to decisions


class ChooseChief(AnswerBase, frozen=True, gc=False, kw_only=True):
    """The chief and the firehouse; in the base game the firehouse has the chief's colour (BRI-ADV-04)."""

    chief: str
    firehouse: str


class PlaceCubes(AnswerBase, frozen=True, gc=False, kw_only=True):
    """Place `number` cubes of a recognition on `cell`, one after another (BRI-RECOG-03)."""

    cell: Cell
    number: int


class ChooseCell(AnswerBase, frozen=True, gc=False):
    """The tile that the decision asks for."""

    cell: Cell


class ChooseCube(AnswerBase, frozen=True, gc=False):
    """The tile from which a cube of the seat is taken."""

    cell: Cell


class ChooseRecruit(AnswerBase, frozen=True, gc=False, kw_only=True):
    """Keep the drawn crew card `card`; `replaced` leaves the brigade, if not empty."""

    card: str
    replaced: str = ""


class ChooseCard(AnswerBase, frozen=True, gc=False):
    """The crew card of the seat that the decision asks for."""

    card: str


class ChooseRival(AnswerBase, frozen=True, gc=False):
    """The other player that the decision asks for."""

    rival: Seat


class ChooseTrack(AnswerBase, frozen=True, gc=False):
    """The track of a free Upgrade."""

    track: TrackName


class ChooseDirection(AnswerBase, frozen=True, gc=False):
    """The direction in which Old Tom Oak falls."""

    direction: Direction


class LoseWater(AnswerBase, frozen=True, gc=False):
    """The place that loses a water: `wagon`, `chief` or a crew card's id."""

    source: str


class TakeWater(AnswerBase, frozen=True, gc=False, kw_only=True):
    """Ali Ahmar: put water on the chief and on each crew card in order of recruitment."""

    chief: int
    crew: tuple[int, ...] = ()


class Accept(AnswerBase, frozen=True, gc=False):
    """Say yes to a decision that can be answered with yes or no."""


class Decline(AnswerBase, frozen=True, gc=False):
    """Choose nothing, or nothing more, where the decision allows it."""


Answer: TypeAlias = (
    ChooseChief
    | PlaceCubes
    | ChooseCell
    | ChooseCube
    | ChooseRecruit
    | ChooseCard
    | ChooseRival
    | ChooseTrack
    | ChooseDirection
    | LoseWater
    | TakeWater
    | Accept
    | Decline
)
ChiefAction: TypeAlias = (
    SendWagon | Polymorph | Poach | ExtraUpgrade | DeclareAllegiance | ChangeSide | PlaceMimic | ControlFirestorm
)
Action: TypeAlias = (
    MoveBrigade
    | MoveWagon
    | Extinguish
    | Refill
    | Recruit
    | Transfer
    | Upgrade
    | DiscardSirPrecious
    | EndTurn
    | ChiefAction
)
Command: TypeAlias = Action | Answer
ANSWERS: Final = frozenset[type](get_args(Answer))
"""The types of all answers. A lookup is much faster than `isinstance` with a Struct."""
