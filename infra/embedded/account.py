"""Whose rights the embedded servers run with, and how they reach their files. Never loosens rights on anything it did not make.

Postgres refuses to run as root. Started by root, both servers become `nobody`. A program that nobody could not reach (in a
checkout under root's own home, say) is copied. A data folder that nobody could not reach is entered before the rights are
given up; from then on the server calls it `/proc/self/cwd`.
"""

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infra.embedded.errors import EmbeddedError

_NOBODY: Final = 65534
_HERE: Final = Path("/proc/self/cwd")
_CACHES: Final = (Path("/var/cache"), Path("/var/tmp"))


@dataclass(frozen=True, slots=True)
class Room:
    """A folder that one server alone may enter. `inside`: what the server calls it. `popen`: how to start a program in it."""

    folder: Path
    inside: Path
    popen: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Account:
    """The user that servers run as. `dropped`: we are root and they must not be."""

    dropped: bool

    @classmethod
    def of_this_process(cls) -> "Account":
        """Root's servers run as nobody, everybody else's as themselves."""
        return cls(dropped=os.geteuid() == 0)

    def own(self, path: Path) -> None:
        """Give a file or folder that we made to this user."""
        if self.dropped:
            os.chown(path, _NOBODY, _NOBODY)

    def open_folder(self, folder: Path) -> None:
        """Make a folder for others' eyes closed, but, for a dropped account, passable."""
        folder.mkdir(parents=True, exist_ok=True)
        mode = 0o711 if self.dropped else 0o700
        if folder.stat().st_uid == os.geteuid() and stat.S_IMODE(folder.stat().st_mode) != mode:
            folder.chmod(mode)

    def room(self, folder: Path) -> Room:
        """`folder` as a room of this user's, made when it is not there."""
        folder.mkdir(mode=0o700, exist_ok=True)
        real = folder.resolve()
        self.own(real)
        real.chmod(0o700)
        if not self.dropped:
            return Room(real, real, {"cwd": real})
        if not passable(real.parent) and not _HERE.exists():
            raise EmbeddedError(
                f"Running as root, Emberlog's servers must not be root, and as others they cannot reach {real}. Run it as an "
                "ordinary user, or set EMBERLOG_DATA to a folder that others may pass."
            )
        dropped = {"cwd": real, "user": _NOBODY, "group": _NOBODY, "extra_groups": []}
        return Room(real, real if passable(real.parent) else _HERE, dropped)

    def program(self, folder: Path, beside: tuple[Path, ...] = ()) -> Path:
        """`folder` of a program as this user reaches it; else a copy of it and of what must lie `beside` it."""
        if not self.dropped or all(passable(path) for path in (folder, *beside)):
            return folder
        return _copied(folder, beside)


def passable(folder: Path) -> bool:
    """Whether a user with no rights of its own can come to this folder and read it by name."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder.resolve(), *folder.resolve().parents))


def _copied(folder: Path, beside: tuple[Path, ...]) -> Path:
    """A copy under a name that speaks of the original, made once and never changed."""
    whole = hashlib.sha256()
    for path in (folder, *beside):
        whole.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    home = _roots_own(_CACHES) / f"programs-{whole.hexdigest()[:16]}"
    if not home.is_dir():
        draft = Path(tempfile.mkdtemp(prefix="draft-", dir=home.parent))
        for path in (folder, *beside):
            shutil.copytree(path, draft / path.name, symlinks=True)
        draft.chmod(0o755)
        with contextlib.suppress(OSError):  # another process was faster, and its copy is as good
            draft.rename(home)
        shutil.rmtree(draft, ignore_errors=True)
    return home / folder.name


def _roots_own(parents: tuple[Path, ...]) -> Path:
    """A folder that root alone may write in and everybody may pass, in the first parent that allows it."""
    for parent in parents:
        folder = parent / "emberlog"
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o711, exist_ok=True)
            state = folder.lstat()
            if stat.S_ISDIR(state.st_mode) and state.st_uid == 0 and not state.st_mode & 0o022:
                return folder
    raise EmbeddedError(
        f"Running as root from a folder that others cannot pass, Emberlog copies its servers to one of {', '.join(map(str, parents))}, and none can be "
        "written. Run it as an ordinary user, or set EMBERLOG_DATABASE_URL and EMBERLOG_REDIS_URL."
    )
