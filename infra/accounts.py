"""User ids for what root starts, one for each part of one data folder, which nothing else on this machine has.

Without them, what may not be root would have to be `nobody`: an account that other programs share, and each of these
could read the files of the part, signal it, and rewrite who may be superuser of the database. The ids have no entry in
the system's list of users, and need none.
"""

import fcntl
import grp
import hashlib
import json
import os
import pwd
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Final

NOBODY: Final = 65_534
FIRST: Final = 60_578
LAST: Final = 61_183
"""Debian, systemd and the ids of containers leave this range alone, and a container that has 65,536 ids has it."""
PARTS: Final = ("postgres", "redis", "service")
"""What has an id of its own. The API and the worker are one part: each has all that the other has."""
_SETS: Final = (LAST + 1 - FIRST) // len(PARTS)
_IDLE_ACCOUNTS: Final = ("games", "irc", "news", "uucp", "list", "lp")
"""Accounts of Debian and others that hardly any machine uses."""
_SYSTEM_UID_MAX: Final = 999


def is_root() -> bool:
    """Whether this process has all rights, and must give them away."""
    return os.geteuid() == 0


def own_id(data: Path, part: str) -> int | None:
    """The user and group id of a part for this data folder, chosen once and then recorded there. Only for root. None:
    this system has no ids to give."""
    with private(data / "accounts.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        record = data / "accounts.json"
        first = _recorded(record)
        if first is None:
            first = _choose(data)
            if first is not None:
                record.touch(mode=0o600)
                record.write_text(json.dumps({"first": first}))
    return None if first is None else first + PARTS.index(part)


def private(path: Path) -> IO[str]:
    """A file to lock or to write, which nobody else can open: else any account of this machine could hold its lock."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "w")


def idle_account() -> int:
    """The id of an account of this system that no process has now; `nobody` if there is none.

    `initdb` insists on an account with a name. What it has created is given to its owner at once.
    """
    busy = _ids_of_processes()
    entries = [each for each in pwd.getpwall() if 0 < each.pw_uid <= _SYSTEM_UID_MAX and each.pw_uid not in busy]
    entries.sort(key=lambda each: (each.pw_name not in _IDLE_ACCOUNTS, each.pw_uid))
    return entries[0].pw_uid if entries else NOBODY


def take_over(folder: Path, user: int) -> None:
    """Make `user` the owner of a folder and of all in it. A second call does nothing. Links are not followed."""
    if folder.lstat().st_uid == user:
        return
    os.chown(folder, 0, 0)
    folder.chmod(0o700)  # from here on nobody else can put anything into it
    for _, folders, files, here in os.fwalk(folder, follow_symlinks=False):
        for name in (*folders, *files):
            os.chown(name, user, user, dir_fd=here, follow_symlinks=False)
    os.chown(folder, user, user)  # last, so that an interrupted call is repeated


def _recorded(record: Path) -> int | None:
    try:
        first = int(json.loads(record.read_text())["first"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return first if FIRST <= first <= LAST + 1 - len(PARTS) and _exist((first,)) else None


def _choose(data: Path) -> int | None:
    """The first of three ids that nobody has. Two folders rarely begin the search at the same place."""
    busy = _ids_of_processes()
    start = int.from_bytes(hashlib.sha256(os.fsencode(data.resolve())).digest()[:4], "big")
    for number in range(_SETS):
        first = FIRST + (start + number) % _SETS * len(PARTS)
        ids = range(first, first + len(PARTS))
        if _exist(ids) and not busy.intersection(ids) and not any(map(_has_name, ids)):
            return first
    return None


def _exist(ids: Iterable[int]) -> bool:
    """Whether this container has these ids. Some have a few only."""
    for listing in ("/proc/self/uid_map", "/proc/self/gid_map"):
        try:
            ranges = [tuple(map(int, line.split())) for line in Path(listing).read_text().splitlines()]
        except OSError:
            return sys.platform.startswith("linux") is False
        if not all(any(first <= each < first + count for first, _, count in ranges) for each in ids):
            return False
    return True


def _has_name(number: int) -> bool:
    for look_up in (pwd.getpwuid, grp.getgrgid):
        try:
            look_up(number)
        except KeyError:
            continue
        return True
    return False


def _ids_of_processes() -> set[int]:
    """The user ids that processes have now."""
    ids = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            ids.add(process.stat().st_uid)
        except OSError:  # it has ended
            continue
    return ids
