"""The order of list changes on Postgres. Its tables and its function are in the migration 0007."""

from collections.abc import Sequence
from typing import Final

from infra.postgres.pool import Pool
from services.feeds.changes import ListChange

GAMES_AT_ONCE: Final = 1_000

_CHANGES: Final = (
    "SELECT game_id::text, pos, begun_pos, ended_pos FROM list_change WHERE pos > $1 ORDER BY pos LIMIT $2"
)


class PostgresListChanges:
    """`services.feeds.changes.ListChanges` on a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def order(self, now_us: int) -> int:
        """Implements `order` of the port `ListChanges`. Doing it twice does no harm."""
        return int(await self._pool.fetchval("SELECT order_list_changes($1, $2)", now_us, GAMES_AT_ONCE))

    async def changes(self, after: int, limit: int) -> Sequence[ListChange]:
        """Implements `changes` of the port `ListChanges`."""
        return [ListChange(*row) for row in await self._pool.fetch(_CHANGES, after, limit)]
