"""Work that must end when it is cancelled, tried at each of its first iterations of the event loop."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

END_SECONDS_MAX = 30


async def ends_wherever_it_is_cancelled(
    work: Callable[[], Coroutine[Any, Any, None]], *, turns: int, then: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Start `work` and cancel it after none, one, two ... `turns` - 1 turns of the loop; it must end each time. `then`
    is tried in between."""
    for number in range(turns):
        task = asyncio.create_task(work())
        for _ in range(number):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=END_SECONDS_MAX)
        assert task.cancelled(), f"a cancellation was lost after {number} turns of the loop"
        if then is not None:
            await then()
