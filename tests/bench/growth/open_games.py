"""What open games cost in memory: `python -m tests.bench.growth.open_games --games 10000`.

Opens games of all rulesets through the services, then plays a command in each of them over the API of one process, then
subscribes to each of them and waits. The table shows what the API process and the worker have in memory after each of these.

With `--copies` it opens one game of each ruleset, appends copies of them, and subscribes at once. That takes some
minutes less, and shows what the subscriptions cost.
"""

import argparse
import asyncio
import random
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncpg
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from domain.rulesets import CURRENT
from infra.cli.client import Api
from infra.cli.processes.service import Service, service
from infra.settings import Settings
from infra.wiring import wired
from projections.runner import Runner
from services.commands.answers import Accepted
from services.commands.seating import Seating
from services.log.load_game import HEADS_CACHED_MAX
from services.log.replay import STEPS_CACHED_MAX
from services.ports import Appended, Principal
from tests.bench.growth.recorded import read_recording
from tests.bench.over_api import LOOK, PLAY, STEPS, resident_mb
from tests.bench.watchers.__main__ import PROTOCOL, cpu_seconds, wake_ups

GAMES_OF_ONE: Final = 250
"""Games that one principal hosts; they may have 300 that are played."""
AT_ONCE: Final = 24
SUBSCRIPTIONS_OF_ONE: Final = 25
"""Of one connection; there may be 32."""
ADDRESS_GAMES: Final = 2_500
"""Watched games of one address; there may be 3,000."""
IDLE_SECONDS: Final = 10.0
_QUERIES: Final = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that has begun, and who sits there, by their places among the principals."""

    game_id: str
    seats: tuple[int, ...]
    version: int


@dataclass(frozen=True, slots=True)
class Memory:
    """MB of both processes at one moment, and what the API process did a second while nothing happened.

    `busy`: seconds of computing; `wakes`: of its main thread. `queries`: transactions of all processes.
    """

    what: str
    api: float
    worker: float
    busy: float
    wakes: float
    queries: float


async def open_games(running: Service, games: int) -> tuple[list[str], list[OpenGame]]:
    """Opens and begins so many games. Returns the tokens of everybody who sits there, and the games."""
    servers = running.servers
    async with wired(servers.database_url, servers.redis_url) as use_cases:
        create, players = use_cases.world.principals.create, frozenset({"player"})
        made = [await create(f"Bench {at}", players) for at in range(games // GAMES_OF_ONE + 4)]
        principals, opened = [who for who, _ in made], dict[int, OpenGame]()
        left, hosts = iter(range(games)), max(games // GAMES_OF_ONE, 1)

        async def open_some() -> None:
            for number in left:  # at once by several hosts: those of one wait for each other
                opened[number] = await _open(use_cases.seating, principals, number, number % hosts)

        await asyncio.gather(*(open_some() for _ in range(AT_ONCE)))
    return [token for _, token in made], [opened[number] for number in range(games)]


async def _open(seating: Seating, principals: list[Principal], number: int, first: int) -> OpenGame:
    ruleset = list(CURRENT.values())[number % len(CURRENT)]
    seats = tuple((first + seat) % len(principals) for seat in range(ruleset.seats_min))
    host = principals[first]
    answer = await seating.open(
        host, str(uuid.uuid4()), ruleset=ruleset.id, seats=len(seats), options={}, title="bench"
    )
    assert isinstance(answer, Accepted), answer
    for seat in seats:
        await seating.take(principals[seat], answer.game_id, str(uuid.uuid4()), seat=None, name="", share="")
    begun = await seating.begin(host, answer.game_id, str(uuid.uuid4()))
    assert isinstance(begun, Accepted), begun
    return OpenGame(answer.game_id, seats, begun.version)


async def copy_games(running: Service, games: int) -> tuple[list[str], list[OpenGame]]:
    """As `open_games`: one game of each ruleset, and copies of them by the real append, projected. Only watch them."""
    tokens, originals = await open_games(running, len(CURRENT))
    servers, copies = running.servers, [str(uuid.uuid4()) for _ in range(games)]
    async with wired(servers.database_url, servers.redis_url) as use_cases:
        recordings = [await read_recording(use_cases, each.game_id) for each in originals]
        runner, left = Runner(use_cases.store), iter(enumerate(copies))
        while len(tokens) * GAMES_OF_ONE < games:
            tokens.append((await use_cases.world.principals.create("Bench", frozenset({"player"})))[1])

        async def copy() -> None:
            for number, game_id in left:
                for entry in recordings[number % len(recordings)].appends(game_id):
                    assert isinstance(await use_cases.world.log.append(entry), Appended)
                await runner.project(game_id)

        await asyncio.gather(*(copy() for _ in range(AT_ONCE)))
    chosen = (originals[number % len(originals)] for number in range(games))
    return tokens, [OpenGame(id, each.seats, each.version) for id, each in zip(copies, chosen, strict=True)]


async def touch(url: str, tokens: list[str], games: list[OpenGame]) -> dict[str, int]:
    """One command in each game, over the API. Returns their last steps."""
    heads: dict[str, int] = {}
    clients, left, chance = [Api(url, token) for token in tokens], iter(games), random.Random(1)

    async def play() -> None:
        for game in left:
            visible = (await clients[game.seats[0]].ask(LOOK, game=game.game_id))["game"]
            seat = visible["toAct"][0]
            if seat != visible["mySeat"]:
                visible = (await clients[game.seats[seat]].ask(LOOK, game=game.game_id))["game"]
            command = chance.choice(visible["legal"])["json"]
            who = clients[game.seats[seat]]
            answer = await who.ask(PLAY, id=str(uuid.uuid4()), game=game.game_id, command=command)
            assert answer["answer"]["__typename"] == "CommandAccepted", answer
            heads[game.game_id] = answer["answer"]["version"]

    await asyncio.gather(*(play() for _ in range(AT_ONCE)))
    return heads


class Watcher:
    """One connection with a subscription to each of some games. Each has had the newest step: now only pings come."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            assert msgspec.json.decode(message)["type"] in {"ping", "pong"}, message

    async def close(self) -> None:
        """Close the connection. Raises what was wrong with it."""
        assert not self._reading.done(), "the connection was open until now"
        await self._socket.close()
        await self._reading


async def subscribe(url: str, tokens: list[str], games: list[OpenGame], heads: dict[str, int]) -> list[Watcher]:
    """A subscription to each game, from its newest step on. Waits for that step of each before it goes on."""
    watchers = []
    for first in range(0, len(games), SUBSCRIPTIONS_OF_ONE):
        some = games[first : first + SUBSCRIPTIONS_OF_ONE]
        token = tokens[first // GAMES_OF_ONE]
        socket = await connect(
            url.replace("http", "ws", 1) + "/graphql",
            subprotocols=[Subprotocol(PROTOCOL)],
            local_addr=(f"127.0.0.{2 + first // ADDRESS_GAMES}", 0),
        )
        await socket.send(_message(type="connection_init", payload={"token": token}))
        assert msgspec.json.decode(await socket.recv())["type"] == "connection_ack"
        for number, game in enumerate(some):
            payload = {"query": STEPS, "variables": {"game": game.game_id, "after": str(heads[game.game_id] - 1)}}
            await socket.send(_message(id=str(number), type="subscribe", payload=payload))
        left = len(some)
        while left:
            message = msgspec.json.decode(await socket.recv())
            assert message["type"] in {"next", "ping"}, message
            left -= message["type"] == "next"
        watchers.append(Watcher(socket))
    return watchers


def _message(**fields: object) -> str:
    return msgspec.json.encode(fields).decode()


async def measure(running: Service, games: int, copies: bool) -> list[Memory]:
    """Open, play and watch, and look at the memory after each."""
    rows: list[Memory] = []
    await _look(running, rows, "the start")
    if copies:
        tokens, opened = await copy_games(running, games)
        heads = {game.game_id: game.version for game in opened}
        await _look(running, rows, f"{games:,} games are in the log")
    else:
        tokens, opened = await open_games(running, games)
        await touch(running.url, tokens, opened[: games // 10])
        await _look(running, rows, f"a command in {games // 10:,} of the games")
        await touch(running.url, tokens, opened[:HEADS_CACHED_MAX])
        await _look(running, rows, f"a command in {min(HEADS_CACHED_MAX, games):,}")
        heads = await touch(running.url, tokens, opened)
        await _look(running, rows, f"a command in each of {games:,}")
    watchers = await subscribe(running.url, tokens, opened, heads)
    await _look(running, rows, f"a subscription to each, on {len(watchers):,} connections")
    await asyncio.gather(*(watcher.close() for watcher in watchers))
    await _look(running, rows, "the connections closed")
    return rows


async def _look(running: Service, rows: list[Memory], what: str) -> None:
    """Adds a row. First it waits until what was begun before is over."""
    api, worker = running.api.process.pid, running.workers[0].process.pid
    connection = await asyncpg.connect(running.servers.database_url)
    await asyncio.sleep(IDLE_SECONDS / 2)
    before = cpu_seconds(api), wake_ups(api), await connection.fetchval(_QUERIES)
    await asyncio.sleep(IDLE_SECONDS)
    after = cpu_seconds(api), wake_ups(api), await connection.fetchval(_QUERIES)
    await connection.close()
    rates = ((end - begin) / IDLE_SECONDS for begin, end in zip(before, after, strict=True))
    rows.append(Memory(what, resident_mb(api), resident_mb(worker), *rates))
    print(time.strftime("%H:%M:%S"), rows[-1], flush=True)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth.open_games", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--copies", action="store_true", help="copy games, and subscribe without a command in each")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.load({"EMBERLOG_DATA": str(Path(folder) / "data"), "EMBERLOG_EXHIBITION": "NO"})
        with service(settings, Console(quiet=True), port=0) as running:
            rows = uvloop.run(measure(running, given.games, given.copies))
    title = f"{given.games:,} open games; heads of {HEADS_CACHED_MAX:,} games and {STEPS_CACHED_MAX:,} steps are cached at most"
    names = ("after", "API, MB", "worker, MB", "API, share of a core", "its wake-ups a second", "transactions a second")
    grid = Grid(*names, title=title)
    for row in rows:
        figures = (f"{row.api:.0f}", f"{row.worker:.0f}", f"{row.busy:.3f}", f"{row.wakes:.0f}", f"{row.queries:.0f}")
        grid.add_row(row.what, *figures)
    Console(width=150).print(grid)


if __name__ == "__main__":
    main()
