"""Many watchers of one game at one API process, or at several: `python -m tests.bench.watchers`.

Beside it a plain websocket server (`websockets` on uvloop) sends the same bytes to the same client in the same run. The
client is a counter in C (`counter.c`), so that it is not the limit: it says how often a second it could have counted.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec
import uvloop
from rich.console import Console

from infra.cli.client import Api
from infra.cli.processes.service import Service, service
from infra.settings import Settings
from tests.bench.over_api import STEPS, RandomGame, new_tokens, resident_mb, share
from tests.bench.watchers.client import Counter, built, plain_server

PROTOCOL: Final = "graphql-transport-ws"
BURST: Final = 10
ONE_BY_ONE: Final = "a step each 0.5 s"
PACES: Final = {ONE_BY_ONE: (1, 20), f"a burst of {BURST}": (BURST, 5)}
"""How many steps come at once, and how often."""
IDLE_SECONDS: Final = 5.0
HOLDING: Final = {ONE_BY_ONE: (1, 5)}
"""The pace while idle watchers are held."""
OTHER_MOVES: Final = 100


def subscribe(game: str, after: int) -> str:
    """The message with which a watcher begins."""
    payload = {"query": STEPS, "variables": {"game": game, "after": str(after)}}
    return msgspec.json.encode({"id": "1", "type": "subscribe", "payload": payload}).decode()


def cpu_seconds(pid: int) -> float:
    """The time that a process has computed so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def wake_ups(pid: int) -> int:
    """How often a process has waited for something so far."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("voluntary_ctxt_switches:")[2].split()[0])


async def recorded(url: str, game: str, steps: int) -> list[str]:
    """The messages that a watcher of the game receives, from its first step on."""
    messages: list[str] = []
    async for step in Api(url).follow(STEPS, field="gameSteps", after=0, game=game):
        messages.append(
            msgspec.json.encode({"id": "1", "type": "next", "payload": {"data": {"gameSteps": step}}}).decode()
        )
        if len(messages) == steps:
            return messages
    return messages


async def catching_up(counter: Counter, steps: int) -> float:
    """Deliveries a second while all watchers read a game from its first step on."""
    begun = await counter.order("go")
    ended = await counter.order(f"await {steps}")
    return counter.number * steps / (ended - begun)


async def at_paces(
    counter: Counter,
    move: Callable[[int], Awaitable[list[float]]],
    paces: Mapping[str, tuple[int, int]] = PACES,
) -> dict[str, list[float]]:
    """The milliseconds of each delivery, by pace. `move` makes so many steps, and returns when each was there."""
    samples: dict[str, list[float]] = {}
    for pace, (number, times) in paces.items():
        came: list[float] = []
        for _ in range(times):
            await counter.order("reset")
            at = await move(number)
            await counter.order(f"await {len(at)}")
            for watcher in await counter.times(len(at)):
                came += [max(0.0, there - then) * 1e3 for there, then in zip(watcher, at, strict=True)]
            await asyncio.sleep(0.5)
        samples[pace] = came
    return samples


def show(what: str, samples: dict[str, list[float]]) -> None:
    """One line a pace."""
    for pace, each in samples.items():
        figures = ", ".join(f"p{percent} {share(each, percent):.1f}" for percent in (50, 90, 99))
        print(f"  {what}, {pace}: {figures} ms, last {max(each):.1f} ms", flush=True)


async def moves(game: RandomGame, number: int) -> list[float]:
    """Plays at least so many steps. Returns when each was acknowledged."""
    at: list[float] = []
    while len(at) < number:
        before = game.version
        assert await game.move(), "the game is over too early for this benchmark"
        at += [time.monotonic()] * (game.version - before)
    return at


async def begun_game(url: str, tokens: list[str], steps: int) -> RandomGame:
    """A game of the first ruleset with so many steps at least."""
    game = RandomGame(url, tokens, "great_fire", seed=7)
    await game.open()
    while game.version < steps:
        assert await game.move()
    return game


async def measure(running: Service, watchers: int, steps: int, rounds: int, folder: Path) -> None:
    """All figures with so many watchers."""
    program, url, pid = built(folder), f"{running.url}/graphql", running.api.process.pid
    tokens = await new_tokens(running.servers.database_url, running.servers.redis_url, 4)
    game = await begun_game(running.url, tokens, steps)
    messages = await recorded(running.url, game.game_id, game.version)
    (folder / "messages").write_text("\n".join(messages) + "\n")
    sizes = sum(map(len, messages)) / len(messages)
    print(f"  {watchers} watchers, {len(messages)} steps of {sizes:.0f} bytes each")
    plain, plain_url = await plain_server(folder / "messages")
    rates: dict[str, list[float]] = {"emberlog": [], "plain": []}
    for _ in range(rounds):
        for name, at, greeting in (("plain", plain_url, "-"), ("emberlog", url, PROTOCOL)):
            counter = await Counter.to(program, at, watchers, subscribe(game.game_id, 0), protocol=greeting)
            own = cpu_seconds(counter.pid)
            rates[name].append(await catching_up(counter, len(messages)))
            own = (cpu_seconds(counter.pid) - own) / (watchers * len(messages))
            print(
                f"  catching up, {name}: {rates[name][-1]:,.0f}/s (the client takes {own * 1e6:.1f} us each)",
                flush=True,
            )
            await counter.close()
    ours, theirs = (share(rates[name], 50) for name in ("emberlog", "plain"))
    print(f"  catching up: {ours:,.0f} deliveries/s, {ours / theirs:.2f} of the plain server's {theirs:,.0f}")

    async def send(number: int) -> list[float]:
        begun = time.monotonic()
        plain.tell(str(number))
        return [begun] * number

    counter = await Counter.to(program, plain_url, watchers, "x")
    show("plain", await at_paces(counter, send))
    await counter.close()
    counter = await Counter.to(program, url, watchers, subscribe(game.game_id, game.version), protocol=PROTOCOL)
    await counter.order("go")
    await asyncio.sleep(1)
    spent = cpu_seconds(pid)
    show("emberlog", await at_paces(counter, lambda number: moves(game, number)))
    print(f"  the API computed {cpu_seconds(pid) - spent:.2f} s meanwhile")
    await counter.close()
    await plain.close()
    await game.close()


async def hold(running: Service, watchers: int, folder: Path) -> None:
    """Memory of all API processes, what idle watchers cost, and what another game and theirs notice of them."""
    program, pids = built(folder), [api.process.pid for api in running.apis]
    tokens = await new_tokens(running.servers.database_url, running.servers.redis_url, 4)
    game, other = await begun_game(running.url, tokens, 60), await begun_game(running.url, tokens, 2)
    await asyncio.sleep(1)
    alone, alone_wakes = await idle(pids)
    times_alone = await moving_times(other)
    before = sum(map(resident_mb, pids))
    counter = await Counter.to(
        program, f"{running.url}/graphql", watchers, subscribe(game.game_id, 0), protocol=PROTOCOL
    )
    await counter.order("go")
    await counter.order(f"await {game.version}")
    await asyncio.sleep(3)
    after = sum(map(resident_mb, pids))
    print(f"  {watchers} watchers held: {after:.0f} MB, {(after - before) * 1e3 / watchers:.1f} kB each")
    spent, wakes = await idle(pids)
    print(
        f"  idle for {IDLE_SECONDS:.0f} s: {spent:.2f} s of CPU and {wakes} wake-ups; without them {alone:.2f} s and {alone_wakes}"
    )
    show("moves of another game", {"without them": times_alone, "beside them": await moving_times(other)})
    show("each of them", await at_paces(counter, lambda number: moves(game, number), HOLDING))
    await counter.close()
    await game.close()
    await other.close()


async def moving_times(game: RandomGame) -> list[float]:
    """The milliseconds of each of some moves, one after the other."""
    times: list[float] = []
    for _ in range(OTHER_MOVES):
        begun = time.monotonic()
        await moves(game, 1)
        times.append((time.monotonic() - begun) * 1e3)
    return times


async def idle(pids: list[int]) -> tuple[float, int]:
    """What the API computes, and how often it wakes, while nothing happens."""

    def so_far() -> tuple[float, int]:
        return sum(map(cpu_seconds, pids)), sum(map(wake_ups, pids))

    spent, wakes = so_far()
    await asyncio.sleep(IDLE_SECONDS)
    spent_then, wakes_then = so_far()
    return spent_then - spent, wakes_then - wakes


def main() -> None:
    """Start a service, and measure once."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watchers", description=__doc__)
    parser.add_argument("--watchers", type=int, default=1_000, help="how many watch one game (default 1000)")
    parser.add_argument("--steps", type=int, default=150, help="steps of the game that they read (default 150)")
    parser.add_argument("--rounds", type=int, default=3, help="of catching up, in alternation (default 3)")
    parser.add_argument(
        "--held", type=int, default=5_000, help="watchers for the memory figure; 0: none (default 5000)"
    )
    parser.add_argument("--processes", type=int, default=1, help="of the API (default 1); each holds 5,000 at most")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.load(
            {
                "EMBERLOG_DATA": f"{folder}/data",
                "EMBERLOG_EXHIBITION": "NO",
                "EMBERLOG_ANALYSIS": "NO",
                "EMBERLOG_PROCESSES": str(given.processes),
            }
        )
        with service(settings, Console(quiet=True), port=0) as running:
            if given.watchers:
                uvloop.run(measure(running, given.watchers, given.steps, given.rounds, Path(folder)))
            if given.held:
                uvloop.run(hold(running, given.held, Path(folder)))


if __name__ == "__main__":
    main()
