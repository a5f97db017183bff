"""Commands as they were recorded: a caller's own, and the refused ones."""

import enum
from collections.abc import Sequence
from datetime import datetime

import msgspec
import strawberry

from api.graphql.command import CommandProblem, ObjectionNode, objection
from api.graphql.fields import field
from api.graphql.node import Node, global_id, viewer_word
from api.graphql.paging import PageInfo, forward_info
from api.graphql.scalars import Cursor, Json, time_of
from domain.engine.viewer import Viewer
from domain.log.refusals import decode_refusal
from services.ports import StoredCommand
from services.reads.explain import RefusalRecord


@strawberry.enum(name="CommandOutcome", description="What became of a command.")
class CommandOutcome(enum.Enum):
    ACCEPTED = "accepted"
    REFUSED = "refused"


@strawberry.type(name="CommandRecord", description="A command of the caller's own, as it was recorded.")
class CommandRecord(Node):
    """`ruleset`: the game's; `names`: those of the seats."""

    stored: strawberry.Private[StoredCommand]
    ruleset: strawberry.Private[str]
    names: strawberry.Private[tuple[str, ...]]

    @field("Its global id: the game and the command.")
    def id(self) -> strawberry.ID:
        return global_id("CommandRecord", self.stored.game_id, self.stored.command_id)

    @field("The `commandId` that it was sent with.")
    def command_id(self) -> strawberry.ID:
        return strawberry.ID(self.stored.command_id)

    @field("Whether it was carried out or refused.", CommandOutcome)
    def outcome(self) -> str:
        return self.stored.outcome

    @field("Its first step; if it was refused, the version it met.")
    def first_version(self) -> int:
        return self.stored.first_version

    @field("Its last step; if it was refused, the version it met.")
    def last_version(self) -> int:
        return self.stored.last_version

    @field("When it was decided.")
    def time(self) -> datetime:
        return time_of(self.stored.time_us)

    @field("What was decided on, exactly and seat included.")
    def command_json(self) -> Json:
        return msgspec.Raw(self.stored.body)

    @field("What the rules said against it; null if it was accepted.", ObjectionNode | None)
    def refusal(self) -> ObjectionNode | None:
        answer = self.stored.answer
        return objection(decode_refusal(answer), self.ruleset, self.names) if answer else None


@strawberry.type(name="Refusal", description="A refused command, as it was recorded.")
class RefusalNode(Node, CommandProblem):
    """`viewer`: who may know of it."""

    record: strawberry.Private[RefusalRecord]
    game_id: strawberry.Private[str]
    viewer: strawberry.Private[Viewer]

    @field("Its global id: the game, the command and the viewer, as whom `node` reads it.")
    def id(self) -> strawberry.ID:
        return global_id("Refusal", self.game_id, self.record.command_id, viewer_word(self.viewer))

    @field("The last step of the game when it was decided.")
    def version(self) -> int:
        return self.record.version

    @field("The one that sent it; null if it came from a principal without a seat.")
    def from_seat(self) -> int | None:
        return self.record.seat

    @field("When the service decided against it.")
    def time(self) -> datetime:
        return time_of(self.record.time_us)

    @field("When the whole request had been read, to the microsecond.")
    def received_at(self) -> datetime:
        return time_of(self.record.received_us)

    @field("The `commandId` that it was sent with.")
    def command_id(self) -> strawberry.ID:
        return strawberry.ID(self.record.command_id)

    @field("What was refused, exactly and seat included.")
    def command_json(self) -> Json:
        return msgspec.Raw(self.record.body)

    @field("Who sent it: an id for `Query.principal`, or the name of a part of the service.")
    def principal_id(self) -> strawberry.ID:
        return strawberry.ID(self.record.principal)


def refusal_node(record: RefusalRecord, game_id: str, viewer: Viewer) -> RefusalNode:
    """A recorded refusal for a viewer who may know of it."""
    return RefusalNode(
        record=record,
        game_id=game_id,
        viewer=viewer,
        code=record.refusal.refused.code,
        words=record.refusal,
        cited=record.refusal.refused.rules,
        known=record.refusal.refused.facts,
    )


@strawberry.type(name="RefusalEdge")
class RefusalEdge:
    cursor: Cursor
    node: RefusalNode = strawberry.field(description="The refused command, its seat and its reason.")


@strawberry.type(name="RefusalConnection", description="Refused commands in the order they were decided.")
class RefusalConnection:
    edges: list[RefusalEdge]
    page_info: PageInfo


def refusal_connection(nodes: Sequence[RefusalNode], size: int, after: Cursor | None) -> RefusalConnection:
    """A page of `size` refusals; one more means that there is a next page. Their cursors are command ids."""
    edges = [RefusalEdge(cursor=each.record.command_id, node=each) for each in nodes[:size]]
    page_info = forward_info([edge.cursor for edge in edges], after=after, has_next_page=len(nodes) > size)
    return RefusalConnection(edges=edges, page_info=page_info)
