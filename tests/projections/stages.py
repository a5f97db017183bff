"""Where the runner's contract is tested: a store with methods that append to its log and damage it."""

from collections.abc import Sequence
from typing import Any, Protocol

from domain.log.record import Written
from projections.ports import Cursor, Row, Store
from services.ports import ProjectionReader
from services.streams import Opening
from tests.projections.played_games import PlayedGame


class Stage(Store, Protocol):
    """A store whose log tests may change. `reader`: what was written, as the API reads it."""

    reader: ProjectionReader

    async def add(self, played: PlayedGame, steps: Sequence[Written]) -> None:
        """Append steps of a game, as the event log would."""
        ...

    async def add_stream(self, opening: Opening) -> str:
        """Put a stream that is not a game into the log. Returns its id."""
        ...

    async def damage(self, game_id: str, version: int, body: bytes) -> None:
        """Put another body into a step, past everything that guards the log."""
        ...

    async def lose(self, game_id: str, version: int) -> None:
        """Take a step out of the log, past everything that guards it."""
        ...

    async def rewrite_first(self, game_id: str, body: bytes, hash: bytes) -> None:
        """Put another body and its hash into the first step."""
        ...

    async def forget(self, game_id: str) -> None:
        """Take a whole game out of the log, past everything that guards it."""
        ...

    async def stored_rows(self, projection: str) -> list[Row]:
        """All rows of a projection, in order of game and step; a row at the head comes before those of steps."""
        ...

    async def parked_game(self, game_id: str) -> tuple[int, str] | None:
        """The step and why, of a game that takes no commands; None for any other."""
        ...

    async def cursor(self, projection: str, game_id: str) -> Cursor: ...


class FailingStore:
    """A store whose transactions fail when `write` is called for the `nth` time, as if the worker were killed there."""

    def __init__(self, store: Any, nth: int) -> None:
        self._store = store
        self.left = nth

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def transaction(self, game_id: str, projections: Sequence[str], *, wait: bool = True) -> Any:
        return _FailingTransaction(self, self._store.transaction(game_id, projections, wait=wait))


class Killed(BaseException):
    """Stands for a kill."""


class _FailingTransaction:
    def __init__(self, store: FailingStore, transaction: Any) -> None:
        self._failing, self._manager = store, transaction

    async def __aenter__(self) -> Any:
        self._transaction = await self._manager.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> Any:
        return await self._manager.__aexit__(*error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transaction, name)

    async def write(self, projection: str, rows: Sequence[Row], cursor: Cursor) -> None:
        await self._transaction.write(projection, rows, cursor)
        self._failing.left -= 1
        if self._failing.left == 0:
            raise Killed
