"""The feed of the list of games: one reader gives all followers of a process what has changed in it.

Each change is read and named once, whatever the number of followers, and each follower keeps what its filters let
through. A follower begins with what changed past its cursor, a page at a time, and pays for it. It falls back to that
when it is slow. A mark says when it has caught up for the first time.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from services.errors import Unavailable
from services.feeds.changes import CLOCKS_APART_US, ListChange
from services.feeds.cursors import BadCursor, CaughtUp, Cursors, Place
from services.feeds.my_games import Pay
from services.listing import GameChoice, title_words
from services.ports import GameListRow
from services.reads.lists import NO_GAME, ListedGame, listed, under_own_name
from services.world import World

POLL_SECONDS: Final = 1.0
SOON_SECONDS: Final = 0.15
"""How long the reader waits after a notification: the workers write the list meanwhile."""
CHANGES_AT_ONCE: Final = 200
WAITING_MAX: Final = 256
CHANGE_POINTS: Final = 4
"""What it costs to read a change of a backlog, whether or not the filters let it through."""

_log = logging.getLogger("emberlog.feeds")


@dataclass(frozen=True, slots=True)
class GameChange:
    """What lists show of a game now, and its last change. `is_listed`: whether the follower's filters let it through.
    `left`: the ids and names, in lower case, of those who have left -> the place with which they were gone."""

    change: ListChange
    game: ListedGame
    is_listed: bool = True
    left: Mapping[str, int] = field(default_factory=dict)


class _Page(NamedTuple):
    """Changes with their games, up to and including the place `up_to`. Games that lists do not show now are left out,
    so a full page may have fewer changes than its order has places."""

    changes: Sequence[GameChange]
    up_to: int
    is_full: bool


@dataclass(eq=False, slots=True)
class _Follower:
    """One subscription. `place`: up to where it has read; `behind`: whether it has to read its page first."""

    place: int
    waiting: deque[GameChange] = field(default_factory=deque)
    behind: bool = True
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, change: GameChange) -> None:
        """Adds a change; a follower with too many forgets them."""
        if len(self.waiting) >= WAITING_MAX:
            self.waiting.clear()
            self.behind = True
        if not self.behind:
            self.waiting.append(change)
        self.woken.set()


class GamesChanged:
    """The feeds of a process. Its reader runs while somebody follows."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._followers: set[_Follower] = set()
        self._hinted = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._place = 0
        self._cursors: Cursors | None = None

    async def cursors(self) -> Cursors:
        """Writes and reads the cursors of this feed."""
        if self._cursors is None:
            self._cursors = Cursors(await self._world.moves.cursor_key(), "lists")
        return self._cursors

    async def newest_cursor(self) -> str:
        """Where the feed is now. Lists that are read afterwards show everything before it."""
        cursors = await self.cursors()
        return cursors.write(await self._world.list_changes.order(self._world.now_us()))

    def hint(self) -> None:
        """Some game may have moved."""
        self._hinted.set()

    async def follow(self, choice: GameChoice, after: Place | None, pay: Pay) -> AsyncIterator[GameChange | CaughtUp]:
        """Yields every change past the place `after`, or from now on, of games that the choice has or had before. One
        mark comes after what had changed when it began.

        Of a choice it heeds ruleset, phase, sandbox, title and player. Raises BadCursor for a place that the order has
        not reached, and Unavailable when it cannot begin.
        """
        newest = await self._world.list_changes.order(self._world.now_us())
        if after is not None and after.pos > newest:
            raise BadCursor
        follower = _Follower(newest if after is None else after.pos)
        self._join(follower, newest)
        try:
            has_caught_up = False
            while True:
                follower.woken.clear()
                async for change in self._backlog(follower, pay):
                    if (chosen := _chosen(choice, change, follower.place)) is not None:
                        yield chosen
                if not has_caught_up:
                    has_caught_up = True
                    yield CaughtUp(follower.place)
                while follower.waiting and not follower.behind:
                    change = follower.waiting.popleft()
                    if change.change.pos > follower.place:
                        if (chosen := _chosen(choice, change, follower.place)) is not None:
                            yield chosen
                        follower.place = change.change.pos
                await follower.woken.wait()
        finally:
            self._leave(follower)

    async def _backlog(self, follower: _Follower, pay: Pay) -> AsyncIterator[GameChange]:
        """The changes that a follower who is behind has missed. Its place moves after each."""
        while follower.behind:
            page = await self._page(follower)
            await pay(len(page.changes) * CHANGE_POINTS)
            for change in page.changes:
                yield change
                follower.place = change.change.pos
            follower.place = max(follower.place, page.up_to)

    async def _page(self, follower: _Follower) -> _Page:
        """The next changes of a follower that is behind. After the last page its queue goes on."""
        follower.behind = False
        while True:
            try:
                page = await self._read(follower.place)
            except Unavailable as error:
                _log.warning("feeds wait: %s", error.what)
                await asyncio.sleep(POLL_SECONDS)
            else:
                follower.behind = follower.behind or page.is_full
                return page

    def _join(self, follower: _Follower, newest: int) -> None:
        if self._reader is None:
            self._place = newest
            self._reader = asyncio.create_task(self._read_on())
        self._followers.add(follower)

    def _leave(self, follower: _Follower) -> None:
        self._followers.discard(follower)
        if not self._followers and self._reader is not None:
            self._reader.cancel()
            self._reader = None

    # ---------------------------------------------------------------- the reader

    async def _read_on(self) -> None:
        while True:
            self._hinted.clear()
            try:
                await self._world.list_changes.order(self._world.now_us())
                while (page := await self._read(self._place)).up_to > self._place:
                    self._place = page.up_to
                    for follower in self._followers:
                        for change in page.changes:
                            follower.take(change)
            except Unavailable as error:
                _log.warning("feeds wait: %s", error.what)
            except Exception:  # the reader serves all followers of the process: it goes on with its next poll
                _log.exception("feeds wait after a fault")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._hinted.wait()
                    await asyncio.sleep(SOON_SECONDS)

    async def _read(self, after: int) -> _Page:
        """The changes past a place with what lists show of their games, named in one call.

        A game that lists do not show at this moment, because they are being rebuilt, is left out.
        """
        changes = await self._world.list_changes.changes(after, CHANGES_AT_ONCE)
        if not changes:
            return _Page((), after, is_full=False)
        rows = await self._rows(changes)
        games = {game.game_id: game for game in await listed(self._world.names, rows)}
        left = await self._left([change for change in changes if change.left])
        named = [
            GameChange(change, games[change.game_id], left=left.get(change.game_id, {}))
            for change in changes
            if change.game_id in games
        ]
        return _Page(named, changes[-1].pos, is_full=len(changes) >= CHANGES_AT_ONCE)

    async def _rows(self, changes: Sequence[ListChange]) -> Sequence[GameListRow]:
        """What lists show of games that have changed. A change that another process made visible by its clock is read
        by that clock: else it would be lost until the game moves on."""
        now_us = self._world.now_us()
        late = {each.game_id: each.shows_us for each in changes if each.shows_us > now_us}
        due = [each.game_id for each in changes if each.game_id not in late]
        rows = list(await self._world.projections.games_by_id(due, now_us=now_us)) if due else []
        if late:
            then_us = min(max(late.values()), now_us + CLOCKS_APART_US)
            rows += await self._world.projections.games_by_id(list(late), now_us=then_us)
        return rows

    async def _left(self, changes: Sequence[ListChange]) -> dict[str, dict[str, int]]:
        """By game, the ids and names of those who have left, in lower case, each with the place of that."""
        if not changes:
            return {}
        persons = {each.game_id: {who for who, _ in each.left} for each in changes}
        named = await self._world.names.of_games({**persons, NO_GAME: set().union(*persons.values())})
        words: dict[str, dict[str, int]] = {game_id: {} for game_id in persons}
        for each in changes:
            names, own = named[each.game_id], named[NO_GAME].persons
            for who, pos in each.left:
                words[each.game_id][names.persons.get(who, "").lower()] = pos
                if under_own_name(who, names, own):
                    words[each.game_id][who.lower()] = pos
        return words


def _chosen(choice: GameChoice, change: GameChange, place: int) -> GameChange | None:
    """The change as a follower gets it who has read up to `place`; None when the game neither is nor was theirs."""
    game = change.game
    if (
        choice.ruleset not in (None, game.ruleset)
        or choice.sandbox not in (None, game.sandbox)
        or not _has_title(game, choice.title)
    ):
        return None
    has_player = _has_player(game, choice.player)
    if has_player and choice.phase in (None, game.phase):
        return change
    had_player = has_player or change.left.get((choice.player or "").lower(), 0) > place
    had_phase = choice.phase in (None, change.change.phase_at(place, game.phase))
    return GameChange(change.change, game, is_listed=False) if had_player and had_phase else None


def _has_title(game: ListedGame, title: str | None) -> bool:
    own = game.title.lower()
    return title is None or own.startswith(title.lower()) or set(title_words(title)) <= set(own.split(" "))


def _has_player(game: ListedGame, player: str | None) -> bool:
    names = [name.lower() for name, person in zip(game.seats, game.persons, strict=True) if person]
    return player is None or player in game.players or player.lower() in names
