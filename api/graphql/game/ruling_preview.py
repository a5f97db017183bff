"""What the preview of a ruling tells: its steps, and what it changes for whom."""

from typing import Final, NamedTuple

import strawberry

from api.graphql.command import LegalCommand, ObjectionNode, legal_commands
from api.graphql.fields import field
from api.graphql.scalars import Json
from api.graphql.step import LineNode
from domain.engine.viewer import own_seat
from services.languages import NamedLine
from services.rulings.preview import LegalShift, Offers, RulingPreview, ScoreShift, ViewerChange

COMMANDS_MAX: Final = 50


class TriedRuling(NamedTuple):
    """A preview, and how it is told."""

    outlook: RulingPreview
    lines: list[NamedLine]
    refusal: ObjectionNode | None
    seat_names: tuple[str, ...]


@strawberry.type(name="ViewerChange", description="What a ruling would change in the view of one viewer.")
class ViewerChangeNode:
    change: strawberry.Private[ViewerChange]

    @field("The seat whose view it is; null for spectators.")
    def seat(self) -> int | None:
        return own_seat(self.change.viewer)

    @field("The change of `viewJson`, as a JSON Patch (RFC 6902).", Json)
    def patch(self) -> object:
        return self.change.patch


@strawberry.type(name="ScoreShift", description="Points of one source of a seat before and after a ruling.")
class ScoreShiftNode:
    """Declares the fields only: resolvers return `services.rulings.preview.ScoreShift`."""

    seat: int = strawberry.field(description="Whose points they are, counted from 0.")
    source: str = strawberry.field(description="As in `TrackPoint.source`; `adjusted`: what rulings give and take.")
    before: int = strawberry.field(description="If the game ended now without the ruling.")
    after: int = strawberry.field(description="If it ended right after the ruling.")


@strawberry.type(name="LegalShift", description="How a ruling would change what a seat may play.")
class LegalShiftNode:
    shift: strawberry.Private[LegalShift]
    seat_names: strawberry.Private[tuple[str, ...]]

    @field("The seat whose choices change, counted from 0.")
    def seat(self) -> int:
        return self.shift.seat

    @field("How many commands it could play only before.")
    def lost_count(self) -> int:
        return len(self.shift.lost.commands)

    @field("How many commands it could play only afterwards.")
    def won_count(self) -> int:
        return len(self.shift.won.commands)

    @field("Those that it could play only before, at most 50.", list[LegalCommand])
    def lost(self) -> object:
        return self._some(self.shift.lost)

    @field("Those that it could play only afterwards, at most 50.", list[LegalCommand])
    def won(self) -> object:
        return self._some(self.shift.won)

    def _some(self, offers: Offers) -> list[LegalCommand]:
        return legal_commands(offers.commands[:COMMANDS_MAX], offers.position, self.seat_names)


@strawberry.type(name="RulingPreview", description="What a ruling would bring. Nothing of it is carried out or kept.")
class RulingPreviewNode:
    tried: strawberry.Private[TriedRuling]

    @field("Why it would be refused; null where it would be made.", ObjectionNode | None)
    def refusal(self) -> ObjectionNode | None:
        return self.tried.refusal

    @field("The steps that it would bring, as an arbiter sees them.", list[LineNode])
    def lines(self) -> list[NamedLine]:
        return self.tried.lines

    @field("What each seat and the spectators would see change.")
    def views(self) -> list[ViewerChangeNode]:
        return [ViewerChangeNode(change=each) for each in self.tried.outlook.views]

    @field("Which points would change.", list[ScoreShiftNode])
    def scores(self) -> tuple[ScoreShift, ...]:
        return self.tried.outlook.scores

    @field("Which seats could play something else than now.")
    def legal(self) -> list[LegalShiftNode]:
        return [LegalShiftNode(shift=each, seat_names=self.tried.seat_names) for each in self.tried.outlook.legal]
