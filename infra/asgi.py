"""The API as an ASGI application on real servers, with the sequencer that runs beside the requests."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from typing import Final, cast

from litestar import Litestar
from litestar.types import LifeSpanReceive, LifeSpanSend, Receive, Scope, Send

from api.app import create_app
from api.limits import ApiLimits
from api.problems import CAUSES
from api.services import ApiServices
from infra.postgres.audit.forgetting import run_forgetting
from infra.postgres.audit.heartbeat import run_heartbeat
from infra.postgres.migrate import is_migrated
from infra.postgres.publication import run_publication
from infra.postgres.sequencer import run_sequencer
from infra.readiness import NodesProbe, signer_trouble, worker_trouble, write_something
from infra.redis.probe import RedisProbe
from infra.settings import Settings
from infra.signer.folder import PUBLIC, PublicFolder
from infra.wiring import Wired, wired
from projections import PROJECTIONS
from services.errors import Unavailable
from services.languages.beforehand import compile_messages

READINESS_SECONDS_MAX: Final = 2.0
NO_GAME: Final = "00000000-0000-0000-0000-000000000000"
"""The id of no game, for a query that only tests whether the database answers."""

_log = logging.getLogger(__name__)


class Application:
    """Connects when the server starts, passes every request to the app, and disconnects when the server stops."""

    def __init__(
        self, database_url: str, redis_url: str, settings: Settings, wire_refusals: Callable[[], Mapping[str, int]]
    ) -> None:
        self._database_url = database_url
        self._redis_url = redis_url
        self._settings = settings
        self._wire_refusals = wire_refusals
        self._tree = PublicFolder(settings.tree / PUBLIC)
        self._app: Litestar | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection, or the start and stop of the server."""
        if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
            await self._lifespan(cast(LifeSpanReceive, receive), cast(LifeSpanSend, send))
            return
        assert self._app is not None, "a request before the server started"
        await self._app(scope, receive, send)

    async def _lifespan(self, receive: LifeSpanReceive, send: LifeSpanSend) -> None:
        await receive()
        async with contextlib.AsyncExitStack() as stack:
            try:
                await self._open(stack)
            except Unavailable as error:
                await send({"type": "lifespan.startup.failed", "message": error.what})
                return
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _open(self, stack: contextlib.AsyncExitStack) -> None:
        size = self._settings.connections_max
        use_cases = await stack.enter_async_context(
            wired(
                self._database_url,
                self._redis_url,
                connections_max=size,
                reader_url=self._settings.reader_url,
                reader_lag=self._settings.reader_lag,
                processes=self._settings.processes,
            )
        )
        hinted = asyncio.Event()
        use_cases.watch.listeners.append(hinted.set)
        pool, now_us = use_cases.pool, use_cases.world.now_us
        for background in (
            run_sequencer(pool, hinted=hinted, placed=use_cases.my_games.hint),
            run_publication(pool, now_us),
            run_heartbeat(pool, "api", now_us),
            run_forgetting(pool, now_us),
            compile_messages(),
        ):
            stack.push_async_callback(_cancel, asyncio.create_task(background))
        redis_probe = RedisProbe(self._redis_url, READINESS_SECONDS_MAX)
        stack.push_async_callback(redis_probe.aclose)
        self._app = create_app(self._services(use_cases, redis_probe))
        await stack.enter_async_context(self._app.lifespan())

    def _services(self, use_cases: Wired, redis_probe: RedisProbe) -> ApiServices:
        pool = use_cases.pool
        nodes_probe = NodesProbe(pool, READINESS_SECONDS_MAX)

        async def readiness() -> Mapping[str, str | None]:
            return {
                "log": await _log_answers(use_cases),
                **({"nodes": await nodes_probe()} if pool.on_citus else {}),
                "redis": await redis_probe(),
                "worker": await worker_trouble(pool),
                "signer": signer_trouble(self._tree),
                "clock": use_cases.world.clock_trouble(),
            }

        async def lag() -> int:
            return await use_cases.store.steps_behind(tuple(each.name for each in PROJECTIONS))

        return ApiServices(
            world=use_cases.world,
            play=use_cases.play,
            seating=use_cases.seating,
            arbitration=use_cases.arbitration,
            taking_back=use_cases.taking_back,
            look=use_cases.look,
            watch=use_cases.watch,
            my_games=use_cases.my_games,
            games_changed=use_cases.games_changed,
            rulebook=use_cases.rulebook,
            forks=use_cases.forks,
            explain=use_cases.explain,
            exhibition=use_cases.exhibition,
            tokens=use_cases.tokens,
            tree=self._tree,
            newcomers=self._settings.newcomers,
            visits=self._settings.visits,
            limits=ApiLimits().of_one_among(self._settings.processes),
            readiness=readiness,
            projection_lag=lag,
            wire_refusals=self._wire_refusals,
            freshness=use_cases.freshness,
            replica_reads=use_cases.reads,
        )


def application(
    database_url: str, redis_url: str, settings: Settings, wire_refusals: Callable[[], Mapping[str, int]]
) -> Application:
    """The API on these servers. `wire_refusals`: how often the wire has refused something, by reason."""
    return Application(database_url, redis_url, settings, wire_refusals)


async def _cancel(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _log_answers(use_cases: Wired) -> str | None:
    try:
        async with asyncio.timeout(READINESS_SECONDS_MAX):
            if not await is_migrated(use_cases.pool):
                return "The database lacks tables of this version. Run: emberlog migrate"
            if not use_cases.pool.on_citus:  # there it would ask one of the nodes, and others go on without it
                await use_cases.world.log.head(NO_GAME)
            await write_something(use_cases.pool)
    except Unavailable as error:
        _log.warning("not ready: %s", error.what)
        return f"{CAUSES[error.cause]} The log of the API says more."
    except TimeoutError:
        return "The database does not answer in time."
    return None
