"""What every register of parked games does together with its log, the fakes and Postgres alike."""

import asyncio

import pytest

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.parkings import PostgresParkings
from services.parkings import Parked
from services.ports import Appended, CommandIdReused, Duplicate, NoSuchGame
from tests.dice import new_id
from tests.infra.postgres.entries import Chain, stored_command, with_another_request
from tests.infra.postgres.test_event_log_contract import opened

WHY = "its body is not what was hashed"


async def test_a_game_that_is_not_parked_has_no_reason(log, parkings):
    chain = await opened(log)
    for game_id in (chain.game_id, new_id(), "no game's"):
        assert await parkings.parked(game_id) is None
        assert not await parkings.unpark(game_id)
    assert list(await parkings.all()) == []


async def test_a_parked_game_has_its_first_reason(log, parkings):
    chain = await opened(log)
    first = await parkings.park(chain.game_id, 2, WHY)
    assert (first.game_id, first.version, first.why) == (chain.game_id, 2, WHY) and first.parked_us > 0
    assert await parkings.park(chain.game_id, 1, "another reason") == first
    assert await parkings.parked(chain.game_id) == first


async def test_only_a_game_of_the_log_is_parked(parkings):
    with pytest.raises(AssertionError):
        await parkings.park(new_id(), 1, WHY)


async def test_parked_games_come_in_the_order_they_were_parked(log, parkings):
    chains = [await opened(log) for _ in range(3)]
    parked = [await parkings.park(chain.game_id, 1, WHY) for chain in chains]
    assert list(await parkings.all()) == parked
    assert await parkings.unpark(chains[1].game_id)
    assert list(await parkings.all()) == [parked[0], parked[2]]


async def test_a_parked_game_takes_no_command_and_others_do(log, parkings):
    chain, other = await opened(log), await opened(log)
    await parkings.park(chain.game_id, 2, WHY)
    commands = list(await log.commands(chain.game_id))
    entries = (chain.next(), chain.refused(), other.next())
    parked = Parked(chain.game_id)
    assert await asyncio.gather(*(log.append(entry) for entry in entries)) == [parked, parked, Appended(4)]
    assert list(await log.commands(chain.game_id)) == commands
    assert (await log.head(chain.game_id)).version == 2
    assert await parkings.unpark(chain.game_id)
    assert await log.append(entries[0]) == Appended(4)


async def test_a_stale_command_on_a_parked_game_learns_that_it_is_parked(log, parkings):
    chain = await opened(log)
    stale = chain.next()
    await log.append(chain.next())
    await parkings.park(chain.game_id, 2, WHY)
    assert await log.append(stale) == Parked(chain.game_id)


async def test_a_repeated_command_gets_its_first_answer_though_the_game_is_parked(log, parkings):
    chain = await opened(log)
    entry = chain.next()
    await log.append(entry)
    await parkings.park(chain.game_id, 2, WHY)
    assert await log.append(entry) == Duplicate(stored_command(entry))
    assert await log.append(with_another_request(entry)) == CommandIdReused(stored_command(entry))


async def test_an_opening_is_never_parked(log, parkings):
    chain = await opened(log)
    await parkings.park(chain.game_id, 2, WHY)
    assert await log.append(Chain(chain.game_id).next()) == NoSuchGame(chain.game_id)
    assert await log.append(Chain().next()) == Appended(2)


async def test_nothing_is_written_once_a_game_is_parked(log, parkings):
    """Writers in a chain of their own and a parking at once: what is acknowledged came first, and nothing follows."""
    chain = await opened(log)

    async def write() -> None:
        while isinstance(await log.append(entry := chain.next()), Appended):
            chain.took(entry)
            await asyncio.sleep(0)

    writer = asyncio.create_task(write())
    await asyncio.sleep(0.02)
    await parkings.park(chain.game_id, 1, WHY)
    head = await log.head(chain.game_id)
    await writer
    assert await log.head(chain.game_id) == head
    assert (head.version, head.hash) == (chain.version, chain.hash)


async def test_a_parking_waits_for_the_writer_that_has_the_lock(pool, owner):
    parkings = PostgresParkings(pool)
    chain = await opened(PostgresEventLog(pool))
    async with owner.transaction():
        await owner.execute("SELECT 1 FROM game WHERE game_id = $1 FOR NO KEY UPDATE", chain.game_id)
        parking = asyncio.create_task(parkings.park(chain.game_id, 2, WHY))
        await asyncio.sleep(0.1)
        assert not parking.done() and await parkings.parked(chain.game_id) is None
    parked = await parking
    assert await parkings.parked(chain.game_id) == parked


async def test_the_parking_of_a_lost_game_does_not_hinder_its_opening(pool, owner):
    """The rows of a game are lost and restored by hand. What is left of them must not break an opening."""
    log = PostgresEventLog(pool)
    chain = Chain()
    await owner.execute("INSERT INTO parked (game_id, version, why) VALUES ($1, 1, $2)", chain.game_id, WHY)
    entry = chain.next()
    assert await log.append(entry) == Appended(2)
    chain.took(entry)
    assert await log.append(chain.next()) == Parked(chain.game_id)
