"""Tasks beside a test: they end with its block, and what fails in one of them fails the test."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager


@asynccontextmanager
async def beside(tasks: Sequence[asyncio.Task[None]]) -> AsyncIterator[None]:
    """Lets these tasks run for the length of the block."""
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()  # its failure is the test's
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
