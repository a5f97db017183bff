"""Which games an analyst takes next: some of the list in each call, so that no call reads the whole list.

Each call looks at games that are played and at the games that were over last, and now and then one looks at a stretch
of the older ones, too. The stretches go through the whole list, newest first, and then begin once more,
`WHOLE_SECONDS` after they began.
"""

import time
from collections.abc import Callable, Collection, Sequence
from typing import Final
from uuid import UUID

from domain.engine.ruleset import RulesetKey
from infra.postgres.feeds.first_rows import first_rows
from infra.postgres.feeds.laggards import behind_of
from infra.postgres.pool import Pool

PAGE_GAMES: Final = 500
PAGES_MAX: Final = 4
"""Pages of a stretch."""
STRETCH_SECONDS: Final = 5.0
"""From one stretch to the next. Where one found games, the next call looks at them once more, and reads on."""
PLAYED_MAX: Final = 5_000
WHOLE_SECONDS: Final = 600.0

_TOP: Final = (2**63 - 1, UUID(int=2**128 - 1))
_OVER: Final = (
    "SELECT game_id, moved_us FROM game_list WHERE phase = 'over' AND (moved_us, game_id) < ($1::bigint, $2::uuid) "
    "AND NOT sandbox ORDER BY moved_us DESC, game_id DESC"
)
_PLAYED: Final = (
    "SELECT game_id FROM game_list WHERE phase = 'playing' AND NOT sandbox ORDER BY moved_us DESC, game_id DESC"
)
_PLAYED_OF: Final = (
    "SELECT game_id FROM game_list WHERE game_id = ANY ($1::uuid[]) AND phase = 'playing' AND NOT sandbox "
    "ORDER BY moved_us DESC, game_id DESC"
)
"""Of those that somebody watches: not a condition of the other one, which reads every game that is played."""


class Unanalysed:
    """The way of one analyst through the list. `rulesets`: those that this build can fold."""

    def __init__(
        self, pool: Pool, rulesets: Collection[RulesetKey], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._pool = pool
        self._rulesets = [id for id, _ in rulesets], [version for _, version in rulesets]
        self._monotonic = monotonic
        self._place: tuple[int, UUID] | None = _TOP
        """Past which the next stretch begins; None while every game was looked at lately."""
        self._began = self._due = monotonic()
        """When the stretches began at the top, and when the next one is read."""

    async def games(self, projection: str, *, live: bool, watched: Collection[str], limit: int) -> Sequence[str]:
        """The ids of some games whose log is past the cursor of an analysis, as `Store.next_to_analyse` says."""
        ids = [UUID(each) for each in watched]
        rows = await self._pool.fetch(first_rows(_PLAYED, PLAYED_MAX)) if live else []
        if ids and not live:
            rows = await self._pool.fetch(first_rows(_PLAYED_OF, PLAYED_MAX), ids)
        chosen = await self._behind(projection, [row[0] for row in rows])
        newest = await self._page(_TOP)
        if len(chosen) < limit:
            chosen += await self._behind(projection, [game_id for game_id, _ in newest])
        if len(chosen) < limit and self._monotonic() >= self._due:
            chosen += await self._stretch(projection)
        return [str(game_id) for game_id in dict.fromkeys(chosen)][:limit]

    async def _stretch(self, projection: str) -> list[UUID]:
        """The games of the next pages, until one has some: it is looked at in the next call, too."""
        if self._place is None and self._monotonic() > self._began + WHOLE_SECONDS:
            self._place, self._began = _TOP, self._monotonic()
        for _ in range(PAGES_MAX):
            if self._place is None:
                break
            page = await self._page(self._place)
            chosen = await self._behind(projection, [game_id for game_id, _ in page])
            if chosen:
                return chosen
            self._place = (page[-1][1], page[-1][0]) if len(page) == PAGE_GAMES else None
        self._due = self._monotonic() + STRETCH_SECONDS
        return []

    async def _page(self, place: tuple[int, UUID]) -> list[tuple[UUID, int]]:
        rows = await self._pool.fetch(first_rows(_OVER, PAGE_GAMES), *place)
        return [(row[0], row[1]) for row in rows]

    async def _behind(self, projection: str, games: Sequence[UUID]) -> list[UUID]:
        """Those of these games that are not analysed to their end, in the same order."""
        behind = await behind_of(self._pool, [projection], self._rulesets, games)
        return [game_id for game_id in games if game_id in behind]
