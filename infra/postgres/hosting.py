"""The games that are not over, by their hosts, on Postgres. The table is in the migration 0006_hosted.sql."""

from collections.abc import Sequence
from typing import Final

from infra.postgres.pool import Lent, Pool
from services.errors import TooManyGames
from services.hosting import SANDBOX_RESTS_SECONDS, Hosted, HostedCounts, HostingLimits, over_limit

_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended($1, 1936684392))"
"""One lock for each principal until the transaction ends. The number keeps it apart from other locks of a database."""
_OWN: Final = "SELECT begun, bots_only FROM hosted WHERE principal_id = $1 AND game_id = $2"
_FORGET: Final = "SELECT forget_hosted($1)"
"""Games that are over, as the log says, which is never late: nothing follows the revealed secret. And games that were
counted and never opened."""
_COUNT: Final = f"""
SELECT count(*) FILTER (WHERE NOT sandbox AND NOT begun), count(*) FILTER (WHERE NOT sandbox AND begun),
       count(*) FILTER (WHERE begun AND bots_only), count(*) FILTER (WHERE sandbox AND NOT rests)
FROM (
    SELECT h.sandbox, h.begun OR coalesce(l.phase = 'playing', false) AS begun,
           h.bots_only OR coalesce(NOT ('' = ANY (l.bots)), false) AS bots_only,
           coalesce(l.moved_us, extract(epoch FROM h.opened_at) * 1000000)
               < extract(epoch FROM clock_timestamp()) * 1000000 - {SANDBOX_RESTS_SECONDS}000000 AS rests
    FROM hosted h LEFT JOIN game_list l USING (game_id)
    WHERE h.principal_id = $1 AND h.game_id <> $2
) AS each
"""
_PUT: Final = """
INSERT INTO hosted (principal_id, game_id, sandbox, begun, bots_only) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (principal_id, game_id) DO UPDATE
SET begun = hosted.begun OR excluded.begun, bots_only = hosted.bots_only OR excluded.bots_only
"""
_DESERTED: Final = """
SELECT l.game_id::text FROM game_list l JOIN hosted h USING (game_id)
WHERE l.phase = 'open' AND l.moved_us < $1
  AND NOT EXISTS (SELECT FROM unnest(l.holders) AS holder WHERE holder NOT IN ('', h.principal_id))
  AND l.game_id NOT IN (SELECT p.game_id FROM parked p)
ORDER BY l.moved_us LIMIT $2
"""


class PostgresHosting:
    """`services.hosting.Hosting` on a pool."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def reserve(self, principal: str, game_id: str, hosted: Hosted, limits: HostingLimits) -> None:
        """Implements `reserve` of the port `Hosting`."""

        async def full_on(connection: Lent, *, is_new: bool) -> TooManyGames | None:
            counts = (await connection.fetch(_COUNT, principal, game_id))[0]
            return over_limit(hosted, HostedCounts(*counts), limits, is_new=is_new)

        async def reserve_on(connection: Lent) -> None:
            async with connection.transaction():
                await connection.execute(_LOCK, principal)
                own = await connection.fetchrow(_OWN, principal, game_id)
                if own is not None and own["begun"] >= hosted.begun and own["bots_only"] >= hosted.bots_only:
                    return
                full = await full_on(connection, is_new=own is None)
                if full is not None:
                    await connection.execute(_FORGET, principal)
                    full = await full_on(connection, is_new=own is None)
                if full is not None:
                    raise full
                await connection.execute(_PUT, principal, game_id, hosted.sandbox, hosted.begun, hosted.bots_only)

        await self._pool.ask(reserve_on)

    async def deserted(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        """Implements `deserted` of the port `Hosting`."""
        return [row[0] for row in await self._pool.fetch(_DESERTED, moved_before_us, limit)]
