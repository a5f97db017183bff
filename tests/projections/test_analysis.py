"""Win chances: what playouts may depend on, which steps are analysed, and slices that run twice, at once or in part."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.score import PARTS_OF_WIN
from domain.engine.viewer import SPECTATOR
from domain.game import GameState
from projections.analysis.analyst import WIN_CHANCES, Analyst
from projections.analysis.chances import WinChances, estimate
from projections.analysis.playouts import PlayoutKey
from projections.analysis.steps import StepChooser
from projections.rebuild import empty_all
from services.ports import WinChanceRow
from services.reads.chances import chances_of, key_moments
from tests.game.toy import TOY
from tests.projections.played_games import NEWEST, RULESETS, PlayedGame, whole_game
from tests.projections.stages import FailingStore, Killed, Stage

PLAYOUTS = 3


def analyst(stage: Stage, seconds: float = 60.0, **wants) -> Analyst:
    return Analyst(stage, PLAYOUTS, rulesets=RULESETS, slice_seconds=seconds, **wants)


def analysed(played: PlayedGame) -> list[tuple[int, GameState]]:
    """The steps that the analyst takes, with the states after them."""
    chooser = StepChooser(played.game, played.game_id)
    steps = zip(played.recorded(), played.states, strict=True)
    return [(step.version, state) for step, state in steps if chooser.is_worth_it(step, state)]


def expected(played: PlayedGame) -> list[WinChances]:
    key = PlayoutKey(played.game_id, 0, SPECTATOR)
    return [
        estimate(played.game.ruleset, state, replace(key, version=version), PLAYOUTS)
        for version, state in analysed(played)
    ]


async def rows_of(stage: Stage) -> list[WinChances]:
    """The stored rows without the time they took, which alone may differ."""
    return [msgspec.structs.replace(row, cost_us=0) for row in await stage.stored_rows(WIN_CHANCES)]


@pytest.mark.parametrize("ruleset", NEWEST, ids=lambda each: each.id)
def test_twins_have_the_same_playouts(ruleset) -> None:
    played = whole_game(ruleset, ruleset.seats_max)
    steps = analysed(played)
    assert steps[-1][1].over, "the end is analysed, and knows its outcome"
    differ = 0
    for version, state in steps[len(steps) // 2 :: max(len(steps) // 6, 1)]:
        hidden = ruleset.redeal(state.position, SPECTATOR, Chance(bytes([version % 256]) * 32, 0))
        twin = msgspec.structs.replace(state, position=hidden, secret=bytes(32).hex(), seed=bytes(32).hex())
        differ += hidden != state.position
        key = PlayoutKey(played.game_id, version, SPECTATOR)
        row = estimate(ruleset, state, key, 2)
        assert row == estimate(ruleset, twin, key, 2) == estimate(ruleset, state, key, 2)
        if not state.over:
            assert row.playouts == 2 and sum(row.won) + row.nobody * PARTS_OF_WIN == 2 * PARTS_OF_WIN
    assert differ or ruleset is TOY


async def test_a_game_is_analysed_once_whatever_happens_to_the_calls(stage: Stage) -> None:
    played = whole_game(TOY, 3)
    await stage.add(played, played.steps)
    one, other = analyst(stage), analyst(stage, seconds=0.0)
    assert not (await analyst(stage, wants=lambda game_id, state: False).analyse(played.game_id)).rows
    first = await other.analyse(played.game_id)
    assert first.rows == 1 and first.more and await rows_of(stage) == expected(played)[:1]
    with pytest.raises(Killed):
        await Analyst(FailingStore(stage, 1), PLAYOUTS, rulesets=RULESETS).analyse(played.game_id)
    assert await rows_of(stage) == expected(played)[:1], "a killed slice writes nothing"
    await asyncio.gather(one.analyse(played.game_id), other.analyse(played.game_id))
    while (await one.analyse(played.game_id)).rows:
        pass
    assert await rows_of(stage) == expected(played)
    cursor = await stage.cursor(WIN_CHANCES, played.game_id)
    assert (cursor.version, cursor.hash) == (len(played.steps), played.steps[-1].hash)
    last = await stage.reader.win_chances(played.game_id, after=expected(played)[0].version, up_to=10_000, limit=2)
    assert [row.version for row in last] == [row.version for row in expected(played)[1:3]]


async def test_a_damaged_game_is_parked_and_no_other(stage: Stage) -> None:
    good, bad = whole_game(TOY, 3), whole_game(TOY, 3, number=1)
    for played in (good, bad):
        await stage.add(played, played.steps)
    await stage.damage(bad.game_id, 6, b'{"data":{}}')
    for played in (bad, good):
        await analyst(stage).analyse(played.game_id)
    assert "step 6" in ((await stage.cursor(WIN_CHANCES, bad.game_id)).parked_why or "")
    assert await rows_of(stage) == expected(good)
    assert not (await analyst(stage).analyse("00000000-0000-0000-0000-000000000000")).rows


async def test_emptied_chances_are_computed_anew(stage: Stage) -> None:
    played = whole_game(TOY, 3)
    await stage.add(played, played.steps)
    assert await empty_all(stage, WIN_CHANCES) == 0
    await analyst(stage).analyse(played.game_id)
    assert await empty_all(stage, WIN_CHANCES) == 1 and await rows_of(stage) == []
    await analyst(stage).analyse(played.game_id)
    assert await rows_of(stage) == expected(played)


def row(version: int, *won: int, playouts: int = 40) -> WinChanceRow:
    return WinChanceRow(version, playouts, tuple(each * PARTS_OF_WIN for each in won), (0,) * len(won), 0, 1_000)


def test_errors_are_never_nothing_by_luck_and_moments_are_more_than_chance() -> None:
    rows = [chances_of(each) for each in (row(5, 20, 20), row(9, 22, 18), row(12, 40, 0), row(20, 1, 0, playouts=0))]
    assert rows[2].seats[1].share == 0 < rows[2].seats[1].standard_error
    assert rows[3].seats[0].share == 1 and rows[3].seats[0].standard_error == 0
    moments = key_moments(rows, 5)
    assert [(each.after, each.version, each.seat, each.change) for each in moments] == [(9, 12, 0, 0.45)]
    assert key_moments(rows, 0) == [] == key_moments(rows[:1], 5)
