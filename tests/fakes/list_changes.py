"""The order of list changes over a list of games in memory."""

from collections.abc import Sequence

from services.feeds.changes import ListChange
from services.listing import GameOrder, GamePage
from services.ports import ProjectionReader

GAMES_MAX = 10_000


class FakeListChanges:
    """`lists`: what lists show. It remembers what it has numbered."""

    def __init__(self, lists: ProjectionReader) -> None:
        self._lists = lists
        self._numbered: dict[str, tuple[int, ListChange]] = {}
        self._last = 0

    async def order(self, now_us: int) -> int:
        page = GamePage(order=GameOrder.WAITING)
        for row in await self._lists.games(page=page, limit=GAMES_MAX, now_us=now_us):
            version, change = self._numbered.get(row.game_id, (0, ListChange(row.game_id, 0, 0, 0)))
            if version == row.version:
                continue
            self._last += 1
            begun = change.begun_pos or (0 if row.phase == "open" else self._last)
            ended = change.ended_pos or (0 if row.phase in ("open", "playing") else self._last)
            self._numbered[row.game_id] = row.version, ListChange(row.game_id, self._last, begun, ended)
        return self._last

    async def changes(self, after: int, limit: int) -> Sequence[ListChange]:
        numbered = sorted((change for _, change in self._numbered.values()), key=lambda each: each.pos)
        return [change for change in numbered if change.pos > after][:limit]
