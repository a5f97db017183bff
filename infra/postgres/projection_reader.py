"""Reads what the projections have written.

It knows no viewers: a caller that asks for tracks must choose by `visible_to`. Its lists show what any spectator may
know at the time `now_us` (GAME-DELAY-02).
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from domain.engine.viewer import SPECTATOR, Seat
from infra.postgres.feeds.first_rows import first_rows, rounded_up
from infra.postgres.feeds.game_query import HEAD_COLUMNS, GameQuery
from infra.postgres.pool import Pool
from services import listing
from services.listing import EVERY_GAME, FIRST_PAGE, GameChoice, GamePage, ResultRow
from services.ports import GameListRow, RuleGameRow, TrackPoint, TrackRow, WinChanceRow

_StoredPoint = tuple[Seat, str, int, int, tuple[Seat, ...] | None]
"""Seat, source, banked, if_over, visible_to: a TrackPoint's fields, in its order."""
_POINTS: Final = msgspec.json.Decoder(tuple[_StoredPoint, ...])

_TRACKS: Final = (
    "SELECT version, points FROM score_track WHERE game_id = $1 AND version > $2 AND ($3::integer IS NULL OR version "
    "<= $3) "
    "ORDER BY version"
)

_CHANCES: Final = (
    "SELECT version, playouts, won, points, nobody, cost_us FROM win_chance "
    "WHERE game_id = $1 AND viewer = $2 AND version > $3 AND version <= $4 ORDER BY version LIMIT $5"
)

_FIRED: Final = (
    "FROM rule_game r JOIN game_list g USING (game_id) WHERE r.rule = $2 AND r.shows_us <= $1 AND g.shows_us <= $1"
)

_COUNT_FIRED: Final = (
    "SELECT count(*) FROM (SELECT FROM rule_game WHERE rule = $1 AND shows_us <= $2 LIMIT $3) AS matches"
)


class PostgresProjectionReader:
    """`services.ports.ProjectionReader` on a pool.

    Raises `services.errors.Unavailable` when the database does not answer.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def tracks(self, game_id: str, *, after: int = 0, up_to: int | None = None) -> Sequence[TrackRow]:
        """The stored tracks of a game at the steps after `after`, up to `up_to`."""
        rows = await self._pool.fetch(_TRACKS, UUID(game_id), after, up_to)
        return [
            TrackRow(row["version"], tuple(TrackPoint(*point) for point in _POINTS.decode(row["points"])))
            for row in rows
        ]

    async def win_chances(self, game_id: str, *, after: int, up_to: int, limit: int) -> Sequence[WinChanceRow]:
        """Implements `win_chances` of the port `ProjectionReader`."""
        rows = await self._pool.fetch(_CHANCES, UUID(game_id), SPECTATOR, after, up_to, limit)
        return [WinChanceRow(row[0], row[1], tuple(row[2]), tuple(row[3]), row[4], row[5]) for row in rows]

    async def games(
        self, choice: GameChoice = EVERY_GAME, page: GamePage = FIRST_PAGE, *, limit: int, now_us: int
    ) -> Sequence[GameListRow]:
        """Implements `games` of the port `ProjectionReader`, in one query."""
        query = GameQuery(choice, now_us)
        rows = await self._pool.fetch(query.page(page, limit), *query.arguments)
        return [_listed(row) for row in rows[:limit]]

    async def count_games(self, choice: GameChoice = EVERY_GAME, *, now_us: int) -> int:
        """Implements `count_games` of the port `ProjectionReader`."""
        query = GameQuery(choice, now_us)
        return int((await self._pool.fetch(query.count(), *query.arguments))[0][0])

    async def games_by_id(self, game_ids: Sequence[str], *, now_us: int) -> Sequence[GameListRow]:
        """Implements `games_by_id` of the port `ProjectionReader`."""
        query = GameQuery(EVERY_GAME, now_us)
        query.where(f"g.game_id = ANY ({query.add([UUID(each) for each in game_ids])}::uuid[])")
        return [_listed(row) for row in await self._pool.fetch(query.page(FIRST_PAGE, len(game_ids)), *query.arguments)]

    async def results(self, principal: str, *, now_us: int) -> Sequence[ResultRow]:
        """Implements `results` of the port `ProjectionReader`."""
        query = GameQuery(GameChoice(person=principal, sandbox=False), now_us)
        return [ResultRow(*row) for row in await self._pool.fetch(query.results(principal), *query.arguments)]

    async def rule_games(
        self, rule: str, *, before: tuple[int, str] | None, limit: int, now_us: int
    ) -> Sequence[RuleGameRow]:
        """The games in which a rule fired, after the row `before`, the newest first."""
        query = GameQuery(EVERY_GAME, now_us)
        query.add(rule)
        if before is not None:
            query.where(f"(r.shows_us, r.game_id) < ({query.add(before[0])}, {query.add(UUID(before[1]))})")
        columns = f"{HEAD_COLUMNS}, r.shows_us AS place_us, r.version AS first_version, r.times, r.shows_us"
        newest = first_rows("ORDER BY r.shows_us DESC, r.game_id DESC", rounded_up(limit))
        rows = await self._pool.fetch(f"SELECT {columns} {_FIRED}{query.conditions('g')} {newest}", *query.arguments)
        return [RuleGameRow(_listed(tuple(row)[:-3]), *tuple(row)[-3:]) for row in rows[:limit]]

    async def count_rule_games(self, rule: str, *, now_us: int) -> int:
        """Implements `count_rule_games`. Also counts games that have no row in the game list yet."""
        return int((await self._pool.fetch(_COUNT_FIRED, rule, now_us, listing.COUNT_MAX))[0][0])


def _listed(row: Any) -> GameListRow:  # noqa: ANN401
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
    return GameListRow(str(values[0]), *values[1:])
