"""What callers can make libraries log: bounded in lines, in length and in characters."""

import logging

import pytest

from infra.wire.quiet import CHARS_MAX, LOGGERS, AtMost, quieten


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def lines():
    """A logger's lines, at most three in ten seconds; and the clock."""
    clock, written = Clock(), []
    logger = logging.Logger("library")
    handler = logging.Handler()
    handler.emit = lambda record: written.append(handler.format(record))
    logger.addHandler(handler)
    logger.addFilter(AtMost(3, 10.0, clock))
    return logger, clock, written


def test_a_flood_is_a_few_lines_and_their_number(lines) -> None:
    logger, clock, written = lines
    for number in range(50):
        logger.warning("line %d", number)
    assert written == ["line 0", "line 1", "line 2"]
    clock.now = 10.0
    logger.warning("line %d", 50)
    logger.warning("line %d", 51)
    assert written[3:] == ["line 50 (47 lines before this one were left out)", "line 51"]


def test_lines_are_short_and_have_no_control_characters(lines) -> None:
    logger, _, written = lines
    logger.warning("%s", "x" * 10_000)
    logger.warning("%s", "a\x1b[31m\r\nb\u202e%s")
    assert len(written[0]) == CHARS_MAX
    assert written[1] == "a\\x1b[31m\\r\\nb\\u202e%s"
    try:
        raise ValueError("\x1b[31m" + "y" * 100_000)
    except ValueError:
        logger.exception("broken")
    assert written[2].startswith("broken\n") and len(written[2]) < 10_000 and "\x1b" not in written[2]


def test_libraries_say_nothing_about_single_connections() -> None:
    before = {name: logging.getLogger(name).level for name in LOGGERS}
    filters = {name: list(logging.getLogger(name).filters) for name in LOGGERS}
    try:
        quieten()
        quieten()
        for name in LOGGERS:
            logger = logging.getLogger(name)
            assert not logger.isEnabledFor(logging.INFO)
            assert sum(isinstance(each, AtMost) for each in logger.filters) == 1
    finally:
        for name in LOGGERS:
            logging.getLogger(name).setLevel(before[name])
            logging.getLogger(name).filters[:] = filters[name]
