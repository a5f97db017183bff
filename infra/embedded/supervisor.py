"""What callers use: `with embedded_servers(folder) as servers`. Starts the servers that do not run, and joins those
that do.

Two programs with the same folder share its servers, and the last one to leave stops them. Two folders share nothing.
"""

import asyncio
import json
import os
import select
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final

from infra.embedded.account import open_folder
from infra.embedded.errors import EmbeddedError
from infra.embedded.locks import FileLock, is_locked
from infra.embedded.server import READY_SECONDS_MAX

_START_SECONDS_MAX: Final = READY_SECONDS_MAX + 120
_STOP_SECONDS_MAX: Final = 30.0
_SOURCE: Final = Path(__file__).parents[2]


class EmbeddedServers:
    """The servers in one folder, as long as the context is open. Works with `with` and with `async with`."""

    def __init__(self, folder: Path, *, postgres: bool, redis: bool, durable: bool) -> None:
        self._folder = folder.absolute()
        self._kinds = [name for name, wanted in (("postgres", postgres), ("redis", redis)) if wanted]
        self._durable = durable
        self._urls: dict[str, str] = {}
        self.descriptors: tuple[int, ...] = ()
        """The open files whose locks say that this process uses the servers."""
        self._open = ExitStack()

    @property
    def database_url(self) -> str:
        """The address of Postgres, with its password."""
        return self._urls["postgres"]

    @property
    def redis_url(self) -> str:
        """The address of Redis, with its password."""
        return self._urls["redis"]

    def __enter__(self) -> "EmbeddedServers":
        with ExitStack() as opening:
            _create_folder(self._folder)
            uses = {kind: _ServerUse(kind, self._folder / kind, self._durable) for kind in self._kinds}
            for use in uses.values():
                opening.enter_context(use)
            self._urls = {kind: use.url() for kind, use in uses.items()}
            self.descriptors = tuple(use.descriptor for use in uses.values())
            self._open = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    async def __aenter__(self) -> "EmbeddedServers":
        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, trace)


def embedded_servers(
    folder: Path, *, postgres: bool = True, redis: bool = True, durable: bool = True
) -> EmbeddedServers:
    """The servers whose data is in `folder`. `durable` False is for tests only. Entering may raise EmbeddedError."""
    return EmbeddedServers(folder, postgres=postgres, redis=redis, durable=durable)


class _ServerUse:
    """This process's use of one server. Entering starts or joins the server, and `url` waits until it answers."""

    def __init__(self, kind: str, folder: Path, durable: bool) -> None:
        self._kind = kind
        self._folder = folder
        self._durable = durable
        self._users = FileLock(folder / "users.lock")
        self._starting = FileLock(folder / "starting.lock")
        self._keeper: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "_ServerUse":
        _create_folder(self._folder)
        try:
            if not self._starting.take(seconds=_START_SECONDS_MAX):
                raise EmbeddedError(
                    f"Another program has been starting the server in {self._folder} for too long. Stop it and try "
                    "again."
                )
            self._users.take(shared=True, seconds=_STOP_SECONDS_MAX)
            if not is_locked(self._folder / "keeper.lock"):
                self._keeper = self._start_keeper()
        except OSError as error:
            self._release()
            raise EmbeddedError(
                f"{self._folder} cannot be used: {error.strerror or error}. Set EMBERLOG_DATA to a folder that you "
                "may write to."
            ) from error
        except BaseException:
            self._release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()
        self._wait_until_stopped()

    @property
    def descriptor(self) -> int:
        """The open file whose lock says that this process uses the server."""
        return self._users.descriptor

    def url(self) -> str:
        """The server's address, once it answers. Raises EmbeddedError with the keeper's reason if it does not."""
        if self._keeper is not None:
            self._wait_for_report(self._keeper)
        self._starting.drop()
        try:
            return str(json.loads((self._folder / "server.json").read_text())["url"])
        except (OSError, ValueError, KeyError) as error:
            raise EmbeddedError(
                f"{self._folder / 'server.json'} cannot be read. Stop all of Emberlog and start it again."
            ) from error

    def _start_keeper(self) -> subprocess.Popen[bytes]:
        """Start the keeper in a session of its own, so that Ctrl-C reaches the program and not its server."""
        log_path = self._folder / "keeper.log"
        log_path.unlink(missing_ok=True)
        log_path.touch(mode=0o600)
        with log_path.open("wb") as log:
            return subprocess.Popen(
                [
                    sys.executable, "-m", "infra.embedded.keeper", self._kind, str(self._folder),
                    "durable" if self._durable else "for-tests",
                ],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, cwd=_SOURCE, start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(_SOURCE), *sys.path])},
            )  # fmt: skip

    def _wait_for_report(self, keeper: subprocess.Popen[bytes]) -> None:
        assert keeper.stdout is not None
        with keeper.stdout as output:
            ready, _, _ = select.select([output], [], [], _START_SECONDS_MAX)
            line = output.readline() if ready else b""
        answer = (
            json.loads(line)
            if line
            else {"error": f"The keeper of {self._folder} reported nothing. Read keeper.log there."}
        )
        if "error" in answer:
            raise EmbeddedError(str(answer["error"]))

    def _release(self) -> None:
        self._starting.drop()
        self._users.drop()

    def _wait_until_stopped(self) -> None:
        """Wait for the server's end if this process was its last user, so that no process is left behind."""
        deadline = time.monotonic() + _STOP_SECONDS_MAX
        while is_locked(self._folder / "keeper.lock") and time.monotonic() < deadline:
            users = self._folder / "users.lock"
            if is_locked(users) and not is_locked(users, shared=True):
                return
            time.sleep(0.02)
        if self._keeper is not None:
            self._keeper.wait(5)


def _create_folder(folder: Path) -> None:
    try:
        open_folder(folder)
    except OSError as error:
        raise EmbeddedError(
            f"{folder} cannot be created: {error.strerror}. Set EMBERLOG_DATA to a folder that you may write to."
        ) from error
