"""`emberlog replay`: one step of a game as text, or all of them with keys. Reads the log through `look` and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from rich.console import Console, Group
from rich.segment import Segment
from rich.text import Text

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from infra.cli.draw import drawn, printable
from infra.cli.keys import key_presses
from infra.cli.problems import NOT_THERE, USAGE, Problem
from services.horizon import VisibleGame
from services.look import Look, VisibleStep
from services.ports import Principal

KEYS: Final = "← → step   [ ] ten   g G first, last   ↑ ↓ scroll   q leave"
_MOVES: Final = {"right": 1, "n": 1, " ": 1, "left": -1, "b": -1, "]": 10, "[": -10, "g": -(10**9), "G": 10**9}
_LEAVE: Final = frozenset({"q", "escape", "stop"})


def viewer_of(eyes: str | None) -> Viewer | None:
    """`--as` as a viewer: a seat's number, `spectator` or `arbiter`; None for the caller's own eyes."""
    match eyes:
        case None:
            return None
        case "spectator":
            return SPECTATOR
        case "arbiter":
            return ARBITER
        case _ if eyes.isascii() and eyes.isdigit():
            return int(eyes)
    raise Problem(f"--as takes a seat's number (from 0), `spectator` or `arbiter`, not “{eyes}”.", USAGE)


def eyes(look: Look, principal: Principal | None, seen: VisibleGame, asked: str | None) -> Viewer:
    """The eyes to look at this game through: the asked ones where the caller may, else the caller's own."""
    viewer, seats = viewer_of(asked), len(seen.state.seats)
    if viewer is not None and viewer >= seats:
        raise Problem(f"This game has seats 0 to {seats - 1}; there is no seat {viewer}.", NOT_THERE)
    return look.viewer(principal, seen, viewer)


def eyes_named(viewer: Viewer, names: Sequence[str]) -> str:
    """Whose eyes these are, in words."""
    if viewer == ARBITER:
        return "the arbiter's eyes"
    return "a spectator's eyes" if viewer == SPECTATOR else f"the eyes of {names[viewer]} (seat {viewer})"


@dataclass(frozen=True)
class Reel:
    """A game's steps through one pair of eyes."""

    look: Look
    seen: VisibleGame
    viewer: Viewer

    @property
    def last(self) -> int:
        return self.seen.version

    def step(self, version: int) -> VisibleStep:
        return self.look.steps(self.seen, self.viewer, after=version - 1, first=1)[0]

    def frame(self, version: int) -> Group:
        """One step: where we are, what happened and by which rules, and what lies on the table after it."""
        view = self.look.view(self.seen, self.viewer, version)
        shown: dict[str, Any] = msgspec.to_builtins(view)
        table, names = shown.pop("table"), [seat.name for seat in view.seats]
        title = f"{printable(shown['title']) or self.seen.history.game.ruleset.title}, step {version} of {self.last}"
        head = Text.assemble((title, "bold"), f", through {eyes_named(self.viewer, names)}\n")
        parts = [head, line_of(self.step(version)), Text(), *_scores(self, version, names)]
        body = drawn(shown if table is None else table, names)
        return Group(*parts, body)


def line_of(step: VisibleStep) -> Text:
    """What the viewer may know of a step, with its rules."""
    if step.line is None:
        return Text(f"{step.version:>5}  Something happened that these eyes may not know.", style="dim italic")
    return Text.assemble(
        (f"{step.version:>5}  ", "dim"), step.line.text, (f"  [{', '.join(step.line.rules)}]", "dim cyan")
    )


def _scores(reel: Reel, version: int, names: Sequence[str]) -> list[Text]:
    """Each seat's points by source, as far as these eyes may see them: what it would be if the game ended now."""
    lines = []
    tracks = reel.look.live_tracks(reel.seen, reel.viewer, version)
    for seat, name in enumerate(names):
        sources = [track for track in tracks if track.seat == seat]
        if sources:
            split = ", ".join(f"{track.source} {track.if_over}" for track in sources)
            total = sum(track.if_over for track in sources)
            lines.append(Text.assemble((f"{name}: ", "dim"), (f"{total}", "bold"), f" if it ended now ({split})"))
    return [*lines, Text()] if lines else []


def step_through(console: Console, reel: Reel, at: int) -> None:
    """Show steps by key presses until the person leaves."""
    top = 0
    with console.screen(hide_cursor=True), key_presses() as keys:
        _show(console, reel, at, top)
        for key in keys:
            if key in _LEAVE:
                return
            page = max(console.height - 2, 1)
            at = min(max(at + _MOVES.get(key, 0), 1), reel.last)
            top = 0 if key in _MOVES else top + {"down": 1, "up": -1, "page down": page, "page up": -page}.get(key, 0)
            top = _show(console, reel, at, top)


def _show(console: Console, reel: Reel, at: int, top: int) -> int:
    """Draw as much of a frame as the terminal holds; gives the first line shown, after keeping it inside the frame."""
    lines = console.render_lines(reel.frame(at), pad=False)
    room = max(console.height - 1, 1)
    top = max(min(top, len(lines) - room), 0)
    console.clear()
    for line in lines[top : top + room]:
        console.print(_Ready([*line, Segment.line()]), end="")
    below = len(lines) - room - top
    console.print(Text(KEYS + (f"   ({below} more lines below)" if below > 0 else ""), style="reverse"), end="")
    return top


class _Ready:
    """Segments that are laid out already."""

    def __init__(self, segments: list[Segment]) -> None:
        self._segments = segments

    def __rich_console__(self, console: Console, options: object) -> list[Segment]:
        return self._segments
