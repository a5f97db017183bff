"""The number of a step: the place of one event in its stream."""

from typing import Final, NewType

Step = NewType("Step", int)
"""The place of one event in its stream, 1..n, never renumbered; 0 stands before the first. A game's version is its last
step."""

BEFORE_FIRST: Final = Step(0)
