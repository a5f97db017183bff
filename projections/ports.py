"""The shape of a projection, and what its runner needs of a store.

A store holds the log, which is only read here. Beside it stand one cursor per game and projection, and the rows of the
projections. Rows and cursors change together or not at all.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from domain.engine.step import BEFORE_FIRST, Step
from domain.game import Game, GameState
from domain.log.chain import GENESIS
from domain.log.record import Recorded

Row = msgspec.Struct
"""What a projection writes: a frozen struct that the store knows how to write."""

Fold = Callable[[Game, Any, Recorded, GameState], tuple[Any, tuple[Row, ...]]]
"""(the game's logic, the accumulator, one step, the state after it) -> the next accumulator and the rows to write.

The accumulator is None before the first step. A fold is pure: the same steps always return the same rows."""


@dataclass(frozen=True, slots=True)
class Projection:
    """One fold of every game's log into rows. `name` is what people type to rebuild it."""

    name: str
    fold: Fold


@dataclass(frozen=True, slots=True)
class StoredStep:
    """One row of the log as it was read. Nothing in it is trusted yet."""

    version: Step
    type: str
    schema: int
    prev_hash: bytes
    hash: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class LogHead:
    """The end of a game's log according to the `game` row."""

    ruleset: str
    ruleset_version: int
    version: Step
    hash: bytes


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a projection has come in a game: the last step it folded, and that step's hash.

    `parked_why`: why this game waits for a rebuild, if it does: something is wrong with it or with the fold. It names
    steps and lines of code, never values: hands and seeds stay out of it.
    """

    version: Step = BEFORE_FIRST
    hash: bytes = GENESIS
    parked_why: str | None = None


@dataclass(frozen=True, slots=True)
class ParkedGame:
    """A game that a projection gave up until a rebuild. `version`: the last step that its rows contain."""

    projection: str
    game_id: str
    version: Step
    why: str


class RowsRefused(Exception):
    """The store can never write these rows, however often it tries. The transaction is lost."""

    def __init__(self, projection: str, why: str) -> None:
        super().__init__(f"the store refuses rows of {projection}: {why}")
        self.projection = projection
        self.why = why


class Transaction(Protocol):
    """One open transaction on one game. It locks the cursors in `cursors`: nobody else moves them meanwhile."""

    @property
    def head(self) -> LogHead: ...

    @property
    def cursors(self) -> Mapping[str, Cursor]:
        """The cursors by projection, as this transaction sees them."""
        ...

    async def steps(self, *, after: Step, limit: int) -> Sequence[StoredStep]:
        """Steps with version > `after`, in order, at most `limit`. Sees everything committed before the call."""
        ...

    async def write(self, projection: str, rows: Sequence[Row], cursor: Cursor) -> None:
        """Write `rows` and move the cursor. A row replaces an earlier one of the same key. Raises RowsRefused."""
        ...

    async def park_game(self, version: Step, why: str) -> None:
        """Let the game take no commands, because its log is damaged at `version`. Parking twice does no harm."""
        ...

    async def empty(self, projection: str) -> None:
        """Delete this game's rows, and put the cursor before the first step, not parked."""
        ...


class Store(Protocol):
    """Where projections are stored. Any exception except RowsRefused means: not now, try again later."""

    def transaction(
        self, game_id: str, projections: Sequence[str], *, wait: bool = True
    ) -> AbstractAsyncContextManager[Transaction | None]:
        """Lock a game's cursors for one transaction. It commits when the block ends, and rolls back when it raises.

        None: there is no such game, or, with `wait` False, another transaction has the lock."""
        ...

    async def laggards(self, projections: Sequence[str], *, limit: int) -> Sequence[str]:
        """Games whose log and cursors differ, in any order; without parked ones and unsupported versions."""
        ...

    async def waiting_for_bots(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        """Games in which a bot may move and nothing has happened since then, by the game list."""
        ...

    async def game_ids(self, *, after: str | None, limit: int) -> Sequence[str]:
        """The ids of all games of the log after the id `after`, in order."""
        ...

    async def count_games(self) -> int: ...

    async def drop_strays(self, projection: str) -> int:
        """Delete the rows and cursors of games that the log does not have. Returns the number of such games."""
        ...

    async def parked(self) -> Sequence[ParkedGame]: ...


ProgressCallback = Callable[[int, int], None]
"""Called with (games done, games in all)."""
