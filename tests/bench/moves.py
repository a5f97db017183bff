"""How long a move takes over loopback, beside what the same machine needs for less: `python -m tests.bench.moves`.

Every move is followed by one sample of each baseline, so that all of them meet the same neighbours. The service runs
as `emberlog up` runs it: API, worker and embedded servers are processes of their own.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg
import uvloop
from rich.console import Console

from domain.rulesets import CURRENT
from infra.cli.processes.service import Service, service
from infra.settings import Settings
from tests.bench.over_api import BEGIN, LOOK, OPEN, PLAY, SIT, new_tokens, share

SEATS: Final = 4
THOUGHT_SECONDS: Final = 0.01
"""Before each move. Without it these players would ask for so much that others go first, and that would be measured."""
WARM_UP: Final = 150
"""Moves before the first one that counts: plans, caches and connections are made meanwhile, and each sentence is compiled
when it is first told."""
PERCENTS: Final = (10, 50, 90)
TYPENAME: Final = "{ __typename }"
ROWS: Final = "CREATE TABLE IF NOT EXISTS bench_row (id uuid PRIMARY KEY, body bytea)"

WHOLE: Final = PLAY.replace(
    "{ version }", "{ version steps { version line { text } } game { version phase toAct legal { choice text } } }"
)
"""A move with what a client without rules needs: what happened, and all that may be played next."""

Samples = dict[str, list[float]]


class Wire:
    """One connection of one caller, kept alive: the least that a client does, so that little of it is measured."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str | None) -> None:
        self._reader, self._writer = reader, writer
        self._head = "" if token is None else f"authorization: Bearer {token}\r\n"

    @classmethod
    async def to(cls, url: str, token: str | None = None) -> "Wire":
        """A connection to the service."""
        at = urlsplit(url)
        return cls(*await asyncio.open_connection(at.hostname, at.port), token)

    async def get(self, path: str) -> bytes:
        """The body of an answer."""
        return await self._answer(f"GET {path} HTTP/1.1\r\nhost: bench\r\n{self._head}\r\n".encode())

    async def ask(self, query: str, **variables: object) -> dict[str, Any]:
        """The data of an operation."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        head = f"POST /graphql HTTP/1.1\r\nhost: bench\r\n{self._head}content-type: application/json\r\n"
        answer = json.loads(await self._answer(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body))
        assert "errors" not in answer, answer
        data: dict[str, Any] = answer["data"]
        return data

    async def _answer(self, request: bytes) -> bytes:
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        _, _, length = head.lower().partition(b"content-length: ")
        return await self._reader.readexactly(int(length.partition(b"\r\n")[0]))

    def close(self) -> None:
        """Closes the connection of this caller."""
        self._writer.close()


class Moves:
    """Random games of one ruleset, one move after the other."""

    def __init__(self, wires: list[Wire], ruleset: str) -> None:
        self._wires = wires[: min(len(wires), CURRENT[ruleset].seats_max)]
        self._ruleset = ruleset
        self._rnd = random.Random(1)
        self._game = ""

    async def move(self, document: str = PLAY) -> float:
        """Plays one move. Returns how many milliseconds its request took; what to play is read before."""
        seat, command = await self._choice()
        await asyncio.sleep(THOUGHT_SECONDS)
        command_id = str(uuid.uuid4())
        begun = time.perf_counter()
        answer = await self._wires[seat].ask(document, id=command_id, game=self._game, command=command)
        spent = (time.perf_counter() - begun) * 1e3
        assert answer["answer"]["__typename"] == "CommandAccepted", answer
        return spent

    async def _choice(self) -> tuple[int, object]:
        game = (await self._wires[0].ask(LOOK, game=self._game))["game"] if self._game else {"toAct": ()}
        if not game["toAct"]:
            await self._open()
            return await self._choice()
        seat = game["toAct"][0]
        if seat != game["mySeat"]:
            game = (await self._wires[seat].ask(LOOK, game=self._game))["game"]
        return seat, self._rnd.choice(game["legal"])["json"]

    async def _open(self) -> None:
        host = self._wires[0]
        opened = await host.ask(OPEN, id=str(uuid.uuid4()), ruleset=self._ruleset, seats=len(self._wires))
        self._game = opened["answer"]["gameId"]
        for wire in self._wires:
            await wire.ask(SIT, id=str(uuid.uuid4()), game=self._game)
        await host.ask(BEGIN, id=str(uuid.uuid4()), game=self._game)


async def measure(running: Service, moves: int) -> Samples:
    """So many moves of each ruleset, and as many samples of each baseline. All in milliseconds."""
    database_url = running.servers.database_url
    tokens = await new_tokens(database_url, running.servers.redis_url, SEATS)
    wires = [await Wire.to(running.url, token) for token in tokens]
    samples: Samples = {}
    connection = await asyncpg.connect(database_url)
    await connection.execute(ROWS)
    baselines: dict[str, Callable[[], Awaitable[object]]] = {
        "GET /health": lambda: wires[0].get("/health"),
        "POST { __typename }": lambda: wires[0].ask(TYPENAME),
        "SELECT 1": lambda: connection.fetchval("SELECT 1"),
        "INSERT and commit": lambda: connection.execute(
            "INSERT INTO bench_row VALUES ($1, $2)", uuid.uuid4(), bytes(350)
        ),
    }
    try:
        for ruleset in CURRENT:
            await _measure(Moves(wires, ruleset), ruleset, moves, baselines, samples)
    finally:
        await connection.close()
        for wire in wires:
            wire.close()
    return samples


async def _measure(
    game: Moves, ruleset: str, moves: int, baselines: dict[str, Callable[[], Awaitable[object]]], samples: Samples
) -> None:
    for _ in range(WARM_UP):
        await game.move(WHOLE)
    for _ in range(moves):
        samples.setdefault(f"a move of {ruleset}", []).append(await game.move())
        samples.setdefault(f"a move of {ruleset}, with the game after it", []).append(await game.move(WHOLE))
        for name, work in baselines.items():
            begun = time.perf_counter()
            await work()
            samples.setdefault(name, []).append((time.perf_counter() - begun) * 1e3)


def show(samples: Samples) -> None:
    """One line each, with the ratios to the baselines."""
    baselines = {name: share(each, 50) for name, each in samples.items() if not name.startswith("a move")}
    for name, each in samples.items():
        figures = ", ".join(f"p{percent} {share(each, percent):.2f}" for percent in PERCENTS)
        ratios = "; ".join(f"{share(each, 50) / other:.1f} x {what}" for what, other in baselines.items())
        print(f"  {name}: {figures} ms" + (f"  ({ratios})" if name not in baselines else ""), flush=True)


def main() -> None:
    """Measure a few times, and print each run: the best one is what the service can do on a shared machine."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.moves", description=__doc__)
    parser.add_argument("--moves", type=int, default=150, help="moves of each ruleset in a run (default 150)")
    parser.add_argument("--runs", type=int, default=3, help="runs (default 3)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.load({"EMBERLOG_DATA": str(Path(folder) / "data")})
        with service(settings, Console(quiet=True), port=0) as running:
            for run in range(1, given.runs + 1):
                print(f"run {run}")
                show(uvloop.run(measure(running, given.moves)))


if __name__ == "__main__":
    main()
