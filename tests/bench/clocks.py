"""What clocks cost, and how late flags are called: `python -m tests.bench.clocks`.

Moves with and without clocks alternate, so that both meet the same neighbours. Then many clocks run out within a window
while workers are killed and started again. Time is the machine's plus an offset, so that nobody waits for banks.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final, NamedTuple

import msgspec
import uvloop
from msgspec import UNSET

from domain.engine.viewer import seats_of
from domain.game.authority import SERVICE
from domain.game.clocks.terms import ClockTerms
from domain.game.terms import Terms
from infra.cli.servers import servers
from infra.postgres.migrate import migrate
from infra.settings import Settings
from infra.wiring import Wired, use_cases_of, wired
from projections.runner import Runner
from projections.worker_loop import FLAG_SECONDS, WorkerLoop
from services.commands.answers import Accepted
from services.commands.request import CommandRequest
from services.log.verify import verify_game
from services.ports import Principal
from services.rulings.flags import FlagCaller

SECOND_US: Final = 1_000_000
SEATS: Final = 2
START_SECONDS: Final = 30
"""How long before the first flag falls the workers are started."""
IN_FLIGHT: Final = 24
GAMES_APPENDING: Final = 16
CLOCK: Final = ClockTerms(kind="bank", bank_us=3_600 * SECOND_US, add_us=SECOND_US, lag_us=100_000, lag_max_us=500_000)
PLAYERS: Final = tuple(Principal(f"bench{at}", f"Player {at}", frozenset()) for at in range(SEATS))


def new_id() -> str:
    """A UUID that no command has had."""
    return str(uuid.uuid4())


async def begin(use_cases: Wired, ruleset: str, clock: ClockTerms | None) -> str:
    """Opens, fills and begins a game. Returns its id."""
    seating, terms = use_cases.seating, UNSET if clock is None else Terms(clock=clock)
    host = Principal(f"host{new_id()}", "Host", frozenset())
    opened = await seating.open(host, new_id(), ruleset=ruleset, seats=SEATS, options={}, title="", terms=terms)
    assert isinstance(opened, Accepted), opened
    for seat, player in zip(seats_of(SEATS), PLAYERS, strict=True):
        await seating.take(player, opened.game_id, new_id(), seat=seat, name="", share="")
    begun = await seating.begin(host, opened.game_id, new_id())
    assert isinstance(begun, Accepted), begun
    return opened.game_id


async def move(use_cases: Wired, game_id: str, chance: random.Random) -> bool:
    """One legal command at random. Returns whether the game goes on."""
    loaded = await use_cases.games.at_head(game_id, fresh=False)
    assert loaded is not None
    acting = loaded.game.to_act(loaded.state)
    if not acting:
        return False
    command: Any = chance.choice(loaded.game.legal(loaded.state, acting[0]))
    request = CommandRequest(game_id=game_id, command_id=new_id(), build=lambda by, seat, authority: command)
    answer = await use_cases.play.submit(PLAYERS[acting[0]], request)
    assert isinstance(answer, Accepted), answer
    return True


# ---------------------------------------------------------------- with and without clocks


async def latencies(use_cases: Wired, moves: int, chance: random.Random) -> dict[str, list[float]]:
    """Milliseconds of each move, with and without a clock by turns."""
    games: dict[str, str] = {}
    samples: dict[str, list[float]] = {"off": [], "on": []}
    for number in range(2 * moves):
        kind = "on" if number % 2 else "off"
        goes_on = False
        while not goes_on:
            if kind not in games:
                games[kind] = await begin(use_cases, "london", CLOCK if kind == "on" else None)
            began = time.perf_counter()
            goes_on = await move(use_cases, games[kind], chance)
            took = (time.perf_counter() - began) * 1_000
            if not goes_on:
                del games[kind]
        samples[kind].append(took)
    return samples


async def appends_per_second(use_cases: Wired, clock: ClockTerms | None, seconds: float, seed: int) -> float:
    """Moves a second over many games at once."""
    games = [await begin(use_cases, "london", clock) for _ in range(GAMES_APPENDING)]
    until, done = time.perf_counter() + seconds, 0

    async def play(at: int) -> None:
        nonlocal done
        chance, game_id = random.Random(seed * 1_000 + at), games[at]
        while time.perf_counter() < until:
            if not await move(use_cases, game_id, chance):
                game_id = await begin(use_cases, "london", clock)
            done += 1

    began = time.perf_counter()
    await asyncio.gather(*map(play, range(len(games))))
    return done / (time.perf_counter() - began)


async def beside_each_other(use_cases: Wired, moves: int, rounds: int, seconds: float) -> None:
    """Prints latencies and rates with clocks on and off, and their ratios."""
    chance = random.Random(7)
    await latencies(use_cases, 40, chance)
    samples = await latencies(use_cases, moves, chance)
    for name, of in (("p50", median), ("p95", lambda each: quantiles(each, n=20)[-1])):
        off, on = of(samples["off"]), of(samples["on"])
        print(f"  move latency {name}: off {off:.2f} ms, on {on:.2f} ms  {on / off:.3f}", flush=True)
    rates: dict[bool, list[float]] = {False: [], True: []}
    for number in range(2 * rounds):
        has_clock = number % 4 in (1, 2)  # off, on, on, off
        rates[has_clock].append(await appends_per_second(use_cases, CLOCK if has_clock else None, seconds, number))
    off, on = median(rates[False]), median(rates[True])
    print(f"  appends: off {off:.0f}/s, on {on:.0f}/s  {on / off:.3f}", flush=True)


# ---------------------------------------------------------------- flags


@asynccontextmanager
async def at_time(database_url: str, redis_url: str, offset_us: int) -> AsyncIterator[Wired]:
    """The use cases of a process whose time is that of the machine plus an offset. The check of its time is left out."""
    async with wired(database_url, redis_url, connections_max=6) as use_cases:
        now: Callable[[], int] = lambda: time.time_ns() // 1_000 + offset_us  # noqa: E731
        world = replace(use_cases.world, now_us=now, clock_trouble=lambda: None)
        yield use_cases_of(use_cases.pool, world)


async def running_clocks(use_cases: Wired, number: int, first_us: int, window_us: int) -> list[str]:
    """So many games whose flags fall within a window after `first_us`, projected."""
    slots, chance = asyncio.Semaphore(IN_FLIGHT), random.Random(11)
    runner = Runner(use_cases.store)

    async def one(due_us: int) -> str:
        async with slots:
            now_us = time.time_ns() // 1_000
            game_id = await begin(use_cases, "london", ClockTerms(kind="bank", bank_us=due_us - now_us, flag="bot"))
            await runner.project(game_id)
            return game_id

    dues = [first_us + chance.randrange(window_us) for _ in range(number)]
    return list(await asyncio.gather(*map(one, dues)))


async def call_flags(database_url: str, redis_url: str, offset_us: int) -> None:
    """What a worker does about flags, until it is killed."""
    async with at_time(database_url, redis_url, offset_us) as use_cases:
        flags = FlagCaller(use_cases.world, use_cases.store, use_cases.play)
        async with WorkerLoop(use_cases.store, Runner(use_cases.store), flags=flags.call):
            print("ready", flush=True)
            await asyncio.Event().wait()


class Calls(NamedTuple):
    """What became of the flags: how late each was called, in seconds, and how often somebody called in each game."""

    late: list[float]
    times: list[int]


async def calls_of(use_cases: Wired, games: list[str]) -> Calls:
    """Reads the log: the first flag of each game."""
    sql = "SELECT body FROM event WHERE type = 'game.FlagFell' AND game_id = ANY ($1::uuid[]) ORDER BY game_id, version"
    late: dict[str, list[float]] = {game_id: [] for game_id in games}
    for row in await use_cases.pool.fetch(sql, games):
        body = msgspec.json.decode(row["body"])
        late[body["stream"]].append((body["time_us"] - body["data"]["due_us"]) / SECOND_US)
    return Calls([each[0] for each in late.values() if each], [len(each) for each in late.values()])


async def flags_under_kills(
    database_url: str, redis_url: str, *, games: int, window_seconds: float, workers: int, kills: int
) -> Calls:
    """Lets many flags fall within a window, while workers are killed and started again."""
    offset_us = 3_000 * SECOND_US
    async with at_time(database_url, redis_url, 0) as use_cases:
        first_us = time.time_ns() // 1_000 + offset_us
        ids = await running_clocks(use_cases, games, first_us, round(window_seconds * SECOND_US))
        offset_us = first_us - time.time_ns() // 1_000 - START_SECONDS * SECOND_US
        processes = [await _worker(database_url, redis_url, offset_us) for _ in range(workers)]
        ends = time.monotonic() + START_SECONDS + window_seconds
        for number in range(kills):
            await asyncio.sleep(max(ends - time.monotonic(), 0) / (kills - number + 1))
            at = number % workers
            os.kill(processes[at].pid, signal.SIGKILL)
            await processes[at].wait()
            processes[at] = await _worker(database_url, redis_url, offset_us)
        calls = await calls_of(use_cases, ids)
        until = max(ends, time.monotonic()) + 60
        while len(calls.late) < games and time.monotonic() < until:
            await asyncio.sleep(1)
            calls = await calls_of(use_cases, ids)
        for process in processes:
            process.kill()
            await process.wait()
        for game_id in random.Random(3).sample(ids, min(20, games)):
            verdict = await verify_game(use_cases.world, game_id)
            assert verdict is not None and verdict.finding is None, verdict
        sql = "SELECT count(*) FROM command WHERE principal = $1 AND outcome = 'refused' AND game_id = ANY ($2::uuid[])"
        assert not await use_cases.pool.fetchval(sql, SERVICE, ids), "the service asked for nothing in vain"
        return calls


async def _worker(database_url: str, redis_url: str, offset_us: int) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.clocks", "--worker", database_url, redis_url, str(offset_us),
        cwd=Path(__file__).parents[2],
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    await process.stdout.readline()
    return process


def show_calls(calls: Calls, games: int, kills: int) -> None:
    """Prints how late flags were called, and how many were called more than once."""
    spread = quantiles(calls.late, n=100) if len(calls.late) > 1 else [calls.late[0]] * 99
    twice = sum(times > 1 for times in calls.times)
    print(
        f"  flags late: {games} clocks, p50 {spread[49]:.2f} s, p95 {spread[94]:.2f} s, at most {max(calls.late):.2f} s"
        f"  {kills} kills, {len(calls.late)} called, {twice} called twice; workers ask every {FLAG_SECONDS} s",
        flush=True,
    )


async def measure(arguments: argparse.Namespace, database_url: str, redis_url: str) -> None:
    """Both parts, one after the other."""
    if arguments.moves:
        async with wired(database_url, redis_url) as use_cases:
            await beside_each_other(use_cases, arguments.moves, arguments.rounds, arguments.seconds)
    if arguments.games:
        calls = await flags_under_kills(
            database_url,
            redis_url,
            games=arguments.games,
            window_seconds=arguments.window,
            workers=2,
            kills=arguments.kills,
        )
        show_calls(calls, arguments.games, arguments.kills)


def main() -> None:
    """Measures, or works as one of the workers that are killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worker", nargs=3, metavar=("DATABASE", "REDIS", "OFFSET_US"))
    parser.add_argument("--moves", type=int, default=1_000, help="moves of each kind whose latency is measured")
    parser.add_argument("--rounds", type=int, default=4, help="rounds of each kind whose rate is measured")
    parser.add_argument("--seconds", type=float, default=4, help="length of a round")
    parser.add_argument("--games", type=int, default=10_000, help="running clocks")
    parser.add_argument("--window", type=float, default=200, help="seconds within which all flags fall")
    parser.add_argument("--kills", type=int, default=200)
    arguments = parser.parse_args()
    if arguments.worker:
        database_url, redis_url, offset_us = arguments.worker
        uvloop.run(call_flags(database_url, redis_url, int(offset_us)))
        return
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.load({"EMBERLOG_DATA": str(Path(folder) / "data")})
        with servers(settings) as running:
            asyncio.run(migrate(running.database_url))
            uvloop.run(measure(arguments, running.database_url, running.redis_url))


if __name__ == "__main__":
    main()
