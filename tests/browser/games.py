"""A service over a world in memory, in a thread of its own, for a browser that is driven from the test's. For tests only.

Its house plays at once where a bot is to act. Decides nothing: tables are opened and played through the public API.
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from api.limits import ApiLimits
from services.commands.bot_player import BotPlayer
from services.log.load_game import GameLoader
from services.world import World
from tests.api.conftest import Served, services_over, serving
from tests.api.game_client import BEGIN, TAKE, GameClient, open_game
from tests.api.memory import memory_world
from tests.dice import new_id

Json = Any
SECONDS_MAX = 60
GENEROUS = ApiLimits(
    principal_points_per_second=10_000_000,
    principal_points_burst=100_000_000,
    anonymous_points_per_second=10_000_000,
    anonymous_points_burst=100_000_000,
)
"""A test plays a whole game in a second from the address of its readers: no reader does."""
OPENED = """mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $title: String!, $sandbox: SandboxInput) {
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, title: $title, sandbox: $sandbox) {
    __typename ... on CommandAccepted { gameId } } }"""
BOT = """mutation Bot($game: ID!, $id: ID!, $seat: Int!) {
  answer: seatBot(game: $game, commandId: $id, seat: $seat) { __typename } }"""


class BotsAtOnce:
    """Jobs that are done where they are asked for: the house plays as soon as a game may have moved."""

    def __init__(self) -> None:
        self.bots: BotPlayer | None = None
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._repeat: set[str] = set()

    async def poke(self, game_id: str) -> None:
        """May come at any time, also while the house is playing in that game."""
        self._repeat.add(game_id)
        if game_id not in self._at_work:
            self._at_work[game_id] = asyncio.create_task(self._play(game_id))

    async def _play(self, game_id: str) -> None:
        assert self.bots is not None
        try:
            while game_id in self._repeat:
                self._repeat.discard(game_id)
                await self.bots.play_bot_seats(game_id)
        finally:
            del self._at_work[game_id]


@dataclass
class Stage:
    """The service as tests see it from their own thread."""

    served: Served
    http: httpx.AsyncClient
    loop: asyncio.AbstractEventLoop
    known: set[str] = field(default_factory=set)

    @property
    def url(self) -> str:
        return self.served.url

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Carry it out where the service lives."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(SECONDS_MAX)

    def ask(self, document: str, *, by: str | None = None, **variables: Json) -> Json:
        return self.do(self.ask_async(document, by=by, **variables))

    async def ask_async(self, document: str, *, by: str | None = None, errors: bool = False, **variables: Json) -> Json:
        """As the fixture `ask` of the API's tests."""
        answer = await self.http.post(
            f"{self.url}/graphql", json={"query": document, "variables": variables}, headers=self.served.headers(by)
        )
        answer_json = answer.json()
        if errors:
            return answer_json
        assert "errors" not in answer_json, answer_json["errors"]
        return answer_json["data"]

    def client(self, ruleset: str, seats: int, *, commands: int = 2_000, seed: int = 7, **options: Json) -> GameClient:
        """A begun game with a player on each seat, after that many commands at random."""

        async def played() -> GameClient:
            client = await open_game(self.served, self.ask_async, ruleset=ruleset, seats=seats, seed=seed, **options)
            await client.play(commands)
            return client

        client: GameClient = self.do(played())
        return client

    def player(self, name: str) -> str:
        """A token for somebody of this name."""
        if name not in self.known:
            self.known.add(name)
            self.do(self.served.principal(name))
        return self.served.tokens[name]

    def against_bots(self, ruleset: str, seats: int, name: str, *, begin: bool = True, seed: str | None = None) -> str:
        """A game of one player, on the first seat, against the house. `seed`: a sandbox, so that it is the same each time."""
        self.player(name)
        title, sandbox = f"{name} and the house", None if seed is None else {"seed": seed}
        answer_json = self.ask(OPENED, by=name, id=new_id(), ruleset=ruleset, seats=seats, title=title, sandbox=sandbox)
        game: str = answer_json["answer"]["gameId"]
        self.sit_and_begin(game, name, seats, begin=begin)
        return game

    def sit_and_begin(self, game: str, host: str, seats: int, *, begin: bool = True) -> None:
        """The host on the first seat, bots on the others."""
        self.ask(TAKE, by=host, game=game, id=new_id(), seat=0)
        for seat in range(1, seats):
            self.ask(BOT, by=host, game=game, id=new_id(), seat=seat)
        if begin:
            self.ask(BEGIN, by=host, game=game, id=new_id())


@contextmanager
def stage(given: World | None = None) -> Iterator[Stage]:
    """A running service over a fresh world, where the house plays; or over the given one, where it does not by itself."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    closing = asyncio.Event()
    started: list[Stage] = []
    up = threading.Event()

    async def live() -> None:
        world, bot_jobs = (given, None) if given else _world()
        services = services_over(world, GENEROUS)
        if bot_jobs is not None:
            bot_jobs.bots = BotPlayer(GameLoader(world), services.play)
        async with serving(services) as served, httpx.AsyncClient(timeout=30, trust_env=False, verify=False) as http:
            started.append(Stage(served, http, loop))
            up.set()
            await closing.wait()

    living = asyncio.run_coroutine_threadsafe(live(), loop)
    try:
        assert up.wait(SECONDS_MAX), living
        yield started[0]
    finally:
        loop.call_soon_threadsafe(closing.set)
        living.result(SECONDS_MAX)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _world() -> tuple[World, BotsAtOnce | None]:
    bot_jobs = BotsAtOnce()
    return replace(memory_world(), jobs=bot_jobs), bot_jobs
