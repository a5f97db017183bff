"""A motion, and what a take-back crosses, as they stand in states and events."""

from typing import Literal

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat

MotionKind = Literal["take_back", "stop", "resume", "close"]
"""What a seat may ask the others to agree to."""

CrossingKind = Literal["decision", "chance", "knowledge", "revealed", "set_up", "left", "ruling", "ended"]
"""What lies between a game and an earlier step of it.

`decision`: another seat, or the service, decided. `chance`: something was drawn. `knowledge`: seats learned what was
hidden. `revealed`: a seat showed something of its own. Nobody takes back beyond the others: `set_up`, a seat that the
ruleset went on without (`left`), a fix by a `ruling`, and the end of the game (`ended`).
"""


class Crossing(msgspec.Struct, frozen=True):
    """One of them, at step `version`. `seats`: who decided, learned or left; for `revealed`, who learned by it."""

    version: Step
    kind: CrossingKind
    seats: tuple[Seat, ...] = ()


class Motion(msgspec.Struct, frozen=True):
    """What a seat has put to the others (GAME-MOTION-01).

    `version`: the step that made it, by which it is known. `to`, `crossed`: of a take-back. `yes`: the seats that have
    agreed, the one that made it first.
    """

    version: Step
    seat: Seat
    kind: MotionKind
    yes: tuple[Seat, ...]
    to: Step | None = None
    crossed: tuple[Crossing, ...] = ()
