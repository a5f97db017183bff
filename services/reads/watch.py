"""Live steps: every watcher has a cursor and reads past it, so that it misses no step and gets none twice.

A notification is only a hint. Without one, the last versions of all watched games are asked for every `POLL_SECONDS`.
A game that has moved is read once for all its watchers, and only those are woken who may see something new. The
watchers are counted here, and the processes of a service exchange their counts every `MEET_SECONDS`.
"""

import asyncio
import contextlib
import itertools
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import aclosing
from types import TracebackType
from typing import Final

from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Viewer
from services.audit.receipts import Receipts
from services.errors import Unavailable
from services.log.replay import Histories, History
from services.ports import Principal, Watching
from services.principals import in_game
from services.reads.horizon import VisibleGame
from services.reads.look import VisibleStep
from services.reads.watcher import Batch, Watcher, watcher_of
from services.world import World

POLL_SECONDS = 1.0
MEET_SECONDS = 2.0
POLLED_AT_ONCE: Final = 1_000
"""Games whose last version is asked for by one question, since most of them have not moved."""
READ_AT_ONCE: Final = 16
HINT_SECONDS: Final = 0.001
"""After so long the answer to the command that moved a game has nearly always been sent. Else its sender waits until
the step is written to all watchers."""
BATCH_STEPS: Final = 32

_log = logging.getLogger("emberlog.watch")


class Watch:
    """The watchers of this process. An async context manager: it listens for notifications while it is open."""

    def __init__(self, world: World, histories: Histories) -> None:
        self._world = world
        self._histories = histories
        self._waiting: dict[str, dict[Watcher, asyncio.Future[None]]] = {}
        """Those who wait for a game to move."""
        self._newest: dict[str, Step] = {}
        """Of watched games: the last step that a hint has named. What is in memory may end before it."""
        self._here: dict[str, Watching] = {}
        self._elsewhere: Mapping[str, Watching] = {}
        self._receipts = Receipts(world)
        self._tasks: list[asyncio.Task[None]] = []
        histories.listeners.append(self.hint)
        self.listeners: list[Callable[[], None]] = []
        """Called at each notification: some game may have moved."""

    async def __aenter__(self) -> "Watch":
        self._tasks = [asyncio.create_task(run()) for run in (self._listen, self._poll, self._meet, self._receipts.run)]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._wake_all()
        with contextlib.suppress(Unavailable):
            await self._receipts.store()
        await self._world.audience.meet({})

    @property
    def watched(self) -> dict[str, int]:
        """The games that are watched through this process, with the number of watchers."""
        return {game_id: here.total for game_id, here in self._here.items()}

    def watching(self, game_id: str) -> Watching:
        """How many follow a game, here and, as far as is known, at the other processes of the service."""
        nobody = Watching()
        return self._here.get(game_id, nobody) + self._elsewhere.get(game_id, nobody)

    async def steps(
        self, principal: Principal | None, game_id: str, viewer: Viewer | None, *, after: Step
    ) -> AsyncIterator[VisibleStep]:
        """Yields every step past `after`, in order, as it comes; ends with the last step of a finished game.

        `viewer` None: the caller's own. Whether the caller may still look as `viewer` is checked at every read, because
        a seat can change hands while somebody watches. A caller who takes a seat while watching sees what it sees from
        then on. Once the game has begun the viewer stays the same, unless the caller named none and gives the seat up:
        they go on as a spectator. `viewer_before` of a step says whose view its patch begins with. Raises
        ViewerNotAllowed and VisibleDamage.
        """
        with self.one(principal, game_id, viewer, after=after) as watcher:
            async with aclosing(self.batches(watcher)) as batches:  # type: ignore[type-var]
                async for batch in batches:
                    if batch is not None:
                        for version in range(batch.first, batch.last + 1):
                            yield batch.step(Step(version))
                            watcher.note_taken(batch.history, Step(version), Step(version))

    @contextlib.contextmanager
    def one(
        self, principal: Principal | None, game_id: str, viewer: Viewer | None, *, after: Step
    ) -> Iterator[Watcher]:
        """A watcher, who is counted while the block runs."""
        watcher = watcher_of(self._world, in_game(principal, game_id), game_id, viewer, after)
        watcher.is_first = game_id not in self._here
        self._count(game_id, Watching(1, 0))
        watcher.is_counted, watcher.receipts = True, self._receipts
        try:
            yield watcher
        finally:
            watcher.is_counted = False
            self._count(game_id, Watching(-1, -bool(watcher.public)))

    async def batches(self, watcher: Watcher) -> AsyncIterator[Batch | None]:
        """Yields the steps past the cursor of a watcher as they come, and moves it; None whenever there are no more,
        before it waits. Ends after the last step of a finished game. Raises what `steps` raises."""
        while True:
            # It listens before it reads: a step that is written after the read wakes this watcher.
            with self._listening(watcher) as moved:
                history = await self._read(watcher)
                if history is not None:
                    visible = self._look(watcher, history)
                    while watcher.cursor < visible.version:
                        batch = watcher.take(history, visible, BATCH_STEPS)
                        yield batch
                        watcher.note_taken(history, batch.first, batch.last)
                    if watcher.has_ended(history, visible):
                        return
                    if watcher.cursor < watcher.look(history).version:
                        continue
                yield None
                await moved

    def recount(self, watcher: Watcher, history: History) -> None:
        """Counts a watcher whose steps others have read for it."""
        self._count(watcher.game_id, watcher.newly_public(watcher.look(history)))

    def _look(self, watcher: Watcher, history: History) -> VisibleGame:
        visible = watcher.look(history)
        change = watcher.newly_public(visible)
        if watcher.is_counted:
            self._count(watcher.game_id, change)
        watcher.note_read(history, visible)
        return visible

    @contextlib.contextmanager
    def _listening(self, watcher: Watcher) -> Iterator[asyncio.Future[None]]:
        """Listens for the next move of the game."""
        moved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(watcher.game_id, {})[watcher] = moved
        try:
            yield moved
        finally:
            waiting = self._waiting.get(watcher.game_id)
            if waiting is not None and waiting.get(watcher) is moved:
                del waiting[watcher]
                if not waiting:
                    del self._waiting[watcher.game_id]

    def _count(self, game_id: str, more: Watching) -> None:
        now = self._here.pop(game_id, Watching()) + more
        if now.total:
            self._here[game_id] = now
        else:
            self._newest.pop(game_id, None)

    async def _read(self, watcher: Watcher) -> History | None:
        """The history past what is known, and to the newest hint; None while the log does not answer: they wait."""
        game_id, newest = watcher.game_id, self._newest.get(watcher.game_id, BEFORE_FIRST)
        # Hints of a game that nobody watched are not remembered, so its first watcher reads the log in any case.
        at_least, watcher.is_first = None if watcher.is_first else max(Step(watcher.known + 1), newest), False
        try:
            history = await self._histories.up_to_date(game_id, at_least=at_least, damaged=True)
            if history is not None and history.version < newest:  # it was read for another one, before the hint
                history = await self._histories.up_to_date(game_id, at_least=newest, damaged=True)
        except Unavailable as error:
            _log.warning("watchers of game %s wait: %s", game_id, error.what)
            return None
        if self._newest.get(game_id) == newest and (history is None or history.version < newest):
            del self._newest[game_id]  # no such step
        return history

    def _note(self, game_id: str, version: Step) -> None:
        """Remembers a hint while somebody watches the game."""
        if game_id in self._here:
            self._newest[game_id] = max(version, self._newest.get(game_id, BEFORE_FIRST))

    def _wake(self, game_id: str, version: Step | None = None) -> None:
        """Wakes those who wait for a game; `version`: those of them who may not have this step yet."""
        for watcher, moved in tuple(self._waiting.get(game_id, {}).items()):
            if not moved.done() and (version is None or watcher.may_be_due(version)):
                moved.set_result(None)

    def _wake_all(self) -> None:
        for game_id in tuple(self._waiting):
            self._wake(game_id)

    def hint(self, game_id: str, version: Step) -> None:
        """A command of this process has moved a game. Its watchers need not wait until the notifier says so."""
        self._note(game_id, version)
        if game_id in self._waiting:
            asyncio.get_running_loop().call_later(HINT_SECONDS, self._wake, game_id, version)

    async def _listen(self) -> None:
        async for game_id, version in self._world.notifier.notifications():
            self._note(game_id, Step(version))
            self._wake(game_id, Step(version))
            for listener in self.listeners:
                listener()

    async def _meet(self) -> None:
        while True:
            self._elsewhere = await self._world.audience.meet(self._here)
            await asyncio.sleep(MEET_SECONDS)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            games = iter(tuple(self._waiting))
            while some := tuple(itertools.islice(games, POLLED_AT_ONCE)):
                try:
                    moved = iter(await self._may_have_moved(some))
                    while several := tuple(itertools.islice(moved, READ_AT_ONCE)):
                        await asyncio.gather(*map(self._check, several))
                except Unavailable as error:
                    _log.warning("watchers wait: %s", error.what)
                    break  # the log does not answer: that may take long enough for one of them

    async def _may_have_moved(self, game_ids: Collection[str]) -> list[str]:
        """Those of the games that may bring something new to somebody who waits."""
        versions = await self._world.log.versions(game_ids)
        return [game_id for game_id in game_ids if self._may_be_due(game_id, versions.get(game_id, BEFORE_FIRST))]

    def _may_be_due(self, game_id: str, version: Step) -> bool:
        return any(watcher.may_be_due(version) for watcher in self._waiting.get(game_id, ()))

    async def _check(self, game_id: str) -> None:
        """Wakes those for whom a game has moved. Raises Unavailable."""
        waiting = self._waiting.get(game_id)
        if not waiting:
            return
        at_least = Step(min(watcher.known for watcher in waiting) + 1)
        try:
            history = await self._histories.up_to_date(game_id, at_least=at_least, damaged=True)
        except Unavailable:
            raise
        except Exception:  # each of them reads by itself, and says what is wrong
            self._wake(game_id)
            return
        for watcher, moved in tuple(self._waiting.get(game_id, {}).items()):
            if history is not None and watcher.is_due(history) and not moved.done():
                moved.set_result(None)
