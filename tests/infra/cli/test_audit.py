"""`emberlog report`, `readjudicate`, `dump` and `stats` on real servers: what is refused first, then what they write."""

import asyncio
import gzip
import json
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from domain.engine.codec import canonical
from domain.engine.ruleset import AnyRuleset
from domain.game.rulings.ruling import Ruling
from domain.rulesets import RULESETS
from infra.cli.app import run
from infra.cli.problems import ExitCode
from infra.rulebook import read_rulebook
from infra.wiring import wired
from services.commands.answers import Accepted
from services.ports import Principal
from services.readjudicate.carried import AnotherGeneration
from services.readjudicate.games import readjudicate
from services.rulings.arbitration import Arbitration
from services.world import World
from tests.api.conftest import asking, services_over, serving
from tests.dice import new_id
from tests.services.game_driver import GameDriver, seated_game

COMMANDS = 14
REPORT = """query Report($g: ID!, $case: AuditCase!, $seat: Int, $step: Int, $command: ID, $from: DateTime, $to: DateTime) {
  game(id: $g) { auditReport(case: $case, seat: $seat, step: $step, commandId: $command, from: $from, to: $to) {
  document } } }"""


@dataclass
class Staged:
    """A game of London on real servers, with an arbiter beside it."""

    driver: GameDriver
    judge: Principal
    token: str

    @property
    def world(self) -> World:
        return self.driver.world

    @property
    def game(self) -> str:
        return self.driver.game_id

    async def end(self) -> None:
        """The arbiter ends it by a ruling on the places."""
        judged = Arbitration(self.driver.play, self.world, read_rulebook())
        ruling = Ruling("places", places=(1, 2))
        ended = await judged.rule(self.judge, self.game, new_id(), ruling=ruling, note="", expected_version=None)
        assert isinstance(ended, Accepted), ended


@pytest.fixture
async def staged(database_url: str, redis_url: str) -> AsyncIterator[Staged]:
    async with wired(database_url, redis_url) as use_cases:
        judge, token = await use_cases.world.principals.create("Judge", frozenset({"arbiter"}))
        driver = await seated_game(use_cases.world, "london", version=1)
        await driver.play_on(COMMANDS)
        assert not driver.state.over
        yield Staged(driver, judge, token)


@pytest.fixture
def servers_named(database_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("EMBERLOG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("EMBERLOG_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("EMBERLOG_DATABASE_URL", database_url)
    monkeypatch.setenv("EMBERLOG_REDIS_URL", redis_url)


async def cli(*words: object) -> ExitCode:
    """A command in a thread, which has an event loop of its own."""
    return await asyncio.to_thread(run, [str(word) for word in words])


def time_of(us: int) -> str:
    return datetime.fromtimestamp(us // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%S")


@pytest.mark.usefixtures("servers_named")
async def test_a_report_is_refused_or_has_the_bytes_of_the_page(
    staged: Staged, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    judge, file = ("--token", staged.token), tmp_path / "report.json"
    for words, code, text in (
        (("engine", staged.game, "--step", 3), ExitCode.CHECK_FAILED, "until it is over it is for arbiters"),
        (("engine", staged.game, *judge), ExitCode.USAGE, "Name one of the steps"),
        (("sorcery", staged.game, *judge), ExitCode.USAGE, "There is no case sorcery"),
        (("engine", new_id(), "--step", 3, *judge), ExitCode.NOT_THERE, "no game"),
        (("engine", staged.game, "--step", 3, "--token", "emb_nobody"), ExitCode.NOT_THERE, "belongs to nobody"),
        (("shuffle", staged.game, *judge), ExitCode.CHECK_FAILED, "until then nobody has this report."),
    ):
        assert await cli("report", *words, "--write", file) == code, words
        assert text in capfd.readouterr().err and not file.exists()
    assert await staged.world.sightings.of_game(staged.game, limit=9) == []
    commands = await staged.world.log.commands(staged.game)
    begin, end = time_of(commands[0].time_us), time_of(commands[-1].time_us + 60_000_000)
    cases = {
        "undone": {"seat": 0, "step": 20},
        "not-me": {"command": commands[-1].command_id},
        "site-down": {"seat": 1, "from": begin, "to": end},
        "engine": {"step": 20},
        "shuffle": {},
    }
    async with serving(services_over(staged.world)) as served, httpx.AsyncClient(timeout=30, trust_env=False) as http:
        served.tokens["Judge"] = staged.token
        ask = asking(served, http)
        for case, given in cases.items():
            if case == "shuffle":
                await staged.end()
            options = [word for name, value in given.items() for word in (f"--{name}", value)]
            assert await cli("report", case, staged.game, *options, *judge, "--write", file) == ExitCode.DONE
            variables = {**given, **{name: f"{given[name]}Z" for name in ("from", "to") if name in given}}
            page = await ask(REPORT, by="Judge", g=staged.game, case=case.upper().replace("-", "_"), **variables)
            assert file.read_bytes() == page["game"]["auditReport"]["document"].encode(), case
    viewers = {each.viewer for each in await staged.world.sightings.of_game(staged.game, limit=99)}
    assert len(viewers) == 3, "what the command line showed of both seats and of everything is written down"


@pytest.mark.usefixtures("servers_named")
async def test_readjudicate_leaves_running_games_out_and_writes_what_the_other_version_makes_of_a_finished_one(
    staged: Staged, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.ndjson"
    for words, code, text in (
        (("london", "--from", 1, "--to", 9), ExitCode.NOT_THERE, "lacks london version 9"),
        (("chess", "--from", 1, "--to", 2), ExitCode.NOT_THERE, "lacks chess version 1"),
        (("london", "--from", 2, "--to", 1, "--game", staged.game), ExitCode.USAGE, "played by london version 1"),
        (("london", "--from", 1, "--to", 2, "--game", new_id()), ExitCode.NOT_THERE, "no game"),
        (("london", "--from", 1, "--to", 2, "--games", file), ExitCode.USAGE, "cannot be read"),
    ):
        assert await cli("readjudicate", *words) == code, words
        assert text in capfd.readouterr().err
    both = ("readjudicate", "london", "--from", 1, "--to", 2, "--write", file)
    assert await cli(*both) == ExitCode.DONE and file.read_bytes() == b"", "a running game would tell what is hidden"
    await staged.end()
    log = staged.world.log
    rows, commands = list(await log.read(staged.game)), list(await log.commands(staged.game))
    league = tmp_path / "league.txt"
    league.write_text(f"{staged.game}\n{staged.game}\n")
    for mode, more in (("local", ("--games", league)), ("followed", ("--follow",))):
        capfd.readouterr()
        assert await cli(*both, *more) == ExitCode.DONE
        made = readjudicate(staged.game, RULESETS["london", 1], RULESETS["london", 2], rows, commands, mode)
        assert file.read_bytes() == canonical(made) + b"\n"
        assert "Decided 1 finished game by version 2" in capfd.readouterr().out
    monkeypatch.setattr("infra.cli.commands.audit.readjudicate.check_generation", another_generation)
    assert await cli(*both, "--follow") == ExitCode.NOT_THERE and "can be replayed" in capfd.readouterr().err
    assert await cli(*both) == ExitCode.DONE and "was not compared" in capfd.readouterr().out
    runs = await staged.world.readjudications.runs(limit=10)
    assert sorted(each.mode for each in runs if each.games) == ["events", "followed", "local"]


def another_generation(first: AnyRuleset, second: AnyRuleset) -> None:
    raise AnotherGeneration("They do not share the shape of their states.")


@pytest.mark.usefixtures("servers_named")
async def test_indicators_read_finished_games_and_say_how_often_bots_raise_an_alarm(
    staged: Staged, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("services.audit.information", "infra.cli.commands.audit.indicators"):
        monkeypatch.setattr(f"{module}.DECISIONS_MIN", 3)
    league, file = tmp_path / "league.txt", tmp_path / "persons.ndjson"
    league.write_text(new_id())
    for words, code, text in (
        (("collusion", "london"), ExitCode.USAGE, "no indicator collusion"),
        (("information", "chess"), ExitCode.NOT_THERE, "lacks the ruleset chess"),
        (("information", "london", "--games", tmp_path / "none"), ExitCode.USAGE, "cannot be read"),
        (("information", "london", "--games", league), ExitCode.NOT_THERE, "is no game of london"),
    ):
        assert await cli("indicators", *words) == code, words
        assert text in capfd.readouterr().err
    league.write_text(f"{staged.game}\n")
    quick = ("--games", league, "--bots", 1, "--worlds", 1, "--playouts", 1, "--write", file)
    assert await cli("indicators", "information", "london", *quick) == ExitCode.DONE
    assert file.read_bytes() == b"", "a running game would tell what is hidden"
    text_of_run = capfd.readouterr().out
    assert "Beside them: 1 bot" in text_of_run and "no proof" in text_of_run
    await staged.end()
    assert await cli("indicators", "information", "london", *quick) == ExitCode.DONE
    assert all(json.loads(line)["decisions"] >= 3 for line in file.read_text().splitlines())


@pytest.mark.usefixtures("servers_named")
async def test_a_dump_has_finished_games_and_its_figures_are_of_the_files_that_were_written(
    staged: Staged, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    full, empty, folder = tmp_path / "full", tmp_path / "empty", tmp_path / "season"
    full.mkdir()
    (full / "mine").write_text("x")
    assert await cli("dump", "--to", full) == ExitCode.USAGE
    assert "is not empty" in capfd.readouterr().err and (full / "mine").read_text() == "x"
    assert await cli("dump", "--to", empty, "--no-parquet") == ExitCode.DONE
    assert "Wrote 0 games" in capfd.readouterr().out, "it runs still"
    await staged.end()
    assert await cli("stats", tmp_path / "nothing") == ExitCode.CHECK_FAILED
    assert "no dump" in capfd.readouterr().err
    assert await cli("dump", "--to", folder) == ExitCode.DONE
    assert "Wrote 1 game into" in capfd.readouterr().out
    (games,) = folder.rglob("games.ndjson.gz")
    assert json.loads(gzip.decompress(games.read_bytes()))["game"] == staged.game
    texts = [gzip.decompress(path.read_bytes()).decode() for path in folder.rglob("*.ndjson.gz")]
    assert not any(staged.judge.id in text or '"ann"' in text for text in texts), "it names nobody"
    assert await cli("stats", folder, "--json") == ExitCode.DONE
    figures = json.loads(capfd.readouterr().out)
    length = next(each for each in figures["answers"] if each["name"] == "length")
    assert length["rows"][0][length["columns"].index("n")] == 1
    assert await cli("stats", folder) == ExitCode.DONE
    assert figures["manifest"] in capfd.readouterr().out
    games.write_bytes(gzip.compress(b"{}"))
    assert await cli("stats", folder) == ExitCode.CHECK_FAILED
    assert "not the file" in capfd.readouterr().err
