"""What every event log does, the fake and Postgres alike."""

import asyncio
import hashlib

import pytest
from msgspec.structs import replace

from domain.log.chain import GENESIS, log_leaf
from services.ports import Appended, CommandIdReused, Conflict, Duplicate, Head, LogEntry, NoSuchGame, RawStep
from tests.dice import new_id
from tests.infra.postgres.entries import Chain, stored_command, with_another_request


async def opened(log) -> Chain:
    chain = Chain()
    entry = chain.next()
    assert await log.append(entry) == Appended(2)
    chain.took(entry)
    return chain


async def test_an_unknown_game_takes_no_command_and_has_nothing(log):
    chain = Chain()
    chain.version, chain.hash = 2, bytes(range(32))
    assert await log.append(chain.next()) == NoSuchGame(chain.game_id)
    assert await log.append(chain.refused()) == NoSuchGame(chain.game_id)
    assert await log.head(chain.game_id) is None
    assert list(await log.read(chain.game_id)) == []
    assert list(await log.commands(chain.game_id)) == []
    assert await log.command(chain.game_id, new_id()) is None


@pytest.mark.parametrize("game_id", ["", "no game's", "{12345678-1234-5678-1234-567812345678}", "x" * 2000, "\x00"])
async def test_what_is_no_uuid_names_no_game(log, game_id):
    chain = Chain(game_id)
    assert await log.append(chain.next()) == NoSuchGame(game_id)
    assert await log.head(game_id) is None
    assert list(await log.read(game_id)) == list(await log.commands(game_id)) == []
    assert await log.command(game_id, game_id) is None


def head_of(chain: Chain) -> Head:
    return Head(chain.game_id, "toy", 3, chain.version, chain.hash, chain.commands, chain.link)


async def test_an_opening_makes_the_game(log):
    chain = await opened(log)
    assert await log.head(chain.game_id) == head_of(chain)


async def test_a_taken_id_cannot_be_opened_twice(log):
    chain = await opened(log)
    assert await log.append(Chain(chain.game_id).next()) == NoSuchGame(chain.game_id)
    assert await log.head(chain.game_id) == head_of(chain)


async def test_steps_are_read_back_as_they_were_written(log):
    chain = await opened(log)
    entry = chain.next(steps=3)
    assert await log.append(entry) == Appended(5)
    rows = [RawStep(e.version, e.type, e.schema, e.prev_hash, e.hash, e.body) for e in entry.events]
    assert list(await log.read(chain.game_id, after=2)) == rows
    assert [row.version for row in await log.read(chain.game_id)] == [1, 2, 3, 4, 5]
    assert [row.version for row in await log.read(chain.game_id, after=1, limit=2)] == [2, 3]
    assert list(await log.read(chain.game_id, after=5)) == []
    assert list(await log.read(chain.game_id, limit=0)) == []


async def test_any_span_of_a_long_game_is_read_in_order(log):
    chain, other = await opened(log), await opened(log)
    for each in (chain, other):
        assert await log.append(each.next(steps=638)) == Appended(640)
    for after in (0, 1, 63, 64, 600, 639, 640, 2_000):
        for limit in (1, 15, 16, 64, 500, 501, 10_000, 2**40):
            versions = [row.version for row in await log.read(chain.game_id, after=after, limit=limit)]
            assert versions == list(range(after + 1, min(after + limit, 640) + 1)), (after, limit)


async def test_a_stale_command_conflicts_and_changes_nothing(log):
    chain = await opened(log)
    stale, winner = chain.next(), chain.next()
    assert await log.append(winner) == Appended(4)
    assert await log.append(stale) == Conflict(4)
    assert await log.append(chain.refused()) == Conflict(4), "a refusal of another head is no answer either"
    assert await log.command(chain.game_id, stale.command_id) is None
    assert (await log.head(chain.game_id)).hash == winner.events[-1].hash


async def test_the_same_version_with_another_hash_conflicts(log):
    chain = await opened(log)
    chain.hash = bytes(32)
    assert await log.append(chain.next()) == Conflict(2)


async def test_a_repeated_command_gets_its_first_answer(log):
    chain = await opened(log)
    entry = chain.next()
    assert await log.append(entry) == Appended(4)
    assert await log.append(entry) == Duplicate(stored_command(entry))
    chain.took(entry)
    repeated = chain.next(command_id=entry.command_id)
    assert await log.append(repeated) == Duplicate(stored_command(entry)), (
        "even when it was decided anew on another head"
    )
    assert (await log.head(chain.game_id)).version == 4


async def test_a_repeated_opening_gets_its_first_answer(log):
    chain = Chain()
    entry = chain.next()
    assert await log.append(entry) == Appended(2)
    assert await log.append(entry) == Duplicate(stored_command(entry))
    other_secret = Chain(chain.game_id).next(command_id=entry.command_id)
    assert await log.append(other_secret) == Duplicate(stored_command(entry))


async def test_a_command_id_means_one_request(log):
    chain = await opened(log)
    entry = chain.next()
    await log.append(entry)
    assert await log.append(with_another_request(entry)) == CommandIdReused(stored_command(entry))


async def test_a_command_id_of_another_game_is_free(log):
    first, second = await opened(log), await opened(log)
    entry = first.next()
    assert await log.append(entry) == Appended(4)
    assert await log.append(second.next(command_id=entry.command_id)) == Appended(4)


async def test_refused_commands_are_stored_and_move_nothing(log):
    chain = await opened(log)
    entry = chain.refused()
    assert await log.append(entry) == Appended(2)
    assert await log.append(entry) == Duplicate(stored_command(entry))
    assert await log.append(with_another_request(entry)) == CommandIdReused(stored_command(entry))
    assert await log.command(chain.game_id, entry.command_id) == stored_command(entry)
    chain.took(entry)
    assert await log.head(chain.game_id) == head_of(chain)


async def test_commands_are_chained_refused_ones_too(log):
    chain = await opened(log)
    entries = [chain.refused(), chain.refused()]
    for entry in entries:
        assert await log.append(entry) == Appended(2)
        chain.took(entry)
    entry = chain.next()
    await log.append(entry)
    chain.took(entry)
    stored = await log.commands(chain.game_id)
    assert [each.ordinal for each in stored] == [1, 2, 3, 4]
    assert stored[-1].link == chain.link and len({each.link for each in stored}) == 4
    assert await log.head(chain.game_id) == head_of(chain)
    assert [each.link for each in await log.commands(chain.game_id, after=2)] == [each.link for each in stored[2:]]


async def test_any_span_of_many_commands_is_read_in_order(log):
    chain, other = await opened(log), await opened(log)
    for each in (chain, other):
        for _ in range(39):
            assert await log.append(each.refused()) == Appended(2)
    for after in (0, 1, 15, 24, 39, 40, 2_000):
        for limit in (1, 15, 16, 20, 500, 501, 2**40):
            ordinals = [command.ordinal for command in await log.commands(chain.game_id, after=after, limit=limit)]
            assert ordinals == list(range(after + 1, min(after + limit, 40) + 1)), (after, limit)


async def test_commands_come_in_the_order_they_were_decided(log):
    chain = Chain()
    entries = []
    for number in range(7):
        entry = chain.refused() if number in (2, 3, 5) else chain.next(steps=1)
        assert isinstance(await log.append(entry), Appended)
        chain.took(entry)
        entries.append(entry)
    everything = [stored_command(entry) for entry in entries]
    assert list(await log.commands(chain.game_id)) == everything
    assert list(await log.commands(chain.game_id, after=2, limit=3)) == everything[2:5]
    assert list(await log.commands(chain.game_id, after=7)) == []


async def test_a_game_has_its_steps_in_the_global_order(under_test):
    log = under_test.log
    one, other = await opened(log), await opened(log)
    for chain in (one, other, one):
        entry = chain.next()
        await log.append(entry)
        chain.took(entry)
    await under_test.settle()
    places = await log.places(one.game_id)
    assert [(place.kind, place.number) for place in places] == [
        ("step", 1), ("step", 2), ("command", 1), ("step", 3), ("step", 4), ("command", 2), ("step", 5), ("step", 6),
        ("command", 3),
    ]  # fmt: skip
    assert list(places) == [place for place in await log.entries() if place.game_id == one.game_id]
    steps, commands = await log.read(one.game_id), await log.commands(one.game_id)
    assert [place.leaf for place in places if place.kind == "step"] == [log_leaf(step.hash) for step in steps]
    assert [place.leaf for place in places if place.kind == "command"] == [log_leaf(each.link) for each in commands]
    assert list(await log.places(new_id())) == list(await log.places("no game's")) == []


async def test_a_mistake_of_ours_is_an_assertion(log):
    chain = await opened(log)
    entry = chain.next()
    with pytest.raises(AssertionError):
        await log.append(replace(entry, events=entry.events[1:]))
    with pytest.raises(AssertionError):
        await log.append(replace(entry, events=()))
    with pytest.raises(AssertionError):
        await log.append(replace(chain.refused(), events=entry.events))
    assert await log.append(entry) == Appended(4)


async def test_appends_of_many_games_at_once_do_not_touch_each_other(log):
    chains = [await opened(log) for _ in range(20)]
    entries = [chain.next() for chain in chains]
    spoiled = {3, 11}
    sent = [replace(entry, expected_version=9, events=moved(entry)) if at in spoiled else entry
            for at, entry in enumerate(entries)]  # fmt: skip
    results = await asyncio.gather(*(log.append(entry) for entry in sent))
    assert results == [Conflict(2) if at in spoiled else Appended(4) for at in range(20)]


def moved(entry):
    """The entry's events, as if they were decided at version 9."""
    return tuple(replace(event, version=event.version + 9 - entry.expected_version) for event in entry.events)


async def test_writers_of_one_game_win_once_a_version(log):
    chain = await opened(log)
    entries = [chain.next() for _ in range(30)]
    results = await asyncio.gather(*(log.append(entry) for entry in entries))
    assert sorted(type(result).__name__ for result in results) == ["Appended"] + ["Conflict"] * 29
    assert [row.version for row in await log.read(chain.game_id)] == [1, 2, 3, 4]


async def test_one_command_sent_many_times_at_once_is_written_once(log):
    chain = await opened(log)
    entry = chain.next()
    results = await asyncio.gather(*(log.append(entry) for _ in range(20)))
    assert results.count(Appended(4)) == 1
    assert results.count(Duplicate(stored_command(entry))) == 19


async def test_the_global_order_is_dense_and_keeps_each_games_order(under_test):
    log = under_test.log
    chains = [Chain() for _ in range(6)]
    for _ in range(5):
        entries = [chain.next() for chain in chains]
        await asyncio.gather(*(log.append(entry) for entry in entries))
        for chain, entry in zip(chains, entries, strict=True):
            chain.took(entry)
        await log.append(chains[0].refused())
    await under_test.settle()
    order = list(await log.entries())
    assert [entry.pos for entry in order] == list(range(1, 96))
    for chain in chains:
        steps = await log.read(chain.game_id)
        own = [entry for entry in order if entry.game_id == chain.game_id]
        mine = [(entry.number, entry.leaf) for entry in own if entry.kind == "step"]
        assert mine == [(step.version, hashlib.sha256(b"\x00" + step.hash).digest()) for step in steps]
    assert list(await log.entries(after=10, limit=5)) == order[10:15]
    assert list(await log.entries(after=95)) == []
    assert isinstance(order[0], LogEntry)
    assert chains[0].hash != GENESIS
