"""What the projections have written, for readers. Writes nothing.

It tells apart no viewers: who asks it for tracks must choose by `eyes`. Its lists show what any spectator may know by the moment
they are asked for (GAME-DELAY-02).
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from infra.postgres.pool import Pool
from services.ports import GameListRow, RuleGameRow, TrackPoint, TrackRow

_Point = tuple[int, str, int, int, tuple[int, ...] | None]
_POINTS: Final = msgspec.json.Decoder(tuple[_Point, ...])

_TRACKS: Final = (
    "SELECT version, points FROM score_track WHERE game_id = $1 AND version > $2 AND ($3::integer IS NULL OR version <= $3) "
    "ORDER BY version"
)

_COLUMNS: Final = (
    "g.game_id, g.ruleset, g.title, at.phase, at.version, at.turn, at.seats, at.to_act, at.leaders, at.winners, g.sandbox, "
    "g.opened_us, at.moved_us"
)
_AT_HEAD: Final = "FROM game_list g WHERE g.shows_us <= $1"
# Few games are held back at a moment: those that run, and those that ended no longer ago than their delay.
_BEHIND: Final = (
    "FROM game_list g CROSS JOIN LATERAL (SELECT * FROM game_list_delayed d "
    "WHERE d.game_id = g.game_id AND d.version <= g.shown AND d.shows_us <= $1 ORDER BY d.version DESC LIMIT 1) AS at "
    "WHERE g.shows_us > $1 AND g.shows_us > 0"
)
_FIRED: Final = (
    "FROM rule_game r JOIN game_list g USING (game_id) WHERE r.rule = $2 AND r.shows_us <= $1 AND g.shows_us <= $1"
)


class PostgresProjectionReader:
    """`services.ports.ProjectionReader` on a pool. Raises `services.ports.Unavailable` when the database does not answer."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def tracks(self, game_id: str, *, after: int = 0, up_to: int | None = None) -> Sequence[TrackRow]:
        """The stored tracks of a game at the steps past `after`, up to `up_to`."""
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
        """Newest movement first, past the row `before`."""
        asked = _Asked(now_us)
        asked.choose(ruleset, phase, sandbox)
        if before is not None:
            asked.where(f"({{at}}.moved_us, g.game_id) < ({asked.add(before[0])}, {asked.add(UUID(before[1]))})")
        newest = f"ORDER BY moved_us DESC, game_id DESC LIMIT {asked.add(limit)}"
        head = f"SELECT {_COLUMNS.replace('at.', 'g.')} {_AT_HEAD}{asked.conditions('g')} {newest}"
        behind = f"SELECT {_COLUMNS} {_BEHIND}{asked.conditions('at')}"
        return [
            _listed(row) for row in await self._pool.fetch(f"({head}) UNION ALL ({behind}) {newest}", *asked.arguments)
        ]

    async def count_games(
        self, *, ruleset: str | None = None, phase: str | None = None, sandbox: bool | None = None, now_us: int
    ) -> int:
        """How many games `games` would list in all."""
        asked = _Asked(now_us)
        asked.choose(ruleset, phase, sandbox)
        head, behind = f"{_AT_HEAD}{asked.conditions('g')}", f"{_BEHIND}{asked.conditions('at')}"
        sql = f"SELECT (SELECT count(*) {head}) + (SELECT count(*) {behind})"
        return int((await self._pool.fetch(sql, *asked.arguments))[0][0])

    async def rule_games(
        self, rule: str, *, before: tuple[int, str] | None, limit: int, now_us: int
    ) -> Sequence[RuleGameRow]:
        """The games in which a rule fired, the newest first, past the row `before`."""
        asked = _Asked(now_us)
        asked.add(rule)
        if before is not None:
            asked.where(f"(r.shows_us, r.game_id) < ({asked.add(before[0])}, {asked.add(UUID(before[1]))})")
        columns = f"{_COLUMNS.replace('at.', 'g.')}, r.version AS first_version, r.times, r.shows_us"
        newest = f"ORDER BY r.shows_us DESC, r.game_id DESC LIMIT {asked.add(limit)}"
        rows = await self._pool.fetch(f"SELECT {columns} {_FIRED}{asked.conditions('g')} {newest}", *asked.arguments)
        return [RuleGameRow(_listed(tuple(row)[:-3]), *tuple(row)[-3:]) for row in rows]

    async def count_rule_games(self, rule: str, *, now_us: int) -> int:
        """How many games `rule_games` would give in all; counts also those whose row in the list is not there yet."""
        sql = "SELECT count(*) FROM rule_game WHERE rule = $1 AND shows_us <= $2"
        return int((await self._pool.fetch(sql, rule, now_us))[0][0])


class _Asked:
    """Conditions and their arguments as they come together; the first argument is the moment that is now."""

    def __init__(self, now_us: int) -> None:
        self.arguments: list[object] = [now_us]
        self._conditions: list[str] = []

    def add(self, argument: object) -> str:
        """The argument's place in the statement."""
        self.arguments.append(argument)
        return f"${len(self.arguments)}"

    def where(self, condition: str) -> None:
        """One more condition; `{at}` is the row of the step that is shown."""
        self._conditions.append(condition)

    def choose(self, ruleset: str | None, phase: str | None, sandbox: bool | None) -> None:
        """Only some games; None: whatever they are."""
        for column, wanted in (("g.ruleset", ruleset), ("{at}.phase", phase), ("g.sandbox", sandbox)):
            if wanted is not None:
                self.where(f"{column} = {self.add(wanted)}")

    def conditions(self, at: str) -> str:
        """All of them, to follow on others."""
        return "".join(f" AND {condition.format(at=at)}" for condition in self._conditions)


def _listed(row: Any) -> GameListRow:  # noqa: ANN401
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
    return GameListRow(str(values[0]), *values[1:])
