"""The first thing that runs on a fresh machine: it works, does nothing twice, and says what is missing when it cannot."""

import re
import subprocess
import sys

import pytest

from tests.habits.sources import ROOT
from tools import bootstrap

PINNED = re.compile(r"^([A-Za-z0-9._-]+==[^ ;\\]+)", re.MULTILINE)


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout whose lock names nothing, so that an environment is made without a registry."""
    for name in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    return tmp_path


@pytest.mark.campaign
def test_it_makes_an_environment_in_which_emberlog_is_a_command(checkout, monkeypatch):
    installed = []
    monkeypatch.setattr(bootstrap, "_install", lambda lock, uv: installed.append(lock.name))
    assert bootstrap.main(["--dev"]) == 0
    assert bootstrap.main(["--dev"]) == 0
    assert bootstrap.main([]) == 0
    assert installed == ["requirements-dev.lock"], "the second and the third call had nothing to do"
    script = checkout / ".venv/bin/emberlog"
    assert script.stat().st_mode & 0o111 and "infra.cli" in script.read_text()
    path = subprocess.run(
        [checkout / ".venv/bin/python", "-P", "-c", "import sys; print(sys.path)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(checkout) in path.stdout


@pytest.mark.campaign
def test_a_changed_lock_is_installed_anew(checkout, monkeypatch):
    installed = []
    monkeypatch.setattr(bootstrap, "_install", lambda lock, uv: installed.append(lock.name))
    bootstrap.main([])
    (checkout / "requirements.lock").write_text("# another line\n")
    bootstrap.main([])
    assert installed == ["requirements.lock", "requirements.lock"]


def test_an_old_python_gets_a_sentence_with_what_is_needed(checkout, monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "OLDEST", (99, 0))
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    assert bootstrap.main([]) == 3
    printed = capsys.readouterr().err
    assert "Python 3.11 or later" in printed and "make PYTHON=" in printed


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_gets_a_sentence_with_the_remedy(module, checkout, monkeypatch, capsys):
    real_find_spec = bootstrap.importlib.util.find_spec
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    monkeypatch.setattr(
        bootstrap.importlib.util, "find_spec", lambda name: None if name == module else real_find_spec(name)
    )
    assert bootstrap.main([]) == 3
    printed = capsys.readouterr().err
    assert "python3-venv" in printed and module in printed


@pytest.mark.campaign
def test_an_installation_that_fails_leaves_no_stamp_and_a_sentence(checkout, monkeypatch, capsys):
    lock = checkout / "requirements.lock"
    lock.write_text("no-such-package-anywhere @ file:///nowhere/at/all.whl --hash=sha256:" + "0" * 64 + "\n")
    assert bootstrap.main([]) == 3
    assert "could not be installed" in capsys.readouterr().err
    assert not (checkout / ".venv" / "requirements.lock.stamp").exists()


def test_a_folder_that_cannot_be_written_is_named(checkout, monkeypatch, capsys):
    def full(lock):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bootstrap, "make_ready", full)
    assert bootstrap.main([]) == 3
    assert "No space left on device" in capsys.readouterr().err


def test_it_needs_nothing_but_the_standard_library():
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import runpy; runpy.run_path({str(ROOT / 'tools/bootstrap.py')!r})"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_locks_agree_and_name_no_address():
    running = (ROOT / "requirements.lock").read_text()
    developing = (ROOT / "requirements-dev.lock").read_text()
    assert set(PINNED.findall(running)) <= set(PINNED.findall(developing))
    building = (ROOT / "requirements-build.lock").read_text()
    assert set(PINNED.findall(building)) <= set(PINNED.findall(developing))
    for lock in (running, developing, building):
        assert "://" not in lock
        assert lock.count("--hash=sha256:") >= len(PINNED.findall(lock)) > 0
