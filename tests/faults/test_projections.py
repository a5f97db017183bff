"""Faults 7 to 9: workers are killed while they project, Redis is emptied and stopped, a projection has a bug."""

import asyncio
import random
import time
from datetime import datetime

import pytest
import redis.asyncio as aioredis
from rq import Queue
from rq.serializers import JSONSerializer

from infra.redis.jobs import JOB, QUEUE
from infra.wiring import wired
from projections import PROJECTIONS
from projections.rebuild import rebuild
from projections.runner import Runner
from tests.continuity.watchers import Viewpoint, Watcher
from tests.faults.audit import audit, caught_up, check_read_model, still
from tests.faults.client import Bots, PatientClient
from tests.faults.parts import BROKEN_STEP
from tests.faults.scale import Figures, count, luck, percentile
from tests.faults.stage import Stage, eventually, some_pause, staged

pytestmark = pytest.mark.campaign

RESUME_SECONDS_MAX = 5.0
LIVE_SECONDS_MAX = 2.0


async def pokes_in_plenty(stage: Stage, bots: Bots) -> int:
    """Enqueue several jobs for every game at once, past the keys that prevent it."""
    import redis

    connection = redis.Redis.from_url(stage.redis.url)
    try:
        queue = Queue(QUEUE, connection=connection, serializer=JSONSerializer)
        games = [game.game for game in bots.games if game.game] * 3
        jobs = [Queue.prepare_data(JOB, (game,), result_ttl=0, failure_ttl=60, timeout=-1) for game in games]
        await asyncio.to_thread(queue.enqueue_many, jobs)
        return len(jobs)
    finally:
        connection.close()


async def test_workers_are_killed_while_they_project(figures: Figures) -> None:
    dice, kills, jobs, resumed = luck(7), count(100), 0, []
    async with staged(workers=2) as stage, PatientClient([stage.url], dice) as client:
        bots, service = Bots(client, dice), stage.apis[0]
        async with bots.playing(3):
            for _ in range(kills):
                await bots.reach(2)
                jobs += await pokes_in_plenty(stage, bots)
                await asyncio.sleep(some_pause(dice, 0.3))
                await service.kill_worker()
                await service.start_worker()
        async with stage.owner() as owner:
            await still(owner)
        await service.kill_worker()
        await service.kill_worker()
        async with bots.playing(2, people_only=True):  # nobody projects what happens now
            await bots.reach(20)
        began = time.monotonic()
        await service.start_worker()
        await eventually(lambda: caught_up(stage), 60.0)
        resumed.append(time.monotonic() - began)
        audited = await audit(stage, bots.games)
    figures(
        7, kills=kills, doubled_jobs=jobs, resumed_after_s=f"{resumed[0]:.1f}", acknowledged=audited.acknowledged,
        read_model="equal to a fresh fold",
    )  # fmt: skip


async def test_redis_is_emptied_stopped_and_comes_back_empty(figures: Figures) -> None:
    dice, away_seconds = luck(8), float(count(60, 6))
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots = Bots(client, dice)
        async with bots.playing(2):
            await bots.reach(6)
            game = bots.games[0]
            watcher = Watcher("a spectator", Viewpoint("a spectator"), client, lambda: "socket", random.Random(1))
            watching = asyncio.create_task(watcher.watch(stage.url, game.game))
            flushed = aioredis.Redis.from_url(stage.redis.url)
            for _ in range(count(20, 3)):
                await flushed.flushall()
                await bots.reach(2)
            await flushed.aclose()
            stage.redis.kill()
            began, acknowledged = time.monotonic(), bots.acknowledged
            while time.monotonic() - began < away_seconds:
                await bots.reach(1)
            without = bots.acknowledged - acknowledged
            await stage.redis.start()
            await bots.reach(5)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        began = time.monotonic()
        async with stage.owner() as owner:
            await still(owner)
        await eventually(lambda: caught_up(stage), 60.0)
        audited = await audit(stage, bots.games)
        delays = [
            at - datetime.fromisoformat(step["time"]).timestamp()
            for step, at in zip(watcher.steps, watcher.arrived, strict=True)
        ]
    figures(
        8, away_s=away_seconds, acknowledged_meanwhile=without, lost_requests=sum(client.lost.values()),
        watcher_steps=len(delays), watcher_delay_p50_ms=f"{percentile(delays, 0.5) * 1e3:.0f}",
        watcher_delay_p99_s=f"{percentile(delays, 0.99):.2f}", acknowledged=audited.acknowledged,
    )  # fmt: skip
    assert not client.lost and not client.later, "an append failed because Redis was away"
    assert without and len(delays) > 3


async def test_a_projection_with_a_bug_parks_one_game_and_resumes(figures: Figures) -> None:
    dice = luck(9)
    async with staged(workers=0) as stage, PatientClient([stage.url], dice) as client:
        bots, service = Bots(client, dice), stage.apis[0]
        unlucky = await bots.open("great_fire", players=3)
        service.before = {"broken_projection": unlucky.game}
        await service.start_worker()
        async with bots.playing(2), stage.owner() as owner:
            playing = asyncio.create_task(unlucky.play(until=3 * BROKEN_STEP))
            await playing
            query = "SELECT projection, version, parked_why FROM projection_cursor WHERE parked_why IS NOT NULL"
            await eventually(lambda: owner.fetch(query), 30.0)
            parked = await owner.fetch(query)
            await bots.reach(10)
            assert [(row["projection"], row["version"]) for row in parked] == [("score_tracks", BROKEN_STEP - 1)]
        async with stage.owner() as owner:
            await still(owner)
            for name in ("game_list", "rules_fired"):
                assert await at_head(owner, unlucky.game, name), f"{name} of the same game stands still"
            others = [game.game for game in bots.games if game is not unlucky]
            await eventually(lambda: caught_up(stage), 30.0)
            assert all([await at_head(owner, game, "score_tracks") for game in others])
            await service.kill_worker()
            service.before = {}
            await service.start_worker()
            async with wired(stage.postgres.url, stage.redis.url, connections_max=2) as use_cases:
                rows = await rebuild(use_cases.store, Runner(use_cases.store), PROJECTIONS[:1])
            assert rows and not await owner.fetch(query)
            await check_read_model(stage, owner, 30.0)
        audited = await audit(stage, bots.games)
    figures(
        9, parked=1, others_went_on=len(others), resumed="by `projections rebuild`", acknowledged=audited.acknowledged
    )


async def at_head(owner: "object", game_id: str, projection: str) -> bool:
    """Whether a projection of a game is at the game's head."""
    return bool(
        await owner.fetchval(  # type: ignore[attr-defined]
            "SELECT c.version = g.version FROM projection_cursor c JOIN game g USING (game_id) "
            "WHERE game_id = $1 AND projection = $2",
            game_id,
            projection,
        )
    )
