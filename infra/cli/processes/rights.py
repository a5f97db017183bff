"""With which rights the API and the workers run. They face the network, so root gives its rights away for them.

They get a user id of their own (`infra.accounts`), no groups, the environment that they need, and what is open already:
the socket, and one end of a pipe for the log. Python may lie where that user cannot go, in root's home for example. Its
folders are then opened first, and the child finds them below `/proc/self/fd`. No right on any file is changed.
"""

import ctypes
import logging
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from infra.accounts import is_root, own_id, take_over
from infra.cli.servers import Servers
from infra.embedded.account import open_folder, passable
from infra.settings import setting_rows

ROOT: Final = Path(__file__).parents[3]
"""The folder of the source, or of the installed packages."""
LIFELINE: Final = "EMBERLOG_LIFELINE_FD"
"""Variable set by the parent of a part: the descriptor of the pipe whose end means that the parent is gone."""
DROPPED: Final = "DROPPED_BY_EMBERLOG"
"""Variable of a process that has given its rights away."""
_TRIAL: Final = "import ssl, asyncpg, msgspec, uvloop, infra.settings"
_TRIAL_SECONDS_MAX: Final = 30
_PASSED_ON: Final = frozenset({"PATH", "LANG", "LANGUAGE", "TZ", "TERM", "COLUMNS", "USER", "LOGNAME", "SSL_CERT_FILE",
                               "SSL_CERT_DIR", "LD_LIBRARY_PATH"})  # fmt: skip
_PREFIXES: Final = ("LC_", "PG", "PYTHON")
_SET_NO_NEW_PRIVILEGES: Final = 38


_log = logging.getLogger("emberlog.process")


@dataclass(frozen=True)
class Rights:
    """How to start `emberlog` as a process of the service. `warning`: why it keeps all rights though it should not."""

    python: str = sys.executable
    user: int | None = None
    environment: Mapping[str, str] = field(default_factory=lambda: {**os.environ, "PYTHONPATH": str(ROOT)})
    folders: tuple[int, ...] = ()
    """Descriptors that the child must inherit."""
    warning: str | None = None

    @property
    def popen(self) -> Mapping[str, Any]:
        """Arguments for `Popen`, without the descriptors."""
        if self.user is None:
            return {}
        return {"user": self.user, "group": self.user, "extra_groups": [], "umask": 0o077, "cwd": "/"}

    def command(self, arguments: Sequence[str]) -> list[str]:
        """The command line of `emberlog <arguments>`."""
        return [self.python, "-P", "-m", "infra.cli", *arguments]

    def become(self, arguments: Sequence[str], environment: Mapping[str, str], descriptors: Sequence[int]) -> None:
        """Turn this process into `emberlog <arguments>` with these rights. Never returns."""
        assert self.user is not None
        for descriptor in (*self.folders, *descriptors):
            os.set_inheritable(descriptor, True)
        sys.stdout.flush()
        os.chdir("/")
        os.umask(0o077)
        os.setgroups([])
        os.setresgid(self.user, self.user, self.user)
        os.setresuid(self.user, self.user, self.user)
        os.execve(self.python, self.command(arguments), {**self.environment, **environment})


def rights_of_parts(data: Path) -> Rights:
    """The rights for the API and the workers of this data folder."""
    if not is_root():
        return Rights()
    open_folder(data)
    user = own_id(data, "service")
    if user is None:
        return Rights(warning=_WARNING.format(why="this system has no user id to give them"))
    rights = _dropped(user)
    why = _trial(rights)
    return rights if why is None else Rights(warning=_WARNING.format(why=why))


_WARNING: Final = (
    "The API and the worker run as root: {why}. Run Emberlog as an ordinary user instead, or install it where other "
    "users may read it."
)


def give_rights_away(
    data: Path, arguments: Sequence[str], running: Servers, lifeline: int | None, *descriptors: int
) -> None:
    """In the process of a part: if it has root's rights, turn it into `emberlog <arguments>` without them, on the same
    servers, and with the same parent to end with. A process without them never gets any from here on, whatever it
    starts."""
    if not is_root():
        _refuse_privileges()
    elif DROPPED not in os.environ:
        rights = rights_of_parts(data)
        if rights.user is not None:
            environment = dict(running.environment())
            if lifeline is not None:
                environment[LIFELINE], descriptors = str(lifeline), (*descriptors, lifeline)
            rights.become(arguments, environment, (*descriptors, *running.descriptors))
        _log.warning("%s", rights.warning)


@dataclass(frozen=True)
class Reached:
    """A folder as the parts reach it. `descriptors`: what they must inherit for that."""

    path: str
    descriptors: tuple[int, ...] = ()


def folder_of_parts(folder: Path, rights: Rights) -> Reached:
    """A folder that the parts with these rights may write, made if it is not there."""
    if rights.user is None:
        return Reached(str(folder))
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    take_over(folder, rights.user)
    folder.chmod(0o755)
    opened: list[int] = []
    return Reached(_reached(folder, opened), tuple(opened))


def _refuse_privileges() -> None:
    if os.environ.get(DROPPED) and sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _dropped(user: int) -> Rights:
    folders: list[int] = []
    names = _PASSED_ON | {row.variable for row in setting_rows()}
    environment = {name: value for name, value in os.environ.items() if name in names or name.startswith(_PREFIXES)}
    environment |= {DROPPED: "YES", "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"}
    packages = [path for path in map(Path, sys.path) if path.is_dir() and not path.is_relative_to(sys.base_prefix)]
    environment["PYTHONPATH"] = os.pathsep.join(_reached(path, folders) for path in dict.fromkeys((ROOT, *packages)))
    python = sys.executable
    if not (passable(Path(sys.prefix)) and passable(Path(sys.base_prefix))):
        base = _reached(Path(sys.base_prefix), folders)
        program = Path(sys.executable).resolve()
        python = f"{base}/{program.relative_to(Path(sys.base_prefix).resolve())}"
        environment |= {"PYTHONHOME": base, "LD_LIBRARY_PATH": f"{base}/lib"}
    return Rights(python, user, environment, tuple(folders))


def _reached(folder: Path, folders: list[int]) -> str:
    """The folder as another user reaches it: by its path, or below one that is open."""
    if passable(folder):
        return str(folder.resolve())
    folders.append(os.open(folder, os.O_PATH | os.O_DIRECTORY))
    return f"/proc/self/fd/{folders[-1]}"


def _trial(rights: Rights) -> str | None:
    """Why these rights are too few to run Python with our packages; None if they are enough."""
    command = [rights.python, "-P", "-c", _TRIAL]
    try:
        done = subprocess.run(
            command, env=dict(rights.environment), pass_fds=rights.folders, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=_TRIAL_SECONDS_MAX, check=False, **rights.popen,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return f"user {rights.user} cannot run {sys.executable} ({type(error).__name__})"
    return f"user {rights.user} cannot read all that {sys.executable} needs" if done.returncode else None
