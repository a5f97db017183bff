"""What was refused on the wire: how often, by reason, for the log and for the metrics."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from api.problems import Problem

FULL: Final = "full"
CLOSED_FOR_NEWER: Final = "closed_for_newer"
SILENT: Final = "silent"
SLOW_READER: Final = "slow_reader"
TOO_MANY_FRAMES: Final = "too_many_frames"
NOT_A_WEBSOCKET: Final = "not_a_websocket"
OTHER: Final = "other"
REASONS: Final = (
    "address_too_long", "bad_request", CLOSED_FOR_NEWER, "head_too_large", "method_not_allowed", FULL,
    NOT_A_WEBSOCKET, OTHER, "request_too_slow", SILENT, SLOW_READER, "too_large", TOO_MANY_FRAMES,
)  # fmt: skip
"""All reasons that there are: nothing that a caller sends makes another. Some are codes of problems."""


class Refusals:
    """Counts connections, requests and websockets that were refused before any route was reached. All reasons begin at
    0, so that a graph has them before the first one."""

    def __init__(self) -> None:
        self._totals = dict.fromkeys(REASONS, 0)
        self._reported = Counter[str]()

    @property
    def to_report(self) -> bool:
        """Whether something was refused since `unreported` was called last."""
        return any(self._totals[reason] > self._reported[reason] for reason in REASONS)

    def count(self, reason: str) -> None:
        """Count one. A reason that is not in `REASONS` counts as another."""
        self._totals[reason if reason in self._totals else OTHER] += 1

    def count_problem(self, problem: Problem) -> None:
        """Count a refusal that was answered with this problem."""
        self.count(problem.code.lower())

    def totals(self) -> Mapping[str, int]:
        """How many there were since the process started, by reason."""
        return self._totals

    def unreported(self) -> str:
        """What came since this was called last, as words; empty without any."""
        new = {reason: total - self._reported[reason] for reason, total in self._totals.items()}
        self._reported = Counter(self._totals)
        return ", ".join(f"{reason} {times}" for reason, times in new.items() if times)


__all__ = ["REASONS", "Refusals"]
