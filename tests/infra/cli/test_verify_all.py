"""`emberlog verify --all`: every game of the log, by ruleset and version."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from rich.console import Console

from domain.engine.errata import Erratum
from domain.engine.ruleset import corrected
from infra.cli.commands.verify import verify_all, verify_and_print
from infra.cli.problems import ExitCode, Problem
from services.log.openings import openings_stream
from services.world import World
from tests.api.memory import memory_world
from tests.fakes.event_log import FakeEventLog
from tests.game.toy import TOY
from tests.registry import register, withdraw
from tests.services.game_driver import ANN, BEN, seated_game
from tests.services.refusals import Process

TOY_2 = corrected(
    TOY, (Erratum(id="TOY-E01", since=2, rule="TOY-03", before="The highest wins.", after="The lowest wins."),)
)


@dataclass
class Games:
    log: FakeEventLog

    async def game_ids(self, *, after: str | None, limit: int) -> Sequence[str]:
        return sorted(id for id in self.log.rows if after is None or id > after)[: min(limit, 3)]

    async def count_games(self) -> int:
        return len(self.log.rows)


@pytest.fixture
def log() -> FakeEventLog:
    return FakeEventLog()


@pytest.fixture
def world(log: FakeEventLog, monkeypatch: pytest.MonkeyPatch) -> World:
    register(monkeypatch, TOY)
    register(monkeypatch, TOY_2)
    return replace(memory_world(), log=log)


async def verified(world: World, log: FakeEventLog) -> tuple[ExitCode, str]:
    printed = io.StringIO()
    code = await verify_all(world, Games(log), Console(file=printed, width=200), Console(file=io.StringIO()))
    return code, printed.getvalue()


@pytest.mark.rules("GAME-VERSION-01", "GAME-VERSION-04")
async def test_games_of_several_versions_are_counted(
    world: World, log: FakeEventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in (1, 1, 1, 2, 2):
        await (await seated_game(world, "toy", version=version)).play_on(9)
    assert await verified(world, log) == (
        ExitCode.DONE,
        "toy version 1: 3 games, verified\ntoy version 2: 2 games, verified\n",
    )
    withdraw(monkeypatch, TOY_2)
    code, printed = await verified(world, log)
    assert (code, printed.splitlines()[1]) == (
        ExitCode.NOT_AVAILABLE,
        "toy version 2: 2 games, not checked: this build lacks the version",
    )


async def test_a_game_that_does_not_hold_is_named_among_the_others(world: World, log: FakeEventLog) -> None:
    games = [await seated_game(world, "toy") for _ in range(4)]
    rows = log.rows[games[2].game_id]
    rows[1] = replace(rows[1], body=rows[1].body.replace(b"ann", b"eve"))
    code, printed = await verified(world, log)
    assert code == ExitCode.CHECK_FAILED
    assert f"Game {games[2].game_id} does NOT hold at step 2." in printed
    assert "toy version 2: 1 game, NOT verified" in printed and "toy version 2: 3 games, verified" in printed


async def refused_openings(world: World) -> None:
    process = Process(world)
    for principal in (ANN, BEN, ANN):
        await process.open(principal=principal)


async def test_refused_openings_are_verified_with_the_games(world: World, log: FakeEventLog) -> None:
    await refused_openings(world)
    assert await verified(world, log) == (
        ExitCode.DONE,
        "The log has no games yet.\nopenings: 2 streams, 3 refused commands, verified\n",
    )
    await seated_game(world, "toy", version=1)
    assert await verified(world, log) == (
        ExitCode.DONE,
        "toy version 1: 1 game, verified\nopenings: 2 streams, 3 refused commands, verified\n",
    )


async def test_refused_openings_that_do_not_hold_are_named_among_the_others(world: World, log: FakeEventLog) -> None:
    await refused_openings(world)
    stored = log.stored[openings_stream(ANN.id)]
    first = next(iter(stored))
    stored[first] = replace(stored[first], received_us=1)
    code, printed = await verified(world, log)
    assert code == ExitCode.CHECK_FAILED
    assert printed.splitlines()[1:] == [
        f"The refused openings in stream {openings_stream(ANN.id)} do NOT hold.",
        f"The check that failed: the chain of commands. The refused command {first} is not the one that was decided.",
        "openings: 1 stream, 2 refused commands, NOT verified",
        "openings: 1 stream, 1 refused command, verified",
    ]


async def one_verified(world: World, id: str) -> tuple[ExitCode, str]:
    printed = io.StringIO()
    code = await verify_and_print(world, id, Console(file=printed, width=200), Console(file=io.StringIO()))
    return code, printed.getvalue()


async def test_one_stream_of_refused_openings_is_verified_by_its_id(world: World, log: FakeEventLog) -> None:
    await refused_openings(world)
    stream = openings_stream(ANN.id)
    assert await one_verified(world, stream) == (
        ExitCode.DONE,
        f"The refused openings in stream {stream} hold: 2 refused commands, not decided a second time.\n",
    )
    log.stored[stream].popitem()
    code, printed = await one_verified(world, stream)
    assert code == ExitCode.CHECK_FAILED and f"{stream} do NOT hold" in printed
    with pytest.raises(Problem, match="no game"):
        await one_verified(world, openings_stream("nobody"))


async def test_an_empty_log_says_so(world: World, log: FakeEventLog) -> None:
    assert await verified(world, log) == (ExitCode.DONE, "The log has no games yet.\n")
