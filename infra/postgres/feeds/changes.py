"""The order of list changes on Postgres. Its tables are in migrations 0007 and 0010, its function in 0023 and 0027."""

from collections.abc import Sequence
from typing import Final

from infra.postgres.pool import Pool
from services.feeds.changes import CLOCKS_APART_US, ListChange

GAMES_AT_ONCE: Final = 1_000

_CHANGES: Final = (
    "SELECT c.game_id::text, c.pos, c.begun_pos, c.ended_pos, c.shows_us, "
    "l.persons, l.places "
    "FROM list_change c CROSS JOIN LATERAL (SELECT array_agg(d.principal_id) AS persons, array_agg(d.pos) AS places "
    "FROM list_departure d WHERE d.game_id = c.game_id AND d.pos > $1) AS l "
    "WHERE c.pos > $1 ORDER BY c.pos LIMIT $2"
)
_ORDER: Final = "SELECT order_list_changes($1, $2, $3)"
_LIST_MOMENT: Final = "SELECT greatest($1::bigint, least(latest_us, $1::bigint + $2)) FROM list_order"


class PostgresListChanges:
    """`services.feeds.changes.ListChanges` on a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def order(self, now_us: int) -> int:
        """Implements `order` of the port `ListChanges`. Doing it twice does no harm."""
        return int(await self._pool.fetchval(_ORDER, now_us, GAMES_AT_ONCE, CLOCKS_APART_US))

    async def list_moment(self, now_us: int) -> int:
        """Implements `list_moment` of the port `ListChanges`."""
        return int(await self._pool.fetchval(_LIST_MOMENT, now_us, CLOCKS_APART_US))

    async def changes(self, after: int, limit: int) -> Sequence[ListChange]:
        """Implements `changes` of the port `ListChanges`."""
        rows = await self._pool.fetch(_CHANGES, after, limit)
        return [
            ListChange(id, pos, begun, ended, shows_us, tuple(zip(persons or (), places or (), strict=True)))
            for id, pos, begun, ended, shows_us, persons, places in rows
        ]
