"""A log of some games is filled by copies of recorded ones, goes on where it was stopped, and is measured."""

import random
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from infra.wiring import Wired, wired
from services.log.verify import verify_game
from tests.bench.growth import filling, open_games
from tests.bench.growth.filling import Part, fill
from tests.bench.growth.measuring import MEASUREMENTS, Side, measure
from tests.bench.growth.recorded import Recording, Series, copy_id, recording_of
from tests.bench.growth.results import Stage, read_stages, relations_of, show, write_stage
from tests.bench.growth.servers import put_originals
from tests.corpus.rows import FOLDER, parse, unpack

GAMES = 4


def recordings() -> list[Recording]:
    """The shortest games of the corpus that were played to their end."""
    path = FOLDER / "brigade-2-games.jsonl.xz"
    streams = parse(path.name, unpack(path.name, path.read_bytes())).streams
    games = [recording_of(each.head, each.steps, each.commands) for each in streams if each.head.kind == "game"]
    return sorted((each for each in games if each.over), key=lambda each: each.steps)[:2]


@pytest.fixture
async def use_cases(database_url: str, redis_url: str) -> AsyncIterator[Wired]:
    await put_originals(database_url, recordings()[:1])
    async with wired(database_url, redis_url, connections_max=2) as use_cases:
        yield use_cases


def test_the_parts_of_a_run_add_up() -> None:
    series = Series(recordings(), [0, 1, 1])
    assert [series.games_for(steps) for steps in (0, 1)] == [0, 1]
    lengths = [series.recording(number).steps for number in range(GAMES)]
    assert [series.steps_before(number) for number in (0, 1, GAMES)] == [0, lengths[0], sum(lengths)]
    assert series.games_for(sum(lengths)) == GAMES and series.games_for(sum(lengths) + 1) == GAMES + 1
    parts = [number for at in range(3) for number in Part(2, GAMES, at, 3).games()]
    assert sorted(parts) == list(range(2, GAMES))


@pytest.mark.campaign
async def test_a_log_is_filled_once_and_what_is_measured_is_printed(
    use_cases, database_url, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(filling, "LOOKED_UP_AT_ONCE", 1)  # no game is lost between two look-ups
    series, counted = Series(recordings()[:1], [0]), Counter[str]()

    async def fill_until(end: int, what: str) -> int:
        await fill(database_url, series, Part(0, end), lambda events: counted.update({what: events}))
        return counted[what]

    for entry in list(series.recording(1).appends(copy_id(1)))[:9]:  # a run that was stopped has left a game open
        await use_cases.world.log.append(entry)
    assert await fill_until(2, "first") == series.steps_before(2)
    assert await fill_until(GAMES, "then") == series.steps_before(GAMES)
    assert await fill_until(GAMES, "once more") == series.steps_before(GAMES)
    events = await use_cases.pool.fetchval("SELECT count(*) FROM event")
    assert events == series.steps_before(GAMES + 1), "the copies, and the original"
    for number in range(2):
        verdict = await verify_game(use_cases.world, copy_id(number))
        assert verdict is not None and verdict.finding is None and verdict.steps == series.recording(number).steps

    side = Side(use_cases, series, GAMES, random.Random(1))
    figures = await measure(side, side, share=0.01)
    assert [figure.what for figure in figures] == list(MEASUREMENTS)
    stage = Stage(events, GAMES, 0, 0, 0, 0, figures, await relations_of(database_url))
    write_stage(tmp_path / "results", stage)
    assert read_stages(tmp_path / "results") == [stage]
    show(tmp_path / "results")
    assert all(figure.what in capsys.readouterr().out for figure in figures[:1])


@pytest.mark.campaign
@pytest.mark.long
def test_open_games_are_copied_and_watched(monkeypatch, capsys) -> None:
    monkeypatch.setattr(open_games, "IDLE_SECONDS", 0.1)
    monkeypatch.setattr("sys.argv", ["open_games", "--games", "6", "--copies"])
    open_games.main()
    assert "a subscription to each, on 1 connections" in capsys.readouterr().out
