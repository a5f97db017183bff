"""A circuit breaker for Redis."""

import logging
import time
from collections.abc import Callable

PAUSE_SECONDS_FIRST = 0.25
PAUSE_SECONDS_MAX = 5.0

_log = logging.getLogger("emberlog.redis")


class Circuit:
    """Opens when a call fails, and lets one call through after a pause, which doubles up to `PAUSE_SECONDS_MAX`.

    Logs once that Redis is away and once that it is back, however many calls fail. `what`: the effect, as a clause.
    """

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._clock = clock
        self._pause = 0.0
        self._until = 0.0

    @property
    def away(self) -> bool:
        """Whether to make no call for now."""
        return self._pause > 0 and self._clock() < self._until

    @property
    def wait_seconds(self) -> float:
        """How long to make no call."""
        return max(0.0, self._until - self._clock()) if self._pause else 0.0

    def failed(self, error: BaseException) -> None:
        """A call failed. Logs only the error's type: its text may hold an address with a password."""
        if not self._pause:
            _log.warning("Redis does not answer (%s): %s", type(error).__name__, self._what)
        self._pause = min(max(self._pause * 2, PAUSE_SECONDS_FIRST), PAUSE_SECONDS_MAX)
        self._until = self._clock() + self._pause

    def worked(self) -> None:
        """A call succeeded."""
        if self._pause:
            _log.info("Redis answers again.")
        self._pause = 0.0
