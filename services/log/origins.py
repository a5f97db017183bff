"""Who had a part in the game that a fork continues: in the fork they are no arbiters either (GAME-ROLE-03).

The fork's own steps name neither the host of that game nor those who left it before play began, so its log is read.
"""

from collections import OrderedDict
from typing import Final

import msgspec

from domain.engine.step import BEFORE_FIRST
from domain.game import GameState
from services.ports import EventLog

ORIGINS_CACHED_MAX: Final = 1_024
FORKS_MAX: Final = 50
"""How often a fork may be one of a fork, and so on, until nobody looks further."""
_TYPES: Final = frozenset({"game.GameOpened", "game.GameForked", "game.SeatTaken"})


class _From(msgspec.Struct):
    game: str


class _Part(msgspec.Struct):
    """What the events that give somebody a part in a game have in common."""

    by: str
    origin: _From | None = None


class _Body(msgspec.Struct):
    data: _Part


_DECODER: Final = msgspec.json.Decoder(_Body)


class Origins:
    """Completes the states of forks. What it reads was written before the fork was made, and never changes."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._cached: OrderedDict[str, frozenset[str]] = OrderedDict()

    async def completed(self, state: GameState) -> GameState:
        """`state`, in which everybody who had a part in its origin has left a seat (`GameState.left`)."""
        sandbox = state.sandbox
        if sandbox is None or sandbox.origin is None:
            return state
        former = state.left if isinstance(state.left, tuple) else ()
        parties = await self._parties(sandbox.origin.game)
        if parties <= set(former):
            return state
        return msgspec.structs.replace(state, left=tuple(sorted(parties | set(former))))

    async def _parties(self, game_id: str) -> frozenset[str]:
        known = self._cached.get(game_id)
        if known is None:
            known = self._cached[game_id] = await self._read(game_id)
            if len(self._cached) > ORIGINS_CACHED_MAX:
                self._cached.popitem(last=False)
        return known

    async def _read(self, game_id: str) -> frozenset[str]:
        """The hosts of a game and of the games that it was forked from, and everybody who took a seat there."""
        parties: set[str] = set()
        following: str | None = game_id
        for _ in range(FORKS_MAX):
            if following is None:
                break
            origin: str | None = None
            for row in await self._log.read(following, after=BEFORE_FIRST):
                if row.type in _TYPES:
                    part = _DECODER.decode(row.body).data
                    parties.add(part.by)
                    origin = part.origin.game if part.origin is not None else origin
            following = origin
        return frozenset(parties)
