"""The real store, and damage that goes round what guards the log. For tests only."""

from collections.abc import Sequence

import msgspec

from domain.engine.codec import digest
from domain.log.chain import GENESIS
from domain.log.record import Written
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.pool import Pool
from infra.postgres.projection_reader import PostgresProjectionReader
from infra.postgres.projection_store import PostgresProjectionStore
from projections.analysis.chances import WinChances
from projections.game_list import ListedGame, ListedStep
from projections.ports import Cursor, Row
from projections.rules_fired import RuleInGame
from projections.score_tracks import TracksAtStep
from services.ports import Append, Appended
from services.streams import Opening
from tests.dice import new_id
from tests.infra.postgres.entries import Chain
from tests.projections.played_games import RULESETS, START_US, PlayedGame

_NO_LIMIT = 100_000


class PostgresStage(PostgresProjectionStore):
    """`Stage` on a pool; the test's user must be a superuser to do damage."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool, RULESETS)
        self.pool, self._on_citus = pool.raw, pool.on_citus
        self.log = PostgresEventLog(pool)
        self.reader = PostgresProjectionReader(pool)

    async def add(self, played: PlayedGame, steps: Sequence[Written]) -> None:
        first = steps[0]
        ruleset = played.game.ruleset
        entry = Append(
            game_id=played.game_id,
            command_id=new_id(),
            request_hash=bytes.fromhex(digest(first.body)),
            principal="p-host",
            seat=None,
            body=b"{}",
            outcome="accepted",
            answer=b"",
            time_us=START_US,
            received_us=START_US,
            token_id="",
            expected_version=first.version - 1,
            expected_hash=first.prev_hash,
            events=tuple(steps),
            opening=Opening(ruleset=ruleset.id, ruleset_version=ruleset.version)
            if first.prev_hash == GENESIS
            else None,
        )
        assert isinstance(await self.log.append(entry), Appended)

    async def add_stream(self, opening: Opening) -> str:
        chain = Chain(opening=opening)
        entry = chain.refused() if opening.kind == "openings" else chain.next()
        assert isinstance(await self.log.append(entry), Appended)
        return chain.game_id

    async def _damage(self, sql: str, *arguments: object) -> None:
        async with self.pool.acquire() as connection, connection.transaction():
            await connection.execute("SET LOCAL ROLE NONE")
            if self._on_citus:  # where the triggers are those of the nodes
                await connection.execute("SET LOCAL citus.propagate_set_commands = 'local'")
            await connection.execute("SET LOCAL session_replication_role = replica")
            await connection.execute(sql, *arguments)

    async def damage(self, game_id: str, version: int, body: bytes) -> None:
        name, check = await self.pool.fetchrow(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint "
            "WHERE conrelid = 'event'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%sha256%'"
        )
        await self._damage(f"ALTER TABLE event DROP CONSTRAINT {name}")
        try:
            await self._damage("UPDATE event SET body = $3 WHERE game_id = $1 AND version = $2", game_id, version, body)
        finally:
            await self._damage(f"ALTER TABLE event ADD CONSTRAINT {name} {check} NOT VALID")

    async def lose(self, game_id: str, version: int) -> None:
        await self._damage("DELETE FROM event WHERE game_id = $1 AND version = $2", game_id, version)

    async def rewrite_first(self, game_id: str, body: bytes, hash: bytes) -> None:
        sql = "UPDATE event SET body = $2, hash = $3 WHERE game_id = $1 AND version = 1"
        await self._damage(sql, game_id, body, hash)

    async def forget(self, game_id: str) -> None:
        for name in ("event", "command", "pending", "game"):
            await self._damage(f"DELETE FROM {name} WHERE game_id = $1", game_id)

    async def stored_rows(self, projection: str) -> list[Row]:
        if projection == "score_tracks":
            rows = await self.pool.fetch("SELECT game_id::text, version, points FROM score_track ORDER BY 1, 2")
            return [TracksAtStep(*row[:2], tracks=tracks_of(row["points"])) for row in rows]
        if projection == "win_chances":
            rows = await self.pool.fetch("SELECT * FROM win_chance ORDER BY game_id, version")
            return [msgspec.convert({**row, "game_id": str(row["game_id"])}, WinChances) for row in rows]
        if projection == "rules_fired":
            rows = await self.pool.fetch('SELECT * FROM rule_game ORDER BY game_id, rule COLLATE "C"')
            return [msgspec.convert({**row, "game_id": str(row["game_id"])}, RuleInGame) for row in rows]
        heads = await self.pool.fetch("SELECT * FROM game_list ORDER BY game_id")
        steps = await self.pool.fetch(
            "SELECT d.*, ruleset, sandbox, fork, opened_us FROM game_list_delayed d JOIN game_list USING (game_id) "
            "ORDER BY game_id, version"
        )
        return [
            msgspec.convert({**row, "game_id": str(row["game_id"])}, kind)
            for head in heads
            for kind, of_kind in ((ListedGame, [head]), (ListedStep, steps))
            for row in of_kind
            if row["game_id"] == head["game_id"]
        ]

    async def parked_game(self, game_id: str) -> tuple[int, str] | None:
        row = await self.pool.fetchrow("SELECT version, why FROM parked WHERE game_id = $1", game_id)
        return None if row is None else (row["version"], row["why"])

    async def cursor(self, projection: str, game_id: str) -> Cursor:
        row = await self.pool.fetchrow(
            "SELECT version, hash, parked_why FROM projection_cursor WHERE game_id = $1 AND projection = $2",
            game_id,
            projection,
        )
        return Cursor(*row) if row else Cursor()


def tracks_of(points: str):
    from domain.engine.score import Track

    return tuple(
        Track(seat, source, banked, if_over, None if visible_to is None else tuple(visible_to))
        for seat, source, banked, if_over, visible_to in msgspec.json.decode(points)
    )
