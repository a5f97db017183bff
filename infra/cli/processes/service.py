"""The whole service from one terminal: embedded servers, tables, the API and a worker, until it is told to stop.

The API and the worker are child processes (`children`). This process starts and stops them; `parts` keeps them running.
"""

import asyncio
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

import httpx
from rich.console import Console

from infra.cli.problems import ExitCode, Problem
from infra.cli.processes.children import Child, Children
from infra.cli.processes.parts import Parts, never_ready
from infra.cli.processes.rights import folder_of_parts, rights_of_parts
from infra.cli.processes.rolling import restart_requests
from infra.cli.processes.sockets import listening_socket, url_of
from infra.cli.servers import Servers, for_service, servers
from infra.postgres.migrate import migrate
from infra.settings import Settings
from infra.signer.run import check_ml_dsa

READY_SECONDS_MAX: Final = 40.0
OPTIONAL_SECONDS_MAX: Final = 3.0
"""How long to wait for what the API can do without (Redis)."""


@dataclass(frozen=True)
class Service:
    """The running service. `url`: the address of the API, which all its processes share."""

    url: str
    servers: Servers
    children: Children
    apis: tuple[Child, ...]
    workers: tuple[Child, ...]
    data: Path

    @property
    def api(self) -> Child:
        """The first process of the API."""
        return self.apis[0]


@contextmanager
def service(settings: Settings, out: Console, *, host: str | None = None, port: int | None = None) -> Iterator[Service]:
    """The service, running and ready, as long as the block lasts. Leaves no process behind."""
    if settings.signer:
        check_ml_dsa(settings)
    with stopped_by_signals(), servers(settings) as running:
        if running.embedded:
            out.print(
                f"Using embedded {' and '.join(running.embedded)}; their data is in {settings.data}",
                markup=False,
                soft_wrap=True,
            )
        for name in asyncio.run(migrate(running.database_url)):
            out.print(f"Applied migration {name}.", markup=False)
        rights = rights_of_parts(settings.data)
        if rights.warning is not None:
            out.print(rights.warning, style="yellow", markup=False, soft_wrap=True)
        with listening_socket(settings, host, port) as listener, Children(settings.data / "logs", rights) as children:
            url = url_of(listener)
            tree = folder_of_parts(settings.tree, rights)
            environment = {
                **for_service(running, settings).environment(),
                "EMBERLOG_TREE": tree.path,
                "EMBERLOG_PROCESSES": str(settings.processes),
            }
            arguments = ["api", "--descriptor", str(listener.fileno())]
            descriptors = (listener.fileno(), *tree.descriptors)
            for name in _numbered("api", settings.processes):
                children.start(name, arguments, environment, descriptors)
            for name in _numbered("worker", (settings.processes + 1) // 2):
                children.start(name, ["worker"], environment, tree.descriptors)  # dumps name the newest checkpoint
            apis, workers = children.named("api"), children.named("worker")
            if settings.analysis != "NO":
                children.start("analyst", ["analyst"], environment)
            if settings.signer:
                children.start("signer", ["signer"], environment, tree.descriptors)
            for missing in _wait_until_ready(url, apis):
                out.print(missing, style="yellow", markup=False, soft_wrap=True)
            try:
                yield Service(url, running, children, apis, workers, settings.data)
            finally:
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not leave half of it running


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Make SIGTERM and a closed terminal end the block as Ctrl-C does, so that its clean-up runs."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGINT)

    ends = (signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, on_signal) for number in ends}
    interrupt = signal.getsignal(signal.SIGINT)
    if interrupt == signal.SIG_IGN:  # a shell that starts us in the background makes us ignore it
        interrupt = signal.default_int_handler
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.signal(signal.SIGINT, interrupt)


def _numbered(name: str, number: int) -> list[str]:
    """The names of so many parts: `api`, `api-2`, `api-3`."""
    return [name, *(f"{name}-{at}" for at in range(2, number + 1))]


def _wait_until_ready(url: str, apis: Sequence[Child]) -> list[str]:
    """Wait until the API can serve.

    Returns a sentence for each thing it does without. Raises Problem when it cannot.
    """
    began = time.monotonic()
    missing: dict[str, str] = {}
    with httpx.Client(base_url=url, timeout=5.0, trust_env=False) as client:
        while time.monotonic() < began + READY_SECONDS_MAX:
            for api in apis:
                if not api.running:
                    raise never_ready(api)
            with suppress(httpx.TransportError):
                answer = client.get("/ready")
                if answer.status_code == httpx.codes.OK:
                    return []
                parts = _parts_of(answer)
                missing = {name: why for name, why in parts.items() if why != "answers"} if parts else missing
                if parts and "log" not in missing and time.monotonic() > began + OPTIONAL_SECONDS_MAX:
                    return list(missing.values())
            time.sleep(0.05)
    why = " ".join(missing.values()) or f"See {apis[0].log}."
    raise Problem(f"The API was not ready after {READY_SECONDS_MAX:.0f} s. {why}", ExitCode.NOT_AVAILABLE)


def _parts_of(answer: httpx.Response) -> dict[str, str]:
    """What `/ready` says of each part. A refusal under overload says nothing of them."""
    with suppress(ValueError, TypeError, AttributeError):
        return dict(answer.json().get("parts") or {})
    return {}


def keep_running(running: Service, out: Console, errors: Console) -> None:
    """Keep all parts running, and report what happens to them, until Ctrl-C. Raises Problem when the service cannot
    go on."""
    try:
        with restart_requests(running.data) as requests:
            Parts(running.url, running.children, errors, requests=requests).keep_running()
    except KeyboardInterrupt:
        out.print("Stopping.")
