"""Streams that are not games: a worker that is sent to one finds nothing to do, and no sweep asks for it."""

import asyncio

import pytest

from projections import PROJECTIONS
from projections.rebuild import rebuild
from projections.runner import Runner
from projections.worker_loop import WorkerLoop
from services.streams import Opening
from tests.game.toy import TOY
from tests.projections.played_games import RULESETS, whole_game
from tests.projections.test_runner import NAMES, assert_rows_agree, runner
from tests.projections.test_worker_loop import FakeBots

OTHERS = (Opening(kind="openings"), Opening(kind="league"), Opening(kind="league", ruleset="toy", ruleset_version=1))


@pytest.mark.parametrize("opening", OTHERS, ids=["openings", "league", "league of a ruleset"])
async def test_a_worker_passes_over_a_stream_that_is_not_a_game(stage, opening) -> None:
    stream, played, visited = await stage.add_stream(opening), whole_game(TOY, 3), []
    await stage.add(played, played.steps)

    async def play_bots(game_id: str) -> float:
        visited.append(game_id)
        return 0.0

    loop = WorkerLoop(stage, Runner(stage, PROJECTIONS, RULESETS), FakeBots(play_bots))
    assert await loop.project(stream), "it is not tried once more"
    assert await stage.laggards(NAMES, limit=10) == [played.game_id]
    assert [await loop.sweep(), await loop.sweep()] == [1, 0]
    await asyncio.sleep(0)
    assert await loop.project(stream) and stream not in visited
    assert await stage.parked() == []
    await assert_rows_agree(stage, played)


@pytest.mark.parametrize("opening", OTHERS, ids=["openings", "league", "league of a ruleset"])
async def test_a_rebuild_and_the_counts_are_of_games_alone(stage, opening) -> None:
    stream, played = await stage.add_stream(opening), whole_game(TOY, 3)
    await stage.add(played, played.steps)
    assert (await stage.game_ids(after=None, limit=10), await stage.count_games()) == ([played.game_id], 1)
    assert await runner(stage).rebuild(stream, PROJECTIONS) == 0
    await rebuild(stage, runner(stage), PROJECTIONS)
    await assert_rows_agree(stage, played)
    async with stage.transaction(stream, NAMES) as transaction:
        assert transaction is None
