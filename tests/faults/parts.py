"""What a fault changes in one process of the service before it starts, and a part of its own."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any, Final, NoReturn

import infra.asgi
import infra.postgres.sequencer
from infra.postgres.pool import open_pool
from infra.postgres.sequencer import run_sequencer
from infra.settings import Settings
from projections import SCORE_TRACKS

BROKEN_STEP: Final = 10


def without_sequencer(_: object) -> None:
    """The API leaves sequencing to others."""

    async def idle(*_: object, **_more: object) -> None:
        await asyncio.Event().wait()

    infra.asgi.run_sequencer = idle


def sequence(settings: Settings) -> NoReturn:
    """Only a sequencer. Its name as the holder of the lease is its process id."""

    async def run() -> None:
        assert settings.database_url is not None
        await run_sequencer(await open_pool(settings.database_url, size_max=2))

    infra.postgres.sequencer.secrets.token_hex = lambda _: str(os.getpid())
    asyncio.run(run())
    raise AssertionError("a sequencer never ends by itself")


def broken_projection(game_id: str) -> None:
    """A bug in the score tracks, which only one game meets, at its tenth step."""
    fold = SCORE_TRACKS.fold

    def broken(game: Any, accumulator: Any, step: Any, state: Any) -> Any:
        if step.body.stream == game_id and step.version == BROKEN_STEP:
            raise RuntimeError("a bug in a projection")
        return fold(game, accumulator, step, state)

    object.__setattr__(SCORE_TRACKS, "fold", broken)


def shifted_clock(file: str) -> None:
    """The wall clock of this process is off by the seconds that stand in a file, which may change at any time."""
    real, real_ns, offset = time.time, time.time_ns, Path(file)

    def seconds() -> float:
        return float(offset.read_text() or 0)

    time.time = lambda: real() + seconds()
    time.time_ns = lambda: real_ns() + int(seconds() * 1e9)
