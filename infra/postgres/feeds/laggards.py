"""Which games have moved past the cursors of projections, found along the global order: finished games cost nothing.

Every game is read when a process asks for the first time, and every `WHOLE_SECONDS` after that: for what the order does
not tell, such as rows that somebody has deleted. In between only games are looked at that were behind before, that have
entries of the order since then, or commands that wait for their places.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from domain.engine.ruleset import RulesetKey
from infra.postgres.pool import Pool

WHOLE_SECONDS: Final = 600.0
BEHIND_MAX: Final = 2_000
"""With more games behind than this, every game is read each time: then there is work for longer than that takes."""
ENTRIES_MAX: Final = 100_000
PENDING_MAX: Final = 10_000

_FROM: Final = (
    "FROM game g CROSS JOIN unnest($1::text[]) AS wanted (projection) "
    "LEFT JOIN projection_cursor c ON c.game_id = g.game_id AND c.projection = wanted.projection "
    "WHERE g.kind = 'game' AND g.version > 0 AND c.version IS DISTINCT FROM g.version AND c.parked_at IS NULL "
    "AND (g.ruleset, g.ruleset_version) IN (SELECT * FROM unnest($2::text[], $3::integer[]))"
)
_BEHIND: Final = f"SELECT g.game_id, max(g.version - coalesce(c.version, 0)) {_FROM}"
_ALL: Final = f"{_BEHIND} GROUP BY g.game_id LIMIT $4"
_OF_THESE: Final = f"{_BEHIND} AND g.game_id = ANY ($4::uuid[]) GROUP BY g.game_id"
_FARTHEST: Final = f"SELECT coalesce(max(g.version - coalesce(c.version, 0)), 0) {_FROM}"
_LAST: Final = "SELECT last_pos FROM sequencer"
_PLACED: Final = "SELECT DISTINCT game_id FROM log WHERE pos > $1 AND pos <= $2"
_WAITING: Final = "SELECT DISTINCT game_id FROM (SELECT game_id FROM pending ORDER BY queued DESC LIMIT $1) AS newest"
"""Older ones were among the newest before, and are known."""


@dataclass(frozen=True, slots=True)
class _Known:
    """Of the games with entries up to `pos`, those in `behind` are behind. `whole_at`: when every game was read."""

    pos: int
    whole_at: float
    behind: frozenset[UUID]


class Laggards:
    """Finds the games that are behind, for one process.

    `rulesets`: those that this build can fold; games of others are left out. So are parked games.
    """

    def __init__(
        self, pool: Pool, rulesets: Collection[RulesetKey], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._pool = pool
        self._rulesets = [id for id, _ in rulesets], [version for _, version in rulesets]
        self._monotonic = monotonic
        self._known: dict[tuple[str, ...], _Known] = {}

    async def games(self, projections: Sequence[str], limit: int) -> list[str]:
        """The ids of games that are behind in any of these projections."""
        return [str(game_id) for game_id in list(await self._behind(tuple(projections)))[:limit]]

    async def steps(self, projections: Sequence[str]) -> int:
        """How many steps the slowest of these projections is behind in any game."""
        behind = await self._behind(tuple(projections))
        if len(behind) > BEHIND_MAX:
            return int(await self._pool.fetchval(_FARTHEST, list(projections), *self._rulesets))
        return max(behind.values(), default=0)

    async def _behind(self, projections: tuple[str, ...]) -> Mapping[UUID, int]:
        """The games that are behind, and by how many steps; some of them when there are more than `BEHIND_MAX`."""
        last = int(await self._pool.fetchval(_LAST))  # first: what is placed later is found by the next call
        known, now = self._known.get(projections), self._monotonic()
        if known is None or last < known.pos or now > known.whole_at + WHOLE_SECONDS:
            rows = await self._pool.fetch(_ALL, list(projections), *self._rulesets, BEHIND_MAX + 1)
            known = _Known(last, now, frozenset(row[0] for row in rows))
        else:
            until = min(last, known.pos + ENTRIES_MAX)
            looked_at = known.behind | await self._moved(known.pos, until)
            rows = await self._pool.fetch(_OF_THESE, list(projections), *self._rulesets, looked_at) if looked_at else []
            known = _Known(until, known.whole_at, frozenset(row[0] for row in rows))
        self._known.pop(projections, None)
        if len(rows) <= BEHIND_MAX:
            self._known[projections] = known
        return {row[0]: row[1] for row in rows}

    async def _moved(self, after: int, until: int) -> frozenset[UUID]:
        """The games with entries past `after` up to `until`, or with commands that have no place yet."""
        placed = await self._pool.fetch(_PLACED, after, until) if until > after else []
        return frozenset(row[0] for row in (*placed, *await self._pool.fetch(_WAITING, PENDING_MAX)))
