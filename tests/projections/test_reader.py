"""What the API reads of the projections, on the fake store and on Postgres alike."""

import pytest

from domain.game import BeginGame, SeatBot
from domain.game.terms import Delay, Terms
from projections import PROJECTIONS
from projections.rebuild import rebuild
from projections.runner import Runner
from projections.worker_loop import WorkerLoop
from services import listing
from services.errors import Unavailable
from services.listing import EVERY_GAME, GameChoice, GameOrder, GamePage
from services.ports import TrackPoint
from tests.game.toy import TOY
from tests.projections.played_games import HOST, NEWEST, RULESETS, START_US, GameBuilder, whole_game
from tests.projections.postgres_stage import PostgresStage
from tests.projections.stages import Stage

NOW_US = START_US + 3_600_000_000


@pytest.fixture
def real(pool) -> PostgresStage:
    return PostgresStage(pool)


async def fill(stage: Stage, *games) -> None:
    for played in games:
        await stage.add(played, played.steps)
        await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)


async def test_tracks_are_read_as_the_replay_says_them(stage) -> None:
    played = whole_game(TOY, 3)
    await fill(stage, played)
    rows = await stage.reader.tracks(played.game_id)
    replayed = [(state.version, played.game.tracks(state)) for state in played.states if state.position is not None]
    assert [(row.version, row.points) for row in rows] == [
        (version, tuple(TrackPoint(t.seat, t.source, t.banked, t.if_over, t.visible_to) for t in tracks))
        for version, tracks in replayed
    ]
    assert any(point.visible_to == (1,) for row in rows for point in row.points), "hidden ones are marked, not left out"
    first, last = rows[0].version, rows[-1].version
    assert [row.version for row in await stage.reader.tracks(played.game_id, after=first, up_to=last - 1)] == list(
        range(first + 1, last)
    )
    assert await stage.reader.tracks(played.game_id, after=last) == []


async def test_games_are_listed_newest_first_page_by_page(stage) -> None:
    games = [whole_game(TOY, 2 + number % 3, number) for number in range(7)]
    unplayed = [GameBuilder(TOY, 2, (100 + number).to_bytes(32, "big")).played() for number in range(4)]
    await fill(stage, *games, *unplayed)
    everything = await stage.reader.games(limit=100, now_us=NOW_US)
    keys = [(row.moved_us, row.game_id) for row in everything]
    assert keys == sorted(keys, reverse=True)
    assert {row.game_id for row in everything} == {played.game_id for played in [*games, *unplayed]}
    assert len({row.moved_us for row in everything}) < len(everything), "some moved in the same microsecond"
    paged, before = [], None
    while page := await stage.reader.games(page=GamePage(before=before), limit=3, now_us=NOW_US):
        paged += page
        before = (page[-1].moved_us, page[-1].game_id)
    assert paged == everything


@pytest.mark.parametrize("order", GameOrder)
async def test_no_page_has_more_rows_than_its_limit(stage, order) -> None:
    await fill(stage, *(whole_game(TOY, 2, number) for number in range(5)))
    page = GamePage(order=order)
    for choice in (
        EVERY_GAME,
        GameChoice(ruleset="toy"),
        GameChoice(phase="over"),
        GameChoice(ruleset="toy", phase="over"),
    ):
        whole = await stage.reader.games(choice, page, limit=5, now_us=NOW_US)
        assert len(whole) == 5
        for limit in range(1, 5):
            assert await stage.reader.games(choice, page, limit=limit, now_us=NOW_US) == whole[:limit]
    for limit in range(1, 5):
        assert len(await stage.reader.rule_games("GAME-BEGIN-01", before=None, limit=limit, now_us=NOW_US)) == limit


async def test_games_are_filtered_and_counted(stage) -> None:
    games = [whole_game(TOY, 2, number) for number in range(3)]
    opened = GameBuilder(TOY, 2, (9).to_bytes(32, "big")).played()
    await fill(stage, *games, opened)
    reader = stage.reader
    [row] = await reader.games(GameChoice(ruleset="toy", phase="open"), limit=10, now_us=NOW_US)
    assert (row.game_id, row.persons, row.bots) == (opened.game_id, ("", ""), ("", ""))
    assert (row.opened_us, row.moved_us, row.leaders, row.winners) == (START_US, START_US, (), ())
    assert len(await reader.games(GameChoice(phase="over"), limit=10, now_us=NOW_US)) == 3
    assert await reader.games(GameChoice(ruleset="nothing"), limit=10, now_us=NOW_US) == []
    counts = [
        await reader.count_games(GameChoice(ruleset=ruleset, phase=phase), now_us=NOW_US)
        for ruleset, phase in [(None, None), ("toy", None), (None, "over"), ("toy", "open"), ("x", None)]
    ]
    assert counts == [4, 4, 3, 1, 0]


async def test_what_no_tally_answers_is_counted_up_to_a_bound(stage, monkeypatch) -> None:
    monkeypatch.setattr(listing, "COUNT_MAX", 2)
    for number in range(3):
        played = whole_game(TOY, 2, number)
        await stage.add(played, played.steps)
        await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)
        at_most = min(number + 1, 2)
        assert await stage.reader.count_games(GameChoice(since_us=0), now_us=NOW_US) == at_most
        assert await stage.reader.count_rule_games("GAME-BEGIN-01", now_us=NOW_US) == at_most
        assert await stage.reader.count_games(GameChoice(phase="over"), now_us=NOW_US) == number + 1


async def test_full_games_are_chosen_apart_from_those_with_a_free_seat(stage) -> None:
    empty, full, half = (GameBuilder(TOY, 2, (20 + number).to_bytes(32, "big")) for number in range(3))
    full.seat_everybody()
    half.do(SeatBot(HOST, 1, "random"))
    games = [each.played() for each in (empty, full, half)]
    await fill(stage, *games)
    for free, expected in ((True, [games[0], games[2]]), (False, [games[1]]), (None, games)):
        choice = GameChoice(phase="open", free_seat=free)
        rows = await stage.reader.games(choice, limit=10, now_us=NOW_US)
        assert {row.game_id for row in rows} == {played.game_id for played in expected}
        assert await stage.reader.count_games(choice, now_us=NOW_US) == len(expected)


async def test_a_rebuild_gives_the_same_bytes(real) -> None:
    await fill(real, *(whole_game(ruleset, ruleset.seats_min, 5) for ruleset in NEWEST))
    sql_names = ("score_track", "game_list", "rule_game")

    async def bytes_of(name: str) -> list[str]:
        return [row[0] for row in await real.pool.fetch(f"SELECT t::text FROM {name} t ORDER BY 1")]

    before = [await bytes_of(name) for name in sql_names]
    await real.pool.execute(
        "UPDATE score_track SET points = '[]'; UPDATE game_list SET ruleset = 'wrong'; DELETE FROM rule_game"
    )
    assert [await bytes_of(name) for name in sql_names] != before
    await rebuild(real, Runner(real, PROJECTIONS, RULESETS), PROJECTIONS)
    assert [await bytes_of(name) for name in sql_names] == before


async def test_a_list_that_a_migration_has_emptied_is_filled_by_the_next_sweep(real) -> None:
    games = [whole_game(TOY, 2), whole_game(TOY, 3, 1, terms=Terms(Delay(seconds=5)))]
    await fill(real, *games)
    before = [await real.stored_rows(each.name) for each in PROJECTIONS]
    await real.pool.execute("DELETE FROM game_list; DELETE FROM projection_cursor WHERE projection = 'game_list'")
    assert await real.stored_rows("game_list") == []
    worker = WorkerLoop(real, Runner(real, PROJECTIONS, RULESETS))
    assert await worker.sweep() == len(games)
    assert [await real.stored_rows(each.name) for each in PROJECTIONS] == before


async def test_games_that_wait_for_their_bots_are_listed_oldest_first(stage) -> None:
    waiting = []
    for number in range(3):
        builder = GameBuilder(TOY, 2, number.to_bytes(32, "big"))
        builder.seat_everybody()
        builder.do(BeginGame(HOST))
        for _ in range(number % 2):
            builder.do(TOY.legal(builder.state.position, 0)[0])
        waiting.append(builder.played())
    await fill(stage, *waiting, whole_game(TOY, 2, 50))
    matches = await stage.waiting_for_bots(moved_before_us=START_US + 1_000, limit=10)
    assert set(matches) == {played.game_id for played in waiting}
    assert matches[-1] == waiting[1].game_id
    assert await stage.waiting_for_bots(moved_before_us=START_US, limit=10) == []


async def test_the_lag_is_that_of_the_slowest_game(real) -> None:
    names = [each.name for each in PROJECTIONS]
    assert await real.steps_behind(names) == 0
    done, behind, parked = (whole_game(TOY, 2, number) for number in range(3))
    await fill(real, done)
    await real.add(parked, parked.steps)
    await real.damage(parked.game_id, 1, b"{}")
    await Runner(real, PROJECTIONS, RULESETS).project(parked.game_id)
    assert await real.steps_behind(names) == 0
    await real.add(behind, behind.steps)
    assert await real.steps_behind(names) == len(behind.steps)


async def test_a_database_that_is_gone_is_reported_in_a_sentence(real) -> None:
    await real.pool.close()
    with pytest.raises(Unavailable) as failure:
        await real.reader.count_games(now_us=NOW_US)
    assert "database" in failure.value.what
    with pytest.raises(Unavailable):
        await Runner(real, PROJECTIONS, RULESETS).project("00000000-0000-4000-8000-000000000000")
