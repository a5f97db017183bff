"""Whole games from a replica: never older than the primary, and nothing of another history."""

import pytest

from infra.postgres.replica.log import ReplicaLog
from infra.postgres.trouble import unavailable
from services.ports import Appended
from tests.fakes import FakeEventLog
from tests.infra.postgres.entries import Chain

COMMANDS = 6


class Away(FakeEventLog):
    """A replica that does not answer."""

    async def read(self, game_id, *, after=0, limit=10_000):
        raise unavailable(ConnectionRefusedError(), "db:1/x")

    async def commands(self, game_id, *, after=0, limit=10_000):
        raise unavailable(ConnectionRefusedError(), "db:1/x")


class Counted(FakeEventLog):
    """A replica that counts the rows that were read from it."""

    lent = 0

    async def read(self, game_id, *, after=0, limit=10_000):
        rows = await super().read(game_id, after=after, limit=limit)
        self.lent += len(rows)
        return rows


async def written(game_id: str, *logs: FakeEventLog) -> Chain:
    """A game in the first log; each further log has one command less than the one before."""
    chain = Chain(game_id)
    for number in range(COMMANDS):
        entry = chain.refused() if number % 3 == 2 else chain.next()
        for behind, log in enumerate(logs):
            if number < COMMANDS - 2 * behind:
                assert isinstance(await log.append(entry), Appended)
        chain.took(entry)
    return chain


async def everything(log, game_id: str, limit: int):
    """All steps and commands, page by page."""
    steps, commands = [], []
    while page := await log.read(game_id, after=len(steps), limit=limit):
        steps += page
    while page := await log.commands(game_id, after=len(commands), limit=limit):
        commands += page
    return steps, commands


@pytest.mark.parametrize("limit", [1, 2, 3, 1_000])
@pytest.mark.parametrize("replica", [Away, FakeEventLog])
async def test_a_replica_that_is_away_or_empty_changes_nothing(replica, limit):
    primary = FakeEventLog()
    chain = await written("00000000-0000-0000-0000-000000000001", primary)
    log = ReplicaLog(primary, replica())
    assert await everything(log, chain.game_id, limit) == await everything(primary, chain.game_id, limit)


async def test_a_replica_left_alone_is_one_line_and_one_more_when_it_is_back(caplog, monkeypatch):
    monkeypatch.setattr("infra.postgres.replica.log.RESTS_SECONDS", 0)
    primary, away = FakeEventLog(), Away()
    chain = await written("00000000-0000-0000-0000-000000000001", primary)
    log = ReplicaLog(primary, away)
    with caplog.at_level("INFO", "emberlog.replica"):
        for _ in range(3):
            await log.read(chain.game_id)
        log._replica = FakeEventLog()
        await log.read(chain.game_id)
    first, second = caplog.messages
    assert first.startswith("No database answers at db:1/x. Start it, or set EMBERLOG_READER_URL. Games are read from")
    assert "again" in second


@pytest.mark.parametrize("limit", [1, 2, 3, 1_000])
async def test_a_replica_that_is_behind_is_completed_by_the_primary(limit):
    primary, replica = FakeEventLog(), Counted()
    chain = await written("00000000-0000-0000-0000-000000000001", primary, replica)
    log = ReplicaLog(primary, replica)
    assert await everything(log, chain.game_id, limit) == await everything(primary, chain.game_id, limit)
    assert bool(replica.lent) == (limit > 1), "pages of more than one step come from the replica"
    assert [step.version for step in await log.read(chain.game_id, after=3)] == list(range(4, chain.version + 1))


async def test_a_replica_of_another_history_is_left_alone():
    primary, replica = FakeEventLog(), FakeEventLog()
    game_id = "00000000-0000-0000-0000-000000000001"
    await written(game_id, primary)
    await written(game_id, replica)  # the same game, otherwise
    log = ReplicaLog(primary, replica)
    assert await everything(log, game_id, 1_000) == await everything(primary, game_id, 1_000)
