"""How long to wait before a request is sent once more, and before one that the allowance does not cover yet."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double, with chance in them so that many clients do not come back at once.

    A service that says when to come back is obeyed. `give_up_seconds` counts from the first failure in a row.
    """

    first_seconds: float = 0.1
    max_seconds: float = 10.0
    give_up_seconds: float = 120.0

    def wait_seconds(self, failures: int, requested_seconds: float | None) -> float:
        """The wait after so many failures in a row. `requested_seconds`: what the service asks for."""
        wait = min(self.max_seconds, self.first_seconds * 2.0 ** min(failures - 1, 30))
        return max(wait * random.uniform(0.5, 1.0), requested_seconds or 0.0)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What an answer said about costs: `requested` points for it, `left` of `limit`, and when that is full."""

    requested: int
    left: int
    limit: int
    full_after_ms: int
    time: float = field(default_factory=time.monotonic, repr=False)

    @classmethod
    def read(cls, extensions: Mapping[str, Any]) -> "Allowance | None":
        """From the `extensions` of an answer; None if it does not say."""
        cost = extensions.get("cost")
        if not isinstance(cost, Mapping):
            return None
        return cls(cost["requested"], cost["left"], cost["limit"], cost["fullAfterMs"])

    def wait_seconds(self, points: int) -> float:
        """How long until so many points are there. 0 if they are there now, or never will be."""
        missing = points - self.left
        if missing <= 0 or points > self.limit or self.full_after_ms <= 0:
            return 0.0
        per_second = (self.limit - self.left) / self.full_after_ms * 1000
        return max(0.0, missing / per_second - (time.monotonic() - self.time))
