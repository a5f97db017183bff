"""Whole games on a cluster: played, placed, projected, listed and verified, as on one server."""

import pytest

from domain.rulesets import CURRENT
from infra.postgres.projection_reader import PostgresProjectionReader
from infra.postgres.projection_store import PostgresProjectionStore
from projections.runner import Runner
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
    result = await Runner(PostgresProjectionStore(pool)).project(driver.game_id)
    assert result is not None and result.rows
    listed = await PostgresProjectionReader(pool).games(limit=10, now_us=world.now_us())
    assert [(row.game_id, row.phase, row.version) for row in listed] == [(driver.game_id, "over", verdict.steps)]
