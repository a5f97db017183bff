"""What happened in a game, as complete facts. Decides nothing and hides nothing: who is told what is in `view.tell`.

Fields that some seats may not know are marked *secret*; the log keeps them for the service, `tell` leaves them out.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.rulesets.great_fire.commands import Card
from domain.rulesets.great_fire.options import Options

Kind: TypeAlias = Literal["charge", "double_move", "vp"]
"""The hidden side of a black token."""


class Happened(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=lambda name: f"great_fire.{name}"):
    """What all events have: nothing but their tag."""


# ---- set-up


class GameCreated(Happened, frozen=True, gc=False):
    """The box is opened: `seats` players, the options, and the start player drawn by chance (GF-SETUP-02)."""

    seats: int
    options: Options
    start: Seat


class HandDealt(Happened, frozen=True, gc=False):
    """A seat got its five fire cards. Secret to the seat: `cards`."""

    seat: Seat
    cards: tuple[Card, ...]


class HandConfirmed(Happened, frozen=True, gc=False):
    """A seat kept its hand."""

    seat: Seat


class HandExchanged(Happened, frozen=True, gc=False):
    """A seat showed five equal cards and took new ones. Secret to the seat: `drawn`."""

    seat: Seat
    shown: tuple[Card, ...]
    drawn: tuple[Card, ...]


class FireDeckBuilt(Happened, frozen=True, gc=False):
    """The fire deck stands. `stack_cards`: the letters, top first; `sizes`: the fire cards on each, in the same order.

    Secret to the service: `order` (every fire card, top first) and `leftover` (the cards back in the box).
    """

    stack_cards: tuple[str, ...]
    sizes: tuple[int, ...]
    order: tuple[Card, ...]
    leftover: tuple[Card, ...]


class HousesPlaced(Happened, frozen=True, gc=False):
    """All 120 houses stand: district -> the colours of its houses (GF-SETUP-08)."""

    houses: Mapping[str, tuple[str, ...]]


class ColourDealt(Happened, frozen=True, gc=False):
    """A seat got its colour card and its landowner. With `hidden` (option A) `colour` is secret to the seat."""

    seat: Seat
    colour: str
    pawn: str
    hidden: bool


class TokensPlaced(Happened, frozen=True, gc=False):
    """A token lies on each yellow-bannered district: district -> kind. Secret to the service: the kinds."""

    tokens: Mapping[str, Kind]


class ObjectivesDealt(Happened, frozen=True, gc=False):
    """A seat got one objective card of each deck (their ids). Secret to the seat: `cards`."""

    seat: Seat
    cards: tuple[str, ...]


class BandPlaced(Happened, frozen=True, gc=False):
    """A trained band was put on the board; `seat` is None for the bands whose places are printed (GF-SETUP-14, GF-SETUP-15)."""

    seat: Seat | None
    area: str


class LandownerPlaced(Happened, frozen=True, gc=False):
    """A seat's landowner was put on the board."""

    seat: Seat
    area: str


# ---- the fire phase


class FireCardPlayed(Happened, frozen=True, gc=False):
    """A fire card was played and discarded."""

    seat: Seat
    card: Card


class DoubleMovePlayed(Happened, frozen=True, gc=False):
    """A double-move token was used; it goes back to the box."""

    seat: Seat


class FireMoved(Happened, frozen=True, gc=False):
    """A cone went from `source` into `target` by `card`. `way`: a shortest way, both ends included. `rank`: the target's
    priority, 1 to 4. `source_cones`, `target_cones`: the cones there afterwards, before any other consequence."""

    seat: Seat
    card: Card
    source: str
    target: str
    way: tuple[str, ...]
    rank: int
    source_cones: int
    target_cones: int


class FireContainedOnArrival(Happened, frozen=True, gc=False):
    """The bands in the district covered the cone that came in: nothing burnt."""

    district: str


class DistrictBurnt(Happened, frozen=True, gc=False):
    """Fire took a district uncontained. `houses`: the colours lost, none if it was empty already. `cones_added` came
    `from_stock` and `from_pudding_lane`. `cones`: how many the district holds afterwards."""

    district: str
    houses: tuple[str, ...]
    cones_added: int
    from_stock: int
    from_pudding_lane: int
    cones: int


class TokenTaken(Happened, frozen=True, gc=False):
    """The active player took the token of a district that burnt down. Secret to the seat: `kind`."""

    seat: Seat
    district: str
    kind: Kind


class PuddingLaneRefilled(Happened, frozen=True, gc=False):
    """Pudding Lane had no cone and got `cones` from the stock."""

    cones: int


class ConesReturned(Happened, frozen=True, gc=False):
    """Stock and Pudding Lane were exhausted: `cones` given back to the stock, one number for each seat."""

    cones: tuple[int, ...]


class NoMoveDeclared(Happened, frozen=True, gc=False):
    """A seat showed its whole `hand`, which allowed no movement, and discarded one card. `owed`: the cones it has to place
    one by one, `not_placed` those of the three for which there is no room or no cone."""

    seat: Seat
    hand: tuple[Card, ...]
    discard: Card
    owed: int
    not_placed: int


# ---- the action phase


class LandownerMoved(Happened, frozen=True, gc=False):
    """A seat's own landowner moved over one link."""

    seat: Seat
    origin: str
    to: str
    points_left: int


class BandMoved(Happened, frozen=True, gc=False):
    """A band moved over one link. `pinned`: it came upon an uncovered cone and stays on it (GF-ACT-06)."""

    seat: Seat
    origin: str
    to: str
    pinned: bool
    points_left: int


class ConePutOut(Happened, frozen=True, gc=False):
    """A cone was taken from a contained fire. `cones`: how many are left there; `pile`: the seat's pile afterwards."""

    seat: Seat
    district: str
    cones: int
    pile: int
    points_left: int


class HeroTaken(Happened, frozen=True, gc=False):
    """A seat took the Hero card, `from_seat` another one or from beside the board (None)."""

    seat: Seat
    from_seat: Seat | None


class DistrictDemolished(Happened, frozen=True, gc=False):
    """A charge made a fire break of a district. `houses`: the colours lost. `token`: what lay there and was destroyed unseen,
    None if nothing did. Secret to the service: which kind (that there was one is public)."""

    seat: Seat
    district: str
    houses: tuple[str, ...]
    token: Kind | None


class ActionsEnded(Happened, frozen=True, gc=False):
    """A seat ended its action phase; `points_lost` were not spent."""

    seat: Seat
    points_lost: int


# ---- draw, intensification, end


class FireCardDrawn(Happened, frozen=True, gc=False):
    """A seat drew a fire card. `left`: the cards left on this stack card. Secret to the seat: `card`."""

    seat: Seat
    card: Card
    left: int


class StackCardRevealed(Happened, frozen=True, gc=False):
    """A Fire Stack Card appeared and leaves the game. `owed` and `not_placed` as in `NoMoveDeclared`; with `owed` 0 the
    intensification is skipped (GF-INT-04)."""

    seat: Seat
    letter: str
    owed: int
    not_placed: int


class FireIntensified(Happened, frozen=True, gc=False):
    """One cone was added to a burning district, `from_stock` or from Pudding Lane. `cones`: how many the district holds
    afterwards; `owed`: the cones the seat has still to place."""

    seat: Seat
    district: str
    cones: int
    from_stock: bool
    owed: int


class FinalRoundStarted(Happened, frozen=True, gc=False):
    """Card A has gone: `turns_left` turns, without a draw, to the end of the game (GF-END-01, GF-OPT-02)."""

    turns_left: int


class GameScored(Happened, frozen=True, gc=False):
    """Everything hidden is shown and counted. One entry for each seat in `objectives` (card ids), `tokens` (kinds held) and
    `colours`; `houses_standing` and `piles` decide ties; `outcome` has every score line and the places."""

    objectives: tuple[tuple[str, ...], ...]
    tokens: tuple[tuple[Kind, ...], ...]
    colours: tuple[str, ...]
    houses_standing: tuple[int, ...]
    piles: tuple[int, ...]
    outcome: Outcome


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
FirePhaseEvent: TypeAlias = (
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
Event: TypeAlias = SetUpEvent | FirePhaseEvent | ActionEvent | EndEvent
