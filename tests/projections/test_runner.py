"""The one loop, on the fake store and on Postgres alike: rows agree with replays whatever happens to the calls."""

import asyncio
import random
from dataclasses import replace

import msgspec
import pytest

import projections.runner
from domain.engine.viewer import SPECTATOR
from domain.game import BeginGame
from domain.log.chain import event_hash
from projections import GAME_LIST, PROJECTIONS, RULES_FIRED, SCORE_TRACKS, Projection
from projections.game_list import ListedGame
from projections.rebuild import rebuild
from projections.rules_fired import RuleInGame
from projections.runner import Runner
from projections.score_tracks import TracksAtStep
from tests.game.toy import TOY
from tests.projections.played_games import HOST, NEWEST, RULESETS, START_US, GameBuilder, PlayedGame, whole_game
from tests.projections.stages import FailingStore, Killed, Stage

NAMES = ("score_tracks", "game_list", "rules_fired")
ALL = (*NAMES, "public_events")


def runner(stage: Stage, projections=PROJECTIONS) -> Runner:
    return Runner(stage, projections, RULESETS)


def expected_tracks(*games: PlayedGame) -> list[TracksAtStep]:
    return [
        TracksAtStep(played.game_id, state.version, played.game.tracks(state))
        for played in sorted(games, key=lambda each: each.game_id)
        for state in played.states
        if state.position is not None
    ]


def expected_rules(*games: PlayedGame) -> list[RuleInGame]:
    """Of games without delay: every rule that spectators read, with the first step that cites it."""
    rows = []
    for played in sorted(games, key=lambda each: each.game_id):
        steps: dict[str, list[int]] = {}
        for version, event in enumerate(played.events, start=1):
            line = played.game.tell(event, SPECTATOR)
            for rule in set(line.rules if line else ()):
                steps.setdefault(rule, []).append(version)
        for rule, cited in sorted(steps.items()):
            rows.append(RuleInGame(rule, played.game_id, cited[0], len(cited), played.time_us(cited[0])))
    return rows


async def assert_rows_agree(stage: Stage, *games: PlayedGame) -> None:
    assert await stage.stored_rows("score_tracks") == expected_tracks(*games)
    listed = await stage.stored_rows("game_list")
    by_id = sorted(games, key=lambda each: each.game_id)
    assert [row.game_id for row in listed] == [played.game_id for played in by_id]
    for row, played in zip(listed, by_id, strict=True):
        assert isinstance(row, ListedGame)
        result = played.states[-1].result
        assert (row.version, row.phase) == (len(played.steps), played.states[-1].phase)
        assert row.winners == (() if result is None else result.winners)
        assert row.opened_us == START_US
    assert await stage.stored_rows("rules_fired") == expected_rules(*games)
    for played in games:
        for name in NAMES:
            cursor = await stage.cursor(name, played.game_id)
            assert (cursor.version, cursor.hash) == (len(played.steps), played.steps[-1].hash)


async def add_by_command(stage: Stage, played: PlayedGame):
    """The game as it comes in: yields after each command."""
    for first, last in played.commands:
        await stage.add(played, played.steps[first - 1 : last])
        yield


@pytest.mark.parametrize("ruleset", NEWEST, ids=lambda ruleset: ruleset.id)
async def test_a_game_is_projected_from_its_log(stage, ruleset) -> None:
    played = whole_game(ruleset, ruleset.seats_min)
    await stage.add(played, played.steps)
    result = await runner(stage).project(played.game_id)
    assert result.state == played.states[-1]
    await assert_rows_agree(stage, played)
    assert await stage.laggards(NAMES, limit=10) == []


async def test_there_is_nothing_to_project_of_a_game_that_is_not_there(stage) -> None:
    assert await runner(stage).project("00000000-0000-4000-8000-000000000000") is None
    assert await stage.stored_rows("game_list") == []


async def test_rows_grow_with_the_log(stage) -> None:
    played, worker = whole_game(TOY, 3), runner(stage)
    async for _ in add_by_command(stage, played):
        result = await worker.project(played.game_id)
        assert result.state.version == len(await log_of(stage, played.game_id))
    await assert_rows_agree(stage, played)


async def log_of(stage: Stage, game_id: str):
    async with stage.transaction(game_id, NAMES) as transaction:
        return await transaction.steps(after=0, limit=10_000)


async def test_a_job_that_comes_twice_changes_nothing(stage) -> None:
    played, worker = whole_game(TOY, 3), runner(stage)
    await stage.add(played, played.steps)
    assert (await worker.project(played.game_id)).rows > 0
    before = [await stage.stored_rows(name) for name in NAMES]
    assert (await worker.project(played.game_id)).rows == 0
    assert (await runner(stage).project(played.game_id)).rows == 0
    assert [await stage.stored_rows(name) for name in NAMES] == before


async def test_lost_and_late_jobs_are_made_up_for_by_the_next(stage) -> None:
    played, worker = whole_game(TOY, 4), runner(stage)
    chosen = random.Random(7)
    async for _ in add_by_command(stage, played):
        if chosen.random() < 0.3:
            await worker.project(played.game_id)
    assert await stage.laggards(NAMES, limit=10) in ([played.game_id], [])
    await worker.project(played.game_id)
    await assert_rows_agree(stage, played)


async def test_two_workers_at_one_game_write_every_step_once(stage) -> None:
    played = whole_game(TOY, 4)
    workers = [runner(stage), runner(stage)]
    async for _ in add_by_command(stage, played):
        await asyncio.gather(*(worker.project(played.game_id) for worker in workers for _ in range(2)))
    await assert_rows_agree(stage, played)


async def test_a_worker_goes_on_where_another_has_been(stage) -> None:
    """An accumulator may be older than the cursor: it catches up without writing rows that exist."""
    played = whole_game(TOY, 4)
    one, other = runner(stage), runner(stage)
    commands = 0
    async for _ in add_by_command(stage, played):
        commands += 1
        await (other if commands % 3 else one).project(played.game_id)
    await one.project(played.game_id)
    await assert_rows_agree(stage, played)


async def test_a_caller_that_does_not_wait_leaves_a_locked_game_alone(stage) -> None:
    played = whole_game(TOY, 2)
    await stage.add(played, played.steps)
    async with stage.transaction(played.game_id, NAMES):
        assert await runner(stage).project(played.game_id, wait=False) is None
    assert (await runner(stage).project(played.game_id, wait=False)).rows > 0


@pytest.mark.parametrize("nth", [1, 2, 3])
async def test_a_worker_killed_before_it_commits_leaves_nothing_behind(stage, nth) -> None:
    played = whole_game(TOY, 3)
    await stage.add(played, played.steps)
    with pytest.raises(Killed):
        await runner(FailingStore(stage, nth)).project(played.game_id)
    assert [await stage.stored_rows(name) for name in NAMES] == [[]] * len(NAMES)
    assert await stage.laggards(NAMES, limit=10) == [played.game_id]
    await runner(stage).project(played.game_id)
    await assert_rows_agree(stage, played)


@pytest.mark.parametrize("batch", [1, 2, 5])
async def test_batches_of_any_size_give_the_same_rows(stage, batch, monkeypatch) -> None:
    monkeypatch.setattr(projections.runner, "BATCH_STEPS", batch)
    played = whole_game(TOY, 4)
    half = len(played.steps) // 2
    await stage.add(played, played.steps[:half])
    await runner(stage).project(played.game_id)
    await stage.add(played, played.steps[half:])
    await runner(stage).project(played.game_id)
    await assert_rows_agree(stage, played)


# ---------------------------------------------------------------- what is parked


async def parked(stage: Stage) -> dict[str, str]:
    return {each.projection: each.why for each in await stage.parked()}


async def test_a_changed_step_parks_its_game_and_no_other(stage) -> None:
    bad, good, worker = whole_game(TOY, 3), whole_game(TOY, 3, number=1), runner(stage)
    for played in (bad, good):
        await stage.add(played, played.steps)
    await stage.damage(bad.game_id, 6, bad.steps[5].body.replace(b"shuffled", b"stacked!") + b" ")
    for played in (bad, good):
        await worker.project(played.game_id)
    assert await parked(stage) == dict.fromkeys(ALL, "step 6: its body is not what was hashed")
    assert (await stage.cursor("score_tracks", bad.game_id)).version == 5
    assert [row for row in await stage.stored_rows("score_tracks") if row.game_id == good.game_id] == expected_tracks(
        good
    )
    assert await stage.laggards(NAMES, limit=10) == [], "a parked game is not asked for again"
    assert (await worker.project(bad.game_id)).rows == 0
    assert await stage.parked_game(bad.game_id) == (6, "its body is not what was hashed"), "it takes no commands"
    assert await stage.parked_game(good.game_id) is None


@pytest.mark.parametrize("version", [4, -1], ids=["in the middle", "at the end"])
async def test_a_lost_step_parks_its_game(stage, version) -> None:
    played = whole_game(TOY, 3)
    await stage.add(played, played.steps)
    at = version if version > 0 else len(played.steps)
    await stage.lose(played.game_id, at)
    await runner(stage).project(played.game_id)
    whys = set((await parked(stage)).values())
    assert whys == {f"step {at}: the step is missing" if version < 0 else f"step {at}: the next step in the log is 5"}


async def test_a_log_changed_behind_the_cursor_is_detected_by_a_worker_without_memory(stage) -> None:
    """Whoever edits a step, hash and all, still meets the hash that was projected."""
    played = whole_game(TOY, 2)
    await stage.add(played, played.steps[:1])
    await runner(stage).project(played.game_id)
    body = played.steps[0].body.replace(b'"seats":2', b'"seats":3')
    assert body != played.steps[0].body
    await stage.rewrite_first(played.game_id, body, event_hash(bytes(32), body))
    await stage.add(played, played.steps[1:])
    await runner(stage).project(played.game_id)
    assert set(await parked(stage)) == set(ALL)


async def test_what_a_worker_remembers_of_a_replaced_log_parks_nothing(stage) -> None:
    played, worker = whole_game(TOY, 3), runner(stage)
    await stage.add(played, played.steps[:6])
    await worker.project(played.game_id)
    cached = worker._cached_games[played.game_id]
    worker._cached_games[played.game_id] = cached.__class__(
        cached.version, b"\x01" * 32, cached.state, cached.accumulators
    )
    await stage.add(played, played.steps[6:])
    await worker.project(played.game_id)
    assert await parked(stage) == {} and await stage.parked_game(played.game_id) is None
    await assert_rows_agree(stage, played)


def exploding(name: str, at: int) -> Projection:
    def fold(game, accumulator, step, state):
        if step.version == at:
            raise ValueError(f"hidden: {state.secret}")
        original = next(each for each in PROJECTIONS if each.name == name)
        return original.fold(game, accumulator, step, state)

    return Projection(name, fold)


async def test_a_fold_that_raises_is_parked_alone_and_without_its_words(stage, caplog) -> None:
    played = whole_game(TOY, 3)
    await stage.add(played, played.steps)
    await runner(stage, (exploding("score_tracks", 8), GAME_LIST, RULES_FIRED)).project(played.game_id)
    whys = await parked(stage)
    assert list(whys) == ["score_tracks"]
    assert whys["score_tracks"].startswith("step 8 (toy.CardRevealed): ValueError in ")
    assert "hidden" not in whys["score_tracks"] + caplog.text
    assert played.game_id in caplog.text
    assert (await stage.cursor("score_tracks", played.game_id)).version == 7
    assert (await stage.cursor("game_list", played.game_id)).version == len(played.steps)


async def test_a_parked_projection_is_taken_up_by_a_rebuild(stage) -> None:
    played = whole_game(TOY, 3)
    await stage.add(played, played.steps)
    await runner(stage, (exploding("score_tracks", 8), GAME_LIST, RULES_FIRED)).project(played.game_id)
    await rebuild(stage, runner(stage), [SCORE_TRACKS])
    assert await parked(stage) == {}
    await assert_rows_agree(stage, played)


@pytest.mark.rules("GAME-VERSION-04")
async def test_a_game_of_a_version_that_this_build_lacks_is_left_alone(stage) -> None:
    """Nothing is parked: a build that has the version goes on where the cursors are."""
    played, later = whole_game(TOY, 2), whole_game(replace(TOY, version=9), 3)
    for each in (played, later):
        await stage.add(each, each.steps)
    older = Runner(stage, PROJECTIONS, {})
    assert await older.project(played.game_id) is None
    assert await older.rebuild(played.game_id, PROJECTIONS) == 0
    assert await parked(stage) == {} and await stage.stored_rows("score_tracks") == []
    assert await stage.laggards(NAMES, limit=10) == [played.game_id], "version 9 is not asked for again and again"
    await runner(stage).project(played.game_id)
    rows = await stage.stored_rows("score_tracks")
    assert rows == expected_tracks(played)
    assert await older.rebuild(played.game_id, PROJECTIONS) == 0
    assert await stage.stored_rows("score_tracks") == rows, "an older build empties nothing that it cannot fill"


async def test_rows_that_no_store_can_keep_are_parked(stage) -> None:
    """Postgres keeps no zero byte in a text."""

    def fold(game, accumulator, step, state):
        accumulator, rows = GAME_LIST.fold(game, accumulator, step, state)
        return accumulator, tuple(msgspec.structs.replace(row, phase="a\x00b") for row in rows)

    played = whole_game(TOY, 2)
    await stage.add(played, played.steps)
    await runner(stage, (SCORE_TRACKS, Projection(GAME_LIST.name, fold), RULES_FIRED)).project(played.game_id)
    whys = await parked(stage)
    assert list(whys) == ["game_list"]
    assert await stage.stored_rows("score_tracks") == expected_tracks(played)
    assert await stage.laggards(NAMES, limit=10) == []


# ---------------------------------------------------------------- rebuild


@pytest.mark.campaign
async def test_a_rebuild_gives_identical_rows(stage) -> None:
    games = [whole_game(ruleset, ruleset.seats_max, number) for ruleset in NEWEST for number in range(3)]
    worker, progress = runner(stage), []
    for played in games:
        await stage.add(played, played.steps)
        await worker.project(played.game_id)
    before = {name: await stage.stored_rows(name) for name in NAMES}
    rows = await rebuild(stage, runner(stage), PROJECTIONS, lambda done, total: progress.append((done, total)))
    assert {name: await stage.stored_rows(name) for name in NAMES} == before
    assert rows >= len(before["score_tracks"])
    assert progress == [(done, len(games)) for done in range(len(games) + 1)]


async def test_a_rebuild_while_games_go_on_loses_no_step(stage) -> None:
    games = [whole_game(TOY, 4, number) for number in range(4)]
    worker = runner(stage)

    async def play(played: PlayedGame) -> None:
        async for _ in add_by_command(stage, played):
            await worker.project(played.game_id)
            await asyncio.sleep(0)

    async def rebuild_often() -> None:
        for _ in range(4):
            await rebuild(stage, runner(stage), PROJECTIONS)

    await asyncio.gather(*(play(played) for played in games), rebuild_often())
    for played in games:
        await worker.project(played.game_id)
    await assert_rows_agree(stage, *games)


async def test_a_rebuild_forgets_games_that_the_log_does_not_have(stage) -> None:
    gone, there = whole_game(TOY, 2), whole_game(TOY, 2, number=1)
    for played in (gone, there):
        await stage.add(played, played.steps)
        await runner(stage).project(played.game_id)
    await stage.forget(gone.game_id)
    await rebuild(stage, runner(stage), PROJECTIONS)
    await assert_rows_agree(stage, there)


async def test_memory_is_bounded(stage, monkeypatch) -> None:
    monkeypatch.setattr(projections.runner, "GAMES_CACHED_MAX", 2)
    worker = runner(stage)
    for number in range(4):
        builder = GameBuilder(TOY, 2, number.to_bytes(32, "big"))
        builder.seat_everybody()
        builder.do(BeginGame(HOST))
        played = builder.played()
        await stage.add(played, played.steps)
        await worker.project(played.game_id)
    assert len(worker._cached_games) == 2
