"""A delay on lists: at every moment a list shows of a delayed game exactly what the horizon allows, and never more
(GAME-DELAY-01, GAME-DELAY-02)."""

import random
from collections.abc import Iterator

import pytest

from domain.engine.viewer import SPECTATOR
from domain.game import AbandonGame, BeginGame
from domain.game.terms import Delay, Sandbox, Terms
from projections import GAME_LIST, PROJECTIONS, RULES_FIRED
from projections.game_list import NEVER_US, ListedGame, ListedStep, leaders
from projections.ports import Row
from projections.rebuild import rebuild
from projections.runner import Runner
from services.listing import GameChoice, GamePage
from services.log.replay import History
from services.ports import GameListRow
from services.reads.horizon import horizon, is_delayed
from tests.game.toy import TOY
from tests.projections.fake_store import FakeReader, keep
from tests.projections.played_games import HOST, NEWEST, RULESETS, START_US, GameBuilder, PlayedGame, whole_game
from tests.projections.stages import Stage

PACE_US = 700_000
DELAYS = [Delay(seconds=2), Delay(seconds=60), Delay(steps=1), Delay(steps=25), Delay(steps=1_000)]
FAR_US = START_US + 3_600_000_000
pytestmark = pytest.mark.rules("GAME-DELAY-01", "GAME-DELAY-02")


def named(delay: Delay) -> str:
    return f"{delay.seconds} s" if delay.seconds else f"{delay.steps} steps"


def delayed(ruleset, delay: Delay, number: int = 0) -> PlayedGame:
    return whole_game(ruleset, ruleset.seats_min, number, terms=Terms(delay), pace_us=PACE_US)


def allowed(played: PlayedGame, history: History, now_us: int) -> GameListRow:
    """What lists may show of the game as far as `history` has it: the game as somebody without a seat sees it now."""
    assert history.head is not None
    version = horizon(history, now_us) if is_delayed(None, history.head) else history.version
    state, game = played.state_at(version), played.game
    return GameListRow(
        game_id=played.game_id,
        ruleset=state.ruleset,
        phase=state.phase,
        version=version,
        turn=game.turn(state),
        persons=tuple(seat.principal or "" for seat in state.seats),
        bots=tuple(seat.bot for seat in state.seats),
        to_act=game.to_act(state),
        leaders=leaders(game.tracks(state, SPECTATOR)),
        winners=state.result.winners if state.result else (),
        sandbox=False,
        fork=False,
        opened_us=START_US,
        moved_us=played.time_us(version),
    )


def moments(delay: Delay, last_us: int) -> Iterator[int]:
    """Moments round which something changes for spectators who look when the game's last step was at `last_us`."""
    late = delay.seconds * 1_000_000
    for back in range(4):
        for beside in (-1, 0, 1):
            yield last_us + late - back * PACE_US + beside
    yield from (last_us, last_us + late // 2, START_US, FAR_US)


@pytest.mark.parametrize(
    "delay", [*DELAYS[:1], *(pytest.param(each, marks=pytest.mark.campaign) for each in DELAYS[1:])], ids=named
)
@pytest.mark.parametrize("ruleset", NEWEST, ids=lambda ruleset: ruleset.id)
async def test_at_every_step_and_moment_a_list_shows_what_the_horizon_allows(ruleset, delay) -> None:
    played = delayed(ruleset, delay)
    history, accumulator = History(played.game_id, played.game), None
    stored: dict[object, Row] = {}
    reader = FakeReader({("game_list", played.game_id): stored})
    for step, state in zip(played.recorded(), played.states, strict=True):
        history.add([step])
        accumulator, rows = GAME_LIST.fold(played.game, accumulator, step, state)
        keep(stored, rows)
        for now_us in moments(delay, step.body.time_us):
            assert reader.listed(played.game_id, now_us) == allowed(played, history, now_us), (step.version, now_us)


@pytest.mark.parametrize("delay", [Delay(seconds=20), Delay(steps=25)], ids=named)
@pytest.mark.parametrize("ruleset", NEWEST, ids=lambda ruleset: ruleset.id)
@pytest.mark.campaign
async def test_the_store_shows_what_the_horizon_allows_as_a_game_goes_on(stage: Stage, ruleset, delay) -> None:
    played, chosen = delayed(ruleset, delay), random.Random(7)
    history, worker, steps = (
        History(played.game_id, played.game),
        Runner(stage, PROJECTIONS, RULESETS),
        played.recorded(),
    )
    commands = list(played.commands)
    while commands:
        taken = [commands.pop(0) for _ in range(min(chosen.choice((1, 2, 40)), len(commands)))]
        for first, last in taken:
            await stage.add(played, played.steps[first - 1 : last])
        history.add(steps[history.version : taken[-1][1]])
        await worker.project(played.game_id)
        for now_us in chosen.sample(list(moments(delay, steps[history.version - 1].body.time_us)), 3):
            [row] = await stage.reader.games(limit=10, now_us=now_us)
            assert row == allowed(played, history, now_us)
    before = [await stage.stored_rows(projection.name) for projection in PROJECTIONS]
    assert sum(type(row) is ListedStep for row in before[1]) == len(played.steps)
    await rebuild(stage, Runner(stage, PROJECTIONS, RULESETS), PROJECTIONS)
    assert [await stage.stored_rows(projection.name) for projection in PROJECTIONS] == before


async def test_filters_counts_order_and_cursors_use_what_is_visible(stage: Stage) -> None:
    """Four games: one that all may see; one whose spectators are still before its beginning, one in the middle, one at
    its end."""
    open_, begun, middle, over = (
        whole_game(TOY, 3, number, terms=None if delay is None else Terms(delay), pace_us=PACE_US)
        for number, delay in enumerate((None, Delay(steps=1_000), Delay(seconds=3), Delay(seconds=1)))
    )
    for played in (open_, middle, over):
        await stage.add(played, played.steps)
        await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)
    await stage.add(begun, begun.steps[:-2])
    await Runner(stage, PROJECTIONS, RULESETS).project(begun.game_id)
    now_us, reader = over.time_us(len(over.steps)) + 1_000_000, stage.reader

    async def listed(**named: object) -> dict[str, str]:
        rows = await reader.games(GameChoice(**named), limit=10, now_us=now_us)
        assert [row.moved_us for row in rows] == sorted((row.moved_us for row in rows), reverse=True)
        assert await reader.count_games(GameChoice(**named), now_us=now_us) == len(rows)
        return {row.game_id: row.phase for row in rows}

    phases = await listed()
    assert phases == {open_.game_id: "over", over.game_id: "over", middle.game_id: "playing", begun.game_id: "open"}
    assert set(await listed(phase="over")) == {open_.game_id, over.game_id}
    assert set(await listed(phase="open", ruleset="toy")) == {begun.game_id}
    assert await listed(phase="playing", ruleset="another") == {}
    paged, before = [], None
    while page := await reader.games(page=GamePage(before=before), limit=1, now_us=now_us):
        paged += page
        before = (page[-1].moved_us, page[-1].game_id)
    assert list(phases) == [row.game_id for row in paged]
    now_us = FAR_US
    assert list((await listed()).values()).count("over") == 3
    assert [row.game_id for row in await reader.games(GameChoice(phase="open"), limit=10, now_us=FAR_US)] == [
        begun.game_id
    ]


async def test_bots_play_a_delayed_game_at_its_head(stage: Stage) -> None:
    builder = GameBuilder(TOY, 2, bytes(32), terms=Terms(Delay(seconds=3_600)), pace_us=PACE_US)
    builder.seat_everybody()
    builder.do(BeginGame(HOST))
    played = builder.played()
    await stage.add(played, played.steps)
    await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)
    assert await stage.waiting_for_bots(moved_before_us=START_US + 60_000_000, limit=5) == [played.game_id]
    [row] = await stage.reader.games(limit=5, now_us=played.time_us(len(played.steps)))
    assert (row.phase, row.to_act) == ("open", ())


async def test_a_delayed_game_that_the_log_does_not_have_is_forgotten(stage: Stage) -> None:
    played = delayed(TOY, Delay(seconds=5))
    await stage.add(played, played.steps)
    await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)
    await stage.forget(played.game_id)
    for projection in (GAME_LIST, RULES_FIRED):
        assert await stage.drop_strays(projection.name) == 1
        assert await stage.stored_rows(projection.name) == []
    assert await stage.reader.count_games(now_us=FAR_US) == 0


@pytest.mark.parametrize("delay", [Delay(seconds=20), Delay(steps=25)], ids=named)
def test_a_game_that_is_closed_before_it_begins_is_not_delayed(delay) -> None:
    builder = GameBuilder(TOY, 2, bytes(32), terms=Terms(delay))
    builder.seat_everybody()
    builder.do(AbandonGame(HOST))
    played = builder.played()
    accumulator, stored = None, {}
    history = History(played.game_id, played.game)
    for step, state in zip(played.recorded(), played.states, strict=True):
        history.add([step])
        accumulator, rows = GAME_LIST.fold(played.game, accumulator, step, state)
        keep(stored, rows)
    assert horizon(history, START_US) == history.version
    assert FakeReader({("game_list", played.game_id): stored}).listed(played.game_id, START_US).phase == "abandoned"


def test_a_row_at_the_head_of_a_game_delayed_by_steps_is_never_due_before_its_end() -> None:
    played, accumulator = delayed(TOY, Delay(steps=2)), None
    for step, state in zip(played.recorded(), played.states, strict=True):
        accumulator, rows = GAME_LIST.fold(played.game, accumulator, step, state)
        assert [type(row) for row in rows] == [ListedStep, ListedGame]
        assert rows[1].shows_us == (NEVER_US if state.phase == "playing" else 0)


# ---------------------------------------------------------------- where rules fired


async def test_rules_of_a_delayed_game_are_listed_once_its_end_is_visible(stage: Stage) -> None:
    late, prompt = delayed(TOY, Delay(seconds=30)), whole_game(TOY, 2, 1, pace_us=PACE_US)
    worker, end_us = Runner(stage, PROJECTIONS, RULESETS), late.time_us(len(late.steps)) + 30_000_000
    await stage.add(prompt, prompt.steps)
    await stage.add(late, late.steps[:-2])
    for played in (prompt, late):
        await worker.project(played.game_id)
    assert {row.game_id for row in await stage.stored_rows("rules_fired")} == {prompt.game_id}
    await stage.add(late, late.steps[-2:])
    await worker.project(late.game_id)
    for rule in {row.rule for row in await stage.stored_rows("rules_fired")}:
        assert late.game_id not in {row.game.game_id for row in await fired(stage, rule, end_us - 1)}
        listed = await fired(stage, rule, end_us)
        assert [row.game.game_id for row in listed][:1] == [late.game_id], "the newest first"
        assert (listed[0].game.phase, listed[0].game.version) == ("over", len(late.steps))
        assert await stage.reader.count_rule_games(rule, now_us=end_us) == len(listed)
        assert await stage.reader.count_rule_games(rule, now_us=end_us - 1) == len(listed) - 1


async def fired(stage: Stage, rule: str, now_us: int):
    return await stage.reader.rule_games(rule, before=None, limit=10, now_us=now_us)


async def test_sandboxes_are_marked_and_count_for_no_rule(stage: Stage) -> None:
    sandbox = whole_game(TOY, 2, terms=Terms(sandbox=Sandbox()))
    game = whole_game(TOY, 2, 1)
    for played in (sandbox, game):
        await stage.add(played, played.steps)
        await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)
    assert {row.game_id for row in await stage.stored_rows("rules_fired")} == {game.game_id}
    for chosen, expected in (
        (None, {sandbox.game_id, game.game_id}),
        (True, {sandbox.game_id}),
        (False, {game.game_id}),
    ):
        rows = await stage.reader.games(GameChoice(sandbox=chosen), limit=10, now_us=FAR_US)
        assert {row.game_id for row in rows} == expected
        assert await stage.reader.count_games(GameChoice(sandbox=chosen), now_us=FAR_US) == len(expected)
        assert chosen is None or all(row.sandbox is chosen for row in rows)


async def test_games_of_a_rule_come_page_by_page(stage: Stage) -> None:
    games = [whole_game(TOY, 2 + number % 3, number) for number in range(5)]
    for played in games:
        await stage.add(played, played.steps)
        await Runner(stage, PROJECTIONS, RULESETS).project(played.game_id)
    everything = await fired(stage, "GAME-BEGIN-01", FAR_US)
    assert {row.game.game_id for row in everything} == {played.game_id for played in games}
    assert [row.times for row in everything] == [1] * 5
    paged, before = [], None
    while page := await stage.reader.rule_games("GAME-BEGIN-01", before=before, limit=2, now_us=FAR_US):
        paged += page
        before = (page[-1].shows_us, page[-1].game.game_id)
    assert paged == everything
    assert await fired(stage, "GAME-NONE-01", FAR_US) == []
