"""The order of list changes on Postgres: what gets a place, when, and in which order it becomes visible."""

import asyncio
from typing import Final
from unittest.mock import ANY

import pytest

from domain.game.terms import Delay, Terms
from infra.postgres.feeds.changes import PostgresListChanges
from projections import PROJECTIONS
from projections.runner import Runner
from services.feeds.changes import CLOCKS_APART_US
from services.listing import GameChoice, GameOrder, GamePage
from tests.infra.postgres.test_list_counts import write
from tests.projections.played_games import RULESETS, TOY, whole_game
from tests.projections.postgres_stage import PostgresStage


@pytest.fixture
def stage(pool):
    return PostgresStage(pool)


@pytest.fixture
def changes(pool):
    return PostgresListChanges(pool)


async def add(stage, played, first, last):
    await stage.add(played, played.steps[first - 1 : last])
    await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)


async def test_each_change_gets_the_next_place_and_a_game_only_its_last_one(stage, changes):
    one, other = whole_game(TOY, 2, 1), whole_game(TOY, 2, 2)
    begun = next(at for at, state in enumerate(one.states, start=1) if state.phase == "playing")
    start = await changes.order(0)
    await add(stage, one, 1, 1)
    await add(stage, other, 1, len(other.steps))
    assert await changes.order(1) == start + 2
    assert await changes.order(1) == start + 2
    rows = {row.game_id: row for row in await changes.changes(start, 10)}
    assert rows[one.game_id].begun_pos == rows[one.game_id].ended_pos == 0
    assert rows[other.game_id].begun_pos == rows[other.game_id].ended_pos == rows[other.game_id].pos
    await add(stage, one, 2, begun)
    await add(stage, one, begun + 1, len(one.steps) - 3)
    last = await changes.order(1)
    assert last == start + 3
    [row] = await changes.changes(last - 1, 10)
    assert (row.game_id, row.begun_pos, row.ended_pos) == (one.game_id, last, 0)
    assert row.phase_at(last - 1, "playing") == "open" and row.phase_at(last, "playing") == "playing"


@pytest.mark.rules("GAME-DELAY-02")
async def test_a_delayed_game_changes_when_its_steps_are_due(stage, changes):
    played = whole_game(TOY, 2, 3, terms=Terms(Delay(seconds=3)), pace_us=1_000_000)
    end_us = played.time_us(len(played.steps))
    start = await changes.order(end_us)
    await add(stage, played, 1, len(played.steps))
    first = await changes.order(end_us)
    assert first == start + 1, "its steps before play began are never delayed, and some are due"
    assert await changes.order(end_us) == first
    assert await changes.order(end_us + 1_000_000) == first + 1, "nothing was written meanwhile"
    assert await changes.order(end_us + 3_000_000) == first + 2
    [row] = await changes.changes(first + 1, 10)
    assert row.ended_pos == row.pos == first + 2
    assert await changes.order(end_us + 60_000_000) == first + 2


@pytest.mark.rules("GAME-DELAY-02")
async def test_clocks_that_differ_lose_no_change_of_a_delayed_game(stage, changes):
    played = whole_game(TOY, 2, 4, terms=Terms(Delay(seconds=3)), pace_us=1_000_000)
    end_us = played.time_us(len(played.steps))
    ahead_us = 5_000_000
    start = await changes.order(end_us + ahead_us)  # this process is ahead of the one that takes the commands
    await add(stage, played, 1, len(played.steps))
    first = await changes.order(end_us)
    assert first == start + 1
    [row] = await changes.changes(start, 10)
    assert row.shows_us <= end_us and row.ended_pos == 0
    last = await changes.order(end_us + ahead_us)
    [row] = await changes.changes(start, 10)
    assert (row.pos, row.ended_pos) == (last, last) == (first + 1, first + 1), "it was due by a clock that is ahead"
    assert row.shows_us == end_us + 3_000_000
    assert await changes.order(end_us) == last, "the process behind takes nothing back"
    assert await changes.list_moment(end_us) == row.shows_us
    assert await changes.list_moment(row.shows_us + 9) == row.shows_us + 9
    assert await changes.list_moment(0) == CLOCKS_APART_US


async def test_who_is_no_longer_listed_is_noted_until_they_are_back(stage, changes, pool):
    played = whole_game(TOY, 2, 5)
    start = await changes.order(0)
    await add(stage, played, 1, 3)
    seated = await changes.order(1)

    async def listed(*persons):
        await pool.fetch(
            "UPDATE game_list SET persons = $2, version = version + 1, changed = true WHERE game_id = $1",
            played.game_id,
            list(persons),
        )
        place = await changes.order(1)
        [row] = await changes.changes(start, 10)
        return place, row.left

    assert await listed("ann", "") == (seated + 1, ANY)
    assert (await listed("", "ben"))[1] == ANY
    place, left = await listed("", "")
    assert dict(left)["ann"] == place - 1 and dict(left)["ben"] == place
    assert "" not in dict(left)
    back, left = await listed("ann", "")
    assert "ann" not in dict(left) and "ben" in dict(left)
    [row] = await changes.changes(back - 1, 10)
    assert row.left == (), "they were gone before"


async def test_several_processes_give_no_place_twice(stage, changes):
    games = [whole_game(TOY, 2, number) for number in range(20, 32)]
    start = await changes.order(0)
    for played in games:
        await add(stage, played, 1, len(played.steps))
    await asyncio.gather(*(changes.order(1) for _ in range(6)))
    rows = await changes.changes(start, 100)
    assert [row.pos for row in rows] == list(range(start + 1, start + 13))
    assert {row.game_id for row in rows} == {played.game_id for played in games}


GAMES = 2_000
_READ: Final = (
    "SELECT relname, seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables "
    "WHERE relname IN ('game_list', 'game_list_delayed', 'list_change', 'list_departure') ORDER BY relname"
)


async def test_the_order_reads_what_has_changed_whatever_was_so_when_the_list_was_analyzed(pool):
    """The planner took the whole list for the shortest way to games that have changed: it knew of a time when all had."""
    async with pool.raw.acquire() as connection:
        await connection.execute("RESET ROLE")
        await write(connection, range(GAMES))
        await connection.execute("ANALYZE game_list")
        while await connection.fetchval("SELECT EXISTS (SELECT FROM game_list WHERE changed)"):
            await connection.fetchval("SELECT order_list_changes(1000000, 1000, 30000000)")
        for changed in [0] * 7 + [1] * 7:  # a connection may plan once more after five calls
            sql = "UPDATE game_list SET version = version + 1, changed = true WHERE game_id = md5('count' || $1)::uuid"
            await connection.execute(sql, str(changed)) if changed else None
            async with connection.transaction():
                before = dict(await connection.fetch(_READ))
                await connection.fetchval("SELECT order_list_changes(1000000, 1000, 30000000)")
                read = {name: rows - before[name] for name, rows in await connection.fetch(_READ)}
            assert sum(read.values()) <= 10 * changed, (
                f"of {GAMES} games {changed} had changed, and {read} rows were read"
            )


@pytest.mark.parametrize("order", list(GameOrder))
async def test_the_order_of_a_moment_is_read_from_the_commands(stage, pool, order):
    """What the API's tests hold of pages, on the real query: a game that moved since keeps its place."""
    games = [whole_game(TOY, 2, number, pace_us=1_000 + number) for number in range(40, 44)]
    games.append(whole_game(TOY, 2, 44, terms=Terms(Delay(steps=3)), pace_us=900))
    for played in games:
        await add(stage, played, 1, len(played.steps))
        await stage._damage("UPDATE command SET time_us = $2 WHERE game_id = $1", played.game_id, played.time_us(1))
    now_us = max(played.time_us(len(played.steps)) for played in games)
    as_of_us = min(played.time_us(1) for played in games) + 10
    whole = await stage.reader.games(page=GamePage(order=order), limit=10, now_us=now_us)
    paged, before = [], (0 if order is GameOrder.WAITING else 2**62, str(games[0].game_id))
    while page := await stage.reader.games(
        page=GamePage(order=order, before=before, as_of_us=as_of_us), limit=2, now_us=now_us
    ):
        paged += page
        before = (page[-1].place_us, page[-1].game_id)
    assert {row.game_id for row in paged} == {row.game_id for row in whole}
    assert len(paged) == len(whole)
    assert await stage.reader.games(GameChoice(ruleset="none"), limit=3, now_us=now_us) == []
