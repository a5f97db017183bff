"""Where the runner's contract is tested: a store, and hands that may do what only the log's owner or a vandal can."""

from collections.abc import Sequence
from typing import Any, Protocol

from domain.game.record import Written
from projections.ports import Cursor, Row, Store
from services.ports import ProjectionReader
from tests.projections.played import Played


class Stage(Store, Protocol):
    """A store with its log open to tests. `reader`: what has been written, as the API reads it."""

    reader: ProjectionReader

    async def add(self, played: Played, steps: Sequence[Written]) -> None:
        """Append steps of a game, as the event log would."""
        ...

    async def damage(self, game_id: str, version: int, body: bytes) -> None:
        """Put another body into a step, past all that guards the log."""
        ...

    async def lose(self, game_id: str, version: int) -> None:
        """Take a step out of the log, past all that guards it."""
        ...

    async def rewrite_first(self, game_id: str, body: bytes, hash: bytes) -> None:
        """Put another body and its hash into the first step."""
        ...

    async def forget(self, game_id: str) -> None:
        """Take a whole game out of the log, past all that guards it."""
        ...

    async def kept(self, projection: str) -> list[Row]:
        """All rows of a projection, in order of game and step; a row at the head comes before those of steps."""
        ...

    async def cursor(self, projection: str, game_id: str) -> Cursor: ...


class FailingStore:
    """A store whose turns break when `write` is called for the `nth` time, as if the worker were killed there."""

    def __init__(self, store: Any, nth: int) -> None:
        self._store = store
        self.left = nth

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def turn(self, game_id: str, projections: Sequence[str], *, wait: bool = True) -> Any:
        return _FailingTurn(self, self._store.turn(game_id, projections, wait=wait))


class Killed(BaseException):
    """Stands for a kill."""


class _FailingTurn:
    def __init__(self, store: FailingStore, turn: Any) -> None:
        self._failing, self._manager = store, turn

    async def __aenter__(self) -> Any:
        self._turn = await self._manager.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> Any:
        return await self._manager.__aexit__(*error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._turn, name)

    async def write(self, projection: str, rows: Sequence[Row], cursor: Cursor) -> None:
        await self._turn.write(projection, rows, cursor)
        self._failing.left -= 1
        if self._failing.left == 0:
            raise Killed
