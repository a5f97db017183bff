"""Reads what the projections have written.

It knows no viewers: a caller that asks for tracks must choose by `visible_to`. Its lists show what any spectator may
know at the time `now_us` (GAME-DELAY-02).
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from domain.engine.viewer import Seat
from infra.postgres.pool import Pool
from services.ports import GameListRow, RuleGameRow, TrackPoint, TrackRow

_StoredPoint = tuple[Seat, str, int, int, tuple[Seat, ...] | None]
"""Seat, source, banked, if_over, visible_to: a TrackPoint's fields, in its order."""
_POINTS: Final = msgspec.json.Decoder(tuple[_StoredPoint, ...])

_TRACKS: Final = (
    "SELECT version, points FROM score_track WHERE game_id = $1 AND version > $2 AND ($3::integer IS NULL OR version "
    "<= $3) "
    "ORDER BY version"
)

_COLUMNS: Final = (
    "g.game_id, g.ruleset, at.phase, at.version, at.turn, at.persons, at.bots, at.to_act, at.leaders, at.winners, "
    "g.sandbox, g.fork, g.opened_us, at.moved_us"
)
_AT_HEAD: Final = "FROM game_list g WHERE g.shows_us <= $1"
# Few games are delayed at any time: those that are played, and those that ended less than their delay ago.
_BEHIND: Final = (
    "FROM game_list g CROSS JOIN LATERAL (SELECT * FROM game_list_delayed d "
    "WHERE d.game_id = g.game_id AND d.version <= g.public_version AND d.shows_us <= $1 "
    "ORDER BY d.version DESC LIMIT 1) AS at "
    "WHERE g.shows_us > $1 AND g.shows_us > 0"
)
_FIRED: Final = (
    "FROM rule_game r JOIN game_list g USING (game_id) WHERE r.rule = $2 AND r.shows_us <= $1 AND g.shows_us <= $1"
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

    async def games(
        self,
        *,
        ruleset: str | None = None,
        phase: str | None = None,
        sandbox: bool | None = None,
        before: tuple[int, str] | None,
        limit: int,
        now_us: int,
    ) -> Sequence[GameListRow]:
        """The games after the row `before`, the one that moved last first."""
        query = _Query(now_us)
        query.choose(ruleset, phase, sandbox)
        if before is not None:
            query.where(f"({{at}}.moved_us, g.game_id) < ({query.add(before[0])}, {query.add(UUID(before[1]))})")
        newest = f"ORDER BY moved_us DESC, game_id DESC LIMIT {query.add(limit)}"
        head = f"SELECT {_COLUMNS.replace('at.', 'g.')} {_AT_HEAD}{query.conditions('g')} {newest}"
        behind = f"SELECT {_COLUMNS} {_BEHIND}{query.conditions('at')}"
        return [
            _listed(row) for row in await self._pool.fetch(f"({head}) UNION ALL ({behind}) {newest}", *query.arguments)
        ]

    async def count_games(
        self, *, ruleset: str | None = None, phase: str | None = None, sandbox: bool | None = None, now_us: int
    ) -> int:
        """How many games `games` lists in all."""
        query = _Query(now_us)
        query.choose(ruleset, phase, sandbox)
        head, behind = f"{_AT_HEAD}{query.conditions('g')}", f"{_BEHIND}{query.conditions('at')}"
        sql = f"SELECT (SELECT count(*) {head}) + (SELECT count(*) {behind})"
        return int((await self._pool.fetch(sql, *query.arguments))[0][0])

    async def rule_games(
        self, rule: str, *, before: tuple[int, str] | None, limit: int, now_us: int
    ) -> Sequence[RuleGameRow]:
        """The games in which a rule fired, after the row `before`, the newest first."""
        query = _Query(now_us)
        query.add(rule)
        if before is not None:
            query.where(f"(r.shows_us, r.game_id) < ({query.add(before[0])}, {query.add(UUID(before[1]))})")
        columns = f"{_COLUMNS.replace('at.', 'g.')}, r.version AS first_version, r.times, r.shows_us"
        newest = f"ORDER BY r.shows_us DESC, r.game_id DESC LIMIT {query.add(limit)}"
        rows = await self._pool.fetch(f"SELECT {columns} {_FIRED}{query.conditions('g')} {newest}", *query.arguments)
        return [RuleGameRow(_listed(tuple(row)[:-3]), *tuple(row)[-3:]) for row in rows]

    async def count_rule_games(self, rule: str, *, now_us: int) -> int:
        """How many games `rule_games` lists in all. Also counts games that have no row in the game list yet."""
        sql = "SELECT count(*) FROM rule_game WHERE rule = $1 AND shows_us <= $2"
        return int((await self._pool.fetch(sql, rule, now_us))[0][0])


class _Query:
    """The conditions of a query and its arguments. The first argument is the current time."""

    def __init__(self, now_us: int) -> None:
        self.arguments: list[object] = [now_us]
        self._conditions: list[str] = []

    def add(self, argument: object) -> str:
        """Add an argument; returns its placeholder."""
        self.arguments.append(argument)
        return f"${len(self.arguments)}"

    def where(self, condition: str) -> None:
        """Add a condition. `{at}` stands for the row of the step that the list shows."""
        self._conditions.append(condition)

    def choose(self, ruleset: str | None, phase: str | None, sandbox: bool | None) -> None:
        """Restrict the games. None restricts nothing."""
        for column, wanted in (("g.ruleset", ruleset), ("{at}.phase", phase), ("g.sandbox", sandbox)):
            if wanted is not None:
                self.where(f"{column} = {self.add(wanted)}")

    def conditions(self, at: str) -> str:
        """The conditions, each after an AND."""
        return "".join(f" AND {condition.format(at=at)}" for condition in self._conditions)


def _listed(row: Any) -> GameListRow:  # noqa: ANN401
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
    return GameListRow(str(values[0]), *values[1:])
