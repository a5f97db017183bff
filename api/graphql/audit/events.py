"""Questions across games: public events by rule, type, ruleset, oneself and time."""

import base64
import binascii
import uuid
from datetime import datetime
from typing import Final

import strawberry

from api.graphql.audit.outages import micros
from api.graphql.fields import Info, field
from api.graphql.lists.games import Phase
from api.graphql.paging import EVENTS_DEFAULT, EVENTS_MAX, PageInfo, forward_info, forward_page
from api.graphql.scalars import Cursor, Json, time_of
from api.graphql.step import LineNode
from api.problems import Problem
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR
from services.audit.events import FOREVER_US, BadFacts, EventChoice, EventPlace, EventRow, TooWide, checked, facts_of
from services.languages import NamedLine
from services.reads.look import step_for

LINE_POINTS: Final = 400
"""What it costs to read a whole game for one line."""
EXAMINED_POINTS: Final = 2_000
"""What it costs to look at events one by one, for facts or phases."""


@strawberry.input(
    name="EventFilterInput",
    description="Which public events. Without `types`, `rules` and `mine`, the time is at most 31 days.",
)
class EventFilterInput:
    ruleset: str | None = strawberry.field(default=None, description="Only games of this ruleset.")
    ruleset_version: int | None = strawberry.field(default=None, description="Only games played by this version.")
    types: list[str] | None = strawberry.field(default=None, description="One of these types; at most 10.")
    rules: list[str] | None = strawberry.field(default=None, description="Citing one of these rules; at most 10.")
    mine: bool = strawberry.field(default=False, description="Only what the caller did, in any seat.")
    seat: int | None = strawberry.field(default=None, description="Only what this seat did, counted from 0.")
    phase: Phase | None = strawberry.field(default=None, description="Only of games that are in this phase now.")
    facts: Json | None = strawberry.field(
        default=None,
        description='Only with these facts of the spectators\' line: `{card: "ale"}`. Of a list, with these entries. '
        "It needs `types`, `rules` or `mine`.",
    )


@strawberry.type(name="PublicEvent", description="A step of some game, as everybody may know it.")
class PublicEventNode:
    row: strawberry.Private[EventRow]

    @field("The id of the game; `Query.game` reads it by this id.")
    def game_id(self) -> strawberry.ID:
        return strawberry.ID(self.row.place.game_id)

    @field("The number of the step in it.")
    def version(self) -> int:
        return self.row.place.version

    @field("Since when everybody may know of it.")
    def public_since(self) -> datetime:
        return time_of(self.row.place.shows_us)

    @field("By whose rules it was played, as an id of `Query.rulesets`.")
    def ruleset(self) -> str:
        return self.row.ruleset

    @field("The version of the ruleset that the game is played by.")
    def ruleset_version(self) -> int:
        return self.row.ruleset_version

    @field("The type of the event, such as `game.GameEnded`.")
    def type(self) -> str:
        return self.row.type

    @field("The seat that did it; null if no seat did.")
    def seat(self) -> int | None:
        return self.row.seat

    @field("The ids of the rules that it rests on, the most telling first.")
    def rule_ids(self) -> list[str]:
        return list(self.row.rules)

    @field("Its fields that spectators may know.")
    def facts(self) -> Json:
        return self.row.facts

    @field(
        "The same in a sentence, read from the game, which costs more. Null while its log cannot be read.",
        LineNode | None,
    )
    async def line(self, info: Info) -> NamedLine | None:
        info.context.effort.spend(LINE_POINTS)
        await info.context.effort.pause()
        visible = await info.context.services.look.game(None, self.row.place.game_id)
        if visible is None or self.row.place.version > visible.version:
            return None
        step = visible.history.steps[self.row.place.version - 1]
        return step_for(visible.history, step, SPECTATOR, visible.version).line


@strawberry.type(name="PublicEventEdge")
class PublicEventEdge:
    cursor: Cursor
    node: PublicEventNode = strawberry.field(description="The event with its game and step.")


@strawberry.type(name="PublicEventConnection", description="Public events, the newest first.")
class PublicEventConnection:
    edges: list[PublicEventEdge]
    page_info: PageInfo


async def events_of(
    info: Info,
    given: EventFilterInput,
    since: datetime | None,
    until: datetime | None,
    first: int | None,
    after: Cursor | None,
) -> PublicEventConnection:
    """A page of events. Raises Problem TOO_EXPENSIVE, BAD_PAGE, BAD_CURSOR, NOT_AUTHENTICATED."""
    size, caller = forward_page(first, EVENTS_DEFAULT, EVENTS_MAX), info.context.principal
    if given.mine and caller is None:
        raise Problem("NOT_AUTHENTICATED", "Spectators have no events of their own.")
    world = info.context.services.world
    now_us = world.now_us()
    choice = EventChoice(
        ruleset=given.ruleset,
        ruleset_version=given.ruleset_version,
        types=given.types or (),
        rules=given.rules or (),
        principal=caller.id if given.mine and caller is not None else None,
        seat=given.seat,
        phase=None if given.phase is None else given.phase.value,
        facts=_facts(given),
        since_us=0 if since is None else micros(since),
        until_us=FOREVER_US if until is None else micros(until),
    )
    try:
        narrow = checked(choice, now_us)
    except TooWide as wide:
        raise Problem("TOO_EXPENSIVE", str(wide)) from wide
    if narrow.is_examined:
        info.context.effort.spend(EXAMINED_POINTS)
        await info.context.effort.pause()
    answer = await world.events.events(
        narrow, after=None if after is None else _place(after), limit=size + 1, now_us=now_us
    )
    rows, is_more = answer.rows[:size], len(answer.rows) > size
    edges = [PublicEventEdge(cursor=_cursor(each.place), node=PublicEventNode(row=each)) for each in rows]
    further = None if is_more else answer.further
    page = forward_info([each.cursor for each in edges], after=after, has_next_page=is_more or further is not None)
    if further is not None:
        page.end_cursor = _cursor(further)
    return PublicEventConnection(edges=edges, page_info=page)


def _facts(given: EventFilterInput) -> str:
    try:
        return "" if given.facts is None else facts_of(given.facts)
    except BadFacts as bad:
        raise Problem("BAD_FILTER", str(bad), at="facts") from bad


def _cursor(place: EventPlace) -> Cursor:
    return base64.urlsafe_b64encode(f"{place.shows_us}/{place.game_id}/{place.version}".encode()).decode()


def _place(cursor: Cursor) -> EventPlace:
    try:
        at, game_id, version = base64.urlsafe_b64decode(cursor.encode("ascii")).decode().split("/")
        if not (0 <= int(at) < 2**63 and 0 <= int(version) < 2**31):
            raise ValueError("no event has this place")
        return EventPlace(int(at), str(uuid.UUID(game_id)), Step(int(version)))
    except (binascii.Error, UnicodeError, ValueError) as error:
        raise Problem("BAD_CURSOR", "No list of events has given this cursor.") from error
