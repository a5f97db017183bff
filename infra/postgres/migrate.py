"""Brings a database to the tables that this code expects.

The migrations are numbered files. Each is applied once, as a whole, and never changes afterwards.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncpg

from infra.postgres.citus.distribute import IS_CLUSTER, check_cluster, check_whole, distribute
from infra.postgres.pool import CONNECT_SECONDS_MAX, ConnectionOf, Pool, past_the_pooler
from infra.postgres.trouble import connecting, place, translated
from services.errors import Unavailable

_FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x656D6265726C6F67
"""“emberlog” in ASCII: the advisory lock under which a database is migrated."""

_CREATE_MIGRATION: Final = """
CREATE TABLE IF NOT EXISTS migration (
    number      integer     NOT NULL PRIMARY KEY,
    name        text        NOT NULL,
    checksum    text        NOT NULL,
    applied_at  timestamptz NOT NULL DEFAULT now()
)
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """A numbered file of SQL, which is applied once."""

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """SHA-256 of the file, in hex."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def migrations(folder: Path = _FOLDER) -> list[Migration]:
    """The migrations, numbered 1..n."""
    files = [
        Migration(int(path.name.partition("_")[0]), path.stem, path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.sql"))
    ]
    assert [each.number for each in files] == list(range(1, len(files) + 1)), "migrations are numbered 1..n"
    return files


async def migrate(
    database_url: str,
    *,
    folder: Path = _FOLDER,
    on_migration: Callable[[str], None] = lambda name: None,
    citus: bool = False,
    shards: int | None = None,
) -> list[str]:
    """Apply the missing migrations and return their names. If several processes call it, one works and the others wait.

    Raises Unavailable if the database cannot be used, or if an applied file has changed since. `on_migration` is called
    with the name of each migration before it is applied.

    `citus`: also distribute the tables over the nodes of a cluster, in `shards` parts. A database that is distributed
    already is treated so in any case. The names then include those of the tables that were distributed.
    """
    at = place(database_url)
    with connecting(at):
        if past_the_pooler(database_url)[1]:
            raise Unavailable(
                f"{at} is a pooler, and tables are not changed through one: the lock of a migration belongs to one "
                "connection. Name Postgres itself, as the owner of the database."
            )
        connection = await asyncpg.connect(database_url, timeout=CONNECT_SECONDS_MAX)
    try:
        with translated(at):
            if citus:
                await check_cluster(connection, at)
            done = await _migrate(connection, at, migrations(folder), on_migration)
            if citus or await connection.fetchval(IS_CLUSTER):
                done += [f"distribution of {name}" for name in await distribute(connection, at, shards=shards)]
            else:
                await check_whole(connection, at)
            return done
    finally:
        await connection.close(timeout=CONNECT_SECONDS_MAX)


async def _migrate(
    connection: ConnectionOf, at: str, wanted: list[Migration], on_migration: Callable[[str], None]
) -> list[str]:
    done = []
    await connection.execute("SELECT pg_advisory_lock($1)", _LOCK)
    try:
        await connection.execute(_CREATE_MIGRATION)
        rows = await connection.fetch("SELECT number, name, checksum FROM migration ORDER BY number")
        applied = {row["number"]: row["checksum"] for row in rows}
        if len(applied) > len(wanted):
            raise Unavailable(f"A newer version of Emberlog has migrated the database {at}. Update this installation.")
        for each in wanted:
            if each.number not in applied:
                on_migration(each.name)
                async with connection.transaction():
                    await connection.execute(each.sql)
                    await connection.execute(
                        "INSERT INTO migration (number, name, checksum) VALUES ($1, $2, $3)",
                        each.number, each.name, each.checksum,
                    )  # fmt: skip
                done.append(each.name)
            elif applied[each.number] != each.checksum:
                raise Unavailable(_changed(each, at))
    finally:
        if not connection.is_closed():
            await connection.execute("SELECT pg_advisory_unlock($1)", _LOCK)
    return done


def _changed(migration: Migration, at: str) -> str:
    """What to do about a database whose tables were made by another file of this number."""
    if migration.number == 1:
        return (
            f"The log in the database {at} has another format than this build writes, and cannot be read here. Use "
            "a new database. The embedded one is in the folder that EMBERLOG_DATA names: name another, or remove it."
        )
    return (
        f"Migration {migration.name} was changed after the database {at} applied it. Restore the file; a change to the "
        "tables needs a new file."
    )


async def is_migrated(pool: Pool) -> bool:
    """Whether the database has every table this code expects.

    A newer database has: migrations only add, and processes of the release before go on until they are replaced.
    """
    rows = await pool.fetch("SELECT to_regclass('migration') IS NOT NULL AS exists")
    if not rows[0]["exists"]:
        return False
    return bool(await pool.fetchval("SELECT count(*) FROM migration") >= len(migrations()))
