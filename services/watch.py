"""Live steps: every watcher holds a cursor and reads past it, so that no step is missed and none comes twice.

The bell is only a hint. Without it each watched game is looked at once every `POLL_SECONDS`. One reader a game serves all
its watchers. Watchers are counted here, and the processes of a service tell each other their counts every `MEET_SECONDS`.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from types import TracebackType

from domain.engine.viewer import Viewer
from services.horizon import outside, visible_game
from services.look import ViewerNotAllowed, VisibleStep, default_viewer, may_look, step_for
from services.ports import Principal, Unavailable, Watching
from services.replay import Histories, History
from services.world import World

POLL_SECONDS = 1.0
MEET_SECONDS = 2.0

_log = logging.getLogger("emberlog.watch")


class Watch:
    """The watchers of this process. Use as an async context manager; it listens to the bell while it is open."""

    def __init__(self, world: World, histories: Histories) -> None:
        self._world = world
        self._histories = histories
        self._moved: dict[str, asyncio.Event] = {}
        self._here: dict[str, Watching] = {}
        self._elsewhere: Mapping[str, Watching] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Watch":
        self._tasks = [asyncio.create_task(each()) for each in (self._listen, self._poll, self._meet)]
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
        """Games that are watched through this process now, with how many watchers."""
        return {game_id: here.total for game_id, here in self._here.items()}

    def watching(self, game_id: str) -> Watching:
        """Who follows a game now: here, and as far as is known at the other processes of the service."""
        nobody = Watching()
        return self._here.get(game_id, nobody) + self._elsewhere.get(game_id, nobody)

    async def steps(
        self, principal: Principal | None, game_id: str, viewer: Viewer | None, *, after: int
    ) -> AsyncIterator[VisibleStep]:
        """Every step past `after`, as it comes, in order; ends with the last step of a finished game.

        Whether `viewer` may still look is asked again at every step: a seat can change hands while somebody watches. None: the
        caller's own eyes. Who sits down while watching has them from then on, as if the connection had been made
        afterwards; they stay the same once the game has begun, so that each step's view follows from the one before.
        """
        cursor = known = max(after, 0)
        public: bool | None = None
        self._count(game_id, Watching(1, 0))
        try:
            while True:
                moved = self._moved.setdefault(game_id, asyncio.Event())
                history = await self._read(game_id, known)
                if history is None:
                    await self._wait(moved)
                    continue
                seen = visible_game(principal, history, self._world.now_us())
                if public is None or seen.state.phase == "open":  # later on seats change hands behind the delay
                    counted, public = bool(public), seen.state.delay is None or outside(principal, seen.state)
                    self._count(game_id, Watching(0, public - counted))
                known = history.version if seen.is_delayed else seen.version  # steps that are held back are known, too
                for step in history.steps[cursor : seen.version]:
                    assert history.head is not None
                    state = seen.state if seen.is_delayed else history.head
                    eyes = default_viewer(principal, state) if viewer is None else viewer
                    if not may_look(principal, state, eyes):
                        raise ViewerNotAllowed(game_id, eyes)
                    viewer = viewer if state.phase == "open" else eyes
                    yield step_for(history, step, eyes)
                    cursor = step.version
                if cursor >= seen.version and seen.state.over and seen.version == history.version:
                    return
                if cursor >= visible_game(principal, history, self._world.now_us()).version:
                    await self._wait(moved)
        finally:
            self._count(game_id, Watching(-1, -bool(public)))
            if game_id not in self._here:
                self._moved.pop(game_id, None)

    def _count(self, game_id: str, more: Watching) -> None:
        now = self._here.pop(game_id, Watching()) + more
        if now.total:
            self._here[game_id] = now

    async def _read(self, game_id: str, known: int) -> History | None:
        """The history past what is known; None while the log does not answer, which a watcher outlives."""
        try:
            return await self._histories.up_to_date(game_id, at_least=known + 1, damaged=True)
        except Unavailable as error:
            _log.warning("watchers of game %s wait: %s", game_id, error.what)
            return None

    async def _wait(self, moved: asyncio.Event) -> None:
        # Not `wait_for`: when a step comes in the same moment, it loses the cancelling of a watcher who goes.
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

    async def _meet(self) -> None:
        while True:
            self._elsewhere = await self._world.audience.meet(self._here)
            await asyncio.sleep(MEET_SECONDS)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            self._wake_all()
