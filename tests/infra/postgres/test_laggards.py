"""Games that are behind their log are found along the global order: finished games are not read by each sweep."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from infra.postgres.feeds import laggards as module
from infra.postgres.feeds.laggards import BEHIND_OF, STRETCH_SECONDS, WHOLE_SECONDS, Laggards
from projections import PROJECTIONS
from projections.runner import Runner
from tests.game.toy import TOY
from tests.projections.played_games import RULESETS, PlayedGame, whole_game
from tests.projections.postgres_stage import PostgresStage

NAMES = tuple(each.name for each in PROJECTIONS)
_PLACE = "SELECT sequence_pending((SELECT epoch FROM sequencer), 500, interval '1 s')"


class Sweeper:
    """A process that looks for games that are behind, with a clock that a test sets."""

    def __init__(self, stage: PostgresStage) -> None:
        self.seconds = 0.0
        self.stage = stage
        self._laggards = Laggards(stage._pool, RULESETS, lambda: self.seconds)

    async def behind(self) -> list[str]:
        return sorted(await self._laggards.games(NAMES, 10))

    async def all(self) -> list[str]:
        return sorted(await self._laggards.of_all(NAMES, 10))

    async def steps(self) -> int:
        return await self._laggards.steps(NAMES)

    async def project(self, *games: PlayedGame) -> None:
        for played in games:
            await Runner(self.stage, PROJECTIONS, RULESETS).project(played.game_id)

    async def forget_cursors(self, played: PlayedGame) -> None:
        await self.stage.pool.execute("DELETE FROM projection_cursor WHERE game_id = $1", played.game_id)


@pytest.fixture
def sweeper(pool) -> Sweeper:
    return Sweeper(PostgresStage(pool))


async def test_what_the_order_does_not_tell_comes_when_every_game_is_read(sweeper) -> None:
    played = whole_game(TOY, 2)
    await sweeper.stage.add(played, played.steps)
    await sweeper.project(played)
    assert await sweeper.behind() == []
    await sweeper.forget_cursors(played)
    await sweeper.stage.pool.execute(_PLACE)
    assert await sweeper.behind() == [played.game_id], "its entries came after the games were read"
    await sweeper.project(played)
    assert await sweeper.behind() == []
    await sweeper.forget_cursors(played)
    assert (await sweeper.behind(), await sweeper.steps()) == ([], 0), "nothing says that this game has changed"
    sweeper.seconds = WHOLE_SECONDS + 1
    assert (await sweeper.behind(), await sweeper.steps()) == ([played.game_id], len(played.steps))


async def test_a_game_is_behind_before_and_after_it_has_places_until_it_is_projected(sweeper) -> None:
    assert await sweeper.behind() == []
    games = [whole_game(TOY, 3, number) for number in range(2)]
    for played in games:
        await sweeper.stage.add(played, played.steps)
    both = sorted(played.game_id for played in games)
    assert await sweeper.behind() == both
    await sweeper.stage.pool.execute(_PLACE)
    assert await sweeper.behind() == await sweeper.behind() == both
    await sweeper.project(games[0])
    assert (await sweeper.behind(), await sweeper.steps()) == ([games[1].game_id], len(games[1].steps))
    await sweeper.project(games[1])
    assert (await sweeper.behind(), await sweeper.steps()) == ([], 0)


async def test_more_games_than_a_process_remembers_all_come(sweeper, monkeypatch) -> None:
    monkeypatch.setattr(module, "BEHIND_MAX", 1)
    games = [whole_game(TOY, 3, number) for number in range(4)]
    for played in games:
        await sweeper.stage.add(played, played.steps)
    assert await sweeper.steps() == max(len(played.steps) for played in games)
    while behind := await sweeper.behind():
        await sweeper.project(*(played for played in games if played.game_id in behind))
    assert await Sweeper(sweeper.stage).behind() == []


async def test_an_older_log_that_was_restored_is_read_whole(sweeper) -> None:
    played = whole_game(TOY, 3)
    await sweeper.stage.add(played, played.steps)
    await sweeper.stage.pool.execute(_PLACE)
    await sweeper.project(played)
    assert await sweeper.behind() == []
    await sweeper.forget_cursors(played)
    await sweeper.stage._damage("UPDATE sequencer SET last_pos = 0")
    assert await sweeper.behind() == [played.game_id]


async def test_stretches_find_every_game_and_wait_where_there_is_nothing_to_do(sweeper, monkeypatch) -> None:
    monkeypatch.setattr(module, "STRETCH_GAMES", 1)
    games = sorted((whole_game(TOY, 2, number) for number in range(4)), key=lambda played: played.game_id)
    for played in games:
        await sweeper.stage.add(played, played.steps)
    await sweeper.stage.pool.execute(_PLACE)
    await sweeper.project(*games)
    assert await sweeper.behind() == [], "this call reads the first stretch"
    for played in games:
        await sweeper.forget_cursors(played)
    assert await sweeper.behind() == [], "the next stretch is not due"
    assert len(await sweeper.all()) == 4 and await sweeper.behind() == [], "who asks for all takes nobody's place"
    sweeper.seconds += STRETCH_SECONDS
    assert await sweeper.behind() == [games[1].game_id]
    assert await sweeper.behind() == [each.game_id for each in games[1:3]], "there was something to do, so it goes on"
    await sweeper.project(*games[1:])
    assert await sweeper.behind() == [] and await sweeper.all() == [games[0].game_id]
    for seconds in (STRETCH_SECONDS, STRETCH_SECONDS):
        sweeper.seconds += seconds
        assert await sweeper.behind() == [], "the last games, and then none"
    sweeper.seconds += WHOLE_SECONDS
    assert await sweeper.behind() == [games[0].game_id], "the stretches began once more"


GAMES, LOOKED_AT = 4_000, 400
_FILL = """
    SET session_replication_role = replica;
    CREATE TEMP TABLE made AS SELECT md5('sweep' || n)::uuid AS game_id, n FROM generate_series(1, {games}) AS n;
    INSERT INTO game (game_id, ruleset, ruleset_version, version, head_hash)
        SELECT game_id, 'toy', 1, 9, sha256('') FROM made;
    INSERT INTO projection_cursor (game_id, projection, version)
        SELECT game_id, projection, 9 FROM made, unnest('{names}'::text[]) AS projection;
    ANALYZE game, projection_cursor;
    RESET session_replication_role
"""


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)


async def test_a_look_at_some_games_reads_their_cursors_and_no_others(pool) -> None:
    async with pool.raw.acquire() as connection:
        await connection.execute("RESET ROLE")
        await connection.execute(_FILL.format(games=GAMES, names="{" + ",".join(NAMES) + "}"))
        games = [row[0] for row in await connection.fetch("SELECT game_id FROM made LIMIT $1", LOOKED_AT)]
        for mode in ("force_custom_plan", "force_generic_plan"):
            await connection.execute(f"SET plan_cache_mode = {mode}")
            [[text]] = await connection.fetch(
                f"EXPLAIN (ANALYZE, FORMAT JSON) {BEHIND_OF}", list(NAMES), ["toy"], [1], games
            )
            reads = [
                (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
                for node in nodes(json.loads(text)[0]["Plan"])
                if node.get("Relation Name") == "projection_cursor"
            ]
            assert 0 < sum(reads) <= 2 * LOOKED_AT * len(NAMES), f"{mode} read {reads} cursors"
