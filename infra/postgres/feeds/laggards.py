"""Which games have moved past the cursors of projections. A call costs by the games that are behind or have moved.

It looks at games that were behind before, that have entries of the global order since then, or commands that wait for
their places. What the order does not tell, such as rows that somebody has deleted, is found by stretches: now and then
a call looks at the next `STRETCH_GAMES` of all games, too. They go through all of them, and begin once more
`WHOLE_SECONDS` after they began.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from domain.engine.ruleset import RulesetKey
from infra.postgres.feeds.first_rows import first_rows
from infra.postgres.pool import Pool

WHOLE_SECONDS: Final = 600.0
BEHIND_MAX: Final = 2_000
"""With more games behind than this, a call looks for no others: there is work for longer than that takes."""
STRETCH_GAMES: Final = 2_000
STRETCH_SECONDS: Final = 5.0
"""From one stretch to the next. Where a stretch found games that nobody knew of, the next call reads on."""
ENTRIES_MAX: Final = 100_000
NEWEST_ENTRIES: Final = 20_000
"""Of the order, where a process begins: a game that is behind has likely moved lately."""
PENDING_MAX: Final = 10_000

BEHIND_OF: Final = (
    "SELECT g.game_id, coalesce((SELECT CASE "
    "WHEN count(*) FILTER (WHERE c.version = g.version OR c.parked_at IS NOT NULL) = cardinality($1::text[]) THEN -1 "
    "WHEN count(*) < cardinality($1::text[]) THEN g.version "
    "ELSE greatest(g.version - min(c.version) FILTER (WHERE c.parked_at IS NULL), 0) END "
    "FROM projection_cursor c WHERE c.game_id = g.game_id AND c.projection = ANY ($1::text[]) GROUP BY c.game_id"
    "), g.version) FROM game g WHERE g.kind = 'game' AND g.version > 0 AND g.game_id = ANY ($4::uuid[]) "
    "AND (g.ruleset, g.ruleset_version) IN (SELECT * FROM unnest($2::text[], $3::integer[]))"
)
"""By how many steps each of some games is behind, -1 for one that is not. Not a join, which reads the cursors of all
games once it is given some hundreds. The count has a GROUP BY, because Citus sends no other one to the game's node."""
_STRETCH: Final = "SELECT game_id FROM game WHERE game_id > $1 ORDER BY game_id"
_LAST: Final = "SELECT last_pos FROM sequencer"
_PLACED: Final = "SELECT DISTINCT game_id FROM log WHERE pos > $1 AND pos <= $2"
_WAITING: Final = "SELECT DISTINCT game_id FROM (SELECT game_id FROM pending ORDER BY queued DESC LIMIT $1) AS newest"
"""Older ones were among the newest before, and are known, or have places by the next call that looks."""
_BEFORE_FIRST: Final = UUID(int=0)


@dataclass(frozen=True, slots=True)
class _Known:
    """Of the games with entries up to `pos`, those in `behind` are behind.

    `place`: the game past which the next stretch begins; `due`: when. `began`: when the first stretch was read.
    """

    pos: int
    behind: Mapping[UUID, int]
    place: UUID
    due: float
    began: float


async def behind_of(
    pool: Pool, projections: Sequence[str], rulesets: tuple[list[str], list[int]], games: Collection[UUID]
) -> Mapping[UUID, int]:
    """Those of these games that are behind in any of these projections, and by how many steps."""
    rows = await pool.fetch(BEHIND_OF, list(projections), *rulesets, list(games)) if games else []
    return {game_id: steps for game_id, steps in rows if steps >= 0}


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
        """The ids of games that are behind in any of these projections, as far as this process has looked."""
        return [str(game_id) for game_id in list(await self._behind(tuple(projections)))[:limit]]

    async def steps(self, projections: Sequence[str]) -> int:
        """How many steps the slowest of these projections is behind, in the games that `games` knows to be behind."""
        return max((await self._behind(tuple(projections))).values(), default=0)

    async def of_all(self, projections: Sequence[str], limit: int) -> list[str]:
        """As `games`, with every game looked at, until there are `limit`."""
        games: list[UUID] = []
        place: UUID | None = _BEFORE_FIRST
        while place is not None and len(games) < limit:
            behind, place = await self._stretch(tuple(projections), place)
            games += behind
        return [str(game_id) for game_id in games[:limit]]

    async def _behind(self, projections: tuple[str, ...]) -> Mapping[UUID, int]:
        """The games that are behind, and by how many steps."""
        last = int(await self._pool.fetchval(_LAST))  # first: what is placed later is found by the next call
        known, now = self._known.get(projections), self._monotonic()
        if known is None or last < known.pos:
            known = _Known(max(last - NEWEST_ENTRIES, 0), {}, _BEFORE_FIRST, due=now, began=now)
        looked_at, until = frozenset(known.behind), known.pos
        if len(looked_at) <= BEHIND_MAX:
            until = min(last, known.pos + ENTRIES_MAX)
            looked_at |= await self._moved(known.pos, until)
        known = replace(known, pos=until, behind=await self._of_these(projections, looked_at))
        if now >= known.due and len(known.behind) <= BEHIND_MAX:
            known = await self._with_stretch(projections, known, now)
        self._known[projections] = known
        return known.behind

    async def _with_stretch(self, projections: tuple[str, ...], known: _Known, now: float) -> _Known:
        """What is known after the next stretch, too."""
        began = now if known.place == _BEFORE_FIRST else known.began
        behind, place = await self._stretch(projections, known.place)
        due = now if behind.keys() - known.behind.keys() else now + STRETCH_SECONDS
        if place is None:
            place, due = _BEFORE_FIRST, began + WHOLE_SECONDS
        return _Known(known.pos, {**known.behind, **behind}, place, due, began)

    async def _stretch(self, projections: tuple[str, ...], place: UUID) -> tuple[Mapping[UUID, int], UUID | None]:
        """Those that are behind of the next games after a place, and where to go on; None at the end."""
        games = [row[0] for row in await self._pool.fetch(first_rows(_STRETCH, STRETCH_GAMES), place)]
        behind = await self._of_these(projections, games)
        return behind, games[-1] if len(games) == STRETCH_GAMES else None

    async def _of_these(self, projections: tuple[str, ...], games: Collection[UUID]) -> Mapping[UUID, int]:
        return await behind_of(self._pool, projections, self._rulesets, games)

    async def _moved(self, after: int, until: int) -> frozenset[UUID]:
        """The games with entries past `after` up to `until`, or with commands that have no place yet."""
        placed = await self._pool.fetch(_PLACED, after, until) if until > after else []
        return frozenset(row[0] for row in (*placed, *await self._pool.fetch(_WAITING, PENDING_MAX)))
