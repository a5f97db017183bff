"""The whole service from one terminal: servers that are not configured, tables, API and worker, until it is told to stop.

API and worker are processes of their own (`processes`); this one only starts them, looks after them and stops them.
"""

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import Final

import httpx
from rich.console import Console

from infra.cli.doors import listening, url_of
from infra.cli.problems import NOT_AVAILABLE, Problem
from infra.cli.processes import Part, Parts
from infra.cli.world import Servers, servers
from infra.postgres.migrate import migrate
from infra.settings import Settings

READY_SECONDS_MAX: Final = 40.0
HINTS_SECONDS_MAX: Final = 3.0
"""How long to wait for what the API can do without (Redis)."""
LOOK_SECONDS: Final = 0.3
STARTS_MAX: Final = 5
"""So many times within `STARTS_SECONDS` a part is started again; then the cause must be looked at."""
STARTS_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Service:
    """The service as it runs. `url`: where the API answers."""

    url: str
    servers: Servers
    parts: Parts
    api: Part
    worker: Part


@contextmanager
def service(settings: Settings, out: Console, *, host: str | None = None, port: int | None = None) -> Iterator[Service]:
    """Everything running and ready, for as long as the block lasts. No process is left behind it."""
    with stopped_by_signals(), servers(settings) as running:
        if running.embedded:
            out.print(
                f"Embedded {' and '.join(running.embedded)}; data in {settings.data}", markup=False, soft_wrap=True
            )
        for name in asyncio.run(migrate(running.database_url)):
            out.print(f"Migrated: {name}", markup=False)
        with listening(settings, host, port) as door, Parts(settings.data / "logs") as parts:
            url = url_of(door)
            environment = running.environment()
            api = parts.start("api", ["api", "--descriptor", str(door.fileno())], environment, (door.fileno(),))
            worker = parts.start("worker", ["worker"], environment)
            for missing in _wait_until_ready(url, api):
                out.print(missing, style="yellow", markup=False, soft_wrap=True)
            try:
                yield Service(url, running, parts, api, worker)
            finally:
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not leave half of it running


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """SIGTERM and a closed terminal end the block as Ctrl-C does, so that its clean-up runs."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGINT)

    ends = (signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, on_signal) for number in ends}
    interrupt = signal.getsignal(signal.SIGINT)
    if interrupt == signal.SIG_IGN:  # a shell that starts us in the background has us ignore it
        interrupt = signal.default_int_handler
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.signal(signal.SIGINT, interrupt)


def _wait_until_ready(url: str, api: Part) -> list[str]:
    """Wait until the API can serve; gives what it does without, in sentences. Raises Problem when it cannot serve."""
    began = time.monotonic()
    away: dict[str, str] = {}
    with httpx.Client(base_url=url, timeout=5.0, trust_env=False) as client:
        while time.monotonic() < began + READY_SECONDS_MAX:
            if not api.running:
                raise Problem(f"The API ended at once. It said:\n{api.last_words()}", NOT_AVAILABLE)
            with suppress(httpx.TransportError):
                answer = client.get("/ready")
                if answer.status_code == httpx.codes.OK:
                    return []
                away = {name: why for name, why in answer.json()["parts"].items() if why != "answers"}
                if "log" not in away and time.monotonic() > began + HINTS_SECONDS_MAX:
                    return list(away.values())
            time.sleep(0.05)
    why = " ".join(away.values()) or f"See {api.log}."
    raise Problem(f"The API was not ready after {READY_SECONDS_MAX:.0f} s. {why}", NOT_AVAILABLE)


def keep_running(running: Service, errors: Console) -> None:
    """Look after the parts until Ctrl-C: one that ends is started again, and it is said so. Raises Problem when that is no
    use."""
    starts: dict[str, list[float]] = {}
    while True:
        time.sleep(LOOK_SECONDS)
        for part in running.parts.parts:
            if part.running:
                continue
            now = time.monotonic()
            recent = [at for at in starts.get(part.name, []) if now - at < STARTS_SECONDS]
            if len(recent) >= STARTS_MAX:
                why = f"The {part.name} ends again and again; the end of {part.log}:\n{part.last_words()}"
                raise Problem(why, NOT_AVAILABLE)
            starts[part.name] = [*recent, now]
            running.parts.start_again(part)
            errors.print(
                f"The {part.name} ended (exit code {part.process.returncode}) and was started again; nothing that was "
                f"acknowledged is lost. Its log: {part.log}",
                markup=False,
                soft_wrap=True,
            )
