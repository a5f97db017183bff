"""Reads the lines of a bundle. A line of the usual shape is read by it; any other one with care, for its sentence.

The quick way takes no line that the careful one would refuse: the patterns hold names, order and types of the fields,
and texts that need no escape. What they leave open is parsed, written once more and compared.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from domain.proof import bundle as form
from domain.proof.canonical import read, value_at
from domain.proof.faults import Fault, Kind

_TEXT: Final = r'"([^"\\\x00-\x1f]*)"'
_COUNT: Final = "(0|[1-8][0-9]{0,15}|9[0-9]{0,14})"
"""A whole number that every reader can hold."""
_STEP_LINE: Final = re.compile(
    rf'\{{"command":{_TEXT},"data":(\{{.*\}}),"principal":{_TEXT},"salt":{_TEXT},"schema":{_COUNT},'
    rf'"seat":(?:null|{_COUNT}),"state":(?:null|{_TEXT}),"stream":{_TEXT},"time_us":{_COUNT},"type":{_TEXT},'
    rf'"version":{_COUNT}\}}'
)
_OF_NOTHING: Final = hashlib.sha256(b"").hexdigest()
_ANSWER: Final = '{"answer":'
_UNANSWERED: Final = len(_ANSWER) + 2
_BODY: Final = ',"body":'
_COMMAND_TAIL: Final = re.compile(
    rf',"command":{_TEXT},"first_version":{_COUNT}(),"last_version":{_COUNT},"outcome":{_TEXT},"principal":{_TEXT},'
    rf'"received_us":{_COUNT},"request":{_TEXT},"seat":(?:null|{_COUNT}),"time_us":{_COUNT},"token":{_TEXT}\}}'
)

_STEP: Final[Mapping[str, tuple[type, ...]]] = {
    "command": (str,), "data": (dict,), "principal": (str,), "salt": (str,), "schema": (int,),
    "seat": (int, type(None)), "state": (str, type(None)), "stream": (str,), "time_us": (int,), "type": (str,),
    "version": (int,),
}  # fmt: skip
_COMMAND: Final[Mapping[str, tuple[type, ...]]] = {
    "answer": (str,), "body": (str,), "command": (str,), "first_version": (int,), "last_version": (int,),
    "outcome": (str,), "principal": (str,), "received_us": (int,), "request": (str,), "seat": (int, type(None)),
    "time_us": (int,), "token": (str,),
}  # fmt: skip


Cause = tuple[str | None, ...]
"""What a step and its command say of each other: command, principal, seat and time, numbers as they are written."""


class StepLine(NamedTuple):
    """What is read of a step. `ends`: it has the hash of a state, as the last step of a command has."""

    cause: Cause
    data: Mapping[str, Any]
    salt: str
    stream: str
    type: str
    version: int
    ends: bool


class CommandLine(NamedTuple):
    """What is read of a command. `content`: 32 bytes over everything in it."""

    cause: Cause
    first_version: int
    last_version: int
    outcome: str
    content: bytes


def lines(data: bytes, kind: Kind, name: str) -> Iterator[bytes]:
    """The lines of a file, without their ends. Raises Fault when the last one has none."""
    _check_end(data, kind, name)
    start = 0
    while start < len(data):
        end = data.index(b"\n", start)
        yield data[start:end]
        start = end + 1


def all_lines(data: bytes, kind: Kind, name: str) -> list[bytes]:
    """The same at once, for files of short lines."""
    _check_end(data, kind, name)
    return data.split(b"\n")[:-1]


def _check_end(data: bytes, kind: Kind, name: str) -> None:
    if data and not data.endswith(b"\n"):
        raise Fault(kind, f"the last line of {name} has no end")


def check_fields(value: Mapping[str, Any], fields: Mapping[str, tuple[type, ...]], kind: Kind, what: str) -> None:
    """Check that an object has these fields and no others. Raises Fault; `what` begins its sentence."""
    if value.keys() != fields.keys() or any(type(value[name]) not in types for name, types in fields.items()):
        raise Fault(kind, f"{what} has other fields than it must have")


# ---------------------------------------------------------------- steps


def read_step(line: bytes, number: int) -> StepLine:
    """The step in a line. Raises Fault when it is not canonical JSON with the fields of a step."""
    return _usual_step(line) or _careful_step(line, number)


def _usual_step(line: bytes) -> StepLine | None:
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return None
    match = _STEP_LINE.fullmatch(text)
    if match is None:
        return None
    data, end = value_at(text, match.start(2))
    if end != match.end(2):
        return None
    salt, state, stream, type, version = match.group(4, 7, 8, 10, 11)
    return StepLine(match.group(1, 3, 6, 9), data, salt, stream, type, int(version), state is not None)


def _careful_step(line: bytes, number: int) -> StepLine:
    step = read(line, "canonical", f"step {number}")
    check_fields(step, _STEP, "chain", f"step {number}")
    cause = _cause(step["command"], step["principal"], step["seat"], step["time_us"])
    return StepLine(
        cause, step["data"], step["salt"], step["stream"], step["type"], step["version"], step["state"] is not None
    )


def _cause(command: str, principal: str, seat: int | None, time_us: int) -> Cause:
    return command, principal, None if seat is None else str(seat), str(time_us)


# ---------------------------------------------------------------- commands


class CommandReader:
    """Reads the commands of one game."""

    def __init__(self, game: str, game_text: str) -> None:
        self._game = game
        self._game_field = f',"game":{game_text}'

    def read(self, line: bytes, ordinal: int) -> CommandLine:
        """The command in a line. Raises Fault when it is not canonical JSON with the fields of a command."""
        return self._usual(line) or self._careful(line, ordinal)

    def _usual(self, line: bytes) -> CommandLine | None:
        try:
            text = line.decode()
        except UnicodeDecodeError:
            return None
        answer, answer_end = ("", _UNANSWERED) if text.startswith('""', len(_ANSWER)) else value_at(text, len(_ANSWER))
        body, body_end = value_at(text, answer_end + len(_BODY))
        match = _COMMAND_TAIL.fullmatch(text, body_end)
        is_usual = text.startswith(_ANSWER) and text.startswith(_BODY, answer_end)
        if match is None or not is_usual or not isinstance(answer, str) or not isinstance(body, str):
            return None
        first, last, outcome = match.group(2, 4, 5)
        at = match.end(3)
        content = (
            f'{_ANSWER}"{_digest(answer)}"{_BODY}"{_digest(body)}"{text[body_end:at]}{self._game_field}{text[at:]}'
        )
        digest = hashlib.sha256(content.encode()).digest()
        return CommandLine(match.group(1, 6, 9, 10), int(first), int(last), outcome, digest)

    def _careful(self, line: bytes, ordinal: int) -> CommandLine:
        fields = read(line, "commands", f"command {ordinal}")
        check_fields(fields, _COMMAND, "commands", f"command {ordinal}")
        command = form.Command(**fields)
        try:
            content = command.content(self._game)
        except UnicodeEncodeError:
            raise Fault("commands", f"command {ordinal} cannot be read") from None
        cause = _cause(command.command, command.principal, command.seat, command.time_us)
        return CommandLine(cause, command.first_version, command.last_version, command.outcome, content)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest() if text else _OF_NOTHING
