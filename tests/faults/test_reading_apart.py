"""Two processes that read a replica which is stopped, killed and promoted: no caller gets anything older than before."""

import asyncio
import itertools

import asyncpg
import httpx
import pytest

from infra.postgres.replica.pool import Source
from infra.wiring import Wired, wired
from tests.api.conftest import asking, services_over, serving
from tests.faults.stage import eventually
from tests.faults.standby import folder, primary, standby, standby_url

__all__ = ["folder", "primary", "standby"]

pytestmark = pytest.mark.campaign
LAG_SECONDS = 1.0
ANN = "principal ann"


class Reader:
    """A caller who asks one process after the other for a list. Rows are numbered in the order of their commits."""

    def __init__(self, processes: list[Wired], owner: asyncpg.Connection) -> None:
        self._processes, self._owner = itertools.cycle(processes), owner
        self.rows, self.as_of_us = 0, 0
        self.committed_us: list[int] = []

    async def write(self, process: Wired | None = None) -> None:
        """One more row: by the caller's own command through a process, or by somebody else."""
        insert = "INSERT INTO outage (process, from_us, to_us) VALUES ('api', $1::bigint, $1 + 1)"
        number = len(self.committed_us) + 1
        if process is None:
            await self._owner.execute(insert, number)
        else:
            async with process.freshness.reading(ANN, writes=True) as reading:
                await self._owner.execute(insert, number)
            await process.freshness.staleness(reading)
        at = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
        self.committed_us.append(await self._owner.fetchval(at))

    async def read(self) -> int:
        """Reads the list, and compares it with what was said of its age and with what was read before."""
        process = next(self._processes)
        async with process.freshness.reading(ANN, writes=False) as reading:
            rows = len(await process.world.audit.outages(from_us=0, to_us=10**6, limit=10**6))
        staleness = await process.freshness.staleness(reading)
        assert rows >= self.rows, "the list went backwards"
        assert staleness.as_of_us >= self.as_of_us, "what is said of its age went backwards"
        assert rows >= sum(each < staleness.as_of_us for each in self.committed_us), "older than is said"
        self.rows, self.as_of_us = rows, staleness.as_of_us
        return rows

    async def go_on(self, seconds: float) -> None:
        """Somebody writes, the caller reads."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while loop.time() < until:
            await self.write()
            await self.read()
            await asyncio.sleep(0.01)


def read_from(processes: list[Wired], source: Source) -> int:
    return sum(each.reads.reads[source.value] for each in processes)


async def served_from_the_replica(process: Wired) -> None:
    """Over HTTP, until a list was read from the replica."""
    services = services_over(process.world, freshness=process.freshness, replica_reads=process.reads)
    async with serving(services) as served, httpx.AsyncClient(trust_env=False, verify=False) as http:
        ask = asking(served, http)
        moments: list[str] = []

        async def listed() -> bool:
            before = process.reads.reads[Source.REPLICA.value]
            answer = await ask("{ games { pageInfo { hasNextPage } } }", errors=True)
            moments.append(answer["extensions"]["staleness"]["asOf"])
            return process.reads.reads[Source.REPLICA.value] > before

        await eventually(listed, 60.0)
        assert moments == sorted(moments)


async def test_no_list_goes_backwards_while_the_replica_stops_dies_and_is_promoted(primary, standby, redis_url):
    reader_url = standby_url(primary, standby)
    make = {"reader_url": reader_url, "reader_lag": LAG_SECONDS, "connections_max": 3}
    owner, of_standby = await asyncpg.connect(primary.url), await asyncpg.connect(reader_url)
    async with wired(primary.url, redis_url, **make) as one, wired(primary.url, redis_url, **make) as two:
        processes = [one, two]
        caller = Reader(processes, owner)

        async def from_replica() -> bool:
            before = read_from(processes, Source.REPLICA)
            await caller.read()
            return read_from(processes, Source.REPLICA) > before

        await eventually(from_replica, 60.0)
        await caller.go_on(0.7)
        for process in (one, two, one):
            await caller.write(process)
            assert await caller.read() == len(caller.committed_us), "the caller's own command is missing"

        await served_from_the_replica(one)

        await of_standby.execute("SELECT pg_wal_replay_pause()")
        await caller.go_on(LAG_SECONDS + 0.5)
        assert read_from(processes, Source.BEHIND)
        assert await caller.read() == len(caller.committed_us), "too far behind, so the primary has the whole list"
        await of_standby.execute("SELECT pg_wal_replay_resume()")
        await eventually(from_replica, 60.0)

        await owner.execute("ALTER SYSTEM RESET synchronous_standby_names")
        await owner.execute("SELECT pg_reload_conf()")
        await of_standby.close()
        await standby.kill()
        await caller.go_on(0.5)
        assert read_from(processes, Source.AWAY)
        await standby.start()
        await eventually(from_replica, 60.0)

        of_standby = await asyncpg.connect(reader_url)
        away = read_from(processes, Source.AWAY)
        await of_standby.fetchval("SELECT pg_promote()")
        await caller.go_on(0.5)
        assert read_from(processes, Source.AWAY) > away
        assert await caller.read() == len(caller.committed_us), "one that was promoted is read no more"
        await of_standby.close()
    await owner.close()
