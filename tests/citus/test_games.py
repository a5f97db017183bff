"""Whole games on a cluster: played, placed, projected, listed and verified, as on one server."""

import pytest

from domain.rulesets import CURRENT
from infra.postgres.projection_reader import PostgresProjectionReader
from infra.postgres.projection_store import PostgresProjectionStore
from projections.analysis.analyst import WIN_CHANCES
from projections.runner import Runner
from services.listing import EVERY_GAME, GameChoice
from services.log.verify import verify_game
from tests.infra.postgres.conftest import sequenced
from tests.services.game_driver import seated_game

pytestmark = pytest.mark.citus
COMMANDS_MAX = 2_000


@pytest.mark.parametrize("ruleset", sorted(CURRENT))
async def test_a_whole_game_is_played_projected_and_verified(world, pool, ruleset):
    driver = await seated_game(world, ruleset)
    await driver.play_on(COMMANDS_MAX)
    assert driver.state.over
    await sequenced(pool)
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None and verdict.revealed
    store, reader = PostgresProjectionStore(pool), PostgresProjectionReader(pool)
    runner, over = Runner(store), GameChoice(phase="over", free_seat=False)
    assert await store.laggards(runner.names, limit=10) == [driver.game_id]
    assert await store.steps_behind(runner.names) == verdict.steps
    result = await runner.project(driver.game_id)
    assert result is not None and result.rows
    assert await store.laggards(runner.names, limit=10) == await store.all_laggards(runner.names, limit=10) == []
    assert await store.next_to_analyse(WIN_CHANCES, live=False, watched=(), limit=10) == [driver.game_id]
    assert [await reader.count_games(choice, now_us=world.now_us()) for choice in (EVERY_GAME, over)] == [1, 1]
    assert await store.drop_strays("game_list") == 0
    listed = await reader.games(limit=10, now_us=world.now_us())
    assert [(row.game_id, row.phase, row.version) for row in listed] == [(driver.game_id, "over", verdict.steps)]
