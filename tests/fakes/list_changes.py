"""The order of list changes over a list of games in memory."""

from collections.abc import Sequence

from services.feeds.changes import CLOCKS_APART_US, ListChange
from services.listing import GameOrder, GamePage
from services.ports import ProjectionReader

GAMES_MAX = 10_000


class FakeListChanges:
    """`lists`: what lists show. It remembers what it has numbered."""

    def __init__(self, lists: ProjectionReader) -> None:
        self._lists = lists
        self._numbered: dict[str, tuple[int, ListChange]] = {}
        self._persons: dict[str, frozenset[str]] = {}
        self._last = 0
        self._latest_us = 0

    async def order(self, now_us: int) -> int:
        page = GamePage(order=GameOrder.WAITING)
        for row in await self._lists.games(page=page, limit=GAMES_MAX, now_us=now_us):
            version, change = self._numbered.get(row.game_id, (0, ListChange(row.game_id, 0, 0, 0)))
            if version == row.version:
                continue
            self._last += 1
            begun = change.begun_pos or (0 if row.phase == "open" else self._last)
            ended = change.ended_pos or (0 if row.phase in ("open", "playing") else self._last)
            persons = frozenset(row.persons) - {""}
            left = {
                **dict(change.left),
                **dict.fromkeys(self._persons.get(row.game_id, frozenset()) - persons, self._last),
            }
            gone = tuple((who, pos) for who, pos in left.items() if who not in persons)
            self._persons[row.game_id] = persons
            # Whatever has a place was visible then.
            change = ListChange(row.game_id, self._last, begun, ended, now_us, gone)
            self._latest_us = max(self._latest_us, now_us)
            self._numbered[row.game_id] = row.version, change
        return self._last

    async def list_moment(self, now_us: int) -> int:
        return max(now_us, min(self._latest_us, now_us + CLOCKS_APART_US))

    async def changes(self, after: int, limit: int) -> Sequence[ListChange]:
        numbered = sorted((change for _, change in self._numbered.values()), key=lambda each: each.pos)
        return [change for change in numbered if change.pos > after][:limit]
