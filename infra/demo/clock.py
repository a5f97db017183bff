"""A clock as somebody writes it on the command line, `bank=20m add=30s`, as the API takes it."""

import re
from collections.abc import Mapping
from typing import Any, Final

from infra.cli.problems import ExitCode, Problem

EXAMPLES: Final = "“bank=20m add=30s cap=30m”, “free=2m bank=20m” or “each=3m flag=bot”"
FORM: Final = (
    "A clock is some of bank, add, cap, free, each, lag, lagmax and overtime, each with a time such as 90s, 20m, 2h or "
    f"500ms, and flag or claimed with a word, such as {EXAMPLES}."
)
_TIMES: Final = {
    "bank": "bankMs",
    "add": "addMs",
    "cap": "capMs",
    "free": "freeMs",
    "each": "eachMs",
    "lag": "lagMs",
    "lagmax": "lagMaxMs",
    "overtime": "overtimeMs",
}
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "flag": ("rules", "bot", "forfeit", "claim"),
    "claimed": ("rules", "bot", "forfeit"),
}
_TIME: Final = re.compile(r"(\d{1,9})(ms|s|m|h|d)")
_UNITS_MS: Final = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


def read_clock(text: str) -> dict[str, Any]:
    """The clock as a `ClockInput`. Its kind follows: fresh time for `each` stint, `free` time before a bank, else a
    bank. The service says whether the times are within their bounds. Raises Problem for any other text."""
    given: dict[str, Any] = {}
    for part in text.split():
        name, _, value = part.partition("=")
        field = _TIMES.get(name, name)
        if field in given:
            raise Problem(f"The clock has {name} twice. {FORM}", ExitCode.USAGE)
        given[field] = _word(name, value) if name in _WORDS else _time(name, value)
    if not given.keys() & {"bankMs", "freeMs", "eachMs"}:
        raise Problem(f"The clock has no time. {FORM}", ExitCode.USAGE)
    kind = "EACH" if "eachMs" in given else "FREE" if "freeMs" in given else "BANK"
    return {"kind": kind, **given}


def _time(name: str, value: str) -> int:
    time = _TIME.fullmatch(value)
    if name not in _TIMES or time is None:
        raise Problem(f"“{name[:40]}={value[:40]}” is no part of a clock. {FORM}", ExitCode.USAGE)
    return int(time[1]) * _UNITS_MS[time[2]]


def _word(name: str, value: str) -> str:
    if value not in _WORDS[name]:
        raise Problem(f"{name} is one of {', '.join(_WORDS[name])}, not “{value[:40]}”.", ExitCode.USAGE)
    return value.upper()
