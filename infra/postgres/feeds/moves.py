"""The global order of moves, and who has a part in which game, on Postgres. The tables are in 0001 and 0007."""

from collections.abc import Collection, Mapping
from typing import Final

from domain.engine.step import Step
from infra.postgres.ids import is_uuid
from infra.postgres.pool import Pool
from services.feeds.moves import Backlog, Move, Moved

_NEWEST: Final = "SELECT last_pos FROM sequencer"
_MOVED: Final = """
SELECT least(s.last_pos, $1 + $2) AS up_to, m.*
FROM sequencer s LEFT JOIN LATERAL (
    SELECT l.pos, l.game_id::text, c.first_version - 1 AS low, c.last_version AS version,
           ARRAY(SELECT p.principal_id FROM participant p WHERE p.game_id = l.game_id) AS participants
    FROM log l JOIN command c ON c.game_id = l.game_id AND c.ordinal = l.number AND c.outcome = 'accepted'
    WHERE l.kind = 'command' AND l.pos > $1 AND l.pos <= least(s.last_pos, $1 + $2)
) m ON true
ORDER BY m.pos
"""
_MOVED_ON_CITUS: Final = """
SELECT least(s.last_pos, $1 + $2) AS up_to, m.*
FROM sequencer s LEFT JOIN LATERAL (
    SELECT l.pos, l.game_id::text, l.first_version - 1 AS low, l.last_version AS version,
           ARRAY(SELECT p.principal_id FROM participant p WHERE p.game_id = l.game_id) AS participants
    FROM log l
    WHERE l.kind = 'command' AND l.last_version >= l.first_version
      AND l.pos > $1 AND l.pos <= least(s.last_pos, $1 + $2)
) m ON true
ORDER BY m.pos
"""
"""There the order itself has what is needed of a command. All of it is on the coordinator."""
_WRITTEN_AT: Final = """
coalesce((SELECT c.recorded_at - interval '10 minutes' FROM log l
          JOIN command c ON c.game_id = l.game_id AND c.ordinal = l.number
          WHERE l.kind = 'command' AND l.pos = $2), '-infinity')
"""
"""When the command at a place was written, and some time before it: the end of a game is noted after it was written."""
_WRITTEN_AT_ON_CITUS: Final = """
coalesce((SELECT l.recorded_at - interval '10 minutes' FROM log l
          WHERE l.kind = 'command' AND l.pos = $2), '-infinity')
"""
_NEWEST_STEP: Final = (
    "SELECT number, pos FROM log WHERE game_id = p.game_id AND kind = 'step' ORDER BY number DESC LIMIT 1"
)
_BACKLOG: Final = f"""
SELECT s.last_pos AS up_to, m.* FROM sequencer s LEFT JOIN LATERAL (
    SELECT p.game_id::text, coalesce(before.number, 0) AS low, now.number AS version, now.pos + 1 AS pos
    FROM participant p
    CROSS JOIN LATERAL ({_NEWEST_STEP}) now
    LEFT JOIN LATERAL (
        SELECT number FROM log WHERE game_id = p.game_id AND kind = 'step' AND pos <= $2 ORDER BY number DESC LIMIT 1
    ) before ON true
    WHERE p.principal_id = $1 AND now.pos > $2 AND (p.ended_at IS NULL OR p.ended_at >= {_WRITTEN_AT})
) m ON true
"""
_BACKLOG_ON_CITUS: Final = _BACKLOG.replace(_WRITTEN_AT, _WRITTEN_AT_ON_CITUS)
_RUNNING: Final = f"""
SELECT s.last_pos AS up_to, m.* FROM sequencer s LEFT JOIN LATERAL (
    SELECT p.game_id::text, now.number AS low, now.number AS version, now.pos + 1 AS pos
    FROM participant p CROSS JOIN LATERAL ({_NEWEST_STEP}) now
    WHERE p.principal_id = $1 AND p.ended_at IS NULL
) m ON true
"""
_PLACES: Final = "SELECT number, pos + 1 FROM log WHERE game_id = $1 AND kind = 'step' AND number = ANY ($2::integer[])"
_TAKE_PART: Final = (
    "INSERT INTO participant (game_id, principal_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING"
)
_END: Final = "UPDATE participant SET ended_at = clock_timestamp() WHERE game_id = $1 AND ended_at IS NULL"


class PostgresMoves:
    """`services.feeds.moves.Moves` on a pool.

    The steps of a command get their places in one transaction, and the command the place after its last step. So the
    place of a command is one more than that of its last step.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def newest(self) -> int:
        """Implements `newest` of the port `Moves`."""
        return int(await self._pool.fetchval(_NEWEST))

    async def moved(self, after: int, limit: int) -> Moved:
        """Implements `moved` of the port `Moves`, in one round trip."""
        rows = await self._pool.fetch(_MOVED_ON_CITUS if self._pool.on_citus else _MOVED, after, limit)
        placed = [row for row in rows if row["pos"] is not None]
        moves = [Move(row["game_id"], Step(row["low"]), Step(row["version"]), row["pos"]) for row in placed]
        return Moved(moves, {row["game_id"]: row["participants"] for row in placed}, max(after, rows[0]["up_to"]))

    async def backlog(self, principal: str, after: int | None) -> Backlog:
        """Implements `backlog` of the port `Moves`, in one round trip."""
        if after is None:
            rows = await self._pool.fetch(_RUNNING, principal)
        else:
            backlog = _BACKLOG_ON_CITUS if self._pool.on_citus else _BACKLOG
            rows = await self._pool.fetch(backlog, principal, after)
        placed = [row for row in rows if row["pos"] is not None]
        return Backlog(
            {row["game_id"]: (Step(row["low"]), Step(row["version"])) for row in placed},
            {row["game_id"]: row["pos"] for row in placed},
            rows[0]["up_to"],
        )

    async def places(self, game_id: str, versions: Collection[Step]) -> Mapping[Step, int]:
        """Implements `places` of the port `Moves`."""
        return {Step(row[0]): row[1] for row in await self._pool.fetch(_PLACES, game_id, list(versions))}

    async def take_part(self, game_id: str, principals: Collection[str]) -> None:
        """Implements `take_part` of the port `Moves`."""
        if is_uuid(game_id):
            await self._pool.fetch(_TAKE_PART, game_id, list(principals))

    async def end(self, game_id: str) -> None:
        """Implements `end` of the port `Moves`."""
        await self._pool.fetch(_END, game_id)

    async def cursor_key(self) -> bytes:
        """Implements `cursor_key` of the port `Moves`."""
        return bytes(await self._pool.fetchval("SELECT key FROM cursor_secret"))
