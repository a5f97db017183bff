"""Faults 5 and 6: the global order while an append stays open, and while sequencers are killed."""

import asyncio
import time
from typing import Any

import pytest

from tests.faults.audit import audit
from tests.faults.client import Bots, PatientClient
from tests.faults.scale import Figures, count, luck, percentile
from tests.faults.stage import Stage, eventually, staged

pytestmark = pytest.mark.campaign

HOLD_SECONDS = 3.0
"""Less than the lock timeout of the service, after which the append would fail."""
TAKEOVER_SECONDS_MAX = 2.0
LAG_SECONDS_MAX = 1.0

HOLD = """
CREATE FUNCTION hold_append() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$;
CREATE TRIGGER held AFTER INSERT ON pending FOR EACH ROW WHEN (NEW.game_id = '{}') EXECUTE FUNCTION hold_append();
"""


class Lag:
    """How long committed commands wait for their place, by game, sampled past every process of the service."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.seconds: dict[str, list[float]] = {}

    async def sample(self) -> None:
        """Runs until it is cancelled."""
        waiting: dict[tuple[str, int], float] = {}
        async with self._stage.owner() as owner:
            while True:
                now = time.monotonic()
                rows = await owner.fetch("SELECT game_id::text, ordinal FROM pending")
                pending = {(row[0], row[1]) for row in rows}
                for key in set(waiting) - pending:
                    self.seconds.setdefault(key[0], []).append(now - waiting.pop(key))
                for key in pending - set(waiting):
                    waiting[key] = now
                await asyncio.sleep(0.01)


async def test_an_append_that_stays_open_holds_up_nobody_else(figures: Figures) -> None:
    dice, rounds, places = luck(5), count(20, 2), []
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots, lag = Bots(client, dice), Lag(stage)
        async with bots.playing(4), stage.owner() as owner, stage.owner() as holder:
            await bots.reach(8)
            slow = next(game for game in bots.games if not game.over)
            await owner.execute(HOLD.format(slow.game))
            await owner.execute("CREATE DATABASE elsewhere")
            async with stage.owner("elsewhere") as other:
                await other.execute("CREATE TABLE written (at integer)")
                writing = other.transaction()
                await writing.start()  # a long write elsewhere holds back the oldest transaction of the whole server
                await other.execute("INSERT INTO written VALUES (1)")
                sampling = asyncio.create_task(lag.sample())
                for _ in range(rounds):
                    places.append(await while_open(holder, bots))
                sampling.cancel()
                await asyncio.gather(sampling, return_exceptions=True)
                await writing.rollback()
            await bots.reach(10)
        audited = await audit(stage, bots.games)
        others = [each for game, seconds in lag.seconds.items() if game != slow.game for each in seconds]
    figures(
        5, rounds=rounds, held_s=HOLD_SECONDS, placed_meanwhile=places, lag_p50_ms=f"{percentile(others, 0.5) * 1e3:.0f}",
        lag_p99_ms=f"{percentile(others, 0.99) * 1e3:.0f}", acknowledged=audited.acknowledged, skipped=0,
    )  # fmt: skip
    assert min(places) > 0, "nothing was placed while an append was open"
    assert percentile(others, 0.99) < LAG_SECONDS_MAX


async def while_open(holder: Any, bots: Bots) -> int:
    """Hold one game's append open while others play. Returns how many places were assigned meanwhile."""
    await holder.execute("SELECT pg_advisory_lock(7)")
    try:
        before = await holder.fetchval("SELECT last_pos FROM sequencer")
        await asyncio.sleep(HOLD_SECONDS)
        after = await holder.fetchval("SELECT last_pos FROM sequencer")
    finally:
        await holder.execute("SELECT pg_advisory_unlock(7)")
    await bots.reach(2)
    return int(after - before)


async def test_sequencers_are_killed_in_the_middle_of_a_batch(figures: Figures) -> None:
    dice, kills, takeovers, orphans = luck(6), count(100, 8), [], 0
    async with staged(before={"without_sequencer": None}) as stage, PatientClient([stage.url], dice) as client:
        bots, service = Bots(client, dice), stage.apis[0]
        sequencers = {await service.start_part("sequencer") for _ in range(3)}
        async with bots.playing(3), stage.owner() as owner, stage.owner() as holder:
            for at in range(kills):
                await bots.reach(1)
                victim = await the_holder(owner, sequencers)
                if at % 2:  # it dies waiting, inside its transaction, which Postgres goes on with
                    async with holder.transaction():
                        await holder.execute("LOCK TABLE log IN EXCLUSIVE MODE")
                        await asyncio.sleep(dice.uniform(0.1, 0.4))
                        await service.kill_part(victim)
                    orphans += 1
                else:
                    await asyncio.sleep(dice.uniform(0, 0.1))
                    await service.kill_part(victim)
                    takeovers.append(await takeover(owner, victim))
                sequencers.discard(victim)
                sequencers.add(await service.start_part("sequencer"))
            await bots.reach(10)
        audited = await audit(stage, bots.games)
    figures(
        6, kills=kills, inside_a_transaction=orphans, takeover_p50_s=f"{percentile(takeovers, 0.5):.2f}",
        takeover_max_s=f"{max(takeovers):.2f}", acknowledged=audited.acknowledged, skipped=0,
    )  # fmt: skip
    assert percentile(takeovers, 0.5) < TAKEOVER_SECONDS_MAX


async def the_holder(owner: Any, sequencers: set[int]) -> int:
    """The process that has the lease."""

    async def holds() -> bool:
        name = await owner.fetchval("SELECT holder FROM sequencer WHERE expires_at > clock_timestamp()")
        return name is not None and int(name) in sequencers

    await eventually(holds, 30.0)
    return int(await owner.fetchval("SELECT holder FROM sequencer"))


async def takeover(owner: Any, victim: int) -> float:
    """The seconds until another process has the lease."""

    async def taken() -> bool:
        return await owner.fetchval("SELECT holder FROM sequencer WHERE expires_at > clock_timestamp()") not in (
            None,
            str(victim),
        )

    return await eventually(taken, 30.0, pause=0.01)
