"""Work of a library that cannot give way, done in slices: it runs in a thread that stops and goes on as it is told.

The event loop waits while the thread has its slice, so nothing runs beside it: it is as if the loop did the work. To
let both run at once would be slower for everybody else, since each would wait for the interpreter's lock at every turn.
"""

import threading
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from api.execution.pacer import SLICE_POINTS, Pacer

T = TypeVar("T")

Step = Callable[[int], None]
"""What the work calls now and then, with the points that it has done since: it may stop there for a while."""


class _Abandoned(BaseException):
    """Nobody waits for the work any more. It goes through every `except Exception` of the library."""


def straight_on(_: int) -> None:
    """The step of work that never stops."""


async def in_slices(pacer: Pacer, caller: str, work: Callable[[Step], T]) -> T:
    """The result of some work, done in slices of this caller. Raises what the work raises."""
    stepwise = _Stepwise(work)
    try:
        await pacer.next_slice(caller)
        while not stepwise.advance():
            await pacer.next_slice(caller)
    finally:
        stepwise.abandon()
    return stepwise.result()


class _Stepwise(Generic[T]):
    """Some work in its thread. Either the thread runs or the caller of `advance`, never both."""

    def __init__(self, work: Callable[[Step], T]) -> None:
        self._work = work
        self._go = threading.Semaphore(0)
        self._stopped = threading.Semaphore(0)
        self._points = 0
        self._abandoned = False
        self._over = False
        self._values: list[T] = []
        self._error: BaseException | None = None
        self._thread: Final = threading.Thread(target=self._run, name="stepwise", daemon=True)

    def advance(self) -> bool:
        """One slice of the work; whether it is over."""
        if self._thread.ident is None:
            self._thread.start()
        else:
            self._go.release()
        self._stopped.acquire()
        return self._over

    def abandon(self) -> None:
        """Ends the thread, if it has begun and is not over."""
        if self._thread.ident is not None and not self._over:
            self._abandoned = True
            self.advance()

    def result(self) -> T:
        """What the work returned. Raises what it raised."""
        assert self._over
        error, self._error = self._error, None  # else it would be in a cycle with its traceback
        if error is not None:
            try:
                raise error
            finally:
                del error
        return self._values[0]

    def _run(self) -> None:
        try:
            self._values.append(self._work(self._step))
        except BaseException as error:  # the loop's thread raises it
            self._error = error
        finally:
            self._over = True
            self._stopped.release()

    def _step(self, points: int) -> None:
        self._points += points
        if self._points < SLICE_POINTS:
            return
        self._points = 0
        self._stopped.release()
        self._go.acquire()
        if self._abandoned:
            raise _Abandoned
