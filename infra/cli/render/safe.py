"""A console that passes nothing on that a terminal obeys, whatever it is given to print.

Names, titles and problems come from a server or a database that may not be ours. They are no markup of rich, either.
"""

from typing import IO, Final

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.segment import Segment

from infra.cli.render.values import printable

LINE_CHARS_MAX: Final = 1_000
"""Of a line that somebody else wrote."""


def safe_console(*, stderr: bool = False, width: int | None = None, file: IO[str] | None = None) -> Console:
    """A console for what commands print. `width`: in columns; None: the terminal's."""
    console = Console(stderr=stderr, width=width, file=file, highlight=False, markup=False, emoji=False)
    console.push_render_hook(_OnlyPrintable())
    return console


def bounded(text: str) -> str:
    """What somebody else wrote, as one line that is not too long. An ellipsis stands for the rest."""
    line = printable(text[: LINE_CHARS_MAX + 1])
    return line if len(line) <= LINE_CHARS_MAX else f"{line[: LINE_CHARS_MAX - 1]}…"


class _OnlyPrintable(RenderHook):
    """Replaces characters that cannot be printed, when styles are not escape sequences yet."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Printable(each) for each in renderables]


class _Printable:
    def __init__(self, inner: ConsoleRenderable) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._inner, options):
            if segment.control is None:
                text = "\n".join(map(printable, segment.text.split("\n")))
                yield Segment(text, segment.style)
            else:
                yield segment


__all__ = ["LINE_CHARS_MAX", "bounded", "safe_console"]
