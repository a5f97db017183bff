"""Log lines that callers can cause, most of them of libraries, at a bounded rate."""

import logging
import time
from collections.abc import Callable
from typing import Final

LINES_MAX: Final = 20
SECONDS: Final = 60.0
CHARS_MAX: Final = 500
TRACEBACK_CHARS_MAX: Final = 4_000
"""Of the end of a traceback, which says what it was."""
_FORMATTER: Final = logging.Formatter()
LOGGERS: Final = ("emberlog.wire", "uvicorn.error", "uvicorn.asgi", "websockets.server", "asyncio")
"""The libraries' lines at INFO say when connections open and close, with what the caller sent: they are left out."""


class AtMost(logging.Filter):
    """Passes so many lines in so many seconds, each up to a length and in printable characters; counts the others."""

    def __init__(
        self, lines: int = LINES_MAX, seconds: float = SECONDS, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._lines = lines
        self._seconds = seconds
        self._now = now
        self._began = now()
        self._passed = 0
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log the line."""
        now = self._now()
        if now - self._began >= self._seconds:
            self._began, self._passed = now, 0
        if self._passed >= self._lines:
            self._left_out += 1
            return False
        self._passed += 1
        text = record.getMessage()[:CHARS_MAX]
        if self._left_out:
            text = f"{text} ({self._left_out} lines before this one were left out)"
            self._left_out = 0
        record.msg, record.args = _printable(text), None
        if record.exc_info:
            traceback = _FORMATTER.formatException(record.exc_info)
            record.exc_text = "\n".join(map(_printable, traceback[-TRACEBACK_CHARS_MAX:].splitlines()))
        return True


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def quieten() -> None:
    """Bound what the libraries of the wire log. Calling it twice does no harm."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.setLevel(max(logging.WARNING, logger.getEffectiveLevel()))
        if not any(isinstance(each, AtMost) for each in logger.filters):
            logger.addFilter(AtMost())


__all__ = ["AtMost", "quieten"]
