"""The ledger of a game's clocks, page by page."""

import enum
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

import strawberry

from api.graphql.clocks.terms import US
from api.graphql.fields import Info, field
from api.graphql.paging import TIME_LEDGER_DEFAULT, TIME_LEDGER_MAX, PageInfo, forward_info, forward_page
from api.graphql.rule import RuleNode, cited
from api.graphql.scalars import Cursor, Milliseconds, is_step, time_of
from api.problems import Problem
from domain.engine.step import BEFORE_FIRST, Step
from domain.game.clocks.ledger import ClockEntry
from services.reads.clocks import ledger, reasons_for
from services.reads.horizon import VisibleGame
from services.rulebook import Rule

STEP_POINTS: Final = 20
"""What it costs to reckon one step."""


@strawberry.enum(name="ClockEntryKind", description="What an entry of the ledger is. There may be more one day.")
class ClockEntryKind(enum.Enum):
    BANK = strawberry.enum_value("bank", description="What a seat began with.")
    SPENT = strawberry.enum_value("spent", description="Time taken from the bank.")
    FREE = strawberry.enum_value("free", description="Free time, or that of the stint: no bank is touched.")
    CREDIT = strawberry.enum_value("credit", description="The credit for a turn (GAME-CLOCK-04).")
    ADJUSTED = strawberry.enum_value("adjusted", description="What an arbiter gave or took (GAME-CLOCK-07).")
    REST = strawberry.enum_value("rest", description="Rest, which does not count (GAME-CLOCK-08).")
    FORGIVEN = strawberry.enum_value(
        "forgiven", description="The allowance for the way, or time between the fall of a flag and its call."
    )


@strawberry.type(name="ClockEntry", description="What one command did to the clock of one seat (GAME-CLOCK-09).")
class ClockEntryNode:
    entry: strawberry.Private[ClockEntry]
    reasons: strawberry.Private[Mapping[str, str]]

    @field("The last step of that command.")
    def version(self) -> int:
        return self.entry.version

    @field("When the command was given.")
    def at(self) -> datetime:
        return time_of(self.entry.at_us)

    @field("Whose clock it is, counted from 0.")
    def seat(self) -> int:
        return self.entry.seat

    @field("What kind of debit or credit it is.", ClockEntryKind)
    def kind(self) -> str:
        return self.entry.kind

    @field("How much, in whole milliseconds; below 0 where the bank got less.")
    def ms(self) -> Milliseconds:
        return _ms(self.entry.us)

    @field("The bank after the command.")
    def left(self) -> Milliseconds:
        return _ms(self.entry.left_us)

    @field("How much exactly, in microseconds as a text. These add up: `ms` is rounded.")
    def us(self) -> str:
        return str(self.entry.us)

    @field(
        "Whether the seat's stint was over with that command: it might act no longer, or its flag was called. The "
        "entries of a seat up to there are what one stint took."
    )
    def ends_stint(self) -> bool:
        return self.entry.ends_stint

    @field("The rules that it follows from.", list[RuleNode])
    def rules(self, info: Info) -> list[Rule]:
        return cited(info, self.entry.rules)

    @field("Why an arbiter adjusted the time, for arbiters of the game and for its seats; null for others.")
    def note(self) -> str | None:
        return self.reasons.get(self.entry.note_hash)


def _ms(us: int) -> int:
    return us // US if us >= 0 else -(-us // US)


@strawberry.type(name="ClockEntryEdge")
class ClockEntryEdge:
    cursor: Cursor
    node: ClockEntryNode = strawberry.field(description="One debit or credit.")


@strawberry.type(name="ClockEntryConnection", description="Debits and credits in the order of the steps.")
class ClockEntryConnection:
    edges: list[ClockEntryEdge]
    page_info: PageInfo


class _Place(NamedTuple):
    """An entry's place: the last step of its command, and its number among the entries of that, from 0."""

    version: int
    number: int


class _Placed(NamedTuple):
    """An entry with its place, which its cursor names."""

    place: _Place
    entry: ClockEntry

    @property
    def cursor(self) -> Cursor:
        return f"{self.place.version}.{self.place.number}"


async def ledger_connection(
    info: Info, visible: VisibleGame, seat: int | None, first: int | None, after: Cursor | None
) -> ClockEntryConnection:
    """A page of the ledger. Raises Problem BAD_PAGE, BAD_CURSOR."""
    size, place, effort = forward_page(first, TIME_LEDGER_DEFAULT, TIME_LEDGER_MAX), _place(after), info.context.effort
    start = Step(max(min(place.version, visible.version) - 1, BEFORE_FIRST))
    rows: list[_Placed] = []
    for some in ledger(visible, start):
        await effort.pause()
        effort.spend(STEP_POINTS)
        placed = (_Placed(_Place(each.version, number), each) for number, each in enumerate(some))
        rows += [each for each in placed if each.place > place and seat in (None, each.entry.seat)]
        if len(rows) > size:
            break
    page = rows[:size]
    services, hashes = info.context.services, {each.entry.note_hash for each in page}
    reasons = await reasons_for(services.world, info.context.principal, visible, hashes)
    edges = [
        ClockEntryEdge(cursor=each.cursor, node=ClockEntryNode(entry=each.entry, reasons=reasons)) for each in page
    ]
    page_info = forward_info([each.cursor for each in page], after=after, has_next_page=len(rows) > size)
    return ClockEntryConnection(edges=edges, page_info=page_info)


def _place(cursor: Cursor | None) -> _Place:
    """The place of the last entry that a caller has. Raises Problem BAD_CURSOR."""
    if cursor is None:
        return _Place(0, -1)
    version, _, number = cursor.partition(".")
    if not (is_step(version) and is_step(number)):
        raise Problem("BAD_CURSOR", "No ledger has given this cursor.")
    return _Place(int(version), int(number))
