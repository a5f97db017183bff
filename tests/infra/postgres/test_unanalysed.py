"""An analyst finds every game that is over and not analysed, and reads a part of the list at a time."""

import pytest

from infra.postgres.feeds import unanalysed as module
from infra.postgres.feeds.unanalysed import STRETCH_SECONDS, WHOLE_SECONDS, Unanalysed
from projections import PROJECTIONS
from projections.analysis.analyst import WIN_CHANCES
from projections.runner import Runner
from tests.game.toy import TOY
from tests.projections.played_games import RULESETS, whole_game
from tests.projections.postgres_stage import PostgresStage

GAMES = 5


class Seeker:
    """An analyst that looks for games, with a clock that a test sets."""

    def __init__(self, stage: PostgresStage) -> None:
        self.seconds, self.stage = 0.0, stage
        self._unanalysed = Unanalysed(stage._pool, RULESETS, lambda: self.seconds)

    async def next(self, limit: int = 10, watched=(), after: float = STRETCH_SECONDS) -> list[str]:
        """What a call finds that comes so many seconds after the last one."""
        self.seconds += after
        return list(await self._unanalysed.games(WIN_CHANCES, live=False, watched=watched, limit=limit))

    async def analyse(self, game_id: str) -> None:
        sql = (
            "INSERT INTO projection_cursor (game_id, projection, version) "
            "SELECT game_id, $2, version FROM game WHERE game_id = $1"
        )
        await self.stage.pool.execute(sql, game_id, WIN_CHANCES)


@pytest.fixture
async def seeker(pool, monkeypatch) -> Seeker:
    monkeypatch.setattr(module, "PAGE_GAMES", 2)
    monkeypatch.setattr(module, "PAGES_MAX", 1)
    return Seeker(PostgresStage(pool))


async def add_games(stage: PostgresStage) -> list[str]:
    """Games that are over, the newest first."""
    for number in range(GAMES):
        played = whole_game(TOY, 3, number)
        await stage.add(played, played.steps)
        await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)
    order = "SELECT game_id::text FROM game_list ORDER BY moved_us DESC, game_id DESC"
    return [row[0] for row in await stage.pool.fetch(order)]


async def test_there_is_nothing_to_analyse_in_an_empty_list_or_a_sandbox(seeker) -> None:
    assert await seeker.next() == []
    games = await add_games(seeker.stage)
    await seeker.stage.pool.execute("UPDATE game_list SET sandbox = true")
    assert await seeker.next(watched=games) == []


async def test_the_newest_game_comes_first_and_every_game_comes(seeker) -> None:
    games = await add_games(seeker.stage)
    assert await seeker.next(limit=1) == games[:1]
    order = []
    for _ in range(4 * GAMES):
        for game_id in (await seeker.next())[:1]:
            await seeker.analyse(game_id)
            order.append(game_id)
    assert order == games
    assert await seeker.next() == []


async def test_what_was_lost_far_down_the_list_comes_with_the_next_way_through_it(seeker) -> None:
    games = await add_games(seeker.stage)
    for game_id in games:
        await seeker.analyse(game_id)
    assert [await seeker.next() for _ in range(GAMES)] == [[]] * GAMES
    await seeker.stage.pool.execute("DELETE FROM projection_cursor WHERE game_id = $1", games[-1])
    assert [await seeker.next() for _ in range(GAMES)] == [[]] * GAMES
    seeker.seconds += WHOLE_SECONDS
    chosen = [await seeker.next() for _ in range(GAMES)]
    assert chosen[-1] == games[-1:], "it is looked at until it is analysed"


async def test_a_call_soon_after_another_reads_no_older_games_unless_there_is_work_among_them(seeker) -> None:
    games = await add_games(seeker.stage)
    for game_id in games[:2]:
        await seeker.analyse(game_id)
    assert await seeker.next(after=0) == [], "the first stretch has the two newest games, once more"
    assert await seeker.next(after=STRETCH_SECONDS - 1) == [], "too soon"
    assert await seeker.next(after=1) == games[2:4]
    await seeker.analyse(games[2])
    assert await seeker.next(after=0) == games[3:4], "there is work: the same page once more"
    await seeker.analyse(games[3])
    assert await seeker.next(after=0) == [], "nothing is left on this page"
    assert await seeker.next(after=0) == [], "too soon"
    assert await seeker.next() == games[4:]
