"""Streams of every kind in every event log: refused openings, a game and a league never get into one another."""

import asyncio
from collections.abc import Sequence

import asyncpg
import pytest
from msgspec.structs import replace

from domain.log.chain import GENESIS, log_leaf
from infra.postgres.event_log import PostgresEventLog
from services.log.findings import check_command_chain, check_places, read_stream
from services.ports import Append, Appended, CommandIdReused, Duplicate, NoSuchGame
from services.streams import Head, Opening
from tests.dice import new_id
from tests.infra.postgres.entries import GAME, LEAGUE, OPENINGS, Chain, stored_command, with_another_request

KINDS = (GAME, OPENINGS, LEAGUE)


def first(chain: Chain) -> Append:
    return chain.refused() if chain.opening is OPENINGS else chain.next()


async def begun(log, opening: Opening) -> Chain:
    chain = Chain(opening=opening)
    entry = first(chain)
    assert await log.append(entry) == Appended(len(entry.events))
    chain.took(entry)
    return chain


def head_of(chain: Chain) -> Head:
    opening = chain.opening
    return Head(
        chain.game_id,
        opening.ruleset,
        opening.ruleset_version,
        chain.version,
        chain.hash,
        chain.commands,
        chain.link,
        opening.kind,
    )


async def assert_sound(log, game_id: str, commands: int) -> None:
    stream = await read_stream(log, await log.head(game_id))
    check_command_chain(stream)
    check_places(stream)
    assert [each.ordinal for each in stream.commands] == list(range(1, commands + 1))


@pytest.mark.parametrize("opening", KINDS, ids=lambda opening: opening.kind)
async def test_the_first_command_makes_a_stream_of_its_kind(log, opening):
    chain = await begun(log, opening)
    assert await log.head(chain.game_id) == head_of(chain)
    assert list(await log.streams(opening.kind)) == [chain.game_id]


async def test_refused_openings_follow_on_one_another_and_have_no_steps(log):
    chain = await begun(log, OPENINGS)
    for _ in range(3):
        entry = chain.refused()
        assert await log.append(entry) == Appended(0)
        chain.took(entry)
        assert await log.command(chain.game_id, entry.command_id) == stored_command(entry)
    assert await log.head(chain.game_id) == head_of(chain)
    assert (chain.version, chain.hash, chain.commands) == (0, GENESIS, 4)
    assert list(await log.read(chain.game_id)) == []
    await assert_sound(log, chain.game_id, 4)


async def test_a_refused_opening_has_one_answer(log):
    chain = await begun(log, OPENINGS)
    entry = chain.refused()
    assert await log.append(entry) == Appended(0)
    assert await log.append(entry) == Duplicate(stored_command(entry))
    assert await log.append(with_another_request(entry)) == CommandIdReused(stored_command(entry))
    assert (await log.head(chain.game_id)).commands == 2


@pytest.mark.parametrize("opening", KINDS, ids=lambda opening: opening.kind)
@pytest.mark.parametrize("taken", KINDS, ids=lambda opening: opening.kind)
async def test_an_id_that_is_taken_is_taken_for_every_kind(log, taken, opening):
    chain = await begun(log, taken)
    if (taken, opening) == (OPENINGS, OPENINGS):
        return
    assert await log.append(first(Chain(chain.game_id, opening))) == NoSuchGame(chain.game_id)
    assert await log.head(chain.game_id) == head_of(chain)


async def test_refused_openings_take_no_other_command(log):
    chain = await begun(log, OPENINGS)
    refused = replace(chain.refused(), opening=None)
    accepted = replace(Chain(chain.game_id).next(), opening=None)
    for entry in (refused, accepted):
        assert await log.append(entry) == NoSuchGame(chain.game_id)
    assert await log.head(chain.game_id) == head_of(chain)


@pytest.mark.parametrize("opening", [GAME, LEAGUE], ids=lambda opening: opening.kind)
async def test_streams_with_steps_go_on_as_games_do(log, opening):
    chain = await begun(log, opening)
    for entry in (chain.next(), chain.refused()):
        if entry.events:
            assert await log.append(entry) == Appended(4)
            chain.took(entry)
    entry = chain.refused()
    assert await log.append(entry) == Appended(4)
    chain.took(entry)
    assert await log.head(chain.game_id) == head_of(chain)
    await assert_sound(log, chain.game_id, 3)


async def test_commands_of_all_kinds_are_written_at_once(log):
    chains = [Chain(opening=opening) for opening in KINDS * 10]
    entries = [first(chain) for chain in chains]
    assert await asyncio.gather(*(log.append(entry) for entry in entries)) == [Appended(len(e.events)) for e in entries]
    for chain, entry in zip(chains, entries, strict=True):
        chain.took(entry)
        assert await log.head(chain.game_id) == head_of(chain)


async def test_refusals_of_one_principal_at_once_never_conflict(log):
    chain = Chain(opening=OPENINGS)
    entries = [chain.refused() for _ in range(30)]
    assert await asyncio.gather(*(log.append(entry) for entry in entries)) == [Appended(0)] * 30
    await assert_sound(log, chain.game_id, 30)


async def test_streams_are_listed_by_kind_and_in_pages(log):
    ids = {opening.kind: sorted([(await begun(log, opening)).game_id for _ in range(4)]) for opening in KINDS}
    for kind, expected in ids.items():
        assert list(await log.streams(kind)) == expected
        assert list(await log.streams(kind, limit=3)) == expected[:3]
        assert list(await log.streams(kind, after=expected[2])) == expected[3:]
        assert list(await log.streams(kind, after=expected[3])) == []
    assert list(await log.streams("game", limit=0)) == []


async def test_the_last_versions_of_many_streams_come_at_once(log):
    chains = [await begun(log, opening) for opening in KINDS]
    entry = chains[0].next()
    await log.append(entry)
    chains[0].took(entry)
    ids = [chain.game_id for chain in chains]
    assert await log.versions([*ids, new_id(), "no uuid"]) == {chain.game_id: chain.version for chain in chains}
    assert await log.versions([]) == {}


async def test_refused_openings_have_places_in_the_global_order(under_test):
    log = under_test.log
    game, chain = await begun(log, GAME), await begun(log, OPENINGS)
    for entry in (chain.refused(), game.next()):
        await log.append(entry)
    await under_test.settle()
    places = await log.places(chain.game_id)
    assert [(place.kind, place.number) for place in places] == [("command", 1), ("command", 2)]
    assert [place.leaf for place in places] == [log_leaf(each.link) for each in await log.commands(chain.game_id)]
    assert [entry.pos for entry in await log.entries()] == list(range(1, 9))
    await assert_sound(log, chain.game_id, 2)


@pytest.mark.parametrize("opening", [OPENINGS, LEAGUE], ids=lambda opening: opening.kind)
async def test_only_games_are_parked(log, parkings, opening):
    chain = await begun(log, opening)
    with pytest.raises(AssertionError, match="only a game"):
        await parkings.park(chain.game_id, 1, "why")
    assert await parkings.parked(chain.game_id) is None
    assert not await parkings.unpark(chain.game_id)


async def test_a_stream_that_is_opened_as_it_cannot_be_is_an_assertion(log):
    game, openings = Chain().next(), Chain(opening=OPENINGS).refused()
    wrong: Sequence[Append] = (
        replace(game, opening=Opening(kind="game")),
        replace(game, opening=Opening(ruleset="toy")),
        replace(game, opening=OPENINGS),
        replace(openings, opening=GAME),
        replace(openings, opening=LEAGUE),
        replace(openings, opening=Opening(kind="openings", ruleset="toy", ruleset_version=3)),
        replace(openings, expected_hash=bytes(range(32))),
        replace(Chain().next(), expected_version=1),
    )
    for entry in wrong:
        with pytest.raises(AssertionError):
            await log.append(entry)
        assert await log.head(entry.game_id) is None


@pytest.mark.parametrize(
    "values",
    [
        "'game', NULL, NULL, 0",
        "'game', 'toy', NULL, 0",
        "'openings', 'toy', 1, 0",
        "'openings', NULL, NULL, 1",
        "'tournament', NULL, NULL, 0",
    ],
)
async def test_the_database_refuses_streams_that_cannot_be(owner, pool, values):
    with pytest.raises(asyncpg.CheckViolationError):
        await owner.execute(
            "INSERT INTO game (game_id, kind, ruleset, ruleset_version, version, head_hash) "
            f"VALUES ('{new_id()}', {values}, sha256(''))"
        )


async def test_processes_that_refuse_and_open_at_once_write_every_command(pool):
    """Each batch has the same new streams in another order, and new games between them."""
    logs = [PostgresEventLog(pool) for _ in range(4)]
    streams = [Chain(opening=OPENINGS) for _ in range(5)]

    async def write(log: PostgresEventLog) -> None:
        for _ in range(5):
            chains = [*streams, Chain(), Chain()]
            entries = [first(chain) for chain in chains]
            results = await asyncio.gather(*(log.append(entry) for entry in entries[:: 1 if log in logs[:2] else -1]))
            assert {type(result) for result in results} == {Appended}

    await asyncio.gather(*(write(log) for log in logs))
    for chain in streams:
        await assert_sound(logs[0], chain.game_id, 20)
    assert len(await logs[0].streams("game")) == 40
