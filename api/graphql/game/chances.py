"""Win chances in the schema: by step, and the moments at which they changed most."""

from collections.abc import Sequence

import strawberry

from api.graphql.paging import PageInfo, forward_info
from api.graphql.scalars import Cursor
from api.graphql.step import StepNode
from services.reads.chances import ChancesAtStep


@strawberry.type(name="SeatChance", description="A seat's chance to win after a step, and how sure that is.")
class SeatChanceNode:
    """Declares the fields only: resolvers return `services.reads.chances.SeatChance`."""

    seat: int
    share: float
    standard_error: float
    points: float


@strawberry.type(name="WinChances", description="Win chances after one step, by what spectators know.")
class WinChancesNode:
    """Declares the fields only: resolvers return `ChancesAtStep`."""

    version: int
    playouts: int
    seats: list[SeatChanceNode]
    nobody: float
    cost_ms: float


@strawberry.type(name="WinChancesEdge", description="Chances after a step with their cursor.")
class WinChancesEdge:
    cursor: Cursor
    node: WinChancesNode


@strawberry.type(name="WinChancesConnection", description="Win chances of one game in the order of steps.")
class WinChancesConnection:
    edges: list[WinChancesEdge]
    page_info: PageInfo


@strawberry.type(name="KeyMoment", description="A change of win chances that is too large to be luck of the playouts.")
class KeyMomentNode:
    after: int
    seat: int
    change: float
    step: StepNode


def win_chances_connection(rows: Sequence[ChancesAtStep], size: int, after: Cursor | None) -> WinChancesConnection:
    """A page of chances. `rows`: one more than the page, where there are more."""
    page = rows[:size]
    edges = [WinChancesEdge(cursor=Cursor(str(row.version)), node=row) for row in page]  # type: ignore[arg-type]
    info = forward_info([each.cursor for each in edges], after=after, has_next_page=len(rows) > size)
    return WinChancesConnection(edges=edges, page_info=info)
