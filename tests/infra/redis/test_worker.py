"""The worker as a process of its own: projects, is killed, loses its servers, and stops when it is told to."""

import asyncio
import os
import random
import signal
import sys
from pathlib import Path

import pytest

from domain.game import BeginGame
from domain.rulesets import CURRENT
from infra.redis.jobs import RqJobs
from tests.projections.played_games import HOST, GameBuilder, PlayedGame, whole_game
from tests.projections.postgres_stage import PostgresStage
from tests.projections.test_runner import assert_rows_agree, expected_tracks

ROOT = Path(__file__).parents[3]
RULESET = next(iter(CURRENT.values()))
SECONDS_MAX = 60.0


class WorkerProcess:
    def __init__(self, database_url: str, redis_url: str, log: Path) -> None:
        self._urls = {"EMBERLOG_DATABASE_URL": database_url, "EMBERLOG_REDIS_URL": redis_url}
        self._log = log

    async def start(self) -> "WorkerProcess":
        with self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "infra.worker"),
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env={**os.environ, **self._urls, "EMBERLOG_BOT_PACE_MS": "0", "PYTHONPATH": str(ROOT)},
            )
        return self

    @property
    def output(self) -> str:
        return self._log.read_text()

    async def says(self, text: str, times: int = 1) -> None:
        async with asyncio.timeout(SECONDS_MAX):
            while self.output.count(text) < times:
                assert self.process.returncode is None, self.output
                await asyncio.sleep(0.02)

    async def end(self, number: int = signal.SIGTERM) -> int:
        if self.process.returncode is None:
            self.process.send_signal(number)
        async with asyncio.timeout(SECONDS_MAX):
            return await self.process.wait()


@pytest.fixture
def stage(pool) -> PostgresStage:
    return PostgresStage(pool)


@pytest.fixture
async def worker(database_url, own_redis, tmp_path):
    """Not started yet, and its Redis neither."""
    each = WorkerProcess(database_url, own_redis.url, tmp_path / "worker.log")
    yield each
    if hasattr(each, "process"):
        await each.end(signal.SIGKILL)


def some_game() -> PlayedGame:
    """A game of people, so that no bot moves in it."""
    return whole_game(RULESET, RULESET.seats_min, random.getrandbits(64), bots=False)


async def is_projected(stage: PostgresStage, played: PlayedGame, up_to: int | None = None) -> None:
    wanted = len(played.steps) if up_to is None else up_to
    async with asyncio.timeout(SECONDS_MAX):
        for name in ("score_tracks", "game_list"):
            while (await stage.cursor(name, played.game_id)).version < wanted:  # noqa: ASYNC110 -- another process
                await asyncio.sleep(0.01)


async def feed(stage: PostgresStage, played: PlayedGame, jobs: RqJobs | None, pause: float = 0.0) -> None:
    for first, last in played.commands:
        await stage.add(played, played.steps[first - 1 : last])
        if jobs is not None:
            await jobs.poke(played.game_id)
        await asyncio.sleep(pause)


async def test_a_worker_projects_what_it_is_poked_for_and_stops_on_a_signal(stage, worker, own_redis) -> None:
    own_redis.start()
    await worker.start()
    await worker.says("Started: projections")
    jobs, played = RqJobs(own_redis.url), some_game()
    await feed(stage, played, jobs)
    await is_projected(stage, played)
    await jobs.aclose()
    await assert_rows_agree(stage, played)
    assert await worker.end(signal.SIGINT) == 0
    assert "Stopped." in worker.output
    assert "Traceback" not in worker.output


@pytest.mark.campaign
async def test_a_worker_killed_repeatedly_writes_every_step_once(stage, worker, own_redis) -> None:
    own_redis.start()
    jobs, games = RqJobs(own_redis.url), [some_game() for _ in range(3)]
    feeding = asyncio.gather(*(feed(stage, played, jobs, pause=0.005) for played in games))
    for _ in range(3):
        await worker.start()
        await worker.says("Started: projections")
        worker._log.write_text("")
        await asyncio.sleep(random.uniform(0.05, 0.4))
        assert await worker.end(signal.SIGKILL) == -signal.SIGKILL
    await feeding
    await worker.start()
    for played in games:
        await is_projected(stage, played)
    await jobs.aclose()
    await assert_rows_agree(stage, *games)
    assert await stage.parked() == []


async def test_without_redis_the_sweep_does_it(stage, worker, own_redis) -> None:
    await worker.start()
    await worker.says("Redis does not answer")
    first, second = some_game(), some_game()
    await stage.add(first, first.steps)
    await is_projected(stage, first)
    await asyncio.to_thread(own_redis.start)
    await worker.says("Redis answers again")
    await asyncio.to_thread(own_redis.stop)
    await worker.says("Redis does not answer", times=2)
    await stage.add(second, second.steps)
    await is_projected(stage, second)
    await assert_rows_agree(stage, first, second)
    assert await worker.end() == 0
    assert "Traceback" not in worker.output


async def test_a_worker_outlives_its_database_connections(stage, worker, own_redis) -> None:
    own_redis.start()
    await worker.start()
    await worker.says("Started: projections")
    jobs, played = RqJobs(own_redis.url), some_game()
    half = len(played.steps) // 2
    await stage.add(played, played.steps[:half])
    await is_projected(stage, played, half)
    async with stage.pool.acquire() as connection:
        await connection.execute("RESET ROLE")
        gone = await connection.fetch(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name LIKE 'emberlog%' AND client_port <> ALL "
            "($1::integer[])",
            own_ports(stage),
        )
        assert gone
    await stage.add(played, played.steps[half:])
    await jobs.poke(played.game_id)
    await is_projected(stage, played)
    await jobs.aclose()
    await assert_rows_agree(stage, played)
    assert await worker.end() == 0
    assert "Traceback" not in worker.output


def own_ports(stage: PostgresStage) -> list[int]:
    """The ports of the test's own connections, which stay."""
    ports = []
    for holder in stage.pool._holders:
        if holder._con is not None and not holder._con.is_closed():
            ports.append(holder._con._transport.get_extra_info("sockname")[1])
    return ports


async def test_a_poisoned_game_is_parked_by_the_process_and_logged_without_secrets(stage, worker, own_redis) -> None:
    bad, good = some_game(), some_game()
    for played in (bad, good):
        await stage.add(played, played.steps)
    await stage.damage(bad.game_id, 4, b'{"secret":"hidden"}')
    await worker.start()
    await worker.says(f"parked game {bad.game_id}")
    await is_projected(stage, good)
    assert [row for row in await stage.stored_rows("score_tracks") if row.game_id == good.game_id] == expected_tracks(
        good
    )
    assert "hidden" not in worker.output


@pytest.mark.campaign
async def test_bots_play_their_seats_and_continue_after_a_kill(stage, worker, own_redis) -> None:
    own_redis.start()
    builder = GameBuilder(RULESET, RULESET.seats_min, random.getrandbits(64).to_bytes(32, "big"))
    builder.seat_everybody(bots=True)
    builder.do(BeginGame(HOST))
    played = builder.played()
    await feed(stage, played, None)
    await worker.start()
    await is_projected(stage, played, len(played.steps) + 10)
    await worker.end(signal.SIGKILL)
    await worker.start()
    async with asyncio.timeout(SECONDS_MAX):
        while [row.phase for row in await stage.stored_rows("game_list")] != ["over"]:  # noqa: ASYNC110 -- another process
            await asyncio.sleep(0.05)
    assert await stage.parked() == []
    assert await worker.end() == 0
    assert "Traceback" not in worker.output


async def test_without_a_database_the_worker_says_what_to_do(own_redis, tmp_path) -> None:
    url = f"postgresql://somebody:password@127.0.0.1:{own_redis.port}/none"
    worker = await WorkerProcess(url, own_redis.url, tmp_path / "worker.log").start()
    assert await asyncio.wait_for(worker.process.wait(), SECONDS_MAX) == 1
    assert worker.output.splitlines()[-1].startswith("emberlog worker: ")
    assert "database" in worker.output
    assert "Traceback" not in worker.output
    assert "password" not in worker.output


async def test_without_settings_the_worker_says_which(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("EMBERLOG_DATABASE_URL", raising=False)
    worker = WorkerProcess("", "redis://127.0.0.1:1/0", tmp_path / "worker.log")
    await worker.start()
    assert await asyncio.wait_for(worker.process.wait(), SECONDS_MAX) == 2
    assert worker.output == "emberlog worker: set EMBERLOG_DATABASE_URL first.\n"
