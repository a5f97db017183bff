"""The feed of a caller's games: one reader of the global order serves all followers of a process.

The reader asks for the moves past its place: soon after each notification, and each `POLL_SECONDS` without one. For
each move it wakes the followers whose principals have a part in that game, and nobody else. So a wake costs one query a
process, whatever the number of followers, and a follower reads only the games of its own that moved.

A follower begins with its backlog: one query for the games of its principal that moved past its cursor, or for all that
are not over. Then a mark says that it has caught up. It falls back to its backlog when it is slow and more than
`WAITING_MAX` moves wait for it. Each game of a backlog is paid for before it is read. Games whose log is damaged are
left out: `game` and `gameSteps` say what is wrong with them.

A client that is cut off within its first list goes on there: games without news that it does not have yet still come.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeAlias, TypeVar

from domain.engine.step import BEFORE_FIRST, Step
from services.errors import LogDamaged, Unavailable, UnsupportedVersion
from services.feeds.cursors import BadCursor, CaughtUp, Cursors, Place
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
GAME_POINTS: Final = 40
"""What it costs to look at a game of a backlog, whether or not it has news."""

Pay: TypeAlias = Callable[[int], Awaitable[None]]
"""Spends points of a follower; returns once they had them."""

Answer = TypeVar("Answer")
_log = logging.getLogger("emberlog.feeds")


@dataclass(eq=False, slots=True)
class _Follower:
    """One subscription. `place`: up to where it has read; `list_pos`: where its first list began, until that is
    complete; `waiting`: moves it has not read; `behind`: whether it has to read its backlog first."""

    place: int | None
    list_pos: int | None
    pay: Pay
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
        self._now_us = world.now_us
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

    async def follow(self, principal: Principal, after: Place | None, pay: Pay) -> AsyncIterator[Update | CaughtUp]:
        """Yields every update of the principal's games past the place `after`, in the order of places.

        Without `after` first each of their games that is not over, as it is now. One mark comes after what was there at
        the beginning. Raises BadCursor for a place that the order has not reached.
        """
        follower = _Follower(None if after is None else after.pos, None if after is None else after.list_pos, pay)
        begun_us = self._now_us() if after is None else 0  # 0: it goes on from a cursor, and has no first list
        await self._join(principal.id, follower)
        try:
            has_caught_up = False
            while True:
                follower.woken.clear()
                async for update in self._backlog(principal, follower):
                    yield update
                if not has_caught_up:
                    has_caught_up, follower.list_pos = True, None
                    yield CaughtUp(follower.place or 0)
                while (move := follower.next_move()) is not None:
                    news = await self._update(principal, move)
                    if news is not None and (news.changes or _was_unplaced(news, move, begun_us)):
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
            if place is None:
                follower.list_pos = backlog.up_to
            async for update in self._of_backlog(principal, follower, backlog):
                yield replace(update, list_pos=follower.list_pos)

    async def _of_backlog(self, principal: Principal, follower: _Follower, backlog: Backlog) -> AsyncIterator[Update]:
        """What a backlog has for its follower, in the order of places: what happened, and within a first list also the
        games without news, as they are."""
        moves: list[Move] = []
        for game_id, (low, version) in backlog.games.items():
            await follower.pay(GAME_POINTS)
            place = backlog.places[game_id]
            if follower.list_pos is not None and place <= follower.list_pos:
                moves.append(Move(game_id, version, version, place))
                continue
            history = await self._history(game_id, version)
            if history is not None and history.version >= version:
                moves += await self._placed(principal, history, low, version)
        for move in sorted(moves, key=lambda each: each.pos):
            update = await self._update(principal, move)
            if update is not None:
                update = await self._worth_sending(update, move, backlog, in_list=follower.list_pos is not None)
            if update is not None:
                yield update

    async def _worth_sending(self, update: Update, move: Move, backlog: Backlog, *, in_list: bool) -> Update | None:
        """The update without turns that have come and gone; None if nothing of it is news or belongs into a list."""
        if move.version < backlog.games[move.game_id][1]:
            update = replace(update, changes=tuple(each for each in update.changes if each != "my_turn"))
        elif in_list and not update.changes:
            if not update.visible.state.over:
                return update
            await self._moves.end(move.game_id)  # somebody should have noted it: then it is not looked for
        return update if update.changes else None

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


def _was_unplaced(news: Update, move: Move, begun_us: int) -> bool:
    """Whether a game had been opened when a first list began at `begun_us`, and is not in it because its opening had no
    place yet."""
    return move.low == BEFORE_FIRST and news.visible.history.steps[0].body.time_us <= begun_us


async def _patiently(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """The answer of the log, however long it is away: who follows waits."""
    while True:
        try:
            return await ask()
        except Unavailable as error:
            _log.warning("feeds wait: %s", error.what)
            await asyncio.sleep(POLL_SECONDS)
