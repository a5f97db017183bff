"""The games that are not over, by their hosts, on Postgres. The table is in the migration 0006_hosted.sql, the
function in 0028_host_game.sql."""

from collections.abc import Sequence
from typing import Final

from infra.postgres.feeds.first_rows import first_rows
from infra.postgres.pool import Pool
from services.hosting import SANDBOX_RESTS_SECONDS, Hosted, HostedCounts, HostingLimits, over_limit

_HOST: Final = "SELECT * FROM host_game($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
_DESERTED: Final = """
SELECT l.game_id::text FROM game_list l JOIN hosted h USING (game_id)
WHERE l.phase = 'open' AND l.moved_us < $1
  AND NOT EXISTS (SELECT FROM unnest(l.holders) AS holder WHERE holder NOT IN ('', h.principal_id))
  AND l.game_id NOT IN (SELECT p.game_id FROM parked p)
ORDER BY l.moved_us
"""


class PostgresHosting:
    """`services.hosting.Hosting` on a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def reserve(self, principal: str, game_id: str, hosted: Hosted, limits: HostingLimits) -> None:
        """Implements `reserve` of the port `Hosting`."""
        row = await self._pool.fetchrow(
            _HOST, principal, game_id, hosted.sandbox, hosted.begun, hosted.bots_only,
            limits.open_games, limits.running, limits.bot_games, limits.sandboxes,
            SANDBOX_RESTS_SECONDS * 1_000_000,
        )  # fmt: skip
        if row is not None:
            is_new, *counts = row
            full = over_limit(hosted, HostedCounts(*counts), limits, is_new=is_new)
            assert full is not None, "the function and `over_limit` agree"
            raise full

    async def deserted(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        """Implements `deserted` of the port `Hosting`."""
        return [row[0] for row in await self._pool.fetch(first_rows(_DESERTED, limit), moved_before_us)]
