"""Dumps and statistics: what is in them, whom they do not name, and that only `seats` differs between two of them."""

import gzip
import json
from datetime import UTC, date, datetime, timedelta
from html import escape
from pathlib import Path
from types import SimpleNamespace

import pytest

from domain.game.terms import Delay, Sandbox, Terms
from infra.data.dump import MANIFEST, NDJSON, write_dump
from infra.data.nightly import NightlyDumps
from infra.data.page import page_of
from infra.data.statistics import QUESTIONS, BadDump, answers, check_dump
from services.audit.chi_square import chi_square
from services.log.signed_tree import NoTree
from services.world import World
from tests.services.conftest import clock, memory  # noqa: F401
from tests.services.game_driver import ANN, BEN, GameDriver, seated_game

COMMANDS_MAX = 2_000


@pytest.fixture
async def games(memory: World) -> list[GameDriver]:  # noqa: F811
    """Two games that are over, and one each that is running, a sandbox, or still delayed."""
    kinds = ({}, {}, {"terms": Terms(sandbox=Sandbox())}, {"terms": Terms(delay=Delay(seconds=60))})
    drivers = [await seated_game(memory, "great_fire", **kind) for kind in kinds]
    for driver in drivers:
        await driver.play_on(COMMANDS_MAX)
        assert driver.state.over
    running = await seated_game(memory, "great_fire")
    return [*drivers, running]


async def dumped(memory: World, folder: Path, *, parquet: bool = False) -> dict:  # noqa: F811
    return await write_dump(SimpleNamespace(world=memory), NoTree(), folder, 0, parquet)  # type: ignore[arg-type]


def read(folder: Path, part: str) -> list[dict]:
    rows = []
    for path in sorted(folder.glob(f"*/*/{part}{NDJSON}")):
        rows += [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    return rows


@pytest.mark.rules("GAME-OPENDATA-01")
async def test_it_has_finished_games_that_count_and_are_due_and_no_other(memory, games, clock, tmp_path) -> None:  # noqa: F811
    await dumped(memory, tmp_path / "first")
    first = {row["game"] for row in read(tmp_path / "first", "games")}
    assert first == {driver.game_id for driver in games[:2]}
    clock.pass_seconds(61)
    await dumped(memory, tmp_path / "second")
    assert {row["game"] for row in read(tmp_path / "second", "games")} == first | {games[3].game_id}


@pytest.mark.rules("GAME-OPENDATA-01")
async def test_persons_have_names_of_that_dump_in_one_part_alone(memory, games, tmp_path) -> None:  # noqa: F811
    first, second = await dumped(memory, tmp_path / "first"), await dumped(memory, tmp_path / "second")
    for folder in ("first", "second"):
        for path in (tmp_path / folder).rglob(f"*{NDJSON}"):
            text = gzip.decompress(path.read_bytes()).decode()
            for person in (ANN, BEN):
                assert f'"{person.id}"' not in text and person.name not in text, path
    differing = {name for name in first["files"] if first["files"][name]["sha256"] != second["files"][name]["sha256"]}
    assert {Path(name).name for name in differing} == {f"seats{NDJSON}"}
    names = [{row["person"] for row in read(tmp_path / folder, "seats")} for folder in ("first", "second")]
    assert len(names[0]) == 3 and names[0].isdisjoint(names[1])


async def test_a_changed_file_a_path_outside_and_no_dump_are_refused(memory, games, tmp_path) -> None:  # noqa: F811
    with pytest.raises(BadDump, match="no dump"):
        check_dump(tmp_path)
    await dumped(memory, tmp_path / "d")
    check_dump(tmp_path / "d")
    path = next((tmp_path / "d").rglob(f"games{NDJSON}"))
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(BadDump, match="not the file"):
        check_dump(tmp_path / "d")
    manifest = tmp_path / "d" / MANIFEST
    manifest.write_text(json.dumps({"files": {"../out": {"sha256": ""}}}))
    with pytest.raises(BadDump, match="outside"):
        check_dump(tmp_path / "d")


async def test_statistics_answer_every_question_and_count_right(memory, games, tmp_path) -> None:  # noqa: F811
    await dumped(memory, tmp_path, parquet=True)
    assert len(list(tmp_path.rglob("*.parquet"))) == 4
    check_dump(tmp_path)
    made = {each.name: each for each in answers(tmp_path)}
    assert tuple(made) == QUESTIONS
    assert [each.rows for each in answers(tmp_path)] == [each.rows for each in made.values()]
    seats = [dict(zip(made["seats"].columns, row, strict=True)) for row in made["seats"].rows]
    assert [(row["seat"], row["n"]) for row in seats] == [(0, 2), (1, 2), (2, 2)]
    assert all(row["low"] <= row["share"] <= row["high"] for row in seats)
    (length,) = made["length"].rows
    assert length[made["length"].columns.index("n")] == 2
    assert made["think_time"].rows == (), "the players of this test have no tokens"
    page = page_of("<manifest>", list(made.values()))
    assert page == page_of("<manifest>", answers(tmp_path)), "the same dump, the same bytes"
    text = page.decode()
    assert text.count("<svg ") == 3 and "nothing to count" in text, "no bots, no refusals, nobody with a token"
    assert text.count('class="interval"') == 3 + 1 and text.count('class="beside"') == 3
    assert "&lt;manifest&gt;" in text and "<script" not in text and "http" not in text
    assert all(each.sha256 in text and escape(each.sql) in text for each in made.values())


async def test_take_backs_are_counted_by_what_allowed_them(memory, games, tmp_path) -> None:  # noqa: F811
    await dumped(memory, tmp_path)
    (path,) = tmp_path.glob(f"*/*/steps{NDJSON}")
    steps = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    crossed = [{"kind": "drew", "seats": [0], "version": 4}]
    for why, given in (("free", []), ("consent", crossed), ("consent", [])):
        facts = {"why": why, "steps": 2, "crossed": given, "redealt": bool(given)}
        steps.append({**steps[-1], "type": "game.StepsTakenBack", "facts": json.dumps(facts)})
    path.write_bytes(gzip.compress(b"".join(json.dumps(each).encode() + b"\n" for each in steps)))
    made = next(each for each in answers(tmp_path) if each.name == "take_backs")
    assert made.columns == ("ruleset", "why", "n", "in_games", "of_games", "steps", "showed", "redealt")
    assert made.rows == (("great_fire", "consent", 2, 1, 2, 4, 1, 1), ("great_fire", "free", 1, 1, 2, 2, 0, 0))


@pytest.mark.rules("GAME-OPENDATA-01")
async def test_a_dump_until_a_day_is_the_same_whenever_it_is_made(memory, games, clock, tmp_path) -> None:  # noqa: F811
    until, folder = clock.now_us, tmp_path / "now"
    first = await dumped(memory, folder)
    clock.pass_seconds(61)
    assert (await dumped(memory, tmp_path / "later"))["games"] == first["games"] + 1
    same = await write_dump(
        SimpleNamespace(world=memory),
        NoTree(),
        tmp_path / "until",
        0,
        False,
        until,  # type: ignore[arg-type]
    )
    assert same["games"] == first["games"] and same["until_us"] == first["until_us"] == until
    differing = {name for name in first["files"] if first["files"][name] != same["files"].get(name)}
    assert {Path(name).name for name in differing} == {f"seats{NDJSON}"}


def half_a_dump(folder: Path) -> None:
    folder.mkdir()
    (folder / "half").touch()


async def test_a_nightly_dump_is_made_once_when_it_is_due_and_old_ones_go(tmp_path) -> None:
    made, works, at = list[date](), [False, True, True, True], [datetime(2026, 3, 5, 2, 59, tzinfo=UTC)]

    async def make(folder: Path, until: date) -> bool:
        half_a_dump(folder)
        made.append(until)
        assert not (tmp_path / folder.name.removeprefix(".")).exists(), "nobody meets half a dump"
        if (is_well := works.pop(0)) is True:
            assert await nightly.once(), "another worker leaves it to this one"
        return is_well

    nightly = NightlyDumps(tmp_path, 3, 2, lambda: int(at[0].timestamp() * 1_000_000), make)
    (tmp_path / "2026-03-03").mkdir()
    (tmp_path / "notes").mkdir()
    assert await nightly.once() and made == [], "it is not due, and that of the day before is there"
    at[0] += timedelta(minutes=1)
    assert not await nightly.once() and made == [date(2026, 3, 5)], "it failed"
    assert await nightly.once() and await nightly.once() and len(made) == 2, "it is made once"
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "2026-03-03", "2026-03-04", "notes"]
    at[0] += timedelta(days=1)
    assert await nightly.once()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "2026-03-04", "2026-03-05", "notes"]


def test_chi_square_is_the_printed_one() -> None:
    """The critical values of printed tables: 5 % at 1, 5 and 10 degrees of freedom."""
    statistic, p = chi_square([60, 40])
    assert (statistic, round(p, 4)) == (4.0, 0.0455)
    assert chi_square([10, 10, 10]) == (0.0, 1.0)
    from services.audit.chi_square import upper_gamma

    for freedom, critical in ((1, 3.841), (5, 11.070), (10, 18.307)):
        assert abs(upper_gamma(freedom / 2, critical / 2) - 0.05) < 1e-4
