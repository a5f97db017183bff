"""A game's steps as pages of text, and a reader that turns them by key presses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from rich.console import Console, Group
from rich.segment import Segment
from rich.text import Text

from domain.engine.step import Step
from domain.engine.viewer import Viewer
from infra.cli.render.keys import key_presses
from infra.cli.render.values import printable, view_as_text
from infra.cli.viewers import viewer_in_words
from services.languages import ENGLISH
from services.reads.horizon import VisibleGame
from services.reads.look import Look, VisibleStep

KEYS: Final = "← → step   [ ] ten   g G first, last   ↑ ↓ scroll   q leave"
_MOVES: Final = {"right": 1, "n": 1, " ": 1, "left": -1, "b": -1, "]": 10, "[": -10, "g": -(10**9), "G": 10**9}
_LEAVE: Final = frozenset({"q", "escape", "stop"})


@dataclass(frozen=True)
class Replay:
    """A game's steps as one viewer may know them."""

    look: Look
    visible_game: VisibleGame
    viewer: Viewer
    locale: str = ENGLISH

    @property
    def last(self) -> int:
        return self.visible_game.version

    def step(self, version: int) -> VisibleStep:
        return self.look.steps(self.visible_game, self.viewer, after=Step(version - 1), first=1)[0]

    def frame(self, version: int) -> Group:
        """One step: its number, what happened and by which rules, and the position after it."""
        view = self.look.view(self.visible_game, self.viewer, Step(version))
        game: dict[str, Any] = msgspec.to_builtins(view)
        position, names = game.pop("position"), [seat.name for seat in view.seats]
        title = printable(view.title) or self.visible_game.game.ruleset.title
        viewer = viewer_in_words(self.viewer, names)
        head = Text.assemble((f"{title}, step {version} of {self.last}", "bold"), f", as {viewer} sees it\n")
        parts = [head, line_of(self.step(version), self.locale), Text(), *_scores(self, version, names)]
        return Group(*parts, view_as_text(game if position is None else position, names))


def line_of(step: VisibleStep, locale: str) -> Text:
    """What the viewer may know of a step, with its rules."""
    if step.line is None:
        return Text(f"{step.version:>5}  Something happened that this viewer may not know.", style="dim italic")
    return Text.assemble(
        (f"{step.version:>5}  ", "dim"), step.line.text_in(locale), (f"  [{', '.join(step.line.rules)}]", "dim cyan")
    )


def _scores(replay: Replay, version: int, names: Sequence[str]) -> list[Text]:
    """Each seat's points by source if the game ended now, as far as the viewer may know them."""
    lines = []
    tracks = replay.look.live_tracks(replay.visible_game, replay.viewer, Step(version))
    for seat, name in enumerate(names):
        sources = [track for track in tracks if track.seat == seat]
        if sources:
            split = ", ".join(f"{track.source} {track.if_over}" for track in sources)
            total = sum(track.if_over for track in sources)
            lines.append(Text.assemble((f"{name}: ", "dim"), (f"{total}", "bold"), f" if it ended now ({split})"))
    return [*lines, Text()] if lines else []


def step_through(console: Console, replay: Replay, at: int) -> None:
    """Show steps by key presses until the person leaves."""
    top = 0
    with console.screen(hide_cursor=True), key_presses() as keys:
        _show(console, replay, at, top)
        for key in keys:
            if key in _LEAVE:
                return
            page = max(console.height - 2, 1)
            at = min(max(at + _MOVES.get(key, 0), 1), replay.last)
            top = 0 if key in _MOVES else top + {"down": 1, "up": -1, "page down": page, "page up": -page}.get(key, 0)
            top = _show(console, replay, at, top)


def _show(console: Console, replay: Replay, at: int, top: int) -> int:
    """Draw the lines of a frame that fit the terminal, from line `top`.

    Returns `top`, moved to stay inside the frame.
    """
    lines = console.render_lines(replay.frame(at), pad=False)
    height = max(console.height - 1, 1)
    top = max(min(top, len(lines) - height), 0)
    console.clear()
    for line in lines[top : top + height]:
        console.print(_Segments([*line, Segment.line()]), end="")
    below = len(lines) - height - top
    console.print(Text(KEYS + (f"   ({below} more lines below)" if below > 0 else ""), style="reverse"), end="")
    return top


class _Segments:
    """A line of text that is laid out already."""

    def __init__(self, segments: list[Segment]) -> None:
        self._segments = segments

    def __rich_console__(self, console: Console, options: object) -> list[Segment]:
        return self._segments
