"""Log records: what strangers chose is escaped and bounded, and a flood is thinned."""

import io
import logging
import subprocess
import sys

import pytest

from infra.logs import (
    LOG_FORMAT,
    MESSAGE_CHARACTERS_MAX,
    RECORDS_MAX,
    TRACEBACK_CHARACTERS_MAX,
    TRACEBACK_FRAMES_MAX,
    WINDOW_SECONDS,
    BoundedFormatter,
    ThinningHandler,
    printable,
)
from tests.habits.sources import ROOT

FORGED = "2026-11-22 00:00:00,000 ERROR emberlog.play: forged"
HOSTILE = [
    "\n" + FORGED,
    "\r\n" + FORGED,
    "\x1b[2J\x1b[31m",
    "\x00\x07\x08",
    "\x85\u2028\u2029" + FORGED,
    "\u202egnp",
    "\ud800",
]
LONG = "x" * 1_000_000
NAMES = ["newline", "return", "colours", "bells", "separators", "direction", "surrogate", "long"]
"""The parameters' names: a surrogate in a test's id would break the processes of xdist."""


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def handler(clock):
    each = ThinningHandler(clock)
    each.setFormatter(BoundedFormatter(LOG_FORMAT))
    each.setStream(io.StringIO())
    return each


@pytest.fixture
def log(handler):
    logger = logging.Logger("emberlog.test_logs")  # without a parent, so that pytest does not capture it
    logger.addHandler(handler)
    return logger


def lines(handler) -> list[str]:
    return handler.stream.getvalue().splitlines()


@pytest.mark.parametrize("hostile", HOSTILE, ids=NAMES[:-1])
def test_a_message_is_one_printable_line(log, handler, hostile):
    log.warning("a path: %s", hostile)
    (line,) = lines(handler)
    assert line.isprintable()
    assert "WARNING emberlog.test_logs: a path: \\" in line


def test_plain_text_of_any_language_stays_as_it_is():
    for text in ("", "a b", "Żółw — „Übung“, 日本語, עברית", "C:\\n"):
        assert printable(text) == text


def test_a_long_message_is_cut_and_says_so(log, handler):
    log.warning("a path: %s", LONG)
    (line,) = lines(handler)
    assert len(line) < MESSAGE_CHARACTERS_MAX + 200
    assert line.endswith(f"[{len('a path: ') + len(LONG) - MESSAGE_CHARACTERS_MAX} more characters]")
    assert printable("x" * MESSAGE_CHARACTERS_MAX) == "x" * MESSAGE_CHARACTERS_MAX


@pytest.mark.parametrize("hostile", [*HOSTILE, LONG], ids=NAMES)
def test_a_traceback_is_indented_escaped_and_bounded(log, handler, hostile):
    def deep(levels: int) -> None:
        if levels:
            deep(levels - 1)
        raise ValueError(hostile)

    try:
        try:
            deep(50)
        except ValueError as error:
            raise RuntimeError(hostile) from error
    except RuntimeError:
        log.exception("at %s", hostile)
    first, *others = lines(handler)
    assert first.isprintable() and "Traceback" not in first
    assert all(line.startswith("    ") and line.isprintable() for line in others)
    assert len(others) <= 3 * TRACEBACK_FRAMES_MAX + 1
    assert sum(map(len, others)) < 2 * TRACEBACK_CHARACTERS_MAX
    assert "RuntimeError (after ValueError): " in others[-1]


def test_a_record_that_cannot_be_formatted_does_no_harm(log, handler, monkeypatch):
    monkeypatch.setattr(logging, "raiseExceptions", False)
    log.warning("%d", "\n" + FORGED)
    log.warning("next")
    (line,) = lines(handler)
    assert line.endswith("next")


def test_one_place_writes_so_much_and_then_says_how_much_was_left_out(log, handler, clock):
    def knock() -> None:
        log.warning("knock %d", len(lines(handler)))

    for _ in range(10_000):
        knock()
    assert len(lines(handler)) == RECORDS_MAX
    log.warning("another place is not affected")
    assert lines(handler)[-1].endswith("another place is not affected")
    clock.now = WINDOW_SECONDS
    knock()
    *_, left_out, last = lines(handler)
    assert left_out.endswith(f"{10_000 - RECORDS_MAX} records like the next one were left out.")
    assert "knock" in last
    clock.now = 2 * WINDOW_SECONDS
    knock()
    assert lines(handler)[-2] == last


PROCESS = r"""
import logging, threading
from infra.logs import log_to_stderr
log_to_stderr("INFO")
logging.getLogger("uvicorn.error").info("connection open")
logging.getLogger("asyncpg.pool").warning("retrying", exc_info=OSError())
logging.getLogger("uvicorn.error").warning("a\nb")
thread = threading.Thread(target=lambda: int("\x1b[2J"))
thread.start()
thread.join()
raise ValueError("the end\r\n\x00")
"""


def test_a_process_logs_bounded_lines_also_of_what_nobody_catches():
    done = subprocess.run([sys.executable, "-c", PROCESS], cwd=ROOT, capture_output=True, text=True, check=False)
    records = [line for line in done.stderr.splitlines() if not line.startswith("    ")]
    assert all(line.isprintable() for line in done.stderr.splitlines())
    assert [line.partition(",")[2][4:] for line in records] == [
        "WARNING uvicorn.error: a\\nb",
        "CRITICAL emberlog.process: A thread ended: an error that nobody caught.",
        "CRITICAL emberlog.process: The process ends: an error that nobody caught.",
    ]
    assert "    ValueError: the end\\r\\n\\x00" in done.stderr
    assert done.returncode == 1
