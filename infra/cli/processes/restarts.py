"""When a part of the service that ended is started again, and what is said about it."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

PAUSE_SECONDS_FIRST: Final = 1.0
PAUSE_SECONDS_MAX: Final = 60.0
QUIET_SECONDS: Final = 60.0
"""A part that ran this long is well: its next end counts as the first."""


@dataclass(slots=True)
class Restarts:
    """The ends of one part. It waits longer after each, while the other parts go on."""

    clock: Callable[[], float] = time.monotonic
    pause: float = 0.0
    due: float | None = None
    """When it starts again; None while it runs."""
    cause: str = field(default="")
    """Why it could not start, as it was last reported."""

    def ended(self, ran_seconds: float) -> float:
        """The part has ended after so many seconds. Returns how long to wait before it is started again."""
        if ran_seconds >= QUIET_SECONDS:
            self.pause, self.cause = 0.0, ""
        self.pause = min(max(self.pause * 2, PAUSE_SECONDS_FIRST), PAUSE_SECONDS_MAX)
        self.due = self.clock() + self.pause
        return self.pause

    @property
    def is_due(self) -> bool:
        """Whether to start the part now."""
        return self.due is not None and self.clock() >= self.due

    def is_well(self, ran_seconds: float) -> bool:
        """Whether a part that could not start does run now. True once."""
        well = bool(self.cause) and self.due is None and ran_seconds >= QUIET_SECONDS / 6
        if well:
            self.cause = ""
        return well


def ending_of(return_code: int) -> str:
    """How a process ended, as a clause: "ended (exit code 3)", "was killed by SIGKILL"."""
    if return_code >= 0:
        return f"ended (exit code {return_code})"
    try:
        return f"was killed by {signal.Signals(-return_code).name}"
    except ValueError:
        return f"was killed by signal {-return_code}"
