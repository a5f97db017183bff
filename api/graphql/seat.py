"""Seats, and viewers: as whom somebody looks at a game."""

import enum
from typing import Annotated, Final, TypeAlias

import strawberry

from api.graphql.fields import field
from api.graphql.node import Node, global_id
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer, seat_of
from domain.game.view import SeatView


@strawberry.enum(name="ViewerKind", description="Viewers that are not a seat.")
class ViewerKind(enum.Enum):
    SPECTATOR = strawberry.enum_value("SPECTATOR", description="Knows what everybody in the game knows.")
    ARBITER = strawberry.enum_value("ARBITER", description="Knows everything, as everybody does after the end.")


@strawberry.input(
    one_of=True, description="As whom to look: as a seat, or as a viewer that is not a seat (GAME-HID-01)."
)
class ViewerInput:
    seat: int | None = strawberry.UNSET
    kind: ViewerKind | None = strawberry.UNSET


AsViewer: TypeAlias = Annotated[
    ViewerInput | None,
    strawberry.argument(
        name="as", description="As whom to look. Left out: as the caller's own seat, or as a spectator."
    ),
]

NOBODY: Final = Viewer(-1_000)
"""A viewer that nobody may be, for seats below 0: the domain uses those numbers for other viewers."""


def viewer_of(given: ViewerInput | None) -> Viewer | None:
    """The domain's viewer; None if none was given. `Look.eyes` refuses a seat that the game does not have."""
    if given is None:
        return None
    if given.kind is not None and given.kind is not strawberry.UNSET:
        return ARBITER if given.kind is ViewerKind.ARBITER else SPECTATOR
    seat = given.seat
    assert isinstance(seat, int)
    return seat_of(seat) if seat >= 0 else NOBODY


@strawberry.type(name="SeatInView", description="A seat after one step, as everybody saw it then.")
class SeatInViewNode:
    """Declares the fields only: resolvers return the domain's `SeatView`."""

    seat: int
    name: str
    taken: bool
    bot: str = strawberry.field(description="The service's bot that plays it; empty if none does.")
    resigned: bool
    forfeited: bool = strawberry.field(
        description="Whether it was lost, on time or by a ruling (GAME-CLOCK-06, GAME-RULING-03). It is `resigned` too."
    )
    share: str = strawberry.field(description="Its part in the chance (GAME-CHANCE-02).")


@strawberry.type(name="SeatInGame", description="A seat as everybody sees it now.")
class SeatNode(Node):
    game_id: strawberry.Private[str]
    view: strawberry.Private[SeatView]

    @field("Its global id: the game and the number of the seat.")
    def id(self) -> strawberry.ID:
        return global_id("SeatInGame", self.game_id, self.view.seat)

    @field("Its number, 0..n-1 in turn order.")
    def seat(self) -> int:
        return self.view.seat

    @field("What its player or bot is called; empty while the seat is free.")
    def name(self) -> str:
        return self.view.name

    @field("Whether a player or a bot has it.")
    def taken(self) -> bool:
        return self.view.taken

    @field("The service's bot that plays it; empty if none does.")
    def bot(self) -> str:
        return self.view.bot

    @field("Whether its player gave up, so that a bot plays on (GAME-RESIGN-01).")
    def resigned(self) -> bool:
        return self.view.resigned

    @field("Whether it was lost, on time or by a ruling (GAME-CLOCK-06, GAME-RULING-03). It is `resigned` too.")
    def forfeited(self) -> bool:
        return self.view.forfeited

    @field("Its part in the chance (GAME-CHANCE-02).")
    def share(self) -> str:
        return self.view.share
