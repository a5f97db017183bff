"""What proves a game: the exact bytes of its steps and commands, and why a command was not legal at a moment."""

from base64 import b64encode
from typing import Annotated, Final

import strawberry

from api.graphql.command import CommandInput, ObjectionNode, objection
from api.graphql.fields import Info, field
from api.graphql.game.facts import GameFacts
from api.graphql.paging import RECORDS_DEFAULT, RECORDS_MAX, PageInfo, forward_info, forward_page
from api.graphql.record import CommandOutcome
from api.graphql.scalars import Cursor, Json, step_of
from api.graphql.seat import ViewerInput, viewer_of
from api.problems import Problem
from domain.engine.codec import canonical
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Seat
from services.log.command_chain import content_of_command
from services.ports import RawStep, StoredCommand
from services.reads.evidence import (
    BetweenCommands,
    is_record_open,
    objections_at,
    recorded_commands,
    recorded_steps,
)

RULES_POINTS: Final = 80
"""What it costs to judge a command on an earlier state."""

OfSeat = Annotated[int, strawberry.argument(description="The seat whose command it would have been, counted from 0.")]


@strawberry.type(name="RecordedStep", description="One step exactly as it stands in the log, for checks of the chain.")
class RecordedStepNode:
    row: strawberry.Private[RawStep]

    @field("The step's number, counted from 1.")
    def version(self) -> int:
        return self.row.version

    @field("The recorded link: SHA-256 of 0x01, the previous hash and the body, in hex.")
    def hash(self) -> str:
        return self.row.hash.hex()

    @field("The recorded hash of the step before, in hex; 32 zero bytes for the first step.")
    def prev_hash(self) -> str:
        return self.row.prev_hash.hex()

    @field("The exact bytes that were hashed, in base64: canonical JSON (RFC 8785).")
    def body(self) -> str:
        return b64encode(self.row.body).decode()


@strawberry.type(
    name="RecordedCommand", description="One decided command exactly as it stands in the log, refused ones too."
)
class RecordedCommandNode:
    row: strawberry.Private[StoredCommand]

    @field("Its place in the chain of the game's commands, counted from 1.")
    def ordinal(self) -> int:
        return self.row.ordinal

    @field("The `commandId` that it was sent with.")
    def command_id(self) -> strawberry.ID:
        return strawberry.ID(self.row.command_id)

    @field("Whether it was carried out or refused.", CommandOutcome)
    def outcome(self) -> str:
        return self.row.outcome

    @field("SHA-256 of 0x02, the link before, the ordinal in four bytes and the SHA-256 of `content`, in hex.")
    def link(self) -> str:
        return self.row.link.hex()

    @field("Everything that the link covers, as exact canonical JSON. `body` and `answer` in it are SHA-256 in hex.")
    def content(self) -> str:
        return canonical(content_of_command(self.row)).decode()

    @field("The exact bytes of the command, in base64.")
    def body(self) -> str:
        return b64encode(self.row.body).decode()

    @field("The exact bytes of the refusal, in base64; empty for a command that was carried out.")
    def answer(self) -> str:
        return b64encode(self.row.answer).decode()


@strawberry.type(name="RecordedStepEdge")
class RecordedStepEdge:
    cursor: Cursor
    node: RecordedStepNode = strawberry.field(description="The step with its bytes and its hashes.")


@strawberry.type(name="RecordedStepConnection", description="Recorded steps of one game in their order.")
class RecordedStepConnection:
    edges: list[RecordedStepEdge]
    page_info: PageInfo


@strawberry.type(name="RecordedCommandEdge")
class RecordedCommandEdge:
    cursor: Cursor
    node: RecordedCommandNode = strawberry.field(description="The command with its bytes and its link.")


@strawberry.type(name="RecordedCommandConnection", description="Recorded commands in the order of their decisions.")
class RecordedCommandConnection:
    edges: list[RecordedCommandEdge]
    page_info: PageInfo


@strawberry.type
class GameEvidence(GameFacts):
    """The part of `Game` that an organiser needs to prove what happened."""

    @field(
        "Its steps exactly as they were recorded, once it is over; null before, and in a sandbox that keeps somebody's "
        "secrets. At most 200 a page."
    )
    async def recorded_steps(
        self, info: Info, first: int | None = None, after: Cursor | None = None
    ) -> RecordedStepConnection | None:
        size, place = forward_page(first, RECORDS_DEFAULT, RECORDS_MAX), step_of(after) or BEFORE_FIRST
        if not is_record_open(info.context.principal, self.visible):
            return None
        rows = await recorded_steps(info.context.services.world, self.visible, Step(place), size + 1)
        edges = [RecordedStepEdge(cursor=str(row.version), node=RecordedStepNode(row=row)) for row in rows[:size]]
        page = forward_info([each.cursor for each in edges], after=after, has_next_page=len(rows) > size)
        return RecordedStepConnection(edges=edges, page_info=page)

    @field(
        "Its commands exactly as they were recorded, refused ones too, once it is over; null where `recordedSteps` "
        "is. At most 200 a page."
    )
    async def recorded_commands(
        self, info: Info, first: int | None = None, after: Cursor | None = None
    ) -> RecordedCommandConnection | None:
        size, place = forward_page(first, RECORDS_DEFAULT, RECORDS_MAX), step_of(after) or BEFORE_FIRST
        if not is_record_open(info.context.principal, self.visible):
            return None
        rows = await recorded_commands(info.context.services.world, self.visible, place, size + 1)
        edges = [RecordedCommandEdge(cursor=str(row.ordinal), node=RecordedCommandNode(row=row)) for row in rows[:size]]
        page = forward_info([each.cursor for each in edges], after=after, has_next_page=len(rows) > size)
        return RecordedCommandConnection(edges=edges, page_info=page)

    @field(
        "Every rule that forbade a command of a seat after step `at`, first the one that refuses it; empty if it was "
        "legal. For those who may look as that seat. Give exactly one of `command` and `commandJson`.",
        list[ObjectionNode],
    )
    async def why_not_at(
        self, info: Info, at: int, seat: OfSeat, command: CommandInput | None = None, command_json: Json | None = None
    ) -> list[ObjectionNode]:
        look = info.context.services.look
        viewer = info.context.viewer(self.visible, viewer_of(ViewerInput(seat=seat)))
        request = self.own_command(command, command_json).command
        visible = await look.whole(self.visible)
        info.context.effort.spend(RULES_POINTS)
        await info.context.effort.pause()
        try:
            refused = objections_at(visible, Step(at), Seat(viewer), request)
        except BetweenCommands as error:
            raise Problem("NO_SUCH_STEP", str(error), gameId=visible.game_id, step=at, version=error.last) from error
        ruleset, names = self.visible.game.ruleset.id, self.visible.seat_names
        return [objection(each, ruleset, names) for each in refused]
