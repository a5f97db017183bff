"""What answers say of their age where a replica is read; `tests/faults/test_reading_apart.py` reads a real one."""

from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace

from services.reads.freshness import Freshness, reading_now
from tests.api.conftest import asking, services_over, serving
from tests.services.test_freshness import NOW_US, Clock, FakeMemory

LIST = "{ games { edges { node { id } } pageInfo { hasNextPage } %s } }"


class OldLists:
    """Lists of a replica that is half a second behind."""

    def __init__(self, lists) -> None:
        self._lists = lists
        self.floors: list[int] = []
        self.count_games = lists.count_games

    async def games(self, *arguments, **choice):
        reading = reading_now()
        self.floors.append((await reading.floor()).moment_us)
        if self.floors[-1] <= NOW_US - 500_000:
            reading.read_replica(NOW_US - 500_000, 1)
        else:
            reading.read_primary()
        return await self._lists.games(*arguments, **choice)


async def test_without_a_replica_answers_have_no_staleness(ask):
    assert set((await ask(LIST % "", errors=True))["extensions"]) == {"cost"}


async def test_an_answer_says_how_old_it_may_be_and_the_next_is_no_older(world, http):
    memory = FakeMemory()
    await memory.floor("", 1)
    lists = OldLists(world.projections)
    reads = SimpleNamespace(reads={"replica": 3}, age_us=500_000)
    services = services_over(
        replace(world, projections=lists), freshness=Freshness(Clock(), memory), replica_reads=reads
    )
    async with serving(services) as served:
        ask = asking(served, http)
        stale = [(await ask(LIST % more, errors=True))["extensions"]["staleness"] for more in ("", "changesCursor", "")]
        by_get = await http.get(f"{served.url}/graphql", params={"query": "{ rulesets { id } }"})
        metrics = (await http.get(f"{served.url}/metrics")).text
    assert [each["ageMsMax"] for each in stale] == [501, 1, 1]
    moments = [datetime.fromisoformat(each["asOf"]) for each in stale]
    assert moments == sorted(moments) and moments[0].timestamp() * 1e6 == NOW_US - 500_000
    assert lists.floors[0] < NOW_US < lists.floors[1], "a page with a cursor of changes is never older than the cursor"
    assert lists.floors[2] > NOW_US - 500_000
    assert "public" in by_get.headers["cache-control"] and "staleness" not in by_get.text, "it is for everybody"
    assert 'emberlog_replica_reads_total{source="replica"} 3.0' in metrics
    assert "emberlog_replica_age_seconds 0.5" in metrics
