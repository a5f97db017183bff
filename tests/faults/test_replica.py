"""Fault 11: the primary dies, and its replica, which applies everything late, takes over."""

import contextlib
import time

import asyncpg
import pytest

from tests.faults.audit import audit
from tests.faults.client import Bots, PatientClient
from tests.faults.scale import Figures, count, luck
from tests.faults.stage import OwnPostgres, Stage, eventually, staged
from tests.faults.standby import Standby

pytestmark = pytest.mark.campaign


async def a_synchronous_standby(stage: Stage, lag_seconds: float) -> OwnPostgres:
    """A replica that has every commit on its disk before the primary acknowledges it."""
    async with stage.owner() as owner:
        hba = stage.postgres.data / "pg_hba.conf"
        hba.write_text(hba.read_text() + "host replication all 127.0.0.1/32 scram-sha-256\n")
        await owner.execute("SELECT pg_reload_conf()")
        standby = OwnPostgres(
            stage.folder / "standby",
            stage.reserved_port(),
            lambda folder, account: Standby(folder, account, stage.postgres, lag_seconds),
        )
        await standby.start()
        await owner.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        await owner.execute("SELECT pg_reload_conf()")
        query = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        await eventually(lambda: owner.fetchval(query), 60.0)
    return standby


async def promoted(stage: Stage) -> bool:
    """Whether the server is a primary. A replica may cancel the question while it applies what is left."""
    with contextlib.suppress(asyncpg.PostgresError):
        async with stage.owner() as owner:
            return not await owner.fetchval("SELECT pg_is_in_recovery()")
    return False


async def test_a_replica_takes_over_with_everything_that_was_acknowledged(figures: Figures) -> None:
    dice, lag_seconds = luck(11), float(count(30, 3))
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        standby = await a_synchronous_standby(stage, lag_seconds)
        bots = Bots(client, dice)
        async with bots.playing(3):
            await bots.reach(40)
            before = bots.acknowledged
            await stage.postgres.kill()
            began = time.monotonic()
            async with stage.on(standby).owner() as owner:
                await owner.fetchval("SELECT pg_promote(false)")
            await eventually(lambda: promoted(stage), 60.0)
            stage.proxy.redirect(standby.port)
            await bots.reach(1)
            away = time.monotonic() - began
            await bots.reach(30)
        assert stage.apis[0].starts == 1, "the API was started again"
        audited = await audit(stage, bots.games)
    figures(
        11, lag_s=lag_seconds, acknowledged_before=before, acknowledged=audited.acknowledged, lost=0,
        away_s=f"{away:.1f}", retryable_errors=dict(client.later),
    )  # fmt: skip
