"""Steps: the place of one event in its stream, and the time at which it happened."""

from typing import Final, NamedTuple, NewType

from domain.engine.viewer import Seat

Step = NewType("Step", int)
"""The place of one event in its stream, 1..n, never renumbered; 0 stands before the first. A game's version is its last
step."""

BEFORE_FIRST: Final = Step(0)


class Moment(NamedTuple):
    """When a step happened. Time is data: it comes with the step, from nowhere else.

    `at_us`: when the whole command had been read, in microseconds since 1970 (UTC), never before the stream's last
    step. `ends`: whether this is the last step of its command. Between the steps of one command nobody can act.
    `seat`: that of who sent the command, if they had one.
    """

    at_us: int
    ends: bool
    seat: Seat | None = None
