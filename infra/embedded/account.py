"""Whose rights the embedded servers run with, and how they reach their files. Never loosens rights on anything it did not make.

Postgres refuses to run as root. Started by root, both servers become `nobody`; what nobody could not reach (a checkout
under root's own home, say) is copied (programs) or laid elsewhere with a link (data).
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
_CACHES: Final = (Path("/var/cache"), Path("/var/tmp"))
_HOMES: Final = (Path("/var/lib"), Path("/var/tmp"))


@dataclass(frozen=True, slots=True)
class Account:
    """The user that servers run as. `dropped`: we are root and they must not be."""

    dropped: bool

    @classmethod
    def of_this_process(cls) -> "Account":
        """Root's servers run as nobody, everybody else's as themselves."""
        return cls(dropped=os.geteuid() == 0)

    @property
    def popen(self) -> Mapping[str, Any]:
        """What `subprocess` needs to start a program as this user."""
        if not self.dropped:
            return {"cwd": "/"}
        return {"cwd": "/", "user": _NOBODY, "group": _NOBODY, "extra_groups": []}

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

    def closed_folder(self, link: Path) -> Path:
        """The folder at `link` that only this user may enter: made there, or elsewhere with a link where nobody cannot pass."""
        if link.is_symlink() and not link.exists():
            raise EmbeddedError(f"{link} points to a folder that is gone. Remove the link to start with an empty one.")
        if not link.exists():
            if not self.dropped or passable(link.parent):
                link.mkdir(mode=0o700)
            else:
                link.symlink_to(_folder_elsewhere(), target_is_directory=True)
        real = link.resolve()
        self.own(real)
        real.chmod(0o700)
        return real

    def program(self, folder: Path, beside: tuple[Path, ...] = ()) -> Path:
        """`folder` of a program as this user reaches it; else a copy of it and of what must lie `beside` it."""
        if not self.dropped or all(passable(path) for path in (folder, *beside)):
            return folder
        return _copied(folder, beside)


def passable(folder: Path) -> bool:
    """Whether a user with no rights of its own can come to this folder and read it by name."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder.resolve(), *folder.resolve().parents))


def remove_closed_folder(link: Path) -> None:
    """Remove what `closed_folder` made, wherever it lies."""
    real = link.resolve()
    if link.is_symlink():
        link.unlink()
    shutil.rmtree(real, ignore_errors=True)


def _folder_elsewhere() -> Path:
    return Path(tempfile.mkdtemp(prefix="data-", dir=_roots_own(_HOMES)))


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
        f"Running as root, Emberlog needs a folder of its own in one of {', '.join(map(str, parents))}, and none can be "
        "written. Run it as an ordinary user, or set EMBERLOG_DATABASE_URL and EMBERLOG_REDIS_URL."
    )
