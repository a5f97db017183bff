"""What was written stays written: by privilege for the service, by trigger for everybody, by CHECK for the hash."""

import asyncpg
import pytest

from infra.postgres.event_log import PostgresEventLog
from services.ports import Appended
from tests.infra.postgres.conftest import sequenced
from tests.infra.postgres.entries import Chain

COLUMNS = {"event": "type", "command": "principal", "log": "leaf"}


@pytest.fixture
async def written(pool):
    """Some games, with places in the order."""
    log = PostgresEventLog(pool)
    for _ in range(3):
        assert await log.append(Chain().next()) == Appended(2)
    await sequenced(pool)


@pytest.mark.parametrize("relation", COLUMNS)
async def test_the_service_has_no_right_to_change_it(pool, written, relation):
    async with pool.raw.acquire() as connection:
        assert await connection.fetchval("SELECT current_user") == "emberlog_app"
        for statement in (
            f"UPDATE {relation} SET {COLUMNS[relation]} = {COLUMNS[relation]}",
            f"DELETE FROM {relation}",
            f"TRUNCATE {relation}",
            f"ALTER TABLE {relation} DISABLE TRIGGER ALL",
        ):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.execute(statement)


@pytest.mark.parametrize("relation", COLUMNS)
async def test_the_owner_is_refused_with_the_name_of_the_relation(owner, written, relation):
    for statement, done in (
        (f"UPDATE {relation} SET {COLUMNS[relation]} = {COLUMNS[relation]}", "UPDATE"),
        (f"DELETE FROM {relation}", "DELETE"),
        (f"TRUNCATE {relation}", "TRUNCATE"),
    ):
        assert await owner.fetchval(f"SELECT count(*) FROM {relation}")
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match=rf"append-only: {done} is refused") as refused:
            await owner.execute(statement)
        assert relation in str(refused.value)


async def test_a_body_that_was_not_hashed_is_refused(owner, written):
    row = await owner.fetchrow("SELECT * FROM event LIMIT 1")
    insert = (
        "INSERT INTO event SELECT game_id, 99, type, schema_version, prev_hash, $1, $2, command_id FROM event "
        "WHERE game_id = $3 AND version = $4"
    )
    for hash_, body in ((row["hash"], b"another"), (bytes(32), row["body"]), (row["hash"] + b"\x00", row["body"])):
        with pytest.raises(asyncpg.CheckViolationError):
            await owner.execute(insert, hash_, body, row["game_id"], row["version"])
    await owner.execute(insert, row["hash"], row["body"], row["game_id"], row["version"])


async def test_one_wrong_hash_spoils_nobody_elses_append(pool):
    """A bug of ours, which a constraint finds, is the guilty command's alone, however many share its batch."""
    import asyncio

    from msgspec.structs import replace

    log = PostgresEventLog(pool, lanes=1)
    chains = [Chain() for _ in range(12)]
    entries = [chain.next() for chain in chains]
    bad = replace(entries[5].events[1], hash=bytes(32))
    entries[5] = replace(entries[5], events=(entries[5].events[0], bad))
    results = await asyncio.gather(*(log.append(entry) for entry in entries), return_exceptions=True)
    assert isinstance(results[5], asyncpg.CheckViolationError)
    assert results[:5] + results[6:] == [Appended(2)] * 11
    assert await log.head(chains[5].game_id) is None
