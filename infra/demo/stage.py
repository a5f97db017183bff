"""What the demo shows while it plays: the last lines, each seat's score by source, the pace. Asks nobody anything."""

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

LINES_SHOWN: Final = 12
BAR_CELLS: Final = 40
PLAIN_EVERY_SECONDS: Final = 2.0
"""On something that is no terminal a line is printed this often, instead of a moving picture."""

COLOURS: Final = ("green", "cyan", "magenta", "yellow", "blue", "red", "white")

Points = Sequence[tuple[str, int]]
"""(source, points), in the order the ruleset gives them."""


@dataclass(slots=True)
class Stage:
    """The picture, filled by whoever watches the game."""

    console: Console
    title: str
    names: Sequence[str]
    step: int = 0
    turn: int | None = None
    commands: int = 0
    began: float = field(default_factory=time.monotonic)
    lines: deque[Text] = field(default_factory=lambda: deque(maxlen=LINES_SHOWN))
    scores: Mapping[int, Points] = field(default_factory=dict)
    _live: Live | None = None
    _printed: float = 0.0

    @contextmanager
    def shown(self) -> Iterator["Stage"]:
        """Draw while the block runs."""
        if not self.console.is_terminal:
            yield self
            self._print_plain()
            return
        with Live(self.picture(), console=self.console, refresh_per_second=8, transient=False) as live:
            self._live = live
            yield self
            live.update(self.picture(), refresh=True)
        self._live = None

    def take_line(self, step: int, text: str | None, rules: Sequence[str]) -> None:
        """The next step as the spectators were told it."""
        self.step = step
        if text is not None:
            self.lines.append(Text.assemble((f"{step:>5}  ", "dim"), text, (f"  {' '.join(rules[:2])}", "dim cyan")))
        self.refresh()

    def refresh(self) -> None:
        """Draw again, or, without a terminal, print a line when it is time."""
        if self._live is not None:
            self._live.update(self.picture())
        elif time.monotonic() - self._printed >= PLAIN_EVERY_SECONDS:
            self._print_plain()

    @property
    def pace(self) -> float:
        """Commands a second since the first."""
        return self.commands / max(time.monotonic() - self.began, 0.001)

    def picture(self) -> Panel:
        """Everything at once."""
        news = list(self.lines) + [Text()] * (LINES_SHOWN - len(self.lines))
        for line in news:
            line.no_wrap, line.overflow = True, "ellipsis"
        return Panel(
            Group(*news, Text(), *score_bars(self.names, self.scores)), title=self.title, subtitle=self._where()
        )

    def _where(self) -> str:
        turn = "" if self.turn is None else f"turn {self.turn}, "
        return f"{turn}step {self.step}, {self.commands} commands, {self.pace:.0f} a second"

    def _print_plain(self) -> None:
        self._printed = time.monotonic()
        totals = ", ".join(f"{self.names[seat]} {_total(points)}" for seat, points in sorted(self.scores.items()))
        last = f"  {self.lines[-1].plain.strip()}" if self.lines else ""
        self.console.print(
            f"{self._where()}{'; ' + totals if totals else ''}{last}", highlight=False, markup=False, soft_wrap=True
        )


def score_bars(names: Sequence[str], scores: Mapping[int, Points]) -> Iterator[Text | Table]:
    """One bar a seat, a colour a source, and what the colours mean. Points below nothing are in the number only."""
    if not scores:
        return
    sources = list(dict.fromkeys(source for points in scores.values() for source, _ in points))
    colour = {source: COLOURS[at % len(COLOURS)] for at, source in enumerate(sources)}
    most = max(1, *(sum(max(each, 0) for _, each in points) for points in scores.values()))
    table = Table.grid(padding=(0, 1))
    for seat, points in sorted(scores.items()):
        bar = Text()
        for source, each in points:
            bar.append("█" * round(max(each, 0) * BAR_CELLS / most), style=colour[source])
        table.add_row(Text(names[seat], style="bold"), Text(str(_total(points)), justify="right"), bar)
    yield table
    yield Text("   ").join(
        Text.assemble(("█ ", colour[source]), (source.replace("_", " "), "dim")) for source in sources
    )


def _total(points: Points) -> int:
    return sum(each for _, each in points)
