"""What the command line says and how it ends, where nothing has to run for it."""

import errno
import importlib.metadata
import os
import re
import sys
import tomllib

import httpx
import pytest

import infra.cli
from infra.cli.app import run
from infra.cli.problems import ExitCode, Problem, problem_of
from infra.cli.processes.sockets import listening_socket
from infra.settings import Settings
from infra.version import version
from tests.infra.cli.commands import ROOT

COMMANDS = ("up", "demo", "api", "worker", "migrate", "games", "watch", "replay", "verify", "export", "settings")


@pytest.fixture(autouse=True)
def bare(monkeypatch, tmp_path):
    for name in [name for name in os.environ if name.startswith("EMBERLOG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("EMBERLOG_DATA", str(tmp_path / "data"))


def test_help_names_every_command_and_the_exit_codes(capsys):
    assert run(["--help"]) == ExitCode.DONE
    printed = capsys.readouterr().out
    assert all(command in printed for command in (*COMMANDS, "token", "person", "projections"))
    assert "Exit codes" in printed


def test_the_version_is_printed(capsys):
    assert run(["--version"]) == ExitCode.DONE
    assert re.fullmatch(r"emberlog \d+\.\d+\.\d+\S*\n", capsys.readouterr().out)


def test_a_checkout_has_the_version_of_its_project_file(monkeypatch):
    def not_installed(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", not_installed)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert version() == project["project"]["version"]


def test_a_misspelt_setting_is_warned_of_with_the_nearest_name(monkeypatch, capsys):
    monkeypatch.setenv("EMBERLOG_DATABSE_URL", "postgresql://ada:hidden-word@db.example/games")
    assert run(["settings"]) == ExitCode.DONE
    warning = capsys.readouterr().err
    assert "EMBERLOG_DATABSE_URL is not a setting" in warning and "EMBERLOG_DATABASE_URL" in warning
    assert "hidden-word" not in warning


def test_settings_that_exist_are_not_warned_of(capsys):
    assert run(["settings"]) == ExitCode.DONE
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", [*((each,) for each in COMMANDS), ("token", "create"), ("projections", "rebuild")])
def test_every_command_has_help(command, capsys):
    assert run([*command, "--help"]) == ExitCode.DONE
    assert "Usage: emberlog" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ["frobnicate"],
        ["verify"],
        ["games", "--phase", "asleep"],
        ["games", "--limit", "0"],
        ["games", "--phase", "over", "parked"],
        ["up", "--port", "70000"],
        ["migrate", "--shards", "8"],
        ["token", "create", "Ada", "--role", "king"],
        ["token", "create", " \u200b"],
        ["person", "erase", "p_1"],
        ["demo", "--seats", "99"],
        ["demo", "--pace", "-1"],
    ],
)
def test_a_wrong_command_line_is_reported(wrong, capsys):
    assert run(wrong) == ExitCode.USAGE
    printed = capsys.readouterr()
    assert printed.err and "Traceback" not in printed.err + printed.out


def test_there_is_no_demo_of_an_unknown_ruleset(capsys):
    assert run(["demo", "monopoly"]) == ExitCode.NOT_THERE
    assert "The rulesets are" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "value"),
    [("DATABASE_URL", "mysql://x/y"), ("REDIS_URL", "http://x"), ("PORT", "eighty"), ("LOG_LEVEL", "LOUD")],
)
def test_a_setting_with_an_impossible_value_is_named(variable, value, monkeypatch, capsys):
    monkeypatch.setenv(f"EMBERLOG_{variable}", value)
    assert run(["games"]) == ExitCode.USAGE
    assert f"EMBERLOG_{variable}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["games"], ["verify", "0" * 32], ["token", "create", "Ada"], ["migrate"], ["up"], ["api"]]
)
def test_without_a_database_there_is_a_sentence_and_no_traceback(command, monkeypatch, capsys):
    monkeypatch.setenv("EMBERLOG_DATABASE_URL", "postgresql://ada:hidden-word@127.0.0.1:1/none")
    monkeypatch.setenv("EMBERLOG_REDIS_URL", "redis://127.0.0.1:1/0")
    assert run(command) == ExitCode.NOT_AVAILABLE
    printed = capsys.readouterr()
    assert "EMBERLOG_DATABASE_URL" in printed.err
    assert "Traceback" not in printed.err and "hidden-word" not in printed.err + printed.out


def test_settings_are_printed_without_passwords(monkeypatch, capsys):
    monkeypatch.setenv("EMBERLOG_DATABASE_URL", "postgresql://ada:hidden-word@db.example/games")
    assert run(["settings"]) == ExitCode.DONE
    printed = capsys.readouterr().out
    assert "EMBERLOG_REDIS_URL" in printed and "hidden-word" not in printed


def test_watching_where_nobody_serves_says_so(capsys):
    assert run(["watch", "0" * 32, "--url", "http://127.0.0.1:1"]) == ExitCode.NOT_AVAILABLE
    assert "http://127.0.0.1:1" in capsys.readouterr().err


def test_a_data_folder_that_cannot_be_made_is_named(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("EMBERLOG_DATA", str(tmp_path / "file" / "data"))
    assert run(["games"]) == ExitCode.NOT_AVAILABLE
    assert str(tmp_path) in capsys.readouterr().err.replace("\n", "")


def test_a_full_disk_is_a_problem_with_a_sentence():
    problem = problem_of(OSError(errno.ENOSPC, "No space left on device", "/somewhere"))
    assert problem is not None and problem.code == ExitCode.NOT_AVAILABLE and "disk is full" in problem.text


def test_a_bug_is_no_problem_of_the_person_at_the_terminal():
    assert problem_of(AssertionError("evolve met what decide may not make")) is None


def test_an_api_that_is_gone_is_named_with_its_address():
    error = httpx.ConnectError("refused", request=httpx.Request("POST", "http://127.0.0.1:9/graphql"))
    problem = problem_of(error)
    assert problem is not None and "http://127.0.0.1:9" in problem.text


def test_the_usual_port_gives_way_and_a_named_one_does_not(monkeypatch):
    settings = Settings.load()
    with listening_socket(settings, None, 0) as first:
        taken = first.getsockname()[1]
        with pytest.raises(Problem, match=f"Port {taken}") as refused, listening_socket(settings, None, taken):
            pass
        assert refused.value.code == ExitCode.NOT_AVAILABLE
        monkeypatch.setattr("infra.settings.PORT_DEFAULT", taken)
        with listening_socket(settings, None, None) as second:
            assert second.getsockname()[1] not in (0, taken)


def test_a_data_folder_that_cannot_be_written_is_named_with_its_setting():
    problem = problem_of(OSError(errno.EROFS, "Read-only file system", "/somewhere"))
    assert problem is not None and problem.code == ExitCode.NOT_AVAILABLE
    assert "/somewhere" in problem.text and "EMBERLOG_DATA" in problem.text


def test_a_half_installed_environment_is_reported_in_a_sentence(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "infra.cli.app", None)
    monkeypatch.setattr("infra.cli.OWN_PACKAGES", frozenset())
    with pytest.raises(SystemExit) as leaving:
        infra.cli.main()
    assert leaving.value.code == ExitCode.NOT_AVAILABLE
    assert "pip install emberlog" in capsys.readouterr().err


def test_an_old_python_is_reported_in_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr("infra.cli.PYTHON_MIN", (99, 0))
    with pytest.raises(SystemExit) as leaving:
        infra.cli.main()
    assert leaving.value.code == ExitCode.NOT_AVAILABLE
    assert "needs Python 3.11" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["watch", "replay"])
def test_an_unknown_language_is_refused_with_what_there_is(command, capsys, monkeypatch):
    assert run([command, "GAME", "--locale", "xx"]) == ExitCode.USAGE
    by_option = capsys.readouterr().err
    assert "en, de, fr" in by_option
    monkeypatch.setenv("EMBERLOG_LOCALE", "xx")
    assert run([command, "GAME"]) == ExitCode.USAGE
    assert capsys.readouterr().err == by_option
