"""The feed of a caller's games: one reader of the global order serves all followers of a process.

The reader asks for the moves past its place: soon after each notification, and each `POLL_SECONDS` without one. For
each move it wakes the followers whose principals have a part in that game, and nobody else. So a wake costs one query a
process, whatever the number of followers, and a follower reads only the games of its own that moved.

A follower begins with its backlog: one query for the games of its principal that moved past its cursor. It falls back
to that when it is slow and more than `WAITING_MAX` moves wait for it. Games whose log is damaged are left out: `game`
and `gameSteps` say what is wrong with them.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeVar

from domain.engine.step import Step
from services.errors import LogDamaged, Unavailable, UnsupportedVersion
from services.feeds.cursors import BadCursor, Cursors
from services.feeds.moves import Backlog, Move, Moved
from services.feeds.updates import Update, moves_to_tell, update_of
from services.log.replay import Histories, History
from services.ports import Principal
from services.world import World

POLL_SECONDS: Final = 1.0
SOON_SECONDS: Final = 0.004
"""How long the reader waits after a notification that came before its command had a place: so long, then twice as long,
and so on."""
PLACES_AT_ONCE: Final = 2_000
WAITING_MAX: Final = 256

Answer = TypeVar("Answer")
_log = logging.getLogger("emberlog.feeds")


@dataclass(eq=False, slots=True)
class _Follower:
    """One subscription. `place`: up to where it has read; `waiting`: moves it has not read; `behind`: whether it has to
    read its backlog first."""

    place: int | None
    waiting: deque[Move] = field(default_factory=deque)
    behind: bool = True
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def next_move(self) -> Move | None:
        """The next move past its place; moves its place. None: it has to wait, or to read its backlog."""
        while self.waiting and not self.behind:
            move = self.waiting.popleft()
            if self.place is None or move.pos > self.place:
                self.place = move.pos
                return move
        return None

    def take(self, move: Move) -> None:
        """Adds a move; a follower with too many forgets them and reads its backlog."""
        if len(self.waiting) >= WAITING_MAX:
            self.waiting.clear()
            self.behind = True
        if not self.behind:
            self.waiting.append(move)
        self.woken.set()


class MyGames:
    """The feeds of a process. Its reader runs while somebody follows."""

    def __init__(self, world: World, histories: Histories) -> None:
        self._moves = world.moves
        self._histories = histories
        self._followers: dict[str, set[_Follower]] = {}
        self._hinted = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._place = 0
        self._cursors: Cursors | None = None

    async def cursors(self) -> Cursors:
        """Writes and reads the cursors of this feed."""
        if self._cursors is None:
            self._cursors = Cursors(await self._moves.cursor_key(), "moves")
        return self._cursors

    def hint(self) -> None:
        """Some game may have moved."""
        self._hinted.set()

    async def follow(self, principal: Principal, after: int | None) -> AsyncIterator[Update]:
        """Yields every update of the principal's games past the place `after`, in the order of places.

        Without `after` first each of their games that is not over, as it is now. Raises BadCursor for a place that the
        order has not reached.
        """
        follower = _Follower(after)
        await self._join(principal.id, follower)
        try:
            while True:
                follower.woken.clear()
                async for update in self._backlog(principal, follower):
                    yield update
                while (move := follower.next_move()) is not None:
                    news = await self._update(principal, move)
                    if news is not None and news.changes:
                        yield news
                await follower.woken.wait()
        finally:
            self._leave(principal.id, follower)

    async def _backlog(self, principal: Principal, follower: _Follower) -> AsyncIterator[Update]:
        """What a follower that is behind has missed. Its queue goes on after that."""
        while follower.behind:
            follower.behind, place = False, follower.place
            backlog = await _patiently(partial(self._moves.backlog, principal.id, place))
            if place is not None and place > backlog.up_to:
                raise BadCursor
            follower.place = backlog.up_to
            updates = self._now(principal, backlog) if place is None else self._since(principal, backlog)
            async for update in updates:
                yield update

    async def _now(self, principal: Principal, backlog: Backlog) -> AsyncIterator[Update]:
        """Each game of a backlog as it is, in the order of places."""
        for game_id in sorted(backlog.games, key=backlog.places.__getitem__):
            version = backlog.games[game_id][1]
            update = await self._update(principal, Move(game_id, version, version, backlog.places[game_id]))
            if update is not None and update.visible.state.over:
                await self._moves.end(game_id)  # somebody should have noted it: then it is not looked for
            elif update is not None:
                yield update

    async def _since(self, principal: Principal, backlog: Backlog) -> AsyncIterator[Update]:
        """What happened in the games of a backlog, in the order of places."""
        moves: list[Move] = []
        for game_id, (low, version) in backlog.games.items():
            history = await self._history(game_id, version)
            if history is not None and history.version >= version:
                moves += await self._placed(principal, history, low, version)
        for move in sorted(moves, key=lambda each: each.pos):
            update = await self._update(principal, move)
            if update is not None and move.version < backlog.games[move.game_id][1]:  # a turn that has come and gone
                update = replace(update, changes=tuple(each for each in update.changes if each != "my_turn"))
            if update is not None and update.changes:
                yield update

    async def _placed(self, principal: Principal, history: History, low: Step, version: Step) -> list[Move]:
        chosen = moves_to_tell(principal, history, low, version)
        places = await _patiently(partial(self._moves.places, history.game_id, [end for _, end in chosen]))
        return [Move(history.game_id, before, end, places[end]) for before, end in chosen if end in places]

    async def _update(self, principal: Principal, move: Move) -> Update | None:
        history = await self._history(move.game_id, move.version)
        return None if history is None else update_of(principal, history, move)

    async def _history(self, game_id: str, version: Step) -> History | None:
        """The game's history; None for a game that this process cannot read: the caller's other games go on."""
        try:
            return await _patiently(partial(self._histories.up_to_date, game_id, at_least=version, damaged=True))
        except (LogDamaged, UnsupportedVersion) as error:
            _log.warning("feeds leave a game out: %s", error)
            return None

    # ---------------------------------------------------------------- the reader

    async def _join(self, principal: str, follower: _Follower) -> None:
        """Adds a follower. From now on the reader passes its moves on; the reader's place is before its backlog."""
        async with self._starting:
            if self._reader is None:
                self._place = await self._moves.newest()
                self._reader = asyncio.create_task(self._read())
            self._followers.setdefault(principal, set()).add(follower)

    def _leave(self, principal: str, follower: _Follower) -> None:
        followers = self._followers.get(principal, set())
        followers.discard(follower)
        if not followers:
            self._followers.pop(principal, None)
        if not self._followers and self._reader is not None:
            self._reader.cancel()
            self._reader = None

    async def _read(self) -> None:
        pause = SOON_SECONDS
        while True:
            self._hinted.clear()
            try:
                if await self._read_on():
                    continue
            except Exception:  # the reader serves all followers of the process: it goes on with its next poll
                _log.exception("feeds wait after a fault")
                pause = POLL_SECONDS
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._hinted.wait()
            if self._hinted.is_set():
                pause = SOON_SECONDS
                await asyncio.sleep(SOON_SECONDS)  # many hints at once make one query
            else:
                pause = min(2 * pause, POLL_SECONDS)

    async def _read_on(self) -> bool:
        """Passes the next moves on. Returns whether there may be more of them now."""
        moved = await _patiently(partial(self._moves.moved, self._place, PLACES_AT_ONCE))
        more = moved.up_to >= self._place + PLACES_AT_ONCE
        self._place = max(self._place, moved.up_to)
        self._pass_on(moved)
        return more

    def _pass_on(self, moved: Moved) -> None:
        for move in moved.moves:
            for principal in moved.participants.get(move.game_id, ()):
                for follower in self._followers.get(principal, ()):
                    follower.take(move)


async def _patiently(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """The answer of the log, however long it is away: who follows waits."""
    while True:
        try:
            return await ask()
        except Unavailable as error:
            _log.warning("feeds wait: %s", error.what)
            await asyncio.sleep(POLL_SECONDS)
