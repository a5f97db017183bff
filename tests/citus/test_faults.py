"""A node that dies and a shard that moves while games are played: nothing that was acknowledged is lost, nothing is doubled."""

import asyncio
import itertools

import asyncpg
import pytest

from domain.rulesets import CURRENT
from infra.postgres.audit.forgetting import AGE_MAX_US, run_forgetting
from infra.postgres.audit.heartbeat import run_heartbeat
from infra.postgres.event_log import PostgresEventLog
from infra.readiness import NodesProbe
from services.commands.answers import Accepted
from services.errors import Unavailable
from services.log.verify import verify_game
from services.ports import Append, Appended, Duplicate
from tests.dice import new_id
from tests.infra.postgres.conftest import sequenced
from tests.infra.postgres.entries import Chain, stored_command
from tests.infra.postgres.test_sequencer import assert_dense
from tests.services.game_driver import GameDriver, seated_game

pytestmark = pytest.mark.citus
WRITERS, MOVES, COMMANDS_MIN = 12, 2, 15
TRIES_MAX, PAUSE_SECONDS = 400, 0.1
_BEAT = "SELECT beat_us FROM heartbeat WHERE process = 'api'"


class Players:
    """Games that go on until somebody says enough. `acknowledged`: what the log has said yes to, by game."""

    def __init__(self, log: PostgresEventLog) -> None:
        self._log = log
        self._enough = asyncio.Event()
        self.chains = [Chain() for _ in range(WRITERS)]
        self.acknowledged: dict[str, list[Append]] = {chain.game_id: [] for chain in self.chains}

    async def __aenter__(self) -> "Players":
        self._tasks = [asyncio.create_task(self._play(chain)) for chain in self.chains]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._enough.set()
        await asyncio.gather(*self._tasks)

    async def _play(self, chain: Chain) -> None:
        own = self.acknowledged[chain.game_id]
        while not self._enough.is_set() or len(own) < COMMANDS_MIN:
            entry = chain.refused() if len(own) % 7 == 6 else chain.next()
            await self._written(entry)
            chain.took(entry)
            own.append(entry)

    async def _written(self, entry: Append) -> None:
        for _ in range(TRIES_MAX):
            try:
                result = await self._log.append(entry)
            except Unavailable:
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            assert result in (Appended(entry.expected_version + len(entry.events)), Duplicate(stored_command(entry)))
            return
        raise AssertionError("the log did not come back")


async def assert_nothing_lost(players: Players, pool, owner) -> None:
    log, steps = PostgresEventLog(pool), 0
    for chain in players.chains:
        own = players.acknowledged[chain.game_id]
        assert list(await log.commands(chain.game_id)) == [stored_command(entry) for entry in own]
        assert [step.hash for step in await log.read(chain.game_id)] == [
            event.hash for entry in own for event in entry.events
        ]
        steps += chain.version
    await sequenced(pool)
    await assert_dense(owner, steps)


@pytest.fixture
async def sequencing(pool):
    """A sequencer beside the games, as in the service."""
    from infra.postgres.sequencer import run_sequencer

    task = asyncio.create_task(run_sequencer(pool))
    yield task
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_nodes_that_are_killed_lose_and_double_nothing(cluster, pool, owner, sequencing):
    async with Players(PostgresEventLog(pool)) as players:
        for worker in cluster.workers:
            await asyncio.sleep(0.5)
            await asyncio.to_thread(worker.kill)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(worker.start)
    await assert_nothing_lost(players, pool, owner)


async def test_games_of_other_nodes_go_on_while_one_is_away(cluster, pool, owner):
    log, away = PostgresEventLog(pool), cluster.workers[0]
    query = (
        "SELECT nodeport FROM pg_dist_placement JOIN pg_dist_node USING (groupid) "
        "WHERE shardid = get_shard_id_for_distribution_column('game', $1::uuid)"
    )
    by_node: dict[bool, Chain] = {}
    while len(by_node) < 2:
        chain = Chain()
        by_node[await owner.fetchval(query, chain.game_id) == away.port] = chain
    for chain in by_node.values():
        entry = chain.next()
        assert await log.append(entry) == Appended(2)
        chain.took(entry)
    await asyncio.to_thread(away.kill)
    try:
        waiting = asyncio.create_task(log.append(by_node[True].next()))
        assert await log.append(by_node[False].next()) == Appended(4)
        with pytest.raises(Unavailable, match="node"):
            await waiting
    finally:
        await asyncio.to_thread(away.start)


async def test_a_node_that_is_away_is_named_in_the_log_once(cluster, pool, caplog):
    caplog.set_level("INFO", logger="emberlog.citus")
    probe, away = NodesProbe(pool, 30.0), cluster.workers[0]
    assert await probe() is None
    await asyncio.to_thread(away.kill)
    try:
        for _ in range(3):
            assert "its games wait" in str(await probe())
    finally:
        await asyncio.to_thread(away.start)
    async with asyncio.timeout(60):
        while await probe() is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    messages = [record.getMessage() for record in caplog.records]
    assert sum(f":{away.port}. Start them." in each for each in messages) == 1
    assert messages[-1].endswith("answer again.") and len(messages) == 2


async def test_a_process_beats_on_while_a_node_is_away_and_old_receipts_stay(cluster, pool, owner, caplog):
    caplog.set_level("INFO", logger="emberlog.forgetting")
    away, moment = cluster.workers[0], itertools.count(1_000_000, 1_000_000)
    await asyncio.to_thread(away.kill)
    forgetting = asyncio.create_task(run_forgetting(pool, lambda: AGE_MAX_US + 1, every_seconds=0.1))
    beating = asyncio.create_task(run_heartbeat(pool, "api", lambda: next(moment), every_seconds=0.01))
    try:
        async with asyncio.timeout(60):
            while not caplog.records:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        assert "old receipts stay for now" in caplog.records[0].getMessage()
        before = await owner.fetchval(_BEAT)
        async with asyncio.timeout(60):
            while await owner.fetchval(_BEAT) == before:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        for task in (forgetting, beating):
            task.cancel()
        await asyncio.gather(forgetting, beating, return_exceptions=True)
        await asyncio.to_thread(away.start)


async def test_shards_that_move_lose_and_double_nothing(cluster, pool, owner, sequencing):
    """By logical replication, while games on them are played."""
    async with Players(PostgresEventLog(pool)) as players:
        for chain in players.chains[:MOVES]:
            await asyncio.sleep(0.3)
            await moved(owner, chain.game_id)
    await assert_nothing_lost(players, pool, owner)


async def moved(owner: asyncpg.Connection, game_id: str) -> None:
    """Moves the game, and all games of its shard, to another worker."""
    shard = await owner.fetchval("SELECT get_shard_id_for_distribution_column('game', $1::uuid)", game_id)
    here = await owner.fetchrow(
        "SELECT nodename, nodeport FROM pg_dist_placement JOIN pg_dist_node USING (groupid) WHERE shardid = $1", shard
    )
    there = await owner.fetchrow(
        "SELECT nodename, nodeport FROM pg_dist_node WHERE shouldhaveshards AND nodeport <> $1", here["nodeport"]
    )
    await owner.execute("SELECT citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')", shard, *here, *there)


async def test_games_of_every_ruleset_are_played_while_a_node_is_killed(cluster, world, pool, sequencing):
    drivers = [await seated_game(world, ruleset) for ruleset in sorted(CURRENT)]
    playing = [asyncio.create_task(play_patiently(driver, 60)) for driver in drivers]
    await asyncio.sleep(0.3)
    await asyncio.to_thread(cluster.workers[1].kill)
    await asyncio.sleep(0.3)
    await asyncio.to_thread(cluster.workers[1].start)
    acknowledged = await asyncio.gather(*playing)
    await sequenced(pool)
    for driver, ids in zip(drivers, acknowledged, strict=True):
        verdict = await verify_game(world, driver.game_id)
        assert verdict is not None and verdict.finding is None
        stored = [each.command_id for each in await world.log.commands(driver.game_id)]
        assert stored[-len(ids) :] == ids and len(set(stored)) == len(stored)


async def play_patiently(driver: GameDriver, commands: int) -> list[str]:
    """Plays on through faults, each command under one id. Returns the ids that were acknowledged."""
    ids: list[str] = []
    while len(ids) < commands and not driver.state.over:
        legal, seat, id = driver.legal(), driver.to_act(), new_id()
        driver.choice += 7
        for _ in range(TRIES_MAX):
            try:
                answer = await driver.submit(legal[driver.choice % len(legal)], id, seat=seat)
                assert isinstance(answer, Accepted), answer
                await driver.refresh()
                break
            except Unavailable:
                await asyncio.sleep(PAUSE_SECONDS)
        else:
            raise AssertionError("the service did not come back")
        ids.append(id)
    return ids
