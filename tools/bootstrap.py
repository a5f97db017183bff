"""Makes `.venv` with the locked dependencies, with nothing but the standard library. Imports nothing of the project.

    python3 tools/bootstrap.py          what running takes: requirements.lock
    python3 tools/bootstrap.py --dev    what testing and measuring take: requirements-dev.lock

The Makefile calls it before every target. When nothing has changed it only compares a stamp. It also runs on Pythons
that are too old for the project, to say so: no syntax later than 3.7 here.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)
NEWEST_TRIED = 14

TOO_OLD = """Emberlog needs Python 3.11 or later; this is {version} at {path}.
Install a later one (Debian and Ubuntu: `apt install python3 python3-venv`), or name one that you have:
    make PYTHON=/path/to/python3.11 {target}"""

NO_VENV = """This Python ({path}) cannot make a virtual environment: its module `{module}` is missing.
Debian and Ubuntu keep it in a package of its own: `apt install python3-venv`. Then run the same command again."""

NOT_INSTALLED = """The dependencies of {lock} could not be installed; what the installer said is above.
Most often the package registry cannot be reached (a proxy? offline?) or the disk is full. Running the same command
again goes on from here; `rm -rf .venv` starts over."""

NOT_WRITABLE = """The virtual environment cannot be made in {path}: {why}.
Emberlog keeps it beside its own source; the folder must be writable and the disk must have about 500 MB free."""


class NotReady(Exception):
    """What stands in the way, in sentences for people."""


def main(arguments: list[str]) -> int:
    """Exit code 0 when `.venv` is ready, 3 when something is missing on this machine."""
    lock = ROOT / ("requirements-dev.lock" if "--dev" in arguments else "requirements.lock")
    try:
        with lock.open("rb") as stream:
            _one_at_a_time(stream.fileno())
            make_ready(lock)
    except NotReady as missing:
        print(f"\n{missing}", file=sys.stderr)
        return 3
    except OSError as error:
        print("\n" + NOT_WRITABLE.format(path=VENV, why=error.strerror or error), file=sys.stderr)
        return 3
    return 0


def make_ready(lock: Path) -> None:
    """Leave `.venv` with everything that `lock` names, or raise NotReady."""
    if sys.version_info < OLDEST:
        _go_on_with_a_later_python()
    uv = shutil.which("uv")
    if not _venv_works():
        _make_venv(uv)
    if not _stamped(lock):
        _install(lock, uv)
        _stamp(lock)
    _put_the_project_in(VENV)


def _one_at_a_time(fileno: int) -> None:
    """Two copies of `make` in one folder: the second waits until the first has made the environment."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(fileno, fcntl.LOCK_EX)


def _go_on_with_a_later_python() -> None:
    for minor in range(NEWEST_TRIED, OLDEST[1] - 1, -1):
        later = shutil.which(f"python3.{minor}")
        if later is not None:
            os.execv(later, [later, *sys.argv])
    version = ".".join(str(part) for part in sys.version_info[:3])
    raise NotReady(TOO_OLD.format(version=version, path=sys.executable, target="demo"))


def _python() -> Path:
    return VENV / ("Scripts" if os.name == "nt" else "bin") / "python"


def _venv_works() -> bool:
    """A folder that was moved, or whose Python is gone, is made again."""
    if not _python().exists():
        return False
    check = f"import sys; sys.exit(sys.version_info < {OLDEST!r} or sys.prefix != {str(VENV)!r})"
    return subprocess.run([str(_python()), "-c", check], stderr=subprocess.DEVNULL, check=False).returncode == 0


def _make_venv(uv: str | None) -> None:
    if uv is None:
        for module in ("venv", "ensurepip"):
            if importlib.util.find_spec(module) is None:
                raise NotReady(NO_VENV.format(path=sys.executable, module=module))
        command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    else:
        command = [uv, "venv", "--quiet", "--clear", "--no-project", "--python", sys.executable, str(VENV)]
    print(f"Making {VENV.name} with {Path(sys.executable).name} {sys.version.split()[0]} ...", flush=True)
    if subprocess.run(command, check=False).returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        raise NotReady(NO_VENV.format(path=sys.executable, module="ensurepip"))


def _install(lock: Path, uv: str | None) -> None:
    """Every file is checked against its hash in the lock; nothing that is not in the lock is installed."""
    print(f"Installing what {lock.name} names ...", flush=True)
    if uv is None:
        command = [str(_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    else:
        command = [uv, "pip", "install", "--quiet", "--python", str(_python())]
    command += ["--no-deps", "--require-hashes", "-r", str(lock)]
    if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
        raise NotReady(NOT_INSTALLED.format(lock=lock.name))


def _stamped(lock: Path) -> bool:
    stamp = VENV / f"{lock.name}.stamp"
    return stamp.is_file() and stamp.read_text() == _fingerprint(lock)


def _stamp(lock: Path) -> None:
    """The lock for developers holds every line of the other one, so having it is having both."""
    for each in {lock, ROOT / "requirements.lock"}:
        (VENV / f"{each.name}.stamp").write_text(_fingerprint(each))


def _fingerprint(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes() + sys.version.encode()).hexdigest() + "\n"


def _put_the_project_in(venv: Path) -> None:
    """The project runs from its own folder: a path file makes it importable, a small script makes it a command."""
    packages = next(iter(sorted((venv / "lib").glob("python3*/site-packages"))))
    _write(packages / "emberlog.pth", f"{ROOT}\n")
    script = venv / "bin" / "emberlog"
    _write(script, f'#!/bin/sh\nexec {shlex.quote(str(_python()))} -P -m infra.cli "$@"\n')
    script.chmod(0o755)


def _write(path: Path, text: str) -> None:
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
