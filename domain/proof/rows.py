"""Reads many lines of a bundle at once, for speed. Lines of the usual shape only: what it takes, `records` takes too.

The patterns hold names, order and types of the fields, and texts that need no escape. What they leave open is parsed,
written once more and compared. After None a caller reads line by line, to say which line is wrong and why.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.proof.canonical import objects, texts
from domain.proof.records import Cause, CommandLine

_TEXT: Final = r'"([^"\\\x00-\x1f]*)"'
_COUNT: Final = "(0|[1-8][0-9]{0,15}|9[0-9]{0,14})"
"""A whole number that every reader can hold."""
_COUNT_OR_NULL: Final = f"(null|{_COUNT[1:]}"
_STEP_LINE: Final = re.compile(
    rf'(?m)^\{{"command":{_TEXT},"data":(\{{.*\}}),"principal":{_TEXT},"salt":{_TEXT},"schema":{_COUNT},'
    rf'"seat":{_COUNT_OR_NULL},"state":(null|{_TEXT.replace("(", "").replace(")", "")}),"stream":{_TEXT},'
    rf'"time_us":{_COUNT},"type":{_TEXT},"version":{_COUNT}\}}$'
)
_COMMAND_LINE: Final = re.compile(
    rf'(?m)^\{{"answer":(".*?"),"body":(".*?")(,"command":{_TEXT},"first_version":{_COUNT})(,"last_version":{_COUNT},'
    rf'"outcome":{_TEXT},"principal":{_TEXT},"received_us":{_COUNT},"request":{_TEXT},"seat":{_COUNT_OR_NULL},'
    rf'"time_us":{_COUNT},"token":{_TEXT}\}})$'
)
_OF_NOTHING: Final = hashlib.sha256(b"").hexdigest()


class StepRows(NamedTuple):
    """What is read of steps, as columns. `ends`: it has the hash of a state. `versions` are as they are written."""

    causes: Sequence[Cause]
    data: Sequence[Mapping[str, Any]]
    salts: Sequence[str]
    streams: Sequence[str]
    types: Sequence[str]
    versions: Sequence[str]
    ends: Sequence[bool]


def step_rows(rows: Sequence[bytes]) -> StepRows | None:
    """The steps in these lines; None when one of them is not of the usual shape."""
    matches = _matches(_STEP_LINE, rows)
    if matches is None:
        return None
    commands, written, principals, salts, _, seats, states, streams, times, types, versions = zip(*matches, strict=True)
    data = objects(written)
    if data is None:
        return None
    causes = list(zip(commands, principals, seats, times, strict=True))
    return StepRows(causes, data, salts, streams, types, versions, [state != "null" for state in states])


def command_rows(rows: Sequence[bytes], game_field: str) -> list[CommandLine] | None:
    """The commands in these lines; None when one of them is not of the usual shape.

    `game_field`: `,"game":` and the id of the game as canonical JSON, which stands in the content of a command.
    """
    matches = _matches(_COMMAND_LINE, rows)
    if matches is None:
        return None
    columns = list(zip(*matches, strict=True))
    answers, bodies = texts(columns[0]), texts(columns[1])
    if answers is None or bodies is None:
        return None
    return [
        CommandLine((row[3], row[8], row[11], row[12]), int(row[4]), int(row[6]), row[7], hashlib.sha256(
            f'{{"answer":"{answer}","body":"{body}"{row[2]}{game_field}{row[5]}'.encode()).digest())
        for row, answer, body in zip(matches, map(_digest, answers), map(_digest, bodies), strict=True)
    ]  # fmt: skip


def _matches(pattern: re.Pattern[str], rows: Sequence[bytes]) -> list[tuple[str, ...]] | None:
    """The groups of each line. No part of a pattern matches the end of a line, so as many matches are all lines."""
    try:
        matches: list[tuple[str, ...]] = pattern.findall(b"\n".join(rows).decode())
    except UnicodeDecodeError:
        return None
    return matches if matches and len(matches) == len(rows) else None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest() if text else _OF_NOTHING
