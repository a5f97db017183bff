"""Whether the time of this process can be trusted for the clocks of games (GAME-CLOCK-05).

Each process compares its time with the database's, which all processes share. Two of them then differ by less than twice
`APART_US_MAX`. A process beyond that takes no commands for games with clocks, and calls no flags.
"""

from typing import Final

COMPARE_SECONDS: Final = 10.0
APART_US_MAX: Final = 250_000


class ClockWatch:
    """What the last comparison found. Before the first one, the time counts as right."""

    def __init__(self) -> None:
        self._apart_us = 0

    def compare(self, asked_us: int, database_us: int, answered_us: int) -> None:
        """Takes the time of the database, which was read between two moments of this process.

        The way takes some time, so only what lies outside of both moments counts."""
        self._apart_us = max(asked_us - database_us, database_us - answered_us, 0)

    @property
    def trouble(self) -> str | None:
        """Why the time of this process is not right, and what to do; None while it is."""
        if self._apart_us <= APART_US_MAX:
            return None
        return (
            f"The time of this process and the time of the database are {self._apart_us // 1_000} ms apart, so games "
            "with clocks wait. Set the clocks of the machines by one source of time, then restart this process."
        )
