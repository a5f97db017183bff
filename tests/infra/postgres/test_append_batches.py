"""Group commit, without a database: who flies with whom, what is never sent, what a failure does."""

import asyncio

import pytest

from infra.postgres import append_batches
from infra.postgres.append_batches import AppendBatches, QueueFull
from services.ports import Appended
from tests.infra.postgres.entries import Chain


class Runway:
    """Takes batches and answers when told."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.open = asyncio.Event()
        self.open.set()
        self.failure: BaseException | None = None

    async def send(self, batch):
        self.batches.append([entry.game_id for entry in batch])
        await self.open.wait()
        if self.failure is not None:
            raise self.failure
        return [Appended(entry.expected_version + len(entry.events)) for entry in batch]


async def test_a_lone_append_flies_at_once():
    runway = Runway()
    batches = AppendBatches(runway.send)
    assert await batches.append(Chain().next()) == Appended(2)
    assert len(runway.batches) == 1


async def test_what_comes_while_lanes_are_busy_flies_together():
    runway = Runway()
    batches = AppendBatches(runway.send, lanes=1)
    runway.open.clear()
    first = asyncio.create_task(batches.append(Chain().next()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    others = [asyncio.create_task(batches.append(Chain().next())) for _ in range(9)]
    await asyncio.sleep(0.01)
    assert [len(batch) for batch in runway.batches] == [1]
    runway.open.set()
    await asyncio.gather(first, *others)
    assert [len(batch) for batch in runway.batches] == [1, 9]


async def test_a_game_is_once_in_the_air_and_keeps_its_order():
    runway = Runway()
    batches = AppendBatches(runway.send, lanes=3, batch_max=4)
    chains = [Chain() for _ in range(3)]
    answered: list[str] = []

    async def one(chain: Chain) -> None:
        entry = chain.next()
        await batches.append(entry)
        answered.append(chain.game_id)

    await asyncio.gather(*(one(chain) for _ in range(5) for chain in chains))
    await batches.drained()
    assert all(len(set(batch)) == len(batch) <= 4 for batch in runway.batches)
    assert sorted(answered) == sorted([chain.game_id for chain in chains] * 5)


async def test_a_caller_that_went_before_the_flight_is_not_sent():
    runway = Runway()
    batches = AppendBatches(runway.send, lanes=1)
    runway.open.clear()
    first = asyncio.create_task(batches.append(Chain().next()))
    await asyncio.sleep(0.01)
    gone, stays = Chain(), Chain()
    leaving = asyncio.create_task(batches.append(gone.next()))
    staying = asyncio.create_task(batches.append(stays.next()))
    await asyncio.sleep(0.01)
    leaving.cancel()
    await asyncio.sleep(0)
    runway.open.set()
    await asyncio.gather(first, staying)
    assert not [batch for batch in runway.batches if gone.game_id in batch]
    assert await batches.append(gone.next()) == Appended(2), "its game is free for the next"


async def test_a_caller_that_went_during_the_flight_harms_nobody():
    runway = Runway()
    batches = AppendBatches(runway.send, lanes=1)
    runway.open.clear()
    chain, other = Chain(), Chain()
    leaving = asyncio.create_task(batches.append(chain.next()))
    staying = asyncio.create_task(batches.append(other.next()))
    await asyncio.sleep(0.01)
    leaving.cancel()
    runway.open.set()
    assert await staying == Appended(2)
    assert await batches.append(chain.next()) == Appended(2)


async def test_a_failure_is_the_answer_of_its_batch_and_of_no_other():
    runway = Runway()
    batches = AppendBatches(runway.send)
    runway.failure = ConnectionError("gone")
    results = await asyncio.gather(*(batches.append(Chain().next()) for _ in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [ConnectionError] * 3
    runway.failure = None
    assert await batches.append(Chain().next()) == Appended(2)


async def test_the_queue_is_bounded(monkeypatch):
    monkeypatch.setattr(append_batches, "QUEUED_MAX", 5)
    runway = Runway()
    batches = AppendBatches(runway.send, lanes=1)
    runway.open.clear()
    waiting = [asyncio.create_task(batches.append(Chain().next())) for _ in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(QueueFull):
        await batches.append(Chain().next())
    runway.open.set()
    await asyncio.gather(*waiting)


class Gathering:
    """Appends of new games to a log that gathers, on a runway that is closed."""

    def __init__(self) -> None:
        self.runway = Runway()
        self.runway.open.clear()
        self.batches = AppendBatches(self.runway.send, gathers=True)
        self.callers: list[asyncio.Task[object]] = []

    async def come(self, number: int) -> None:
        self.callers += [asyncio.create_task(self.batches.append(Chain().next())) for _ in range(number)]
        for _ in range(3):
            await asyncio.sleep(0)

    @property
    def sizes(self) -> list[int]:
        return [len(batch) for batch in self.runway.batches]

    async def land(self) -> None:
        self.runway.open.set()
        await asyncio.gather(*self.callers)


async def test_a_log_that_gathers_sends_at_once_beside_few_or_when_many_wait(monkeypatch):
    monkeypatch.setattr(append_batches, "GATHER_SECONDS", 60.0)
    few, many = Gathering(), Gathering()
    await few.come(append_batches.IN_FLIGHT_MIN - 1)
    await few.come(1)
    assert few.sizes == [append_batches.IN_FLIGHT_MIN - 1, 1]
    await few.land()
    await many.come(append_batches.IN_FLIGHT_MIN)
    await many.come(append_batches.WAITING_MIN - 1)
    assert many.sizes == [append_batches.IN_FLIGHT_MIN]
    await many.come(1)
    assert many.sizes == [append_batches.IN_FLIGHT_MIN, append_batches.WAITING_MIN]
    await many.land()


async def test_what_a_log_gathers_goes_when_the_batch_before_it_has_landed(monkeypatch):
    monkeypatch.setattr(append_batches, "GATHER_SECONDS", 60.0)
    gathering = Gathering()
    await gathering.come(append_batches.IN_FLIGHT_MIN)
    await gathering.come(2)
    await gathering.land()
    assert gathering.sizes == [append_batches.IN_FLIGHT_MIN, 2]
    await gathering.batches.drained()


async def test_what_a_log_gathers_waits_for_a_slow_batch_a_moment_and_no_longer(monkeypatch):
    monkeypatch.setattr(append_batches, "GATHER_SECONDS", 0.02)
    gathering = Gathering()
    await gathering.come(append_batches.IN_FLIGHT_MIN)
    await gathering.come(2)
    assert gathering.sizes == [append_batches.IN_FLIGHT_MIN]
    async with asyncio.timeout(30):
        while len(gathering.sizes) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await gathering.come(3)
    assert gathering.sizes == [append_batches.IN_FLIGHT_MIN, 2], "both lanes are taken"
    await gathering.land()
    assert gathering.sizes == [append_batches.IN_FLIGHT_MIN, 2, 3]


async def test_a_lane_leaves_the_other_its_share():
    """Else one lane carries nearly all, and the process has nothing to do until that batch is written."""
    runway = Runway()
    batches = AppendBatches(runway.send, lanes=2)
    runway.open.clear()
    waiting = [asyncio.create_task(batches.append(Chain().next())) for _ in range(50)]
    await asyncio.sleep(0.01)
    assert [len(batch) for batch in runway.batches] == [25, 25]
    runway.open.set()
    await asyncio.gather(*waiting)


async def test_a_few_go_in_one_batch():
    runway = Runway()
    batches = AppendBatches(runway.send, lanes=2)
    await asyncio.gather(*(batches.append(Chain().next()) for _ in range(append_batches.SHARE_MIN)))
    assert [len(batch) for batch in runway.batches] == [append_batches.SHARE_MIN]
