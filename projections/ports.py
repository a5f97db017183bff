"""The shape of a projection, and what its runner needs of a store. Implements nothing and knows no SQL.

A store holds the log, which is only read here, and beside it one cursor per game and projection, and the projections'
rows. Rows and cursors change together or not at all.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from domain.game import Game, GameState, Recorded
from domain.game.record import GENESIS

Row = msgspec.Struct
"""What a projection writes: a frozen struct that its store knows how to keep."""

Fold = Callable[[Game, Any, Recorded, GameState], tuple[Any, tuple[Row, ...]]]
"""(the game's doors, the memo so far, one step, the state after it) -> the next memo and the rows to write.

The memo is None before the first step. Pure: the same steps give the same rows, whenever and however often."""


@dataclass(frozen=True, slots=True)
class Projection:
    """One fold of every game's log into rows. `name` is what people type to rebuild it."""

    name: str
    fold: Fold


@dataclass(frozen=True, slots=True)
class StoredStep:
    """One row of the log as it lies there: nothing of it is trusted yet."""

    version: int
    type: str
    schema: int
    prev_hash: bytes
    hash: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class LogHead:
    """Where a game's log stands, as the log's own bookkeeping has it."""

    ruleset: str
    ruleset_version: int
    version: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a projection has come in a game: the last step it has folded, and that step's hash.

    `parked_why`: a sentence when something is wrong with this game (or with the fold) and it waits for a rebuild. It names
    places, never what lies there: hands and seeds stay out of it.
    """

    version: int = 0
    hash: bytes = GENESIS
    parked_why: str | None = None


@dataclass(frozen=True, slots=True)
class ParkedGame:
    """A game that a projection has given up until it is rebuilt. `version`: the last step that is in its rows."""

    projection: str
    game_id: str
    version: int
    why: str


class RowsRefused(Exception):
    """The store can never keep these rows, however often it is asked. The transaction is lost."""

    def __init__(self, projection: str, why: str) -> None:
        super().__init__(f"the store refuses rows of {projection}: {why}")
        self.projection = projection
        self.why = why


class Turn(Protocol):
    """One game, held for one transaction: nobody else moves the cursors named in `cursors` meanwhile."""

    @property
    def head(self) -> LogHead: ...

    @property
    def cursors(self) -> Mapping[str, Cursor]:
        """By projection, as they stand in this transaction."""
        ...

    async def steps(self, *, after: int, limit: int) -> Sequence[StoredStep]:
        """Steps with version > `after`, in order, at most `limit`; everything committed up to now."""
        ...

    async def write(self, projection: str, rows: Sequence[Row], cursor: Cursor) -> None:
        """Keep `rows` (a row of the same key replaces the one before) and move the cursor. Raises RowsRefused."""
        ...

    async def empty(self, projection: str) -> None:
        """Forget this game's rows, and put the cursor before the first step, not parked."""
        ...


class Store(Protocol):
    """Where projections live. Anything it raises but RowsRefused means: not now, ask again later."""

    def turn(
        self, game_id: str, projections: Sequence[str], *, wait: bool = True
    ) -> AbstractAsyncContextManager[Turn | None]:
        """Hold a game. What was done is kept when the block ends well, else nothing of it is. None: there is no such game,
        or, with `wait` False, somebody else holds it."""
        ...

    async def laggards(self, projections: Sequence[str], *, limit: int) -> Sequence[str]:
        """Games whose log and cursors differ, parked ones aside, in no stated order."""
        ...

    async def waiting_for_bots(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        """Games in which a bot of the house may move, and in which nothing has happened since then; by the game list."""
        ...

    async def game_ids(self, *, after: str | None, limit: int) -> Sequence[str]:
        """All games of the log, by id, past `after`."""
        ...

    async def count_games(self) -> int: ...

    async def drop_strays(self, projection: str) -> int:
        """Forget rows and cursors of games that the log does not have. Gives the number of such games."""
        ...

    async def parked(self) -> Sequence[ParkedGame]: ...


Progress = Callable[[int, int], None]
"""(games done, games in all)."""
