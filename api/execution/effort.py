"""The work of one operation while it runs: it gives way to others, and ends when it has done or answered too much.

An operation works in slices. When its slice is over it waits for its next one (`api.execution.pacer`). So no operation
holds the loop for long, and all operations of one caller together delay another's by a slice.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from api.execution.pacer import SLICE_POINTS, Pacer
from api.problems import Problem

PACED_LENGTH: Final = 48
"""Longer lists of objects are completed one by one, and may give way after each."""

FIELD_BYTES: Final = 4
"""Quotes, colon and comma around a field in the answer."""

T = TypeVar("T")


class Effort:
    """What one operation has done so far. Raises Problem TOO_LONG or ANSWER_TOO_LARGE beyond its bounds.

    `caller`: in whose turn it works. `points`: the fields executed, and other work in points of cost; `bytes`: those of
    the answer, about.
    """

    __slots__ = ("_begun_at", "_bytes_max", "_caller", "_pacer", "_points_max", "bytes", "points", "problem")

    def __init__(self, pacer: Pacer, caller: str, *, points_max: int, bytes_max: int) -> None:
        self._caller = caller
        self.points = 0
        self.bytes = 0
        self.problem: Problem | None = None
        self._pacer = pacer
        self._points_max = points_max
        self._bytes_max = bytes_max
        self._begun_at = 0
        """The points at which the slice began."""

    def of_another(self) -> "Effort":
        """A new one with the same bounds, for an execution that others share."""
        return Effort(self._pacer, self._caller, points_max=self._points_max, bytes_max=self._bytes_max)

    def field(self, name: str) -> None:
        """Counts a field that is executed. `name`: as it stands in the answer."""
        self.points += 1
        self.bytes += len(name) + FIELD_BYTES
        if self.points > self._points_max or self.bytes > self._bytes_max:
            self._stop()

    def spend(self, points: int) -> None:
        """Counts work that is not in the fields, in points."""
        self.points += points
        if self.points > self._points_max:
            self._stop()

    def answer(self, length: int) -> None:
        """Counts bytes of the answer."""
        self.bytes += length
        if self.bytes > self._bytes_max:
            self._stop()

    def fits(self, length: int) -> None:
        """Compares the whole answer with its bound, once its bytes are known."""
        self.bytes = max(self.bytes, length)
        if self.bytes > self._bytes_max:
            self._stop()

    def _stop(self) -> None:
        if self.problem is None:
            self.problem = (
                Problem(
                    "ANSWER_TOO_LARGE",
                    f"The answer has more than {self._bytes_max} bytes. Ask for smaller pages or fewer fields.",
                    max=self._bytes_max,
                )
                if self.bytes > self._bytes_max
                else Problem(
                    "TOO_LONG",
                    "The operation did more work than one operation may, and was ended. Ask for less at once.",
                    max=self._points_max,
                )
            )
        raise self.problem

    @property
    def is_due(self) -> bool:
        """Whether the slice is over."""
        return self.points - self._begun_at >= SLICE_POINTS

    async def pause(self) -> None:
        """Gives way if the slice is over."""
        if self.is_due:
            await self.turn()

    async def turn(self) -> None:
        """Waits for a slice. It is not brisk from now on."""
        self._pacer.end(self)
        await self._pacer.next_slice(self._caller)
        self._begun_at = self.points

    @contextmanager
    def brisk(self) -> Iterator[None]:
        """Long work of others waits meanwhile, as long as this stays below a slice."""
        self._pacer.begin(self, self._caller)
        try:
            yield
        finally:
            self._pacer.end(self)

    def do(self, work: Callable[[], T], points: int) -> T | Awaitable[T]:
        """The result of some work that costs these points: at once, or later if the slice is over."""
        later = self.is_due
        self.spend(points)
        return self._later(work) if later else work()

    async def _later(self, work: Callable[[], T]) -> T:
        await self.pause()
        if self.problem is not None:
            raise self.problem
        return work()

    def paced(self, items: Collection[T]) -> Collection[T] | AsyncIterator[T]:
        """A list as it should be completed: as it is if it is short, else one entry after the other."""
        return self._one_by_one(items) if len(items) > PACED_LENGTH or self.is_due else items

    async def _one_by_one(self, items: Collection[T]) -> AsyncIterator[T]:
        for item in items:
            await self.pause()
            yield item
