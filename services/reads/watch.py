"""Live steps: every watcher has a cursor and reads past it, so that it misses no step and gets none twice.

A notification is only a hint. Without one, each watched game is read every `POLL_SECONDS`. The watchers of a game share
one reader. They are counted here, and the processes of a service exchange their counts every `MEET_SECONDS`.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from types import TracebackType

from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import SPECTATOR, Viewer
from domain.log.record import Recorded
from services.errors import Unavailable
from services.log.replay import Histories, History
from services.ports import Principal, Watching
from services.principals import in_game
from services.reads.horizon import VisibleGame, outside, visible_game
from services.reads.look import ViewerNotAllowed, VisibleStep, default_viewer, may_look, step_for
from services.world import World

POLL_SECONDS = 1.0
MEET_SECONDS = 2.0

_log = logging.getLogger("emberlog.watch")


@dataclass(slots=True)
class _Watcher:
    """One subscription. `cursor`: the last step sent; `known`: the last step read; `public`: whether anybody may
    count it; `chosen`: whether the caller named the viewer."""

    world: World
    principal: Principal | None
    game_id: str
    viewer: Viewer | None
    cursor: Step
    known: Step = BEFORE_FIRST
    public: bool | None = None
    chosen: bool = False
    viewer_before: Viewer | None = None

    def __post_init__(self) -> None:
        self.known, self.chosen = self.cursor, self.viewer is not None

    def look(self, history: History) -> VisibleGame:
        """The game as far as the caller may see it now."""
        return visible_game(self.principal, history, self.world.now_us())

    def newly_public(self, visible: VisibleGame) -> Watching:
        """The change in the public count. After the game has begun, seats change hands behind the delay: no change
        then."""
        if self.public is not None and visible.state.phase != "open":
            return Watching()
        before = bool(self.public)
        self.public = visible.state.delay is None or outside(self.principal, visible.state)
        return Watching(0, self.public - before)

    def note_read(self, history: History, visible: VisibleGame) -> None:
        """Remembers how far the history was read; steps that the delay hides have been read too."""
        self.known = history.version if visible.is_delayed else visible.version

    def take(self, history: History, visible: VisibleGame, step: Recorded) -> VisibleStep:
        """The next step as the caller may see it; moves the cursor. Raises ViewerNotAllowed for a viewer whom the
        caller named. One who named none and gave their seat up goes on as a spectator."""
        assert history.head is not None
        state = visible.state if visible.is_delayed else history.head
        viewer = default_viewer(self.principal, state) if self.viewer is None else self.viewer
        if not may_look(self.principal, state, viewer):
            if self.chosen:
                raise ViewerNotAllowed(self.game_id, viewer)
            viewer = SPECTATOR
        if state.phase != "open":
            self.viewer = viewer
        before, self.viewer_before = self.viewer_before, viewer
        self.cursor = step.version
        return replace(step_for(history, step, viewer), viewer_before=viewer if before is None else before)

    def has_ended(self, history: History, visible: VisibleGame) -> bool:
        """Whether the last step of a finished game was sent."""
        return self.cursor >= visible.version == history.version and visible.state.over


class Watch:
    """The watchers of this process. An async context manager: it listens for notifications while it is open."""

    def __init__(self, world: World, histories: Histories) -> None:
        self._world = world
        self._histories = histories
        self._moved: dict[str, asyncio.Event] = {}
        self._here: dict[str, Watching] = {}
        self._elsewhere: Mapping[str, Watching] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.listeners: list[Callable[[], None]] = []
        """Called at each notification: some game may have moved."""

    async def __aenter__(self) -> "Watch":
        self._tasks = [asyncio.create_task(run()) for run in (self._listen, self._poll, self._meet)]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._wake_all()
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

        `viewer` None: the caller's own. Whether the caller may still look as `viewer` is checked at every step, because
        a seat can change hands while somebody watches. A caller who takes a seat while watching sees what it sees from
        then on. Once the game has begun the viewer stays the same, unless the caller named none and gives the seat up:
        they go on as a spectator. `viewer_before` of a step says whose view its patch begins with. Raises
        ViewerNotAllowed and VisibleDamage.
        """
        reader = in_game(principal, game_id)
        watcher = _Watcher(self._world, reader, game_id, viewer, cursor=max(after, BEFORE_FIRST))
        self._count(game_id, Watching(1, 0))
        try:
            while True:
                # The event is taken before the read: a step that is written after the read wakes this watcher.
                moved = self._moved.setdefault(game_id, asyncio.Event())
                history = await self._read(game_id, watcher.known)
                if history is not None:
                    visible = watcher.look(history)
                    self._count(game_id, watcher.newly_public(visible))
                    watcher.note_read(history, visible)
                    for step in history.steps[watcher.cursor : visible.version]:
                        yield watcher.take(history, visible, step)
                    if watcher.has_ended(history, visible):
                        return
                    if watcher.cursor < watcher.look(history).version:
                        continue
                await self._wait(moved)
        finally:
            self._count(game_id, Watching(-1, -bool(watcher.public)))
            if game_id not in self._here:
                self._moved.pop(game_id, None)

    def _count(self, game_id: str, more: Watching) -> None:
        now = self._here.pop(game_id, Watching()) + more
        if now.total:
            self._here[game_id] = now

    async def _read(self, game_id: str, known: Step) -> History | None:
        """The history past what is known; None while the log does not answer: the watcher waits."""
        try:
            return await self._histories.up_to_date(game_id, at_least=Step(known + 1), damaged=True)
        except Unavailable as error:
            _log.warning("watchers of game %s wait: %s", game_id, error.what)
            return None

    async def _wait(self, moved: asyncio.Event) -> None:
        # Not `wait_for`: if a step comes at the same moment, it loses the cancellation of a watcher who leaves.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS * 2):
                await moved.wait()

    def _wake(self, game_id: str) -> None:
        moved = self._moved.pop(game_id, None)
        if moved is not None:
            moved.set()

    def _wake_all(self) -> None:
        for game_id in tuple(self._moved):
            self._wake(game_id)

    async def _listen(self) -> None:
        async for game_id, _ in self._world.notifier.notifications():
            self._wake(game_id)
            for listener in self.listeners:
                listener()

    async def _meet(self) -> None:
        while True:
            self._elsewhere = await self._world.audience.meet(self._here)
            await asyncio.sleep(MEET_SECONDS)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            self._wake_all()
