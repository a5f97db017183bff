"""What `emberlog games parked` and `unpark` print, and how they end."""

import io
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from infra.cli.app import run
from infra.cli.commands.parked import list_parked, unpark_and_print
from infra.cli.problems import ExitCode, Problem
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id
from tests.infra.cli.commands import Emberlog
from tests.services.game_driver import GameDriver, seated_game
from tests.services.ports_to_disturb import edit_step

WHY = "the step is missing"


@pytest.fixture
def memory() -> World:
    return memory_world()


@pytest.fixture
async def parked(memory: World) -> GameDriver:
    """A sound game that is parked at its second step."""
    driver = await seated_game(memory)
    await memory.parkings.park(driver.game_id, 2, WHY)
    return driver


def console(*, terminal: bool) -> Console:
    return Console(file=io.StringIO(), force_terminal=terminal, width=120, color_system=None)


def printed(out: Console) -> str:
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


async def unpark(world: World, game_id: str, *, anyway: bool = False) -> str:
    out = console(terminal=True)
    await unpark_and_print(world, game_id, out, console(terminal=False), anyway=anyway)
    return printed(out)


@pytest.mark.parametrize(("terminal", "text"), [(True, "No game is parked.\n"), (False, "")])
async def test_without_parked_games_all_is_well(memory: World, terminal: bool, text: str) -> None:
    out = console(terminal=terminal)
    assert await list_parked(memory.parkings, out) == ExitCode.DONE
    assert printed(out) == text


async def test_parked_games_are_lines_in_a_pipe(memory: World, parked: GameDriver) -> None:
    out = console(terminal=False)
    assert await list_parked(memory.parkings, out) == ExitCode.CHECK_FAILED
    game_id, step, why, since = printed(out).rstrip("\n").split("\t")
    assert (game_id, step, why) == (parked.game_id, "2", WHY)
    assert len(since) == len("2026-01-01 00:00:00")


async def test_parked_games_are_a_grid_on_a_terminal(memory: World, parked: GameDriver) -> None:
    out = console(terminal=True)
    assert await list_parked(memory.parkings, out) == ExitCode.CHECK_FAILED
    assert "\t" not in printed(out)
    assert all(each in printed(out) for each in ("why", "since (UTC)", parked.game_id, WHY))


async def test_unparking_a_game_that_is_not_parked_is_a_sentence(memory: World) -> None:
    with pytest.raises(Problem, match="is not parked") as caught:
        await unpark(memory, new_id())
    assert caught.value.code == ExitCode.NOT_THERE


async def test_a_damaged_game_is_unparked_only_anyway(memory: World, parked: GameDriver) -> None:
    edit_step(memory, parked.game_id, 3)
    with pytest.raises(Problem, match="does not hold at step 3") as caught:
        await unpark(memory, parked.game_id)
    assert caught.value.code == ExitCode.CHECK_FAILED and "--anyway" in caught.value.text
    assert await memory.parkings.parked(parked.game_id) is not None
    assert parked.game_id in await unpark(memory, parked.game_id, anyway=True)
    assert await memory.parkings.parked(parked.game_id) is None


async def test_a_sound_game_is_unparked(memory: World, parked: GameDriver) -> None:
    assert parked.game_id in await unpark(memory, parked.game_id)
    assert await memory.parkings.parked(parked.game_id) is None


@pytest.mark.parametrize("command", [["games"], ["games", "parked"], ["games", "unpark"]])
def test_the_commands_on_games_have_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--help"]) == ExitCode.DONE
    assert "Usage: emberlog games" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["unpark"], ["frobnicate"], ["parked", "--limit", "3"], ["--limit", "0", "parked"]])
def test_a_wrong_command_line_on_games_is_reported(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", *wrong]) == ExitCode.USAGE
    assert capsys.readouterr().err


@pytest.mark.campaign
def test_the_command_line_lists_games_and_unparks_one(database_url: str, redis_url: str, tmp_path: Path) -> None:
    emberlog = Emberlog(tmp_path, {"EMBERLOG_DATABASE_URL": database_url, "EMBERLOG_REDIS_URL": redis_url})

    def ends(*arguments: str) -> tuple[int, str]:
        done: subprocess.CompletedProcess[str] = emberlog.run("games", *arguments)
        return done.returncode, done.stdout

    assert ends("--phase", "playing") == ends() == ends("parked") == (ExitCode.DONE, "")
    assert ends("unpark", new_id()) == ends("unpark", "no game's") == (ExitCode.NOT_THERE, "")
