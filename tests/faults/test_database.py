"""Faults 10, 11 and 13: Postgres is killed and stopped under load, its disk is full, its replica takes over."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.faults.audit import audit
from tests.faults.client import Bots, PatientClient
from tests.faults.scale import Figures, count, luck
from tests.faults.stage import Stage, some_pause, staged

pytestmark = pytest.mark.campaign

RECOVERY_SECONDS_MAX = 10.0
DISK_MB = 220
FULL_SECONDS = 4.0

as_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="a disk of its own needs root on Linux"
)


async def test_postgres_is_killed_under_load(figures: Figures) -> None:
    dice, kills, back = luck(10), count(10, 3), []
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots = Bots(client, dice)
        async with bots.playing(4):
            for _ in range(kills):
                await bots.reach(5)
                await stage.postgres.kill()
                await asyncio.sleep(some_pause(dice, 1.0))
                await stage.postgres.start()
                began = time.monotonic()
                await bots.reach(1)
                back.append(time.monotonic() - began)
            await bots.reach(10)
        assert stage.apis[0].starts == 1, "the API was started again"
        audited = await audit(stage, bots.games)
    figures(
        10, kills=kills, acknowledged=audited.acknowledged, lost=0, doubled=0, retryable_errors=dict(client.later),
        recovered_after_s=f"{max(back):.1f} at most",
    )  # fmt: skip
    assert max(back) < RECOVERY_SECONDS_MAX


async def test_postgres_stops_answering_and_its_connections_are_ended(figures: Figures) -> None:
    dice, seconds, rounds = luck(10), float(count(20, 3)), count(30, 5)
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots = Bots(client, dice)
        async with bots.playing(4):
            await bots.reach(5)
            stage.postgres.pause(paused=True)
            await asyncio.sleep(seconds)
            stage.postgres.pause(paused=False)
            began = time.monotonic()
            await bots.reach(1)
            back, ended = time.monotonic() - began, 0
            async with stage.owner() as owner:
                for _ in range(rounds):
                    await bots.reach(3)
                    ended += await owner.fetchval(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                        "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
                    )
            await bots.reach(10)
        audited = await audit(stage, bots.games)
    figures(
        10, stopped_s=seconds, recovered_after_s=f"{back:.1f}", connections_ended=ended, acknowledged=audited.acknowledged,
        retryable_errors=dict(client.later),
    )  # fmt: skip
    assert back < RECOVERY_SECONDS_MAX


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of `DISK_MB` at `folder`, for the length of the block."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=0711", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def fill(folder: Path) -> Path:
    """Take all the space that is left. Returns the file that has it."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue
    return ballast


@as_root
async def test_the_disk_of_the_database_is_full(figures: Figures) -> None:
    dice, rounds = luck(13), count(10, 2)
    async with staged(disk=small_disk) as stage, PatientClient([stage.url], dice) as client:
        bots, statuses, back = Bots(client, dice), set(), []
        async with bots.playing(4):
            for _ in range(rounds):
                await bots.reach(10)
                ballast = fill(stage.postgres.data.parent)
                began = time.monotonic()
                while time.monotonic() - began < FULL_SECONDS:
                    statuses.add(await status_of(stage))
                    assert await reads(stage, bots), "reads fail while the disk is full"
                    await asyncio.sleep(0.2)
                before = client.later.copy()
                ballast.unlink()
                began = time.monotonic()
                await bots.reach(1)
                back.append(time.monotonic() - began)
            await bots.reach(10)
        audited = await audit(stage, bots.games)
    figures(
        13, rounds=rounds, acknowledged=audited.acknowledged, lost=0, retryable_errors=dict(client.later),
        recovered_after_s=f"{max(back):.1f} at most", ready_said=sorted(statuses),
    )  # fmt: skip
    assert before, "no append met the full disk: the run proves nothing"
    assert 503 in statuses, "/ready did not notice a full disk"
    assert stage.apis[0].starts == 1


async def status_of(stage: Stage) -> int:
    async with httpx.AsyncClient(trust_env=False, verify=False, timeout=20) as http:
        return (await http.get(f"{stage.url}/ready")).status_code


async def reads(stage: Stage, bots: Bots) -> bool:
    """Whether a game can be read."""
    query = {"query": "query ($id: ID!) { game(id: $id) { version steps(first: 3) { totalCount } } }"}
    async with httpx.AsyncClient(trust_env=False, verify=False, timeout=20) as http:
        answer = await http.post(f"{stage.url}/graphql", json={**query, "variables": {"id": bots.games[0].game}})
        return "errors" not in answer.json()
