"""The number of games of a list is kept beside it: it is exact, nobody waits for it, and reading it reads no list."""

import json
import random

from infra.postgres.feeds.game_query import GameQuery
from infra.postgres.projection_reader import PostgresProjectionReader
from projections import PROJECTIONS
from projections.rebuild import rebuild
from projections.runner import Runner
from services.listing import EVERY_GAME, GameChoice
from tests.game.toy import TOY
from tests.infra.postgres.test_laggards import nodes
from tests.projections.played_games import RULESETS, START_US, whole_game
from tests.projections.postgres_stage import PostgresStage

NOW_US = START_US + 10**12
_ROW = (
    "INSERT INTO game_list (game_id, ruleset, phase, version, turn, persons, bots, holders, to_act, bot_to_act, "
    "leaders, winners, sandbox, fork, opened_us, moved_us, shows_us, public_version, host, begun) SELECT "
    "md5('count' || n)::uuid, $2, $3, 1, 0, ARRAY['p', $4], ARRAY['', ''], '{}', '{}', false, '{}', '{}', $5, false, "
    "n, n, 0, 1, 'p', 0 FROM unnest($1::integer[]) AS n "
    "ON CONFLICT (game_id) DO UPDATE SET phase = excluded.phase, persons = excluded.persons, sandbox = excluded.sandbox"
)
_GONE = "DELETE FROM game_list WHERE game_id IN (SELECT md5('count' || n)::uuid FROM unnest($1::integer[]) AS n)"


async def write(connection, numbers, *, phase="open", person="", sandbox=False, ruleset="toy") -> None:
    await connection.execute(_ROW, list(numbers), ruleset, phase, person, sandbox)


async def folded(connection) -> bool:
    """Whether differences are in the table of counts by now."""
    return bool(await connection.fetchval("SELECT EXISTS (SELECT FROM list_count)"))


CHOICES = [
    EVERY_GAME,
    GameChoice(ruleset="nothing"),
    GameChoice(ruleset="toy", phase="over"),
    GameChoice(phase="open", free_seat=True),
    GameChoice(phase="open", free_seat=False, sandbox=True),
    GameChoice(sandbox=False),
]


async def test_a_tally_is_what_the_list_has_whatever_happens_to_its_rows(pool) -> None:
    chosen, reader = random.Random(25), PostgresProjectionReader(pool)
    assert [await reader.count_games(choice, now_us=NOW_US) for choice in CHOICES] == [0] * len(CHOICES)
    for number in range(40):
        some = chosen.sample(range(120), 60)
        if number % 5 == 4:
            await pool.raw.execute(_GONE, some)
        else:
            phase, person, ruleset = (chosen.choice(of) for of in (("open", "over"), ("", "q"), ("toy", "other")))
            await write(
                pool.raw, some, phase=phase, person=person, ruleset=ruleset, sandbox=chosen.choice((True, False))
            )
        for choice in CHOICES:
            rows = await reader.games(choice, limit=1_000, now_us=NOW_US)
            assert await reader.count_games(choice, now_us=NOW_US) == len(rows)
    assert await folded(pool.raw), "so many differences were added up on the way"


async def test_two_processes_that_change_the_list_do_not_wait_for_each_other(pool) -> None:
    reader = PostgresProjectionReader(pool)
    async with pool.raw.acquire() as first, pool.raw.acquire() as second:
        async with first.transaction():
            await write(first, range(1_200))
            async with second.transaction():
                await second.execute("SET LOCAL lock_timeout = '2s'")
                await write(second, range(2_000, 3_500))
            assert await reader.count_games(now_us=NOW_US) == 1_500, "what is not committed does not count"
        assert await reader.count_games(now_us=NOW_US) == 2_700
        assert await folded(first)


async def test_a_count_of_all_games_reads_no_list(pool) -> None:
    await write(pool.raw, range(3_000), phase="over", person="q")
    query = GameQuery(GameChoice(phase="over", free_seat=False), NOW_US)
    async with pool.raw.acquire() as connection:
        await connection.execute("RESET ROLE")
        await connection.execute("ANALYZE game_list, list_count, list_count_change")
        [[text]] = await connection.fetch(f"EXPLAIN (ANALYZE, FORMAT JSON) {query.count()}", *query.arguments)
    plan = json.loads(text)[0]["Plan"]
    reads = {}
    for node in nodes(plan):
        name, rows = node.get("Relation Name"), node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
        reads[name] = reads.get(name, 0) + rows * node["Actual Loops"]
    assert reads["game_list"] == reads.get("game_list_delayed", 0) == 0
    assert reads["list_count"] < 20 and reads["list_count_change"] <= 3_000


async def test_a_rebuild_counts_rows_that_were_copied_without_their_triggers(pool) -> None:
    stage, played = PostgresStage(pool), whole_game(TOY, 2)
    await stage.add(played, played.steps)
    await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)
    await stage._damage("UPDATE game_list SET phase = 'open'")
    await stage._damage("DELETE FROM list_count")
    await stage._damage("DELETE FROM list_count_change")
    assert await stage.reader.count_games(now_us=NOW_US) == 0
    await rebuild(stage, Runner(stage, PROJECTIONS, RULESETS), PROJECTIONS)
    counts = [await stage.reader.count_games(GameChoice(phase=phase), now_us=NOW_US) for phase in ("open", "over")]
    assert counts == [0, 1]
