"""Reads the lines of a bundle, one by one and with care: each fault has its sentence. `rows` is quick."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from domain.proof import bundle as form
from domain.proof.canonical import read
from domain.proof.faults import Fault, Kind

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


_BYTES_AT_ONCE: Final = 1 << 14
Cause = tuple[str, ...]
"""What a step and its command say of each other: command, principal, seat and time, as it is written."""


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
    for some in some_lines(data, kind, name):
        yield from some


def some_lines(data: bytes, kind: Kind, name: str) -> Iterator[list[bytes]]:
    """The same, some at a time."""
    _check_end(data, kind, name)
    start = 0
    while start < len(data):
        end = data.find(b"\n", start + _BYTES_AT_ONCE)
        end = len(data) - 1 if end < 0 else end
        yield data[start:end].split(b"\n")
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
    step = read(line, "canonical", f"step {number}")
    check_fields(step, _STEP, "chain", f"step {number}")
    cause = _cause(step["command"], step["principal"], step["seat"], step["time_us"])
    return StepLine(
        cause, step["data"], step["salt"], step["stream"], step["type"], step["version"], step["state"] is not None
    )


def _cause(command: str, principal: str, seat: int | None, time_us: int) -> Cause:
    return command, principal, "null" if seat is None else str(seat), str(time_us)


# ---------------------------------------------------------------- commands


def read_command(line: bytes, ordinal: int, game: str) -> CommandLine:
    """The command in a line. Raises Fault when it is not canonical JSON with the fields of a command."""
    fields = read(line, "commands", f"command {ordinal}")
    check_fields(fields, _COMMAND, "commands", f"command {ordinal}")
    command = form.Command(**fields)
    try:
        content = command.content(game)
    except UnicodeEncodeError:
        raise Fault("commands", f"command {ordinal} cannot be read") from None
    cause = _cause(command.command, command.principal, command.seat, command.time_us)
    return CommandLine(cause, command.first_version, command.last_version, command.outcome, content)
