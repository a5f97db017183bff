"""Coroutines without an event loop, for those that never wait."""

from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def no_pause() -> None:
    """Gives way to nobody, because nobody else waits."""


def run_at_once(running: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that never waits. Fails when it does."""
    try:
        running.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    raise AssertionError("it has waited for something")
