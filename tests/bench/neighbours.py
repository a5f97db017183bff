"""Others' latency while one caller is at its limit: `python -m tests.bench.neighbours`, on a quiet machine.

One process serves games from memory. This process is an ordinary player who looks, lists, plays and asks for /health at
a modest rate. A third process is greedy in one way after the other, each time as a new caller with a full allowance.
The table shows the player's p50 and p99, and how many times as much they are as before and after. `--runs 3` takes the
median of three runs.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx
from rich.console import Console
from rich.table import Table as Grid

from tests.api.game_client import MINE, SUBMIT
from tests.bench.greed import GREEDS
from tests.dice import new_id

SECONDS: Final = 8.0
PAUSE_SECONDS: Final = 0.012
AIM: Final = 2.0

GAMES: Final = "{ games(first: 20) { edges { node { id title phase version } } } }"


@dataclass(frozen=True)
class Latencies:
    """The player's latencies beside one greedy caller, in milliseconds. `greedy`: what that caller counted."""

    p50: float
    p99: float
    health: float
    greedy: str = ""


def latencies(millis: list[float], health: list[float], greedy: str = "") -> Latencies:
    """The figures of some requests."""
    ordered = sorted(millis)
    at99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return Latencies(statistics.median(ordered), at99, max(health), greedy)


class Player:
    """An ordinary player: a look, a list, a command and a look at /health in turn."""

    def __init__(self, info: Mapping[str, Any], http: httpx.AsyncClient) -> None:
        self._info = info
        self._http = http
        self._chance = random.Random(3)
        self._at = 0

    async def _ask(self, query: str, **variables: object) -> Any:
        headers = {"authorization": f"Bearer {self._info['players'][self._at]}"}
        body = {"query": query, "variables": variables}
        answer = await self._http.post(f"{self._info['url']}/graphql", json=body, headers=headers)
        assert answer.status_code == 200, answer.text[:300]
        return answer.json()["data"]

    async def for_seconds(self, seconds: float) -> tuple[list[float], list[float]]:
        """The latencies of all requests, and those of /health alone."""
        millis: list[float] = []
        health: list[float] = []
        end, game = time.monotonic() + seconds, self._info["game"]
        while time.monotonic() < end:
            mine = (await self._timed(millis, self._ask(MINE, game=game)))["game"]
            await self._timed(millis, self._ask(GAMES))
            if mine["legal"]:
                command = self._chance.choice(mine["legal"])["json"]
                await self._timed(millis, self._ask(SUBMIT, game=game, id=new_id(), json=command))
            elif mine["toAct"]:
                self._at = mine["toAct"][0]
            await self._timed(health, self._http.get(f"{self._info['url']}/health"))
        return millis + health, health

    async def _timed(self, into: list[float], request: Any) -> Any:
        begun = time.perf_counter()
        answer = await request
        into.append((time.perf_counter() - begun) * 1e3)
        await asyncio.sleep(PAUSE_SECONDS)
        return answer


async def beside(info: Mapping[str, Any], kind: str, number: int, seconds: float) -> Latencies:
    """The player's latencies beside a caller of this kind; "" for nobody."""
    async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
        player = Player(info, http)
        if not kind:
            return latencies(*await player.for_seconds(seconds))
        needed = json.dumps({**info, "token": info["callers"][number]})
        arguments = (sys.executable, "-m", "tests.bench.greed", kind, needed)
        greedy = await asyncio.create_subprocess_exec(*arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert greedy.stdout is not None and greedy.stdin is not None
        await greedy.stdout.readline()  # it has started, and is greedy now
        measured = await player.for_seconds(seconds)
        greedy.stdin.close()
        counted = (await greedy.stdout.read()).decode().strip()
        await greedy.wait()
        return latencies(*measured, counted)


async def one_run(kinds: list[str], seconds: float) -> dict[str, Latencies]:
    """All kinds once, over a new service; "" is the mean of the quiet times before and after."""
    arguments = (sys.executable, "-m", "tests.bench.greed")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "limit": 1 << 20}
    server = await asyncio.create_subprocess_exec(*arguments, **pipes)  # type: ignore[arg-type]
    assert server.stdout is not None and server.stdin is not None
    try:
        info = json.loads(await server.stdout.readline())
        await beside(info, "", 0, 2)
        before = await beside(info, "", 0, seconds)
        measured = {kind: await beside(info, kind, number, seconds) for number, kind in enumerate(kinds)}
        after = await beside(info, "", 0, seconds)
        measured[""] = _figures(statistics.mean, [before, after])
        return measured
    finally:
        server.stdin.close()
        await server.wait()


def median_of(runs: list[dict[str, Latencies]]) -> dict[str, Latencies]:
    """The median of each figure."""
    return {kind: _figures(statistics.median, [run[kind] for run in runs]) for kind in runs[-1]}


def _figures(combined: Callable[[list[float]], float], several: list[Latencies]) -> Latencies:
    return Latencies(
        combined([each.p50 for each in several]),
        combined([each.p99 for each in several]),
        combined([each.health for each in several]),
        several[-1].greedy,
    )


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("kinds", nargs="*", help="kinds of greed; all of them by default")
    chosen = parser.parse_args()
    kinds = chosen.kinds or list(GREEDS)
    measured = median_of([asyncio.run(one_run(kinds, chosen.seconds)) for _ in range(chosen.runs)])
    grid = Grid("greedy caller", "p50 ms", "p99 ms", "p50 x", "p99 x", "/health max ms", "it counted")
    quiet = measured.pop("")
    grid.add_row("nobody", f"{quiet.p50:.1f}", f"{quiet.p99:.1f}", "", "", f"{quiet.health:.0f}", "")
    for kind, each in measured.items():
        ratios = (f"{each.p50 / quiet.p50:.1f}", f"{each.p99 / quiet.p99:.1f}")
        grid.add_row(kind, f"{each.p50:.1f}", f"{each.p99:.1f}", *ratios, f"{each.health:.0f}", each.greedy)
    Console(width=120).print(grid)
    print(f"load of the machine: {os.getloadavg()[0]:.1f}; the aim is {AIM:.0f} for p99")


if __name__ == "__main__":
    main()
