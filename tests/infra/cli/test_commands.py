"""What the command line says and how it ends, where nothing has to run for it."""

import errno

import httpx
import pytest

from infra.cli.app import run
from infra.cli.doors import listening
from infra.cli.problems import DONE, NOT_AVAILABLE, NOT_THERE, USAGE, Problem, told
from infra.settings import Settings

COMMANDS = ("up", "demo", "api", "worker", "migrate", "games", "watch", "replay", "verify", "export", "settings")


@pytest.fixture(autouse=True)
def bare(monkeypatch, tmp_path):
    for name in ("DATABASE_URL", "REDIS_URL", "PORT", "HOST", "TOKEN", "URL"):
        monkeypatch.delenv(f"EMBERLOG_{name}", raising=False)
    monkeypatch.setenv("EMBERLOG_DATA", str(tmp_path / "data"))


def test_help_names_every_command_and_the_exit_codes(capsys):
    assert run(["--help"]) == DONE
    said = capsys.readouterr().out
    assert all(command in said for command in (*COMMANDS, "token", "projections"))
    assert "Exit codes" in said


@pytest.mark.parametrize("command", [*((each,) for each in COMMANDS), ("token", "create"), ("projections", "rebuild")])
def test_every_command_has_help(command, capsys):
    assert run([*command, "--help"]) == DONE
    assert "Usage: emberlog" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ["frobnicate"],
        ["verify"],
        ["games", "--phase", "asleep"],
        ["games", "--limit", "0"],
        ["up", "--port", "70000"],
        ["token", "create", "Ada", "--role", "king"],
        ["demo", "--seats", "99"],
        ["demo", "--pace", "-1"],
    ],
)
def test_a_wrong_command_line_is_said_to_be_one(wrong, capsys):
    assert run(wrong) == USAGE
    said = capsys.readouterr()
    assert said.err and "Traceback" not in said.err + said.out


def test_there_is_no_demo_of_what_is_not_on_the_shelf(capsys):
    assert run(["demo", "monopoly"]) == NOT_THERE
    assert "On the shelf" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "value"),
    [("DATABASE_URL", "mysql://x/y"), ("REDIS_URL", "http://x"), ("PORT", "eighty"), ("LOG_LEVEL", "LOUD")],
)
def test_a_setting_that_cannot_be_is_named(variable, value, monkeypatch, capsys):
    monkeypatch.setenv(f"EMBERLOG_{variable}", value)
    assert run(["games"]) == USAGE
    assert f"EMBERLOG_{variable}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["games"], ["verify", "0" * 32], ["token", "create", "Ada"], ["migrate"], ["up"], ["api"]]
)
def test_without_a_database_there_is_a_sentence_and_no_traceback(command, monkeypatch, capsys):
    monkeypatch.setenv("EMBERLOG_DATABASE_URL", "postgresql://ada:hidden-word@127.0.0.1:1/none")
    monkeypatch.setenv("EMBERLOG_REDIS_URL", "redis://127.0.0.1:1/0")
    assert run(command) == NOT_AVAILABLE
    said = capsys.readouterr()
    assert "EMBERLOG_DATABASE_URL" in said.err
    assert "Traceback" not in said.err and "hidden-word" not in said.err + said.out


def test_settings_are_shown_without_passwords(monkeypatch, capsys):
    monkeypatch.setenv("EMBERLOG_DATABASE_URL", "postgresql://ada:hidden-word@db.example/games")
    assert run(["settings"]) == DONE
    said = capsys.readouterr().out
    assert "EMBERLOG_REDIS_URL" in said and "hidden-word" not in said


def test_watching_where_nobody_serves_says_so(capsys):
    assert run(["watch", "0" * 32, "--url", "http://127.0.0.1:1"]) == NOT_AVAILABLE
    assert "http://127.0.0.1:1" in capsys.readouterr().err


def test_a_data_folder_that_cannot_be_made_is_named(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("EMBERLOG_DATA", str(tmp_path / "file" / "data"))
    assert run(["games"]) == NOT_AVAILABLE
    assert str(tmp_path) in capsys.readouterr().err.replace("\n", "")


def test_a_full_disk_is_told_as_such():
    problem = told(OSError(errno.ENOSPC, "No space left on device", "/somewhere"))
    assert problem is not None and problem.code == NOT_AVAILABLE and "disk is full" in problem.text


def test_a_bug_is_not_told_as_anything_else():
    assert told(AssertionError("evolve met what decide may not make")) is None


def test_an_api_that_is_gone_is_told_with_its_address():
    error = httpx.ConnectError("refused", request=httpx.Request("POST", "http://127.0.0.1:9/graphql"))
    problem = told(error)
    assert problem is not None and "http://127.0.0.1:9" in problem.text


def test_the_usual_port_gives_way_and_an_asked_one_does_not(monkeypatch):
    settings = Settings.load()
    with listening(settings, None, 0) as first:
        taken = first.getsockname()[1]
        with pytest.raises(Problem, match=f"Port {taken}") as refused, listening(settings, None, taken):
            pass
        assert refused.value.code == NOT_AVAILABLE
        monkeypatch.setattr("infra.settings.PORT_DEFAULT", taken)
        with listening(settings, None, None) as second:
            assert second.getsockname()[1] not in (0, taken)
