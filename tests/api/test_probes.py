"""The probes cost the same however many request them: one answer is made at a time, and is good for a moment."""

import asyncio

import httpx
import pytest

from api.single_flight import SingleFlight
from tests.api.conftest import services_over, serving
from tests.api.memory import memory_world


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Work:
    """Something that takes a while: counts how often it begins, and waits until the test lets it end."""

    def __init__(self) -> None:
        self.begun = 0
        self.may_end = asyncio.Event()
        self.fails = False

    async def __call__(self) -> int:
        self.begun += 1
        await self.may_end.wait()
        if self.fails:
            raise OSError("away")
        return self.begun


async def test_many_requests_at_once_are_one() -> None:
    work = Work()
    shared = SingleFlight(work)
    requests = [asyncio.ensure_future(shared()) for _ in range(100)]
    await asyncio.sleep(0)
    requests[0].cancel()  # the first caller goes away: the others still get the answer
    await asyncio.sleep(0)
    work.may_end.set()
    assert set(await asyncio.gather(*requests[1:])) == {1}
    assert work.begun == 1


async def test_an_answer_is_good_for_a_moment() -> None:
    work, clock = Work(), Clock()
    work.may_end.set()
    shared = SingleFlight(work, 1.0, clock)
    assert [await shared() for _ in range(3)] == [1, 1, 1]
    clock.now = 1.0
    assert await shared() == 1
    clock.now = 1.1
    assert await shared() == 2


async def test_a_failure_is_not_stored() -> None:
    work = Work()
    work.may_end.set()
    work.fails = True
    shared = SingleFlight(work)
    with pytest.raises(OSError, match="away"):
        await shared()
    work.fails = False
    assert await shared() == 2


async def test_a_flood_at_the_probes_asks_the_world_once(http: httpx.AsyncClient) -> None:
    counted = {"ready": 0, "lag": 0}

    async def readiness() -> dict[str, str | None]:
        counted["ready"] += 1
        return {"log": None, "redis": None}

    async def lag() -> int:
        counted["lag"] += 1
        return 7

    async with serving(services_over(memory_world(), readiness=readiness, projection_lag=lag)) as served:
        for path in ("ready", "metrics"):
            answers = await asyncio.gather(*(http.get(f"{served.url}/{path}") for _ in range(50)))
            assert {answer.status_code for answer in answers} == {200}
    assert counted["ready"] <= 10 and counted["lag"] <= 10, "about one a second"
