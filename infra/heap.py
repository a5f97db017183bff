"""What the garbage collector walks: not what stays anyhow.

Python's full collections walk every object that may be part of a cycle. With 1,000 watchers that took 0.2 s, in which
nobody got a step, and it came each time that the objects had grown by a quarter. So what has survived a long collection
is set aside, and the next ones walk only what is newer. Objects that are set aside are freed as ever when nothing
refers to them; only cycles among them wait until there are so many that all are walked once more.
"""

import gc
import time
from typing import Any, Final

FULL_AFTER: Final = 4
"""Collections of the middle generation before a full one, instead of Python's 10: each walks about 30,000 new
objects."""
LONG_SECONDS: Final = 0.01
"""A collection that takes so long has walked more than should be walked often."""
MORE: Final = 1_500_000
"""When so many more objects are set aside than the last walk of all has left, all are walked once more. 5,000 watchers
bring 1.2 million."""
COUNTED_EACH: Final = 32
"""Times that something is set aside before it is counted what there is, which takes 0.05 s with 1,000 watchers."""


class Heap:
    """Sets aside what stays. One a process: `settle` when its modules are loaded."""

    def __init__(self) -> None:
        self._begun = 0.0
        self._aside = 0
        """Objects set aside after the last walk of all; 0: the next full collection is one."""
        self._times = 0

    def settle(self) -> None:
        """Sets aside what was loaded, and from now on what survives long collections."""
        gc.collect()
        self._set_aside()
        gc.set_threshold(*gc.get_threshold()[:2], FULL_AFTER)
        if self._collected not in gc.callbacks:
            gc.callbacks.append(self._collected)

    def _set_aside(self) -> None:
        gc.freeze()
        self._times += 1
        if not self._aside:
            self._aside = gc.get_freeze_count()
        elif self._times % COUNTED_EACH == 0 and gc.get_freeze_count() > self._aside + MORE:
            gc.unfreeze()
            self._aside = 0

    def _collected(self, phase: str, info: dict[str, Any]) -> None:
        """Python calls this before and after each collection."""
        if info["generation"] < 2:
            return
        if phase == "start":
            self._begun = time.perf_counter()
        elif time.perf_counter() - self._begun > LONG_SECONDS:
            self._set_aside()


HEAP: Final = Heap()
"""Of this process."""

__all__ = ["HEAP", "Heap"]
