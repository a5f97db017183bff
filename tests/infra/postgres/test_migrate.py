"""Migrations: once, whole, in order, and never changed after."""

import asyncio
import hashlib
import itertools
import shutil
import uuid
from pathlib import Path

import asyncpg
import pytest

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.migrate import is_migrated, migrate, migrations
from infra.postgres.pool import open_pool
from services.errors import Unavailable
from services.ports import Appended
from tests.conftest import on_database
from tests.infra.postgres.entries import Chain

FILES = Path(migrate.__globals__["__file__"]).parent / "migrations"


DIGESTS = Path(__file__).parent / "migrations.sha256"
"""The migrations of format 1, as `sha256sum` prints them. A new migration adds a line; no line ever changes."""


def test_a_migration_of_the_frozen_format_never_changes():
    frozen = {name: digest for digest, name in map(str.split, DIGESTS.read_text().splitlines())}
    here = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FILES.glob("*.sql")}
    changed = sorted(name for name in frozen if here.get(name) != frozen[name])
    assert not changed, f"{changed}: databases have applied these files; write a new migration that adds"
    assert set(here) == set(frozen), f"write the digest of a new migration into {DIGESTS.name}"


@pytest.fixture
async def empty_database(servers):
    name = f"empty_{uuid.uuid4().hex[:12]}"
    connection = await asyncpg.connect(servers.database_url)
    await connection.execute(f"CREATE DATABASE {name}")
    yield on_database(servers.database_url, name)
    await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await connection.close()


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(FILES, tmp_path / "migrations"))


async def test_the_second_time_does_nothing(empty_database):
    applied: list[str] = []
    names = [each.name for each in migrations()]
    assert await migrate(empty_database, on_migration=applied.append) == names == applied
    assert await migrate(empty_database) == []


async def test_a_server_without_citus_and_a_pooler_are_refused(empty_database):
    with pytest.raises(Unavailable, match=r"has no Citus\. Set shared_preload_libraries"):
        await migrate(empty_database, citus=True)
    with pytest.raises(Unavailable, match="is a pooler"):
        await migrate("postgresql://nobody@127.0.0.1:1/nothing?pooler=transaction")


async def test_several_at_once_apply_each_file_once(empty_database):
    done = await asyncio.gather(*(migrate(empty_database) for _ in range(5)))
    assert sorted(len(each) for each in done) == [0, 0, 0, 0, len(migrations())]


async def test_no_append_is_lost_while_0030_replaces_the_partitions_of_steps(empty_database, folder):
    """0030_event_whole.sql copies the steps, and processes of an earlier version go on meanwhile."""
    for path in folder.glob("*.sql"):
        if path.name >= "0030":
            path.unlink()
    await migrate(empty_database, folder=folder)
    pool, replaced, chains = await open_pool(empty_database), asyncio.Event(), [Chain() for _ in range(8)]
    log = PostgresEventLog(pool)

    async def play(chain: Chain) -> int:
        """Returns the version after the last append: some are made before the table is replaced, and some after."""
        for more in itertools.count():
            entry = chain.next()
            assert await log.append(entry) == Appended(entry.last_version)
            chain.took(entry)
            if replaced.is_set() and more > 50:
                return entry.last_version

    playing = [asyncio.create_task(play(chain)) for chain in chains]
    await asyncio.sleep(0.2)
    assert [each.split("_")[0] for each in await migrate(empty_database)][:1] == ["0030"]
    replaced.set()
    versions = {chain.game_id: last for chain, last in zip(chains, await asyncio.gather(*playing), strict=True)}
    rows = await pool.fetch("SELECT game_id::text, count(*), max(version) FROM event GROUP BY game_id")
    assert {id: (count, last) for id, count, last in rows} == {id: (last, last) for id, last in versions.items()}
    await pool.close()


async def test_a_file_that_fails_leaves_nothing_of_itself(empty_database, folder):
    last = migrations()[-1].number + 1
    broken = folder / f"{last:04d}_broken.sql"
    broken.write_text("CREATE TABLE half_done ();\nSELECT 1 / 0;")
    with pytest.raises(asyncpg.DivisionByZeroError):
        await migrate(empty_database, folder=folder)
    broken.write_text("CREATE TABLE whole ();")
    assert await migrate(empty_database, folder=folder) == [f"{last:04d}_broken"]
    connection = await asyncpg.connect(empty_database)
    assert await connection.fetchval("SELECT to_regclass('half_done')") is None
    await connection.close()


async def test_a_log_of_another_format_is_a_sentence_that_says_what_to_do(empty_database, folder):
    """Such as a database of the first edition."""
    await migrate(empty_database, folder=folder)
    first = folder / "0001_event_log.sql"
    first.write_text("-- the first edition's\n" + first.read_text())
    with pytest.raises(Unavailable, match=r"has another format than this build writes.*Use a new database"):
        await migrate(empty_database, folder=folder)


async def test_a_file_changed_after_it_was_applied_is_a_sentence(empty_database, folder):
    await migrate(empty_database, folder=folder)
    second = folder / "0002_projections.sql"
    second.write_text(second.read_text() + "-- better\n")
    with pytest.raises(
        Unavailable, match=r"0002_projections was changed after .* a change to the tables needs a new file"
    ):
        await migrate(empty_database, folder=folder)


async def test_a_newer_database_is_a_sentence(empty_database, folder):
    (folder / f"{migrations()[-1].number + 1:04d}_newer.sql").write_text("SELECT 1;")
    await migrate(empty_database, folder=folder)
    with pytest.raises(Unavailable, match="newer version of Emberlog"):
        await migrate(empty_database)


async def test_readiness_tells_a_prepared_database_from_an_empty_one(empty_database, pool):
    assert await is_migrated(pool)
    bare = await open_pool(empty_database)
    assert not await is_migrated(bare)
    await bare.close()


async def test_a_database_that_lacks_a_migration_is_not_ready_and_a_newer_one_is(empty_database, folder):
    """An update begins with the tables, and the processes of the release before serve until they are replaced."""
    last = max(folder.glob("*.sql"))
    text = last.read_text()
    last.unlink()
    await migrate(empty_database, folder=folder)
    older = await open_pool(empty_database)
    assert not await is_migrated(older)
    last.write_text(text)
    (folder / f"{migrations()[-1].number + 1:04d}_newer.sql").write_text("SELECT 1;")
    await migrate(empty_database, folder=folder)
    assert await is_migrated(older)
    await older.close()


async def test_a_user_without_rights_over_roles_migrates_and_plays_without_the_role(servers, empty_database):
    """Append-only is held by triggers alone then."""
    admin = await asyncpg.connect(empty_database)
    name = f"plain_{uuid.uuid4().hex[:8]}"
    await admin.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'plain'")
    await admin.execute(f"GRANT CREATE ON SCHEMA public TO {name}")
    try:
        host = empty_database.partition("@")[2]
        url = f"postgresql://{name}:plain@{host}"
        await migrate(url)
        pool = await open_pool(url)
        with pytest.raises(Unavailable, match="append-only"):
            await pool.fetch("TRUNCATE event")
        await pool.close()
    finally:
        await admin.execute(f"REASSIGN OWNED BY {name} TO CURRENT_USER; DROP OWNED BY {name}; DROP ROLE {name}")
        await admin.close()
