"""The global order: dense, each step once, however many sequencers run and die."""

import asyncio
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from infra.postgres import sequencer
from infra.postgres.audit.store import PostgresAudit
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.sequencer import run_sequencer
from services.errors import Unavailable
from tests.infra.postgres.conftest import sequenced
from tests.infra.postgres.entries import OPENINGS, Chain

ROOT = Path(__file__).parents[3]
SEQUENCES = """
import asyncio, sys
from datetime import timedelta
from infra.postgres.pool import open_pool
from infra.postgres.sequencer import run_sequencer
async def main():
    pool = await open_pool(sys.argv[1])
    print("up", flush=True)
    await run_sequencer(pool, idle_seconds=0.001, lease=timedelta(seconds=0.3))
asyncio.run(main())
"""


async def write_games(pool, games: int, commands: int) -> int:
    """Some games at once; the number of steps written."""
    log = PostgresEventLog(pool)

    async def write(chain: Chain) -> int:
        for _ in range(commands):
            entry = chain.next()
            await log.append(entry)
            chain.took(entry)
        return chain.version

    return sum(await asyncio.gather(*(write(Chain()) for _ in range(games))))


async def assert_dense(owner, steps: int) -> None:
    rows = await owner.fetch("SELECT pos, game_id, kind, number FROM log ORDER BY pos")
    commands = await owner.fetchval("SELECT count(*) FROM command")
    assert [row["pos"] for row in rows] == list(range(1, steps + commands + 1))
    assert sum(row["kind"] == "step" for row in rows) == steps
    last: dict[object, int] = {}
    for row in rows:
        key = row["game_id"], row["kind"]
        assert row["number"] == last.get(key, 0) + 1, "a game's steps and commands keep their order"
        last[key] = row["number"]
    assert await owner.fetchval("SELECT count(*) FROM pending") == 0
    assert await owner.fetchval("SELECT last_pos FROM sequencer") == steps + commands


async def test_refused_openings_have_positions_in_the_one_dense_order(pool, owner):
    """They have no steps, so each takes one position."""
    log, streams = PostgresEventLog(pool), [Chain(opening=OPENINGS) for _ in range(3)]

    async def refuse(chain: Chain) -> None:
        for _ in range(5):
            await log.append(chain.refused())

    writing = [asyncio.create_task(refuse(chain)) for chain in streams * 2]
    steps = await write_games(pool, 4, 5)
    await asyncio.gather(*writing)
    await sequenced(pool)
    await assert_dense(owner, steps)
    order = [await log.places(chain.game_id) for chain in streams]
    assert [len(each) for each in order] == [10] * 3
    audit, numbers = PostgresAudit(pool), [2, 9, 2000]
    expected = {each.number: each.pos for each in order[1] if each.number in numbers}
    assert await audit.places(streams[1].game_id, "command", numbers) == expected and len(expected) == 2
    assert await audit.places(streams[1].game_id, "step", numbers) == {} == await audit.places("x", "step", numbers)


async def test_many_sequencers_at_once_give_one_dense_order(pool, owner):
    tasks = [
        asyncio.create_task(run_sequencer(pool, idle_seconds=0.001, lease=timedelta(milliseconds=2))) for _ in range(4)
    ]
    steps = await write_games(pool, 10, 15)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await sequenced(pool)
    await assert_dense(owner, steps)


async def test_an_epoch_that_is_over_writes_nothing(pool, owner):
    steps = await write_games(pool, 3, 2)
    old = await owner.fetchval("UPDATE sequencer SET epoch = epoch + 1 RETURNING epoch")
    await owner.execute("UPDATE sequencer SET epoch = epoch + 1")
    with pytest.raises(asyncpg.ObjectNotInPrerequisiteStateError, match="is over"):
        await owner.fetchval("SELECT sequence_pending($1, 100, '1s')", old)
    assert await owner.fetchval("SELECT count(*) FROM log") == 0
    await sequenced(pool)
    await assert_dense(owner, steps)


async def test_a_sequencer_whose_lease_another_took_says_so_and_writes_nothing(pool, owner, caplog):
    """Two at once: the one that slept too long notices at its next call."""
    task = asyncio.create_task(run_sequencer(pool, idle_seconds=0.001))
    async with asyncio.timeout(30):
        while not await owner.fetchval("SELECT epoch FROM sequencer"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await owner.execute(
            "UPDATE sequencer SET epoch = epoch + 1, holder = 'other', expires_at = clock_timestamp() + interval '1 h'"
        )
        steps = await write_games(pool, 2, 2)
        while "Another process gives the places" not in caplog.text:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert "Nothing is lost or doubled" in caplog.text and await owner.fetchval("SELECT count(*) FROM log") == 0
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await owner.execute("UPDATE sequencer SET expires_at = '-infinity'")
    await sequenced(pool)
    await assert_dense(owner, steps)


async def test_a_batch_rolled_back_leaves_no_hole(pool, owner):
    steps = await write_games(pool, 3, 4)
    epoch = await owner.fetchval("UPDATE sequencer SET epoch = epoch + 1 RETURNING epoch")
    doomed = owner.transaction()
    await doomed.start()
    assert await owner.fetchval("SELECT sequence_pending($1, 5, '1s')", epoch) == 15, (
        "two steps and the command, of five"
    )
    await doomed.rollback()
    assert await owner.fetchval("SELECT sequence_pending($1, 5, '0s')", epoch) == 15, (
        "two steps and the command, of five"
    )
    await sequenced(pool)
    await assert_dense(owner, steps)


async def test_a_sequencer_that_stops_in_order_hands_over_at_once(pool, owner):
    task = asyncio.create_task(run_sequencer(pool, idle_seconds=0.001, lease=timedelta(hours=1)))
    await write_games(pool, 1, 1)
    async with asyncio.timeout(30):
        while await owner.fetchval("SELECT count(*) FROM pending"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await owner.fetchval("SELECT expires_at = '-infinity' FROM sequencer")


async def test_killed_sequencers_leave_a_dense_order(database_url, pool, owner):
    """Processes are killed with -9 while they sequence; the next takes over when the lease is over."""
    writing = asyncio.create_task(write_games(pool, 8, 60))
    until = time.monotonic() + 6
    for _ in range(4):
        process = subprocess.Popen(  # noqa: ASYNC220 -- to be killed, not waited for
            [sys.executable, "-c", SEQUENCES, database_url], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "up\n"
        await asyncio.sleep(0.35 if time.monotonic() < until else 0.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    steps = await writing
    await asyncio.sleep(0.4)
    await sequenced(pool)
    await assert_dense(owner, steps)


async def test_the_sequencer_outlives_killed_connections(pool, owner):
    task = asyncio.create_task(run_sequencer(pool, idle_seconds=0.001, lease=timedelta(milliseconds=50)))
    steps = 0
    for _ in range(4):
        steps += await write_games(pool, 4, 5)
        await owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'emberlog'"
        )
    async with asyncio.timeout(30):
        while await owner.fetchval("SELECT count(*) FROM pending"):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await assert_dense(owner, steps)


class Away:
    """A database whose coordinator gives the lease, and whose nodes answer or not, call by call."""

    def __init__(self, answers: str) -> None:
        self.answers = list(answers)
        self.emptied = asyncio.Event()

    async def fetchval(self, query: str, *arguments: object) -> int:
        if "sequence_pending" not in query:
            return 1
        if not self.answers:
            self.emptied.set()
            return 0
        if self.answers.pop(0) == "-":
            raise Unavailable("A node does not answer.")
        return 0


async def test_a_node_that_is_away_is_logged_once_each_time(monkeypatch, caplog):
    monkeypatch.setattr(sequencer, "RETRY_SECONDS", 0.001)
    away = Away("---++--+")
    task = asyncio.create_task(run_sequencer(away, idle_seconds=0.001))
    await asyncio.wait_for(away.emptied.wait(), 30)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert [record.getMessage() for record in caplog.records] == ["The sequencer waits: A node does not answer."] * 2
