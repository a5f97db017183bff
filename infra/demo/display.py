"""What the demo displays while it plays: the last lines, each seat's score by source, and the pace."""

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

LINES_VISIBLE: Final = 12
BAR_CELLS: Final = 40
PLAIN_EVERY_SECONDS: Final = 2.0
"""Without a terminal, a line is printed this often instead of a live picture."""

COLOURS: Final = ("green", "cyan", "magenta", "yellow", "blue", "red", "white")

Points = Sequence[tuple[str, int]]
"""(source, points), in the ruleset's order."""


@dataclass(slots=True)
class Display:
    """The live picture of a game. Its caller fills in what it receives from the API."""

    console: Console
    title: str
    names: Sequence[str]
    step: int = 0
    turn: int | None = None
    commands: int = 0
    began: float = field(default_factory=time.monotonic)
    lines: deque[Text] = field(default_factory=lambda: deque(maxlen=LINES_VISIBLE))
    scores: Mapping[int, Points] = field(default_factory=dict)
    _live: Live | None = None
    _printed: float = 0.0

    @contextmanager
    def drawn(self) -> Iterator["Display"]:
        """Draw as long as the block runs."""
        if not self.console.is_terminal:
            yield self
            self._print_plain()
            return
        with Live(self.picture(), console=self.console, refresh_per_second=8, transient=False) as live:
            self._live = live
            yield self
            live.update(self.picture(), refresh=True)
        self._live = None

    def add_line(self, step: int, text: str | None, rules: Sequence[str]) -> None:
        """Add the next step as spectators received it."""
        self.step = step
        if text is not None:
            self.lines.append(Text.assemble((f"{step:>5}  ", "dim"), text, (f"  {' '.join(rules[:2])}", "dim cyan")))
        self.refresh()

    def refresh(self) -> None:
        """Redraw. Without a terminal, print a line when one is due."""
        if self._live is not None:
            self._live.update(self.picture())
        elif time.monotonic() - self._printed >= PLAIN_EVERY_SECONDS:
            self._print_plain()

    @property
    def pace(self) -> float:
        """Commands per second since the start."""
        return self.commands / max(time.monotonic() - self.began, 0.001)

    def picture(self) -> Panel:
        """The whole picture."""
        news = list(self.lines) + [Text()] * (LINES_VISIBLE - len(self.lines))
        for line in news:
            line.no_wrap, line.overflow = True, "ellipsis"
        return Panel(
            Group(*news, Text(), *score_bars(self.names, self.scores)), title=self.title, subtitle=self._where()
        )

    def _where(self) -> str:
        turn = "" if self.turn is None else f"turn {self.turn}, "
        return f"{turn}step {self.step}, {self.commands} commands, {self.pace:.0f} per second"

    def _print_plain(self) -> None:
        self._printed = time.monotonic()
        totals = ", ".join(f"{self.names[seat]} {_total(points)}" for seat, points in sorted(self.scores.items()))
        last = f"  {self.lines[-1].plain.strip()}" if self.lines else ""
        self.console.print(
            f"{self._where()}{'; ' + totals if totals else ''}{last}", highlight=False, markup=False, soft_wrap=True
        )


def score_bars(names: Sequence[str], scores: Mapping[int, Points]) -> Iterator[Text | Grid]:
    """One bar per seat, one colour per source, and a legend. Negative points count in the number but not in the bar."""
    if not scores:
        return
    sources = list(dict.fromkeys(source for points in scores.values() for source, _ in points))
    colour = {source: COLOURS[at % len(COLOURS)] for at, source in enumerate(sources)}
    most = max(1, *(sum(max(each, 0) for _, each in points) for points in scores.values()))
    grid = Grid.grid(padding=(0, 1))
    for seat, points in sorted(scores.items()):
        bar = Text()
        for source, each in points:
            bar.append("█" * round(max(each, 0) * BAR_CELLS / most), style=colour[source])
        grid.add_row(Text(names[seat], style="bold"), Text(str(_total(points)), justify="right"), bar)
    yield grid
    yield Text("   ").join(
        Text.assemble(("█ ", colour[source]), (source.replace("_", " "), "dim")) for source in sources
    )


def _total(points: Points) -> int:
    return sum(each for _, each in points)
