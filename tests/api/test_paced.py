"""Work in turn: a check that stops and goes on, brisk operations first, and greedy callers one slice at a time."""

import asyncio
import gc
import threading
import time
from collections import Counter
from typing import Final

import pytest

from api.execution.execute import Executor
from api.execution.pacer import REST_SECONDS, SLICE_POINTS, Pacer
from api.execution.stepwise import Step, in_slices
from api.graphql.schema import SCHEMA
from api.limits import BRISK_POINTS, ApiLimits, Caller, Rates
from api.operations import Operations
from tests.api.conftest import services_over
from tests.api.memory import memory_world
from tests.api.stretches import stretches

SLICES: Final = 20
GARBAGE_MAX: Final = 1_000
"""Objects in cycles that one check may leave behind. A syntax tree of 1,000 tokens has 5,000."""
BUSY_SECONDS: Final = 0.02


async def test_a_check_gives_way_and_goes_on() -> None:
    pacer, order = Pacer(), list[str]()

    def work(step: Step) -> int:
        for number in range(4):
            order.append(f"work {number}")
            step(SLICE_POINTS)
        return threading.get_ident()

    async def other() -> None:
        while len(order) < 8:
            order.append("other")
            await pacer.next_slice("Ben")

    task = asyncio.create_task(in_slices(pacer, "Ann", work))
    await other()
    assert await task != threading.get_ident(), "it has a stack of its own"
    assert [each for each in order if each != "other"] == [f"work {number}" for number in range(4)]
    assert order.index("work 3") > order.index("other", order.index("work 1")), "each has its turn"


async def test_a_check_raises_its_errors_and_ends_when_nobody_waits() -> None:
    def fail(_: Step) -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await in_slices(Pacer(), "Ann", fail)
    reached = []

    def long(step: Step) -> None:
        while True:
            reached.append(1)
            step(SLICE_POINTS)

    threads = threading.active_count()
    task = asyncio.create_task(in_slices(Pacer(), "Ann", long))
    for _ in range(5):
        await asyncio.sleep(0)
    assert reached
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    for _ in range(1_000):
        if threading.active_count() <= threads:
            break
        await asyncio.sleep(0.01)
    assert threading.active_count() <= threads, "the thread has ended"


async def test_slices_wait_for_brisk_operations_but_not_long() -> None:
    pacer, done = Pacer(), asyncio.Event()

    async def slice_() -> None:
        await pacer.next_slice("Ann")
        done.set()

    pacer.begin("brisk", "Ben")
    task = asyncio.create_task(slice_())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not done.is_set()
    pacer.end("brisk")
    for _ in range(5):
        await asyncio.sleep(0)
    assert done.is_set(), "at once, when the brisk ones have ended"
    await task
    pacer.begin("brisk, but long", "Ben")
    await pacer.next_slice("Ann")


async def test_a_caller_alone_rests_for_nobody() -> None:
    pacer, loop = Pacer(), asyncio.get_running_loop()

    async def slices_of_ann() -> float:
        begun = loop.time()
        for _ in range(SLICES):
            await pacer.next_slice("Ann")
        return loop.time() - begun

    pacer.begin("her own", "Ann")
    pacer.end("her own")
    assert await slices_of_ann() < SLICES * REST_SECONDS / 2
    pacer.begin("another's", "Ben")
    pacer.end("another's")
    pacer.begin("her own", "Ann")
    pacer.end("her own")
    assert await slices_of_ann() > (SLICES - 2) * REST_SECONDS, "Ben may come back at any moment"


def test_a_caller_who_asks_for_much_is_greedy_until_the_bucket_is_full() -> None:
    at = 0.0
    rates = Rates(ApiLimits(), now=lambda: at)
    caller = Caller(None, "here")
    rates.take(caller, BRISK_POINTS)
    assert not rates.is_greedy(caller)
    rates.take(caller, 1_000)
    assert rates.is_greedy(caller) and not rates.is_greedy(Caller(None, "there"))
    at = 1.0
    assert not rates.is_greedy(caller)


async def test_the_texts_of_one_caller_are_checked_one_after_the_other() -> None:
    operations = Operations(services_over(memory_world()))
    threads = Counter[int]()

    async def check(name: str, number: int) -> None:
        text = "{" + f"a{number}_{name}: me {{ id }} " * 40 + "}"
        checked = await operations._checked(text, 200, Caller(None, name))
        threads[sum(each.name == "stepwise" for each in threading.enumerate())] += 1
        assert checked.document is not None

    await asyncio.gather(*(check(name, number) for name in ("Ann", "Ben") for number in range(5)))
    assert max(threads) <= 2, "one for each caller"


@pytest.mark.parametrize(
    "text",
    [
        "{" + "me { id } " * 300 + "}",
        "{" + " ".join(f"a{n}: __typename" for n in range(190)) + " me { id }" * 60 + "}",
        "{" + " ".join(f"... on Unknown{n} {{ id }}" for n in range(200)) + "}",
        "{ me { " + "nope " * 900 + "} }",
        "{ me { id } " * 300,
    ],
    ids=["too many pairs", "many fields", "unknown types", "unknown fields", "no end"],
)
def test_a_check_leaves_little_for_the_collector_of_garbage(text: str) -> None:
    """A full collection of many such cycles held the loop for longer than everything else."""
    executor = Executor(SCHEMA._schema, ApiLimits())
    executor.check(text + " ")
    executor._cache.clear()
    gc.collect()
    gc.disable()
    try:
        executor.check(text)
        executor._cache.clear()
        assert gc.collect() < GARBAGE_MAX
    finally:
        gc.enable()


async def test_a_stretch_is_measured() -> None:
    with stretches() as recorded:
        await asyncio.create_task(_busy())
    assert recorded.longest >= BUSY_SECONDS and recorded.total >= recorded.longest


async def _busy() -> None:
    """An amount of processor time, not of work: a faster machine does the same work in less."""
    end = time.process_time() + BUSY_SECONDS
    while time.process_time() < end:
        pass
