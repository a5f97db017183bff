"""What a load run measures: counts, times, and problems, in a table and as JSON."""

import os
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from infra.cli.render.safe import bounded
from infra.load.plan import Plan

SAMPLES_MAX: Final = 20_000
"""Times that are kept of each kind; of more than that, a random selection."""
PERCENTS: Final = (50, 95, 99)
PROBLEMS_MAX: Final = 20
BUSY: Final = 0.85
"""Above this share of a core the tool itself may be the limit."""


@dataclass(slots=True)
class Times:
    """How often something was done, and how many milliseconds it took."""

    count: int = 0
    samples: list[float] = field(default_factory=list)

    def add(self, ms: float) -> None:
        """Counts one more, which took so many milliseconds."""
        self.count += 1
        if len(self.samples) < SAMPLES_MAX:
            self.samples.append(ms)
        elif (at := random.randrange(self.count)) < SAMPLES_MAX:
            self.samples[at] = ms

    def percentile(self, percent: int) -> float | None:
        """The time that so many percent of them did not exceed."""
        ordered = sorted(self.samples)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else None


@dataclass
class Figures:
    """All of a run. `missed` and `twice`: steps that did not follow the one before at some watcher."""

    plan: Plan
    commands: Times = field(default_factory=Times)
    reads: Times = field(default_factory=Times)
    deliveries: Times = field(default_factory=Times)
    pages: Times = field(default_factory=Times)
    games: int = 0
    watching: int = 0
    missed: int = 0
    twice: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    began: float = field(default_factory=time.monotonic)
    watched: int | None = None
    """How many watchers there were at the end of the run."""
    _cpu_began: float = field(default_factory=time.process_time)
    _stopped: float | None = None
    _cpu_stopped: float | None = None

    def problem(self, text: str) -> None:
        """Counts something that went wrong, by its text. Texts beyond a bound count as one."""
        text = bounded(text)
        self.problems[text if text in self.problems or len(self.problems) < PROBLEMS_MAX else "other problems"] += 1

    def start(self) -> None:
        """The time of the run begins now: everything is set up."""
        self.began, self._cpu_began = time.monotonic(), time.process_time()
        for each in (self.commands, self.reads, self.deliveries, self.pages):
            each.count, each.samples = 0, []

    def stop(self) -> None:
        """The time of the run is over; its watchers leave now, and are counted as they were."""
        self._stopped, self._cpu_stopped, self.watched = time.monotonic(), time.process_time(), self.watching

    @property
    def seconds(self) -> float:
        """The time of the run so far."""
        return max((self._stopped or time.monotonic()) - self.began, 1e-6)

    @property
    def cpu_share(self) -> float:
        """How much of a core this tool has used."""
        return ((self._cpu_stopped or time.process_time()) - self._cpu_began) / self.seconds

    @property
    def is_clean(self) -> bool:
        """Whether every watcher had every step once."""
        return not self.missed and not self.twice

    @property
    def _watchers(self) -> int:
        return self.watching if self.watched is None else self.watched

    def _rows(self) -> dict[str, Times]:
        return {
            "commands": self.commands,
            "reads before them": self.reads,
            "deliveries to watchers": self.deliveries,
            "pages of replays": self.pages,
        }

    def as_grid(self) -> Group:
        """The figures so far, for a terminal."""
        plan = self.plan
        title = f"{plan.url}: {self.seconds:.0f} of {plan.seconds:.0f} s, {self.games} games, {self._watchers} watchers"
        grid = Grid(title=title, title_justify="left")
        for name in ("what", "count", "a second", *(f"p{percent} ms" for percent in PERCENTS)):
            grid.add_column(name, justify="left" if name == "what" else "right")
        for name, times in self._rows().items():
            percentiles = (times.percentile(percent) for percent in PERCENTS)
            texts = ("" if each is None else f"{each:.1f}" for each in percentiles)
            grid.add_row(name, f"{times.count:,}", f"{times.count / self.seconds:,.1f}", *texts)
        return Group(grid, *(Text(line) for line in self._lines()))

    def _lines(self) -> list[str]:
        lines = [f"{count} times: {text}" for text, count in self.problems.most_common()]
        if not self.is_clean:
            lines.append(f"Watchers missed {self.missed} steps and got {self.twice} twice. That must never happen.")
        if self.cpu_share > BUSY:
            lines.append(
                f"This tool used {self.cpu_share:.0%} of a core, so it may be the limit. Run it on several machines."
            )
        return lines

    def report(self) -> dict[str, Any]:
        """The same as JSON values, with nothing secret in it."""
        plan = self.plan
        return {
            "url": plan.url,
            "plan": {
                "ruleset": plan.ruleset,
                "players": plan.players,
                "watchers": plan.watchers,
                "replays": plan.replays,
                "seconds": plan.seconds,
                "pace": plan.pace,
            },
            "seconds": round(self.seconds, 2),
            "games": self.games,
            "figures": {name: _report(times, self.seconds) for name, times in self._rows().items()},
            "watchers": {"open": self._watchers, "missed": self.missed, "twice": self.twice},
            "problems": dict(self.problems),
            "client": {"cores": os.cpu_count(), "cpuShare": round(self.cpu_share, 3)},
        }


def _report(times: Times, seconds: float) -> dict[str, float | None]:
    percentiles = {f"p{percent}Ms": times.percentile(percent) for percent in PERCENTS}
    rounded = {name: None if each is None else round(each, 2) for name, each in percentiles.items()}
    return {"count": times.count, "perSecond": round(times.count / seconds, 2), **rounded}
