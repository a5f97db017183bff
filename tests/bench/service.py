"""What a real Postgres does for others than the service, a bare INSERT and the eventsourcing library; random players of the service."""

import asyncio
import os
import random
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from domain.rulesets import CURRENT
from infra.postgres.pool import open_pool
from services.commands.answers import Accepted
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.ports import Principal


async def rate(clients: int, seconds: float, do: Callable[[int], Awaitable[None]]) -> float:
    """How often a second `clients` loops of `do` get done."""
    done = 0
    end = time.perf_counter() + seconds

    async def client(number: int) -> None:
        nonlocal done
        while time.perf_counter() < end:
            await do(number)
            done += 1

    start = time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(clients)))
    return done / (time.perf_counter() - start)


async def bare_inserts_per_second(database_url: str, clients: int, seconds: float, connections: int = 12) -> float:
    """One row of about an event's size, one statement, one commit: what the server could do without us.

    On connections of its own, as many as the service has by default.
    """
    owner = "CREATE TABLE IF NOT EXISTS bench_row (game_id uuid, version bigint, body bytea, PRIMARY KEY (game_id, version))"
    pool = await open_pool(database_url, size_max=connections)
    games = [uuid.uuid4() for _ in range(clients)]
    versions = [0] * clients
    body = os.urandom(350)

    async def insert(number: int) -> None:
        versions[number] += 1
        await pool.raw.execute("INSERT INTO bench_row VALUES ($1, $2, $3)", games[number], versions[number], body)

    try:
        async with pool.raw.acquire() as connection:  # what `lend` gives stays apart from asyncpg's pool
            await connection.execute("RESET ROLE")
            await connection.execute(owner)
            await connection.execute("GRANT ALL ON bench_row TO PUBLIC")
            await connection.execute("SET ROLE emberlog_app")
        await rate(clients, seconds / 4, insert)
        return await rate(clients, seconds, insert)
    finally:
        await pool.close()


def new_id(rnd: random.Random) -> str:
    """A version 4 UUID, cheaper than `uuid.uuid4`: to make ids is the work of clients."""
    digits = f"{rnd.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"


class Player:
    """Plays one random game after another through `services/commands/play`, one command a call."""

    def __init__(self, play: Play, games: GameLoader, ruleset: str, number: int) -> None:
        self._play, self._games, self._seating = play, games, Seating(play)
        self._ruleset = CURRENT[ruleset]
        self._rnd = random.Random(number)
        seats = min(4, self._ruleset.seats_max)
        self._players = [Principal(f"bench-{number}-{seat}", f"P{seat}", frozenset()) for seat in range(seats)]
        self.game_id = ""

    async def open(self) -> None:
        """Open a game and seat everybody."""
        host = self._players[0]
        opened = await self._seating.open(
            host, str(uuid.uuid4()), ruleset=self._ruleset.id, seats=len(self._players), options={}, title="bench"
        )
        assert isinstance(opened, Accepted), opened
        self.game_id = opened.game_id
        for player in self._players:
            await self._seating.take(player, self.game_id, str(uuid.uuid4()), seat=None, name="", share="")
        await self._seating.begin(host, self.game_id, str(uuid.uuid4()))

    async def play(self) -> None:
        """One command of a seat that may act."""
        opened = await self._games.at_head(self.game_id, fresh=False)
        assert opened is not None
        acting = opened.game.to_act(opened.state)
        if not acting:
            await self.open()
            return
        legal = opened.game.legal(opened.state, acting[0])
        command = legal[int(self._rnd.random() * len(legal))]
        order = CommandRequest(
            game_id=self.game_id, command_id=new_id(self._rnd), build=lambda by, seat, authority: command
        )
        answer = await self._play.submit(self._players[acting[0]], order)
        assert isinstance(answer, Accepted), answer


def eventsourcing_saves_per_second(database_url: str, threads: int, seconds: float) -> float:
    """What the eventsourcing library saves a second: one aggregate event a save, its own Postgres recorder."""
    from concurrent.futures import ThreadPoolExecutor

    from eventsourcing.application import Application

    from tests.bench.aggregate import Game

    url = urlsplit(database_url)
    app: Application[Any] = Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": url.path.lstrip("/"),
            "POSTGRES_HOST": url.hostname or "127.0.0.1",
            "POSTGRES_PORT": str(url.port or 5432),
            "POSTGRES_USER": url.username or "postgres",
            "POSTGRES_PASSWORD": url.password or "x",
            "POSTGRES_POOL_SIZE": str(threads),
            "POSTGRES_MAX_OVERFLOW": str(threads),
        }
    )
    data = "x" * 300

    def client(_: int) -> int:
        game, saved = Game(), 0
        app.save(game)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            game.move(data)
            app.save(game)
            saved += 1
        return saved

    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        saved = sum(pool.map(client, range(threads)))
    spent = time.perf_counter() - start
    app.close()
    return saved / spent
