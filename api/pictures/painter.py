"""A process that draws: it takes jobs on its standard input and writes pictures on its standard output.

It is a process of its own because turning a drawing into a PNG holds the interpreter, and so that a drawing that goes
wrong can take no more than its own time and memory. It has no connection to anything and no environment. It ends with
its input, or when nobody has asked for a picture for a while.
"""

import os
import select
import struct
import sys
from importlib import util
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from api.pictures.linker import linked

MODULES: Final = Path(__file__).parent.parent / "web" / "static" / "js"
IDLE_SECONDS: Final = 300.0
SCRIPT_SECONDS: Final = 6.0
SCRIPT_BYTES: Final = 192 * 1024 * 1024
PROCESS_BYTES: Final = 2 * 1024**3
MARKUP_CHARS_MAX: Final = 2_000_000
NICE: Final = 10
LENGTH: Final = struct.Struct(">I")

FONT_PACKAGE: Final = "font_source_serif_pro"
FAMILY: Final = "Source Serif Pro"
FACES: Final = ("Regular", "It", "Semibold", "Bold", "BoldIt", "Black")

PARTS: Final = (("draw", "draw"), ("seatLook", "looks"), ("cover", "cover"))
"""What a board's folder may export for pictures, and the module that does."""


class Job(msgspec.Struct, frozen=True):
    """One picture. `request`: what `drawing/still.js` draws. `pixels`: how wide as a PNG; 0: as SVG."""

    ruleset: str
    request: bytes
    pixels: int = 0


class Painted(msgspec.Struct, frozen=True):
    """What became of a job: its bytes, or why it failed."""

    body: bytes = b""
    failed: str = ""


def main() -> None:
    """Draw what the standard input asks for, one job after the other."""
    _limit()
    jobs, pictures = sys.stdin.buffer, sys.stdout.buffer
    painter = Painter()
    while select.select([jobs], [], [], IDLE_SECONDS)[0]:
        frame = read_frame(jobs)
        if frame is None:
            return
        pictures.write(framed(msgspec.msgpack.encode(painter.paint(msgspec.msgpack.decode(frame, type=Job)))))
        pictures.flush()


def _limit() -> None:
    """Pictures go behind everything else on this machine, and have their own bound of memory."""
    try:
        import resource

        os.nice(NICE)
        resource.setrlimit(resource.RLIMIT_AS, (PROCESS_BYTES, PROCESS_BYTES))
    except (ImportError, OSError, ValueError):
        pass  # a machine without such bounds: the engine has its own


def framed(body: bytes) -> bytes:
    """A message as it goes through the pipe."""
    return LENGTH.pack(len(body)) + body


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next message; None at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    size: int = LENGTH.unpack(head)[0]
    body = stream.read(size)
    return body if len(body) == size else None


class Painter:
    """Draws with one engine for each ruleset, which it makes anew after a failure."""

    def __init__(self, folder: Path = MODULES) -> None:
        self._folder = folder
        self._engines: dict[str, _Engine] = {}

    def paint(self, job: Job) -> Painted:
        """The picture of a job. Never raises."""
        try:
            engine = self._engines.get(job.ruleset)
            if engine is None:
                engine = self._engines[job.ruleset] = _Engine(self._folder, job.ruleset)
            markup = engine.drawn(job.request.decode())
            return Painted(_raster(markup, job.pixels) if job.pixels else markup.encode())
        except Exception as error:
            self._engines.pop(job.ruleset, None)
            return Painted(failed=f"{type(error).__name__}: {error}"[:400])


class _Engine:
    """One JavaScript engine with the drawing of one ruleset."""

    def __init__(self, folder: Path, ruleset: str) -> None:
        import quickjs

        self._context = quickjs.Context()
        self._context.set_memory_limit(SCRIPT_BYTES)
        self._context.set_time_limit(SCRIPT_SECONDS)
        self._context.set("drawing", self._context.eval(script_of(folder, ruleset)))
        self._paint = self._context.eval("drawing.paint")

    def drawn(self, request: str) -> str:
        markup = self._paint(request)
        if not isinstance(markup, str) or len(markup) > MARKUP_CHARS_MAX:
            raise ValueError("the drawing is no picture of a bounded size")
        return markup


def script_of(folder: Path, ruleset: str) -> str:
    """The modules that draw one ruleset as one script. Raises ValueError when they cannot be joined."""
    lines = ["import { still } from './drawing/still.js';"]
    named = []
    for name, module in PARTS:
        path = f"boards/{ruleset}/{module}.js"
        if (folder / path).is_file():
            lines.append(f"import {{ {name} }} from './{path}';")
            named.append(name)
    # A string of pieces would be a rope, which the engine hands over to nobody: `join` makes it one.
    lines.append(f"export const paint = (text) => [still({{ {', '.join(named)} }}, JSON.parse(text))].join('');")
    entry = "\n".join(lines)

    def read(path: str) -> str:
        if path == "picture.js":
            return entry
        file = folder / path
        if not file.resolve().is_relative_to(folder.resolve()) or not file.is_file():
            raise KeyError(path)
        return file.read_text(encoding="utf-8")

    return linked("picture.js", read)


def _raster(markup: str, pixels: int) -> bytes:
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=markup,
            width=pixels,
            skip_system_fonts=True,
            font_files=fonts(),
            font_family=FAMILY,
            serif_family=FAMILY,
            sans_serif_family=FAMILY,
            cursive_family=FAMILY,
            fantasy_family=FAMILY,
            monospace_family=FAMILY,
        )
    )


def fonts() -> list[str]:
    """The files of the font that PNGs are set in. Raises LookupError when its package is not installed."""
    package = util.find_spec(FONT_PACKAGE)
    if package is None or not package.submodule_search_locations:
        raise LookupError(f"{FONT_PACKAGE} is not installed")
    folder = Path(next(iter(package.submodule_search_locations))) / "files"
    return [str(folder / f"SourceSerifPro-{face}.ttf") for face in FACES]


if __name__ == "__main__":
    main()
