"""Runs by another version on Postgres, as the fake has them."""

import pytest

from domain.engine.step import Step
from infra.postgres.audit.readjudications import PostgresReadjudications
from services.readjudicate.findings import Difference, Readjudicated, SeatResult
from tests.dice import new_id
from tests.fakes import FakeReadjudications


@pytest.fixture(params=("fake", "postgres"))
def runs(request):
    if request.param == "fake":
        return FakeReadjudications({})
    return PostgresReadjudications(request.getfixturevalue("pool"))


def game(play: int = 0) -> Readjudicated:
    differences = (Difference(3, Step(9), "other_play", "toy.Show", ("toy.A",), ("toy.B",)),) * play
    return Readjudicated(
        game=new_id(), ruleset="toy", from_version=1, to_version=2, mode="local", commands=4, legality=0, play=play,
        records=1, first_step=Step(9) if play else None, stops_at=None, why="", played=(SeatResult(0, 1, 52),),
        result=(), differences=differences,
    )  # fmt: skip


async def test_a_run_that_never_was_is_none(runs):
    assert await runs.run(new_id()) is None and await runs.run("no id") is None
    assert await runs.games(new_id(), differing=False, after=None, limit=10) == []
    assert await runs.games_of("toy", 1, after=None, limit=10) == []


async def test_a_run_is_read_as_it_was_stored_and_counts_at_its_end(runs):
    first, second = new_id(), new_id()
    games = sorted((game(), game(play=2), game()), key=lambda each: each.game)
    await runs.begin(first, "toy", 1, 2, "local", "")
    await runs.begin(second, "toy", 1, 2, "followed", "ann")
    for _ in range(2):
        await runs.add(first, games)
    assert [each.id for each in await runs.runs(limit=9)] == [second, first]
    assert (await runs.run(first)).ended_us is None
    await runs.end(first)
    ended = await runs.run(first)
    assert ended.ended_us is not None and (ended.games, ended.differ, ended.mode) == (3, 1, "local")
    assert list(await runs.games(first, differing=False, after=None, limit=9)) == games
    assert list(await runs.games(first, differing=False, after=games[0].game, limit=1)) == games[1:2]
    assert [each.play for each in await runs.games(first, differing=True, after=None, limit=9)] == [2]
