"""The process that draws, as the service sees it: one job after the other, within a time, started when it is needed."""

import asyncio
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from api.pictures.painter import LENGTH, Job, Painted, framed
from api.problems import Problem

COMMAND: Final = (sys.executable, "-P", "-m", "api.pictures.painter")
SECONDS_MAX: Final = 20.0
"""How long a picture may take. Then its process ends, and the next picture gets a new one."""
WAITING_MAX: Final = 24
PICTURE_BYTES_MAX: Final = 8_000_000
RETRY_MS: Final = 2_000

_OPEN: Final = re.compile(r"/proc/self/fd/(\d+)")


class DrawingFailed(Exception):
    """A drawing function raised, took too long, or drew something else than a picture. The text says which."""


@dataclass
class Studio:
    """Jobs wait in order; of more than `waiting_max` the next one is refused."""

    command: Sequence[str] = COMMAND
    seconds_max: float = SECONDS_MAX
    waiting_max: int = WAITING_MAX
    _process: asyncio.subprocess.Process | None = None
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _waiting: int = 0

    async def paint(self, job: Job) -> bytes:
        """The bytes of a picture. Raises DrawingFailed, and Problem RATE_LIMITED if too many wait."""
        if self._waiting >= self.waiting_max:
            text = "Many pictures are being drawn. Ask for this one in a moment."
            raise Problem("RATE_LIMITED", text, limit=self.waiting_max, left=0, retryAfterMs=RETRY_MS)
        self._waiting += 1
        try:
            async with self._turn:
                return await self._painted(job)
        finally:
            self._waiting -= 1

    async def _painted(self, job: Job) -> bytes:
        frame = framed(msgspec.msgpack.encode(job))
        try:
            async with asyncio.timeout(self.seconds_max):
                try:
                    answer = await self._exchange(frame)
                except (OSError, asyncio.IncompleteReadError):  # it had been idle, and ended meanwhile
                    await self.close()
                    answer = await self._exchange(frame)
        except TimeoutError:
            await self.close()
            raise DrawingFailed(f"it took more than {self.seconds_max:g} seconds") from None
        except (OSError, asyncio.IncompleteReadError) as error:
            await self.close()
            raise DrawingFailed(f"its process ended: {type(error).__name__}") from None
        except asyncio.CancelledError:
            await self.close()  # an answer that nobody reads must not be taken for the next one
            raise
        painted = msgspec.msgpack.decode(answer, type=Painted)
        if painted.failed:
            raise DrawingFailed(painted.failed)
        return painted.body

    async def _exchange(self, frame: bytes) -> bytes:
        process = await self._started()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(frame)
        await process.stdin.drain()
        size: int = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
        if size > PICTURE_BYTES_MAX:
            raise asyncio.IncompleteReadError(b"", size)
        return await process.stdout.readexactly(size)

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd="/",
                **_interpreter(self.command),
            )
        return self._process

    async def close(self) -> None:
        """End the process. The next picture starts another."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def _interpreter(command: Sequence[str]) -> dict[str, Any]:
    """The environment in which Python finds what this process imports, and nothing else: no addresses of servers.

    A service of few rights reaches its packages through open folders (`infra.cli.processes.rights`), so these go on.
    """
    environment = {name: os.environ[name] for name in ("PYTHONHOME", "LD_LIBRARY_PATH") if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    folders = {int(number) for each in (*command, *environment.values()) for number in _OPEN.findall(each)}
    return {"env": {**environment, "PYTHONDONTWRITEBYTECODE": "1"}, "pass_fds": tuple(sorted(folders))}


__all__ = ["DrawingFailed", "Studio"]
