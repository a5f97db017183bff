"""The real application on a real server on loopback, over a world in memory."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
import pytest
import uvicorn

from api.app import ApiServices, create_app
from api.limits import ApiLimits
from infra.rulebook import read_rulebook
from infra.wire.frames import FramedWebSocket
from infra.wire.pieces import PiecewiseHttp
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.seating import Seating
from services.exhibition.games import ExhibitionGames
from services.feeds.games_changed import GamesChanged
from services.feeds.my_games import MyGames
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.ports import Principal
from services.reads.explain import Explain
from services.reads.look import Look
from services.reads.watch import Watch
from services.rulings.arbitration import Arbitration
from services.take_back.motions import TakingBack
from services.tokens import Tokens
from services.world import World
from tests.api.memory import memory_world

Json = dict[str, Any]


async def _all_well() -> Mapping[str, str | None]:
    return {"log": None, "redis": None}


def services_over(world: World, limits: ApiLimits | None = None, **more: Any) -> ApiServices:
    """The use cases wired over a world, as `infra.wiring` does it."""
    histories = Histories(world)
    play = Play(world, GameLoader(world), histories)
    look = Look(world, histories)
    watch, my_games = Watch(world, histories), MyGames(world, histories)
    games_changed = GamesChanged(world)
    watch.listeners += [my_games.hint, games_changed.hint]
    wired: Json = {
        "world": world,
        "play": play,
        "seating": Seating(play),
        "arbitration": Arbitration(play, world, read_rulebook()),
        "taking_back": TakingBack(play),
        "look": look,
        "forks": Forks(play, world.now_us),
        "explain": Explain(world, look),
        "exhibition": ExhibitionGames(world),
        "tokens": Tokens(world.tokens, world.revocations, world.now_us, world.entropy),
        "watch": watch,
        "my_games": my_games,
        "games_changed": games_changed,
        "rulebook": read_rulebook(),
        "readiness": _all_well,
        "limits": limits or ApiLimits(),
    }
    return ApiServices(**{**wired, **more})


@dataclass
class Served:
    """A running service. `url`: where; `world`: what it stands on."""

    url: str
    world: World
    services: ApiServices
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws") + "/graphql"

    async def principal(self, name: str, *roles: str) -> Principal:
        principal, token = await self.world.principals.create(name, frozenset(roles))  # type: ignore[arg-type]
        self.tokens[name] = token
        return principal

    def headers(self, name: str | None) -> dict[str, str]:
        return {} if name is None else {"authorization": f"Bearer {self.tokens[name]}"}


def own_listener(*, send_buffer: int | None = None) -> socket.socket:
    """A socket on a port of its own. `send_buffer`: bytes the system takes before a writer has to wait."""
    # asyncio turns Nagle's algorithm off only for sockets that say they are TCP; otherwise every answer waits 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if send_buffer is not None:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    listener.bind(("127.0.0.1", 0))
    return listener


class PromptServer(uvicorn.Server):
    """Ends as soon as its connections have: uvicorn itself looks ten times a second, and hundreds of tests start one."""

    LOOK_SECONDS: Final = 0.002

    async def main_loop(self) -> None:
        """Serve until it should end."""
        await self.on_tick(0)  # writes the headers of every answer
        while not self.should_exit:  # noqa: ASYNC110  (a plain attribute of uvicorn)
            await asyncio.sleep(self.LOOK_SECONDS)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn does it, without its pause."""
        for server in self.servers:
            server.close()
        ending: set[object] = set()
        try:
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                while self.server_state.connections or self.server_state.tasks:
                    for connection in self.server_state.connections - ending:  # one may have come just now
                        connection.shutdown()
                        ending.add(connection)
                    await asyncio.sleep(self.LOOK_SECONDS)
        except TimeoutError:
            for task in self.server_state.tasks:
                task.cancel()
        await self.lifespan.shutdown()


@asynccontextmanager
async def running_on(listener: socket.socket, server: uvicorn.Server) -> AsyncIterator[str]:
    """A server in this process, which takes the listener's connections. Yields its address; both end with the block."""
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:  # noqa: ASYNC110  (uvicorn offers no event to wait for)
        await asyncio.sleep(0.002)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        listener.close()


@asynccontextmanager
async def serving(services: ApiServices, *, send_buffer: int | None = None) -> AsyncIterator[Served]:
    """A uvicorn in this process. `send_buffer`: as for `own_listener`."""
    listener = own_listener(send_buffer=send_buffer)
    config = uvicorn.Config(
        create_app(services),
        log_level="warning",
        lifespan="on",
        http=PiecewiseHttp,
        ws=FramedWebSocket,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    server = PromptServer(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    async with running_on(listener, server) as url:
        yield Served(url, services.world, services)


@pytest.fixture
def world() -> World:
    return memory_world()


@pytest.fixture
async def served(world: World) -> AsyncIterator[Served]:
    async with serving(services_over(world)) as running:
        yield running


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    # `verify=False`, as everywhere on loopback: to read the system's certificates takes longer than most tests.
    async with httpx.AsyncClient(timeout=30, trust_env=False, verify=False) as client:
        yield client


Ask = Callable[..., Any]


def asking(served: Served, http: httpx.AsyncClient) -> Ask:
    """Returns `ask`: `await ask(document, by=name, **variables)` is the data, and fails on errors. `errors=True`: the
    whole answer."""

    async def _ask(document: str, *, by: str | None = None, errors: bool = False, **variables: Any) -> Any:
        answer = await http.post(
            f"{served.url}/graphql",
            json={"query": document, "variables": variables},
            headers=served.headers(by),
        )
        response = answer.json()
        if errors:
            return response
        assert "errors" not in response, response["errors"]
        return response["data"]

    return _ask


@pytest.fixture
def ask(served: Served, http: httpx.AsyncClient) -> Ask:
    """Asks the service of the test; see `asking`."""
    return asking(served, http)


@pytest.fixture
async def game(served: Served, ask: Ask) -> Any:
    """A begun game: a `GameClient`."""
    from tests.api.game_client import open_game  # it imports this module

    return await open_game(served, ask)
