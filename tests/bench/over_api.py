"""The service as its clients meet it: latency through GraphQL over loopback, lag to watchers and to the projections, memory."""

import asyncio
import random
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from infra.cli.client import Api
from infra.wiring import wired

OPEN = """mutation($id: ID!, $ruleset: String!, $seats: Int!) {
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats) { ... on CommandAccepted { gameId } } }"""
SIT = "mutation($id: ID!, $game: ID!) { answer: takeSeat(commandId: $id, game: $game) { __typename } }"
BEGIN = "mutation($id: ID!, $game: ID!) { answer: beginGame(commandId: $id, game: $game) { __typename } }"
LOOK = "query($game: ID!) { game(id: $game) { version toAct mySeat legal { json } } }"
PLAY = """mutation($id: ID!, $game: ID!, $command: JSON!) {
  answer: submit(commandId: $id, game: $game, commandJson: $command) { __typename ... on CommandAccepted { version } } }"""
VIEW = "query($game: ID!, $at: Int!) { game(id: $game) { viewJson(at: $at) } }"
STEPS = "subscription($game: ID!, $after: Cursor) { gameSteps(game: $game, after: $after) { version line { text } } }"
HEAD = "query($game: ID!) { game(id: $game) { version phase } }"


@dataclass
class Lags:
    """Milliseconds, one a sample."""

    command: list[float] = field(default_factory=list)
    view: list[float] = field(default_factory=list)
    watcher: list[float] = field(default_factory=list)
    projected: list[float] = field(default_factory=list)


def share(samples: list[float], percent: float) -> float:
    """The percentile of the samples."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


class RandomGame:
    """One game of random players over the API, one command after the other."""

    def __init__(self, url: str, tokens: list[str], ruleset: str, seed: int) -> None:
        self.players = [Api(url, token) for token in tokens]
        self.ruleset = ruleset
        self.rnd = random.Random(seed)
        self.game_id = ""
        self.version = 0

    async def open(self) -> None:
        """Seat everybody and begin."""
        host = self.players[0]
        answer = await host.ask(OPEN, id=str(uuid.uuid4()), ruleset=self.ruleset, seats=len(self.players))
        self.game_id = answer["answer"]["gameId"]
        for player in self.players:
            await player.ask(SIT, id=str(uuid.uuid4()), game=self.game_id)
        await host.ask(BEGIN, id=str(uuid.uuid4()), game=self.game_id)

    async def move(self, samples: list[float] | None = None) -> bool:
        """One random command of a seat that may act; False when the game is over."""
        game: dict[str, Any] = (await self.players[0].ask(LOOK, game=self.game_id))["game"]
        if not game["toAct"]:
            return False
        seat = game["toAct"][0]
        if seat != game["mySeat"]:
            game = (await self.players[seat].ask(LOOK, game=self.game_id))["game"]
        command = self.rnd.choice(game["legal"])["json"]
        start = time.perf_counter()
        answer = await self.players[seat].ask(PLAY, id=str(uuid.uuid4()), game=self.game_id, command=command)
        if samples is not None:
            samples.append((time.perf_counter() - start) * 1e3)
        assert answer["answer"]["__typename"] == "CommandAccepted", answer
        self.version = answer["answer"]["version"]
        return True

    async def close(self) -> None:
        """Close every player's connection."""
        for player in self.players:
            await player.__aexit__(None, None, None)


async def new_tokens(database_url: str, redis_url: str, number: int) -> list[str]:
    """The tokens of `number` new principals."""
    async with wired(database_url, redis_url, connections_max=2) as use_cases:
        made = [await use_cases.world.principals.create(f"Bench {at}", frozenset({"player"})) for at in range(number)]
    return [token for _, token in made]


async def latencies(url: str, database_url: str, tokens: list[str], ruleset: str, seed: int) -> Lags:
    """One whole game, command by command, watched and projected; then views at random steps of it."""
    lags = Lags()
    game = RandomGame(url, tokens, ruleset, seed)
    await game.open()
    came: dict[int, float] = {}
    projected: dict[int, float] = {}
    decided: dict[int, float] = {}

    async def watch() -> None:
        async for step in Api(url).follow(STEPS, field="gameSteps", after=0, game=game.game_id):
            came[step["version"]] = time.perf_counter()

    async def look_at_rows() -> None:
        connection = await asyncpg.connect(database_url)
        query = "SELECT version FROM projection_cursor WHERE game_id = $1 AND projection = 'score_tracks'"
        try:
            while True:
                version = await connection.fetchval(query, uuid.UUID(game.game_id)) or 0
                now = time.perf_counter()
                for step in range(version, 0, -1):
                    if step in projected:
                        break
                    projected[step] = now
                await asyncio.sleep(0.002)
        finally:
            await connection.close()

    watching, looking = asyncio.create_task(watch()), asyncio.create_task(look_at_rows())
    await asyncio.sleep(0.3)
    while await game.move(lags.command):
        decided[game.version] = time.perf_counter()
        await asyncio.sleep(0.01)
    await asyncio.sleep(1.0)
    watching.cancel()
    looking.cancel()
    for ended in await asyncio.gather(watching, looking, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    lags.watcher = [max(0.0, came[step] - at) * 1e3 for step, at in decided.items() if step in came]
    lags.projected = [max(0.0, projected[step] - at) * 1e3 for step, at in decided.items() if step in projected]
    assert len(lags.watcher) == len(decided), "a watcher missed a step"
    for _ in range(200):
        start = time.perf_counter()
        await game.players[0].ask(VIEW, game=game.game_id, at=game.rnd.randint(6, game.version))
        lags.view.append((time.perf_counter() - start) * 1e3)
    await game.close()
    return lags


async def play_games(url: str, tokens: list[str], ruleset: str, games: int, at_once: int) -> float:
    """Play `games` whole games over the API, `at_once` of them together. Returns commands per second."""
    commands = 0
    left = iter(range(games))

    async def play() -> None:
        nonlocal commands
        for number in left:
            game = RandomGame(url, tokens, ruleset, number)
            await game.open()
            while await game.move():
                commands += 1
            await game.close()
            if number % 50 == 49:
                print(f"  {number + 1} of {games} games", flush=True)

    start = time.perf_counter()
    await asyncio.gather(*(play() for _ in range(at_once)))
    return commands / (time.perf_counter() - start)


def resident_mb(pid: int) -> float:
    """Resident memory of a process in MB (10^6 bytes)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise AssertionError("the process is gone")
