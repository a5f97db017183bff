"""Events of the draw, the intensification and the end: rules sections 14 and 16."""

from msgspec import UNSET, UnsetType

from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.components import AreaId, Card, Kind
from domain.rulesets.great_fire.events.base import EndBase


class FireCardDrawn(EndBase, frozen=True, gc=False):
    """A seat drew a fire card. `cards_on_stack`: the cards left on this stack card. Secret to the seat: `card`."""

    seat: Seat
    card: Card
    cards_on_stack: int


class StackCardRevealed(EndBase, frozen=True, gc=False):
    """A Fire Stack Card appeared and left the game.

    `cones_to_place` and `not_placed` are as in `NoMoveDeclared`. Without cones to place the intensification is skipped
    (GF-INT-04).
    """

    seat: Seat
    letter: str
    cones_to_place: int
    not_placed: int


class FireIntensified(EndBase, frozen=True, gc=False):
    """A seat added one cone to a burning district.

    `from_stock`: whether the cone came from the stock; if not, it came from Pudding Lane. `cones`: the cones in the
    district afterwards. `cones_to_place`: the cones that the seat has still to place. `no_move`: whether a turn without
    a movement needs the cone (GF-FIRE-13); if not, an intensification does.
    """

    seat: Seat
    district: AreaId
    cones: int
    from_stock: bool
    cones_to_place: int
    no_move: bool | UnsetType = UNSET


class FinalRoundStarted(EndBase, frozen=True, gc=False):
    """Card A left the game. The game ends after `turns_left` turns without a draw (GF-END-01, GF-OPT-02).

    `rounds`: how many of them each seat has.
    """

    turns_left: int
    rounds: int | UnsetType = UNSET


class GameScored(EndBase, frozen=True, gc=False):
    """The hidden cards, tokens and colours were revealed and the points counted.

    `objectives` (card ids), `tokens` (kinds in front of the seat) and `colours` have one entry a seat, as have
    `houses_standing` and `piles`, which decide ties. `outcome` has every score line and the places.
    """

    objectives: tuple[tuple[str, ...], ...]
    tokens: tuple[tuple[Kind, ...], ...]
    colours: tuple[str, ...]
    houses_standing: tuple[int, ...]
    piles: tuple[int, ...]
    outcome: Outcome
