"""The port of parked games: something is wrong on our side, so a game takes no commands while all others go on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from domain.engine.step import Step


@dataclass(frozen=True, slots=True)
class Parked:
    """The log's answer to a command on a parked game: nothing was written. An opening never gets it."""

    game_id: str


@dataclass(frozen=True, slots=True)
class ParkedGame:
    """A game that takes no commands, because something is wrong on our side.

    `version`: the step at which it is wrong. `why`: a clause without secrets. `parked_us`: since when, in microseconds
    since 1970 (UTC).
    """

    game_id: str
    version: Step
    why: str
    parked_us: int


class Parkings(Protocol):
    """The parked games, as all processes see them. `EventLog.append` writes to none of them."""

    async def park(self, game_id: str, version: Step, why: str) -> ParkedGame:
        """Parks a game of the log. A game that is parked already keeps its first version and reason.

        Only a stream of kind `game` is parked. Once this returns, no append to the game is in flight, and none is
        written until the game is unparked.
        """
        ...

    async def parked(self, game_id: str) -> ParkedGame | None:
        """Why the game is parked; None when it is not."""
        ...

    async def all(self) -> Sequence[ParkedGame]:
        """All parked games, the first parked one first."""
        ...

    async def unpark(self, game_id: str) -> bool:
        """Lets the game take commands. Returns False when it is not parked."""
        ...
