"""Pages of connections: what a client may ask for, the cursors of lists, and `PageInfo`."""

import base64
import binascii
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import strawberry

from api.graphql.scalars import Cursor
from api.problems import Problem
from domain.engine.step import Step

STEPS_DEFAULT: Final = 50
STEPS_MAX: Final = 500
GAMES_DEFAULT: Final = 50
GAMES_MAX: Final = 100
RULE_GAMES_DEFAULT: Final = 20
TRACK_ROWS_MAX: Final = 500
HIGHLIGHTS_DEFAULT: Final = 100
HIGHLIGHTS_MAX: Final = 500
REFUSALS_DEFAULT: Final = 50
REFUSALS_MAX: Final = 200
CHANCES_DEFAULT: Final = 200
CHANCES_MAX: Final = 500
MOMENTS_DEFAULT: Final = 5
MOMENTS_MAX: Final = 20
RECORDS_DEFAULT: Final = 50
RECORDS_MAX: Final = 200
LEDGER_DEFAULT: Final = 50
LEDGER_MAX: Final = 200
EVENTS_DEFAULT: Final = 50
EVENTS_MAX: Final = 100
RUN_GAMES_DEFAULT: Final = 50
RUN_GAMES_MAX: Final = 100
ERRATA_DEFAULT: Final = 50
ERRATA_MAX: Final = 200
TIME_LEDGER_DEFAULT: Final = 100
TIME_LEDGER_MAX: Final = 500
RULES_DEFAULT: Final = 100
RULES_MAX: Final = 500


@strawberry.type(name="PageInfo", description="As the Relay connection specification has it.")
class PageInfo:
    has_next_page: bool
    has_previous_page: bool
    start_cursor: Cursor | None
    end_cursor: Cursor | None


@strawberry.type
class CountedConnection:
    """The part that connections of lists share. The total takes longer than a page, so it is counted on request
    only."""

    count: strawberry.Private[Callable[[], Awaitable[int]]]
    page_info: PageInfo

    @strawberry.field
    async def total_count(self) -> int:
        return await self.count()


class Place(NamedTuple):
    """The row of a list that a cursor stands for. `at_us`: the microsecond that orders the list; `as_of_us`: when the
    paging began, for lists whose entries move."""

    at_us: int
    game_id: str
    as_of_us: int | None = None


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a list that is read forwards. `before`: the row it goes on from; None for the first page."""

    size: int
    before: Place | None

    @property
    def limit(self) -> int:
        """How many rows to read: one more than the page has, to learn whether there is a next page."""
        return self.size + 1

    def info(self, cursors: Sequence[Cursor], *, has_next_page: bool) -> PageInfo:
        """`cursors`: those of the rows on this page."""
        return PageInfo(
            has_next_page=has_next_page,
            has_previous_page=self.before is not None,
            start_cursor=cursors[0] if cursors else None,
            end_cursor=cursors[-1] if cursors else None,
        )


def list_page(first: int, after: Cursor | None, kind: str = "") -> ListPage:
    """The page of a list of games that a client asks for. Raises Problem BAD_PAGE, BAD_CURSOR.

    `kind`: of the list's order; cursors of another order are refused.
    """
    if not 0 <= first <= GAMES_MAX:
        raise Problem("BAD_PAGE", f"A page has 0 to {GAMES_MAX} entries.", max=GAMES_MAX)
    return ListPage(first, None if after is None else _place(after, kind))


def list_cursor(place: Place, kind: str = "") -> Cursor:
    """The opaque cursor of a row in a list of games."""
    parts = (place.at_us, place.game_id, *(() if place.as_of_us is None else (place.as_of_us, kind)))
    return base64.urlsafe_b64encode("/".join(map(str, parts)).encode()).decode()


def _place(cursor: Cursor, kind: str) -> Place:
    try:
        at_text, game_id, *rest = base64.urlsafe_b64decode(cursor.encode("ascii")).decode().split("/")
        as_of_us = int(rest[0]) if kind else None
        if rest[1:] != ([kind] if kind else []):
            raise ValueError("the cursor is one of another order")
        if not all(0 <= each < 2**63 for each in (int(at_text), as_of_us or 0)):
            raise ValueError("no list is ordered by such a moment")
        return Place(int(at_text), str(uuid.UUID(game_id)), as_of_us)
    except (binascii.Error, UnicodeError, ValueError, IndexError) as error:
        raise Problem("BAD_CURSOR", "No list of games in this order has given this cursor.") from error


def forward_page(first: int | None, usual: int, most: int) -> int:
    """The size of a page that is read forwards. Raises Problem BAD_PAGE."""
    size = usual if first is None else first
    if not 0 <= size <= most:
        raise Problem("BAD_PAGE", f"A page has 0 to {most} entries.", max=most)
    return size


def forward_info(cursors: Sequence[Cursor], *, after: Cursor | None, has_next_page: bool) -> PageInfo:
    """`cursors`: those of the entries on this page; `after`: the cursor that it goes on from."""
    return PageInfo(
        has_next_page=has_next_page,
        has_previous_page=after is not None,
        start_cursor=cursors[0] if cursors else None,
        end_cursor=cursors[-1] if cursors else None,
    )


class StepRange(NamedTuple):
    """The steps after `after`, up to and including `up_to`."""

    after: Step
    up_to: Step


def step_range(low: Step, high: Step, first: int | None, last: int | None) -> StepRange:
    """The page within the steps after `low` up to `high`. Raises Problem BAD_PAGE."""
    for size in (first, last):
        if size is not None and not 0 <= size <= STEPS_MAX:
            raise Problem("BAD_PAGE", f"A page has 0 to {STEPS_MAX} entries.", max=STEPS_MAX)
    if first is not None and last is not None:
        raise Problem("BAD_PAGE", "Give `first` or `last`, not both.")
    if last is not None:
        return StepRange(Step(max(low, high - last)), high)
    return StepRange(low, Step(min(high, low + (STEPS_DEFAULT if first is None else first))))
