"""What `verify` may find in a stream, and the checks that hold for streams of every kind: its commands and places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from domain.engine.sentences import counted
from domain.engine.step import BEFORE_FIRST, Step
from domain.log.chain import GENESIS, log_leaf
from services.log.command_chain import link_of
from services.ports import EventLog, LogEntry, RawStep, StoredCommand
from services.streams import Head

PAGE_ROWS = 2_000

Check = Literal[
    "chain",
    "canonical",
    "salt",
    "commitment",
    "command",
    "commands",
    "takeback",
    "state",
    "seed",
    "head",
    "log",
    "tree",
    "origin",
]


@dataclass(frozen=True, slots=True)
class Finding:
    """The first thing that does not hold: at which step, which check, and why, in a sentence."""

    version: Step
    check: Check
    why: str


class Broken(Exception):
    """Something does not hold."""

    def __init__(self, version: int, check: Check, why: str) -> None:
        super().__init__(why)
        self.finding = Finding(Step(version), check, why)


@dataclass(frozen=True, slots=True)
class StoredStream:
    """Everything that is stored of a stream, to be checked against its head."""

    head: Head
    rows: Sequence[RawStep]
    commands: Sequence[StoredCommand]
    places: Sequence[LogEntry]


async def read_stream(log: EventLog, head: Head) -> StoredStream:
    """Reads the stream that had this head a moment ago.

    What was written since then is left out, so that a game can be verified while it is played. What lies beyond the end
    of the stream is not left out: the service did not write it.
    """
    commands, places, rows = await _commands(log, head.game_id), await log.places(head.game_id), await _rows(log, head)
    end = await log.head(head.game_id) or head

    def is_new(kind: Literal["step", "command"], number: int) -> bool:
        return head.version < number <= end.version if kind == "step" else head.commands < number <= end.commands

    return StoredStream(
        head,
        [row for row in rows if not is_new("step", row.version)],
        [command for command in commands if not is_new("command", command.ordinal)],
        [place for place in places if not is_new(place.kind, place.number)],
    )


async def _commands(log: EventLog, stream: str) -> list[StoredCommand]:
    stored: list[StoredCommand] = []
    while True:
        page = await log.commands(stream, after=len(stored), limit=PAGE_ROWS)
        stored.extend(page)
        if len(page) < PAGE_ROWS:
            return stored


async def _rows(log: EventLog, head: Head) -> list[RawStep]:
    rows: list[RawStep] = []
    while True:
        page = await log.read(head.game_id, after=rows[-1].version if rows else BEFORE_FIRST, limit=PAGE_ROWS)
        rows.extend(page)
        if len(page) < PAGE_ROWS:
            return rows


def check_command_chain(stream: StoredStream) -> None:
    """Checks that no command was added, removed or changed since it was decided. Raises Broken."""
    head, stored, link = stream.head, stream.commands, GENESIS
    for ordinal, command in enumerate(stored, start=1):
        which = f"the {command.outcome} command {command.command_id}"
        if ordinal > head.commands:
            raise Broken(head.version, "commands", f"{which} was added after the last one")
        if command.ordinal != ordinal:
            raise Broken(command.last_version, "commands", f"a command before {which} is missing")
        if command.link != link_of(command, link):
            raise Broken(command.last_version, "commands", f"{which} is not the one that was decided")
        link = command.link
    if len(stored) < head.commands:
        missing = f"{len(stored)} of {counted(head.commands, 'command')} are there, and the others are missing"
        raise Broken(head.version, "commands", missing)
    if link != head.command_link:
        raise Broken(head.version, "commands", "the link of the last command is not that of the head")


def check_places(stream: StoredStream) -> None:
    """Checks that the global order agrees with the steps and commands. The newest may have no place yet: it comes after
    commit. Raises Broken."""
    expected = list(entries_of(stream))
    pos = 0
    for at, place in enumerate(stream.places):
        version = expected[min(at, len(expected) - 1)][0] if expected else Step(0)
        if at >= len(expected) or (place.kind, place.number) != expected[at][1:3]:
            raise Broken(version, "log", f"the next entry in the global order is {place.kind} {place.number}")
        if place.leaf != expected[at][3]:
            raise Broken(version, "log", f"the global order has another {place.kind} in this place")
        if place.pos <= pos:
            raise Broken(version, "log", f"the global order has the {place.kind} before what it follows")
        pos = place.pos


def entries_of(stream: StoredStream) -> Iterator[tuple[Step, str, int, bytes]]:
    """(version, kind, number, leaf) of each entry that the global order has of a stream, in order."""
    for command in stream.commands:
        if command.outcome == "accepted":
            for row in stream.rows[command.first_version - 1 : command.last_version]:
                yield row.version, "step", row.version, log_leaf(row.hash)
        yield command.last_version, "command", command.ordinal, log_leaf(command.link)
