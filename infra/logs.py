"""How the processes of the service log: on standard error, one line a record, bounded in every direction.

What is logged may hold what a stranger chose: a path, a name, the text of an error. Nothing in a record can begin a
line of its own, move a terminal's cursor, or fill a disk: characters that are not printable are escaped, long texts are
cut, and a source of many records is thinned.
"""

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final

LOG_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
MESSAGE_CHARACTERS_MAX: Final = 2_000
TRACEBACK_FRAMES_MAX: Final = 8
TRACEBACK_CHARACTERS_MAX: Final = 4_000
RECORDS_MAX: Final = 20
"""The most records of one place in the source within `WINDOW_SECONDS`. The next window says how many were left out."""
WINDOW_SECONDS: Final = 60.0
_INDENT: Final = "    "

_log = logging.getLogger("emberlog.process")


def log_to_stderr(level: str) -> None:
    """Log to standard error from this level on, also what no code of this process catches."""
    handler = ThinningHandler()
    handler.setFormatter(BoundedFormatter(LOG_FORMAT))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.raiseExceptions = False  # else a record that cannot be formatted is printed as it is
    if level != "DEBUG":  # anybody who opens a websocket would write lines
        logging.getLogger("uvicorn").setLevel(max(logging.WARNING, logging.getLevelName(level)))
        logging.getLogger("asyncpg").setLevel(logging.ERROR)  # a lost database is reported by us, without a traceback
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_of_thread


def printable(text: str, characters_max: int = MESSAGE_CHARACTERS_MAX) -> str:
    """`text` on one line: cut to so many characters, and with an escape for each that is not printable."""
    left_out = len(text) - characters_max
    if left_out > 0:
        text = text[:characters_max]
    if not text.isprintable():
        text = "".join(each if each.isprintable() else _escape(each) for each in text)
    return f"{text} [{left_out} more characters]" if left_out > 0 else text


class BoundedFormatter(logging.Formatter):
    """A record as one line, and the end of its traceback as indented lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        record.message = printable(record.message)
        return super().formatMessage(record)

    def formatException(
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        """The last frames of an error without its causes, which repeat most of it."""
        kind, error, trace = ei
        if kind is None or error is None:
            return ""
        frames = traceback.format_tb(trace, limit=-TRACEBACK_FRAMES_MAX)
        lines = "".join(frames)[-TRACEBACK_CHARACTERS_MAX:].splitlines()
        cause = error.__cause__ or error.__context__
        because = f" (after {type(cause).__name__})" if cause is not None else ""
        return "\n".join(_INDENT + printable(line) for line in (*lines, f"{kind.__name__}{because}: {error}"))

    def formatStack(self, stack_info: str) -> str:
        """The end of a stack."""
        return "\n".join(_INDENT + printable(line) for line in stack_info[-TRACEBACK_CHARACTERS_MAX:].splitlines())


@dataclass(slots=True)
class _Window:
    """The records of one place in the source since `began`."""

    began: float
    records: int = 0
    left_out: int = 0


class ThinningHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes to standard error, and leaves out what one place in the source repeats too often."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._windows: dict[tuple[str, int], _Window] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, unless its place has written `RECORDS_MAX` lately."""
        now = self._clock()
        window = self._windows.setdefault((record.pathname, record.lineno), _Window(now))
        if now - window.began >= WINDOW_SECONDS:
            left_out, self._windows[record.pathname, record.lineno] = window.left_out, _Window(now, records=1)
            if left_out:
                self._report(record, left_out)
        elif window.records >= RECORDS_MAX:
            window.left_out += 1
            return
        else:
            window.records += 1
        super().emit(record)

    def _report(self, like: logging.LogRecord, left_out: int) -> None:
        text = f"{left_out} records like the next one were left out."
        super().emit(logging.LogRecord(like.name, like.levelno, like.pathname, like.lineno, text, (), None))


def _escape(character: str) -> str:
    """The character as Python would write it in a string."""
    return character.encode("unicode_escape").decode("ascii")


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    _log.critical("The process ends: an error that nobody caught.", exc_info=(kind, error, trace))


def _log_of_thread(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None:
        _log.critical(
            "A thread ended: an error that nobody caught.",
            exc_info=(arguments.exc_type, arguments.exc_value, arguments.exc_traceback),
        )
