"""The port of moves: which games moved, in the one order over all games, and who has a part in them.

The cursor of `myGames` and `myTurns` is a place in the global order of the log (`domain.log`). That order is dense, it
is assigned after the commit, and it never changes. So "everything past this place" neither misses a command that was
committed late nor contains one twice, whichever process answers and whatever died meanwhile. No other order would do:
- times of games come from several clocks, and a command with an earlier time may be committed later;
- rows of projections come after the workers, and bots would not play while no worker runs;
- a counter for each principal would make commands of different games wait for each other.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from domain.engine.step import Step


class Move(NamedTuple):
    """One accepted command of a game: its steps are `low` + 1 to `version`. `pos`: its place in the global order."""

    game_id: str
    low: Step
    version: Step
    pos: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The moves of all games past a place, up to and including `up_to`.

    `participants`: game id -> who has a part in it, or had one. It may name too many, never too few.
    """

    moves: Sequence[Move]
    participants: Mapping[str, Collection[str]]
    up_to: int


@dataclass(frozen=True, slots=True)
class Backlog:
    """The games of a principal that moved past a place, up to and including `up_to`.

    `games`: game id -> the step that was its last one at that place (0: it was not open yet), and its last step now.
    Steps without a place do not count. `places`: game id -> the place of its last step.
    """

    games: Mapping[str, tuple[Step, Step]]
    places: Mapping[str, int]
    up_to: int


class Moves(Protocol):
    """The global order of moves, and who has a part in which game. May raise Unavailable."""

    async def newest(self) -> int:
        """The last place of the global order; 0 while it is empty."""
        ...

    async def moved(self, after: int, limit: int) -> Moved:
        """The moves at the next `limit` places past `after`, in order."""
        ...

    async def backlog(self, principal: str, after: int | None) -> Backlog:
        """The games of a principal that moved past `after`. None: those that are not over, as far as is known."""
        ...

    async def places(self, game_id: str, versions: Collection[Step]) -> Mapping[Step, int]:
        """The places of the commands that end with these steps."""
        ...

    async def take_part(self, game_id: str, principals: Collection[str]) -> None:
        """Notes that principals are about to get a part in a game. Before the command that does it is written."""
        ...

    async def end(self, game_id: str) -> None:
        """Notes that a game is over, so that it is no longer looked for. May be lost."""
        ...

    async def cursor_key(self) -> bytes:
        """32 secret bytes, the same for all processes of a service: places become cursors by it."""
        ...
