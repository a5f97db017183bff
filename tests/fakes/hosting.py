"""The hosted games in a dictionary, beside a list of games in memory."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from projections.game_list import ListedGame
from services.errors import TooManyGames
from services.hosting import SANDBOX_RESTS_SECONDS, Hosted, HostedCounts, HostingLimits, over_limit


@dataclass
class _Row:
    hosted: Hosted
    opened_us: int


async def no_lists() -> Mapping[str, ListedGame]:
    return {}


class FakeHosting:
    """`lists`: the games at their heads, as the list of games has them. `has_game`, `is_over`: whether the log has a
    game, and its end."""

    def __init__(
        self,
        lists: Callable[[], Awaitable[Mapping[str, ListedGame]]] = no_lists,
        has_game: Callable[[str], bool] = lambda game_id: True,
        is_over: Callable[[str], bool] = lambda game_id: False,
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
    ) -> None:
        self._lists = lists
        self._has_game = has_game
        self._is_over = is_over
        self._now_us = now_us
        self.rows: dict[str, dict[str, _Row]] = {}

    async def reserve(self, principal: str, game_id: str, hosted: Hosted, limits: HostingLimits) -> None:
        lists, now_us = await self._lists(), self._now_us()
        rows = self.rows.setdefault(principal, {})
        own = rows.get(game_id)
        if own is not None and own.hosted.begun >= hosted.begun and own.hosted.bots_only >= hosted.bots_only:
            return
        full = self._full(rows, game_id, hosted, limits, lists, now_us)
        if full is not None:
            for other in tuple(rows):
                if self._is_over(other) or (rows[other].opened_us < now_us - 60_000_000 and not self._has_game(other)):
                    del rows[other]
            full = self._full(rows, game_id, hosted, limits, lists, now_us)
        if full is not None:
            raise full
        if own is not None:
            hosted = replace(own.hosted, begun=True, bots_only=own.hosted.bots_only or hosted.bots_only)
        rows[game_id] = _Row(hosted, now_us)

    def _full(
        self,
        rows: Mapping[str, _Row],
        game_id: str,
        hosted: Hosted,
        limits: HostingLimits,
        lists: Mapping[str, ListedGame],
        now_us: int,
    ) -> TooManyGames | None:
        others = [self._counted(other, row, lists, now_us) for other, row in rows.items() if other != game_id]
        counts = HostedCounts(
            sum(not each.sandbox and not each.begun for each, _ in others),
            sum(not each.sandbox and each.begun for each, _ in others),
            sum(each.begun and each.bots_only for each, _ in others),
            sum(each.sandbox and not rests for each, rests in others),
        )
        return over_limit(hosted, counts, limits, is_new=game_id not in rows)

    def _counted(self, game_id: str, row: _Row, lists: Mapping[str, ListedGame], now_us: int) -> tuple[Hosted, bool]:
        """A game as it counts, and whether it has rested so long that a sandbox would not."""
        listed, hosted = lists.get(game_id), row.hosted
        moved_us = row.opened_us if listed is None else listed.moved_us
        if listed is not None:
            begun = hosted.begun or listed.phase == "playing"
            hosted = replace(hosted, begun=begun, bots_only=hosted.bots_only or "" not in listed.bots)
        return hosted, moved_us < now_us - SANDBOX_RESTS_SECONDS * 1_000_000

    async def deserted(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        hosts = {game_id: principal for principal, rows in self.rows.items() for game_id in rows}
        deserted = [
            each
            for each in (await self._lists()).values()
            if each.phase == "open"
            and each.moved_us < moved_before_us
            and each.game_id in hosts
            and set(each.holders) <= {"", hosts[each.game_id]}
        ]
        return [each.game_id for each in sorted(deserted, key=lambda each: each.moved_us)][:limit]
