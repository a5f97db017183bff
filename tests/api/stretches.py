"""How long an event loop is held at a stretch, in processor time: a loaded machine makes none of them longer."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass
class Stretches:
    """The callbacks of a loop since the recording began, in seconds of processor time of the whole process.

    `longest`: of one callback; `total`: of all together. Threads that the loop waits for are in both.
    """

    longest: float = 0.0
    total: float = 0.0


@contextmanager
def stretches() -> Iterator[Stretches]:
    """Records the callbacks of asyncio's own loop."""
    recorded, run = Stretches(), asyncio.events.Handle._run

    def timed(handle: Any) -> None:
        begun = time.process_time()
        run(handle)
        took = time.process_time() - begun
        recorded.longest = max(recorded.longest, took)
        recorded.total += took

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(asyncio.events.Handle, "_run", timed)
        yield recorded
