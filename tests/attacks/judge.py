"""The judge from outside: a prober of /health, the system's figures of the process, and the bounds that every attack must leave
whole."""

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from api.problems import CODES
from infra.cli.processes.children import ROOT
from tests.attacks.target import Target

HEALTH_MS_MAX: Final = 250.0
HEALTH_RATIO_MAX: Final = 5.0
"""On a loaded machine /health may take this many times its p99 without an attack."""
CPU_SECONDS_MAX: Final = 0.5
ANSWER_BYTES_MAX: Final = 5 * 1024 * 1024
RESIDENT_RATIO_MAX: Final = 1.2
LOG_BYTES_MAX: Final = 32 * 1024
"""What one attack may add to the logs, whatever it sends."""
SETTLE_SECONDS_MAX: Final = 6.0
PROBE_SHARE: Final = 0.99
ANSWER_SECONDS_MAX: Final = 90.0

Json = dict[str, Any]


@dataclass
class Prober:
    """Latencies of /health in ms, each with the moment when it was asked for."""

    process: "subprocess.Popen[str]"
    answers: list[tuple[float, float, str]] = field(default_factory=list)

    def read(self) -> None:
        """Runs in a thread, so that the prober never waits for its reader."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            at, ms, word = line.split()
            self.answers.append((float(at), float(ms), word))

    def since(self, begun: float) -> list[float]:
        """The latencies of what was asked between `begun` and now, sorted. An error counts as a minute.

        Waits for the answer to what is asked now.
        """
        now = time.monotonic()
        deadline = now + ANSWER_SECONDS_MAX
        while (not self.answers or self.answers[-1][0] < now) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert self.answers and self.answers[-1][0] >= now, "/health does not answer at all"
        return sorted(ms if word == "ok" else 60_000.0 for at, ms, word in list(self.answers) if at >= begun)


@contextlib.contextmanager
def probing(target: Target) -> Iterator[Prober]:
    """A prober for as long as the block lasts."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "tests.attacks.prober", target.url],
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    prober = Prober(process)
    threading.Thread(target=prober.read, daemon=True).start()
    try:
        yield prober
    finally:
        process.kill()
        process.wait()


def p99(latencies: list[float]) -> float:
    """In ms; 0 without any."""
    return latencies[min(len(latencies) - 1, int(len(latencies) * PROBE_SHARE))] if latencies else 0.0


@dataclass
class Verdict:
    """What one attack did. `wrong`: the bounds it broke, in sentences."""

    name: str
    wrong: list[str] = field(default_factory=list)
    figures: Json = field(default_factory=dict)

    def expect(self, holds: bool, text: str) -> None:
        """Writes a broken bound down."""
        if not holds:
            self.wrong.append(text)

    def answer(self, status: int, body: bytes, what: str) -> list[str]:
        """An answer of the API must be JSON with published codes, never 500, never too long. Returns its codes."""
        self.expect(status < 500 or status in (503, 507), f"{what}: status {status}")
        self.expect(len(body) <= ANSWER_BYTES_MAX, f"{what}: an answer of {len(body) / 1e6:.1f} MB")
        self.expect(b"Traceback" not in body, f"{what}: a traceback in the answer")
        try:
            response = json.loads(body)
        except ValueError:
            self.wrong.append(f"{what}: status {status}, not JSON: {body[:80]!r}")
            return []
        codes = [
            str(error.get("extensions", {}).get("code"))
            for error in (response.get("errors") or () if isinstance(response, dict) else ())
        ]
        self.expect(all(code in CODES and code != "INTERNAL" for code in codes), f"{what}: codes {codes[:3]}")
        self.expect(status == 200 or bool(codes), f"{what}: status {status} without a code")
        return codes


@dataclass
class Judge:
    """Judges one attack after another. `baseline_ms`: the p99 of /health without an attack."""

    target: Target
    prober: Prober
    baseline_ms: float = 0.0

    def measure_baseline(self, seconds: float) -> None:
        """With nothing but valid clients."""
        begun = time.monotonic()
        time.sleep(seconds)
        self.baseline_ms = p99(self.prober.since(begun))
        print(f"baseline: /health p99 {self.baseline_ms:.0f} ms, RSS {self.target.resident_bytes() / 1e6:.0f} MB")

    def health_ms_max(self, spent: float, waited: float) -> float:
        """What /health may take at p99 during an attack in which the API had `spent` seconds of processor and waited for as
        many more as `waited`, because others had the processor: nothing is added on an idle machine."""
        return max(HEALTH_MS_MAX, HEALTH_RATIO_MAX * self.baseline_ms) * (1 + waited / max(spent, 0.01))

    @contextlib.contextmanager
    def attack(self, name: str) -> Iterator[Verdict]:
        """Judges what happens in the block, prints its figures, and fails when a bound is broken."""
        verdict = Verdict(name)
        resident, logged = self.target.resident_bytes(), self.target.log_bytes()
        cpu, waited, begun = self.target.cpu_seconds(), self.target.waited_seconds(), time.monotonic()
        yield verdict
        seconds, spent = time.monotonic() - begun, self.target.cpu_seconds() - cpu
        most_ms = self.health_ms_max(spent, self.target.waited_seconds() - waited)
        latencies = self.prober.since(begun)
        after = self._settled(resident)
        self._judge(verdict, latencies, most_ms, after / resident, self.target.log_bytes() - logged)
        figures = " ".join(f"{key}={value}" for key, value in verdict.figures.items())
        most = latencies[-1] if latencies else 0.0
        print(
            f"{name}: {seconds:.1f} s, CPU {spent:.2f} s, /health p99 {p99(latencies):.0f} max {most:.0f} ms, "
            f"RSS {resident / 1e6:.0f} -> {after / 1e6:.0f} MB, log +{self.target.log_bytes() - logged} B {figures}"
        )
        assert not verdict.wrong, f"{name}: " + "; ".join(verdict.wrong[:12])

    def _judge(self, verdict: Verdict, latencies: list[float], most_ms: float, resident: float, logged: int) -> None:
        slow = p99(latencies)
        verdict.expect(self.target.api.poll() is None, "the API ended")
        verdict.expect(slow <= most_ms, f"/health took {slow:.0f} ms at p99 (at most {most_ms:.0f})")
        verdict.expect(resident <= RESIDENT_RATIO_MAX, f"memory stayed at {resident:.2f} of what it was")
        verdict.expect(logged <= LOG_BYTES_MAX, f"the logs grew by {logged} bytes")
        forged = self.target.forged_lines()
        verdict.expect(not forged, f"the attacker wrote into the log: {forged[:1]}")

    def _settled(self, resident: int) -> int:
        """The memory once it is back within bounds, or after a while."""
        deadline = time.monotonic() + SETTLE_SECONDS_MAX
        while (now := self.target.resident_bytes()) > resident * RESIDENT_RATIO_MAX and time.monotonic() < deadline:
            time.sleep(0.2)
        return now
