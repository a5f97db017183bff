"""Keeps the parts of a service running and says on the terminal which of them is away: once when it goes, once when it
is back.

A part that ends is started again, later each time (`restarts`), while the others go on. Only a service that cannot
serve with its settings ends.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import httpx
from rich.console import Console

from infra.cli.problems import ExitCode, Problem
from infra.cli.processes.children import Child, Children
from infra.cli.processes.restarts import Restarts, ending_of
from infra.cli.processes.rolling import Requests, restart_one
from infra.logs import printable

POLL_SECONDS: Final = 0.3
READINESS_EVERY_SECONDS: Final = 5.0
READINESS_SECONDS_MAX: Final = 1.0
_NAMES: Final = {"api": "API", "worker": "worker", "analyst": "analyst", "signer": "signer"}
_REFUSES: Final = (ExitCode.REWRITTEN, ExitCode.TREE_DAMAGED)


@dataclass
class Parts:
    """The parts of a running service. `url`: the address of its API."""

    url: str
    children: Children
    errors: Console
    restarts: dict[str, Restarts] = field(default_factory=dict)
    away: dict[str, str] = field(default_factory=dict)
    """What the API does without, as it was last reported: part -> sentence."""
    readiness_at: float = field(default_factory=time.monotonic)
    requests: Requests = field(default_factory=Requests)

    def keep_running(self) -> None:
        """Start again what ends, until Ctrl-C. Raises Problem when the API cannot run with these settings."""
        while True:
            time.sleep(POLL_SECONDS)
            if self.requests.pending:
                self.requests.pending = False
                self._restart_all()
            for child in self.children.all:
                self._look_after(child)
            if time.monotonic() - self.readiness_at >= READINESS_EVERY_SECONDS:
                self.readiness_at = time.monotonic()
                self._report_readiness(_readiness(self.url))

    def _restart_all(self) -> None:
        """Start the processes anew, one after the other. Those that are away start by themselves."""
        for child in self.children.all:
            why = restart_one(self.children, child) if child.running else None
            if why is not None:
                text = (
                    f"The new {_name_of(child)} {why}, so the old one goes on, and so do the rest. Its log: {child.log}"
                )
                self._say(text)
                return
        self.readiness_at = time.monotonic()  # what has just started needs a moment before it is connected
        self._say("All parts were started anew.")

    def _look_after(self, child: Child) -> None:
        restarts = self.restarts.setdefault(child.name, Restarts())
        if child.running:
            if restarts.is_well(child.ran_seconds):
                self._say(f"The {_name_of(child)} runs.")
        elif restarts.due is None:
            self._ended(child, restarts)
        elif restarts.is_due:
            self.children.restart(child)
            restarts.due = None

    def _ended(self, child: Child, restarts: Restarts) -> None:
        """A part has ended: say how, and when it starts again."""
        code = child.process.returncode
        if code == ExitCode.USAGE:
            self._cannot_run(child, restarts)
            return
        if code in _REFUSES:
            restarts.due = float("inf")
            self._say(f"{_last_line(child)} The other parts go on without it.")
            return
        pause = restarts.ended(child.ran_seconds)
        name = _name_of(child)
        if code == ExitCode.NOT_AVAILABLE:
            cause = _last_line(child)
            if cause != restarts.cause:
                self._say(f"The {name} cannot run: {cause} It is tried again, at least once a minute.")
            restarts.cause = cause
            return
        self._say(
            f"The {name} {ending_of(code)} and starts again in {pause:.0f} s. Nothing that was acknowledged is lost. "
            f"Its log: {child.log}"
        )

    def _cannot_run(self, child: Child, restarts: Restarts) -> None:
        """A wrong setting does not mend itself: the part stays away, and without the API there is nothing to serve."""
        text = f"The {_name_of(child)} cannot run with these settings: {_last_line(child)}"
        if child.name.partition("-")[0] == "api":
            raise Problem(text, ExitCode.USAGE)
        restarts.due = float("inf")
        self._say(f"{text} The other parts go on without it. Correct the setting, then start Emberlog again.")

    def _report_readiness(self, away: Mapping[str, str] | None) -> None:
        """Say what changed among the parts that the API needs. None: the API itself did not answer."""
        if away is None:
            return
        for part, why in away.items():
            if self.away.get(part) != why:
                self._say(why)
        for part in self.away.keys() - away.keys():
            self._say(f"{_PARTS.get(part, part)} again.")
        self.away = dict(away)

    def _say(self, text: str) -> None:
        self.errors.print(text, markup=False, soft_wrap=True)


_PARTS: Final = {
    "log": "The database takes writes",
    "redis": "Redis answers",
    "worker": "A worker is connected",
}


def _name_of(child: Child) -> str:
    """What people call a part: "API", "API 2"."""
    kind, _, number = child.name.partition("-")
    return f"{_NAMES[kind]} {number}".strip()


def never_ready(api: Child) -> Problem:
    """The problem of an API that ended before it could serve."""
    code = api.process.returncode
    how = f"The API {ending_of(code)} at once. The end of its log, {api.log}:\n{api.log_end()}"
    return Problem(how, ExitCode.USAGE if code == ExitCode.USAGE else ExitCode.NOT_AVAILABLE)


def _readiness(url: str) -> dict[str, str] | None:
    with suppress(httpx.HTTPError, ValueError, KeyError, AttributeError):
        answer = httpx.get(f"{url}/ready", timeout=READINESS_SECONDS_MAX, trust_env=False)
        return {name: why for name, why in answer.json()["parts"].items() if why != "answers"}
    return None


def _last_line(child: Child) -> str:
    """What a part printed last: the sentence that says why it ended."""
    lines = [line for line in child.log_end().splitlines() if line.strip()]
    return printable(lines[-1].strip()) if lines else f"its log, {child.log}, is empty."
