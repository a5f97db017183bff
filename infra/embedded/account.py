"""The user that the embedded servers run as, and how that user reaches the files. Never widens rights on foreign files.

Postgres refuses to run as root, so root starts each server as a user of its own (`infra.accounts`), with an environment
of its own. A program that this user cannot reach, for example in a checkout in root's home, is copied. A data folder
that it cannot reach becomes the working directory before the rights are dropped; from then on the server names it
`/proc/self/cwd`.
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

from infra.accounts import NOBODY, PARTS, idle_account, is_root, own_id, take_over
from infra.embedded.errors import EmbeddedError

_HERE: Final = Path("/proc/self/cwd")
_ENVIRONMENT: Final = ("PATH", "LANG", "TZ", "LD_LIBRARY_PATH")
"""What a server of another user gets of root's environment. All programs of that user can read it."""
_CACHES: Final = (Path("/var/cache"), Path("/var/tmp"))


@dataclass(frozen=True, slots=True)
class DataFolder:
    """A folder that only one server may enter.

    `inside`: its path as the server names it. `popen`: arguments for `Popen` that start a program in it.
    """

    folder: Path
    inside: Path
    popen: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Account:
    """The user that a server runs as. `user`: its id if this process is root, which the server must not be; else None:
    this process's own."""

    user: int | None

    @classmethod
    def of(cls, folder: Path) -> "Account":
        """The account of the server in this folder. Servers of root have ids of their own, or run as `nobody` where
        this system has none; servers of any other user run as that user."""
        if not is_root():
            return cls(None)
        folder.parent.mkdir(parents=True, exist_ok=True)
        own = own_id(folder.parent, folder.name) if folder.name in PARTS else None
        return cls(NOBODY if own is None else own)

    def creating(self) -> "Account":
        """The account that creates the files of a cluster, which must have a name."""
        return self if self.user is None else Account(idle_account())

    def own(self, path: Path) -> None:
        """Make this user the owner of a file or folder that we created, and of all that is in it."""
        if self.user is not None:
            if path.is_dir():
                take_over(path, self.user)
            else:
                os.chown(path, self.user, self.user)

    def data_folder(self, folder: Path) -> DataFolder:
        """`folder` as a data folder of this user; created if it does not exist."""
        folder.mkdir(mode=0o700, exist_ok=True)
        real = folder.resolve()
        self.own(real)
        real.chmod(0o700)
        if self.user is None:
            return DataFolder(real, real, {"cwd": real})
        if not passable(real.parent) and not _HERE.exists():
            raise EmbeddedError(
                f"Emberlog runs as root, but its servers must not, and other users cannot reach {real}. Run Emberlog "
                "as an "
                "ordinary user, or set EMBERLOG_DATA to a folder that other users may pass through."
            )
        dropped = {
            "cwd": real, "user": self.user, "group": self.user, "extra_groups": [], "umask": 0o077,
            "env": {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ} | {"LC_ALL": "C"},
        }  # fmt: skip
        return DataFolder(real, real if passable(real.parent) else _HERE, dropped)

    def program(self, folder: Path, beside: tuple[Path, ...] = ()) -> Path:
        """A program's `folder` if this user can reach it, else a copy of it.

        `beside`: folders that it needs next to it.
        """
        if self.user is None or all(passable(path) for path in (folder, *beside)):
            return folder
        return _copied(folder, beside)


def open_folder(folder: Path) -> None:
    """Create a folder that others cannot read. Servers of root, which have other ids, may pass through it."""
    folder.mkdir(parents=True, exist_ok=True)
    mode = 0o711 if is_root() else 0o700
    if folder.stat().st_uid == os.geteuid() and stat.S_IMODE(folder.stat().st_mode) != mode:
        folder.chmod(mode)


def passable(folder: Path) -> bool:
    """Whether any user can pass through to this folder."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder.resolve(), *folder.resolve().parents))


def _copied(folder: Path, beside: tuple[Path, ...]) -> Path:
    """A copy, created once and never changed. Its name holds a hash of the original's path and time."""
    digest = hashlib.sha256()
    for path in (folder, *beside):
        digest.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    home = _folder_of_root(_CACHES) / f"programs-{digest.hexdigest()[:16]}"
    if not home.is_dir():
        draft = Path(tempfile.mkdtemp(prefix="draft-", dir=home.parent))
        for path in (folder, *beside):
            shutil.copytree(path, draft / path.name, symlinks=True)
        draft.chmod(0o755)
        with contextlib.suppress(OSError):  # another process was faster, and its copy is as good
            draft.rename(home)
        shutil.rmtree(draft, ignore_errors=True)
    return home / folder.name


def _folder_of_root(parents: tuple[Path, ...]) -> Path:
    """A folder that only root may write to and everybody may pass through, in the first parent that allows it."""
    for parent in parents:
        folder = parent / "emberlog"
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o711, exist_ok=True)
            state = folder.lstat()
            if stat.S_ISDIR(state.st_mode) and state.st_uid == 0 and not state.st_mode & 0o022:
                return folder
    raise EmbeddedError(
        f"Emberlog runs as root from a folder that other users cannot reach, and cannot copy its servers to any of "
        f"{', '.join(map(str, parents))}. Run it as an ordinary user, or set EMBERLOG_DATABASE_URL and "
        "EMBERLOG_REDIS_URL."
    )
