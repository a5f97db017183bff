"""Flags that fall while the workers that call them are killed with SIGKILL and started again."""

import os

import pytest

from tests.bench.clocks import flags_under_kills, show_calls

KILLS = int(os.environ.get("EMBERLOG_FLAG_KILLS", "3"))
"""How many workers are killed. `EMBERLOG_FLAG_KILLS=200` takes about twenty minutes."""
SECONDS_A_KILL = 5
GAMES_A_KILL = 10


@pytest.mark.campaign
@pytest.mark.rules("GAME-CLOCK-06")
async def test_every_flag_is_called_once_however_often_workers_are_killed(database_url: str, redis_url: str) -> None:
    games = max(GAMES_A_KILL * KILLS, 20)
    calls = await flags_under_kills(
        database_url, redis_url, games=games, window_seconds=SECONDS_A_KILL * KILLS, workers=2, kills=KILLS
    )
    show_calls(calls, games, KILLS)
    assert len(calls.late) == games and set(calls.times) == {1}
    assert min(calls.late) >= 0
