"""Brings a database to today's tables, file by file, each once and in order. Never changes a file that was applied."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg

from infra.postgres.problems import CONNECTION_LOST, unavailable
from services.ports import Unavailable

FOLDER: Final = Path(__file__).with_name("migrations")
LOCK: Final = 0x656D6265726C6F67
"""The advisory lock under which one process at a time migrates: "emberlog" in ASCII."""

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS migration (
    name       text PRIMARY KEY,
    checksum   bytea NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
)
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of SQL."""

    name: str
    sql: str

    @property
    def checksum(self) -> bytes:
        """SHA-256 of the file."""
        return hashlib.sha256(self.sql.encode()).digest()


def migrations() -> tuple[Migration, ...]:
    """All files, in the order of their numbers."""
    return tuple(Migration(path.stem, path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.sql")))


async def migrate(database_url: str) -> tuple[str, ...]:
    """Apply what is missing; gives the names applied now. Raises Unavailable with a sentence for people."""
    try:
        connection = await asyncpg.connect(database_url, timeout=10)
    except (*CONNECTION_LOST, asyncpg.PostgresError, ValueError) as error:
        raise unavailable(error) from error
    try:
        return await _apply_missing(connection)
    except asyncpg.PostgresError as error:
        raise unavailable(error) from error
    finally:
        await connection.close()


async def is_current(pool: "asyncpg.Pool[Any]") -> bool:
    """Whether every migration of this build was applied."""
    try:
        known = {row["name"] for row in await pool.fetch("SELECT name FROM migration")}
    except asyncpg.UndefinedTableError:
        return False
    return known >= {each.name for each in migrations()}


async def _apply_missing(connection: "asyncpg.Connection[Any]") -> tuple[str, ...]:
    applied = []
    await connection.execute("SELECT pg_advisory_lock($1)", LOCK)
    try:
        await connection.execute(_TABLE)
        known = {row["name"]: row["checksum"] for row in await connection.fetch("SELECT name, checksum FROM migration")}
        for each in migrations():
            if each.name in known:
                if known[each.name] != each.checksum:
                    raise Unavailable(
                        f"The database was migrated with another {each.name}. Use the build that made it, or a new database."
                    )
                continue
            async with connection.transaction():
                await connection.execute(each.sql)
                await connection.execute(
                    "INSERT INTO migration (name, checksum) VALUES ($1, $2)", each.name, each.checksum
                )
            applied.append(each.name)
        await connection.execute(
            "DO $$ BEGIN GRANT SELECT ON migration TO emberlog_app; EXCEPTION WHEN undefined_object THEN NULL; END $$"
        )
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1)", LOCK)
    return tuple(applied)
