"""The rows of a corpus file: whole streams, as a database gives them, in canonical JSON lines.

The first line is the header: the format, and the features that the file is there for. Then comes each stream: a line
with its head, and one line for each step, each command and each place in the global order. Every column of the log's
rows is there by its name in `services.ports`, but for one: the leaf of a place follows from its step or command, and the
reader computes it without the code that it tests. Bodies and answers are the exact text that was hashed; other bytes
are hexadecimal.

A file is compressed. Every byte of its text counts: a line that is not exactly what its rows are written as is an error.
"""

import hashlib
import lzma
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.engine.codec import canonical, is_canonical
from services.ports import EventLog, LogEntry, RawStep, StoredCommand
from services.streams import Head

FORMAT: Final = 1
FOLDER: Final = Path(__file__).parent / str(FORMAT)
SUFFIX: Final = ".jsonl.xz"
COMMAND: Final = "python -m tests.corpus record"

Row = Head | RawStep | StoredCommand | LogEntry
KINDS: Final[Mapping[str, type[Row]]] = {"head": Head, "step": RawStep, "command": StoredCommand, "place": LogEntry}
"""The kind of a line -> what its row is."""
_TEXTS: Final = frozenset({"body", "answer"})
"""Columns whose bytes are text."""
_LEAF: Final = "leaf"
_PAGE: Final = 10_000


class BadCorpus(Exception):
    """A file of the corpus is not what was recorded. The message is a sentence with the file's name."""


@dataclass(slots=True)
class Stream:
    """One stream of a log: its head, and all its rows in order."""

    head: Head
    steps: list[RawStep] = field(default_factory=list)
    commands: list[StoredCommand] = field(default_factory=list)
    places: list[LogEntry] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The id of the stream."""
        return self.head.game_id

    def add(self, row: Row) -> None:
        """Adds the next row of its kind."""
        match row:
            case RawStep():
                self.steps.append(row)
            case StoredCommand():
                self.commands.append(row)
            case LogEntry():
                self.places.append(row)
            case Head():
                raise AssertionError("a stream has one head")

    def leaf(self, kind: str, number: int) -> bytes:
        """The leaf of a step or a command in the global order: SHA-256 of a zero byte and its hash. Raises IndexError
        when there is no such step or command."""
        if number < 1:
            raise IndexError(number)
        entry = self.steps[number - 1].hash if kind == "step" else self.commands[number - 1].link
        return hashlib.sha256(b"\x00" + entry).digest()

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yields the kind and the row of every line, the head first."""
        yield "head", self.head
        yield from (("step", row) for row in self.steps)
        yield from (("command", row) for row in self.commands)
        yield from (("place", row) for row in self.places)


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """One file as it was read. `what`: the features in its header."""

    name: str
    what: tuple[str, ...]
    streams: tuple[Stream, ...]


def files() -> list[Path]:
    """Returns all files of the corpus."""
    return sorted(FOLDER.glob(f"*{SUFFIX}"))


# ---- writing


async def streams_of(log: EventLog) -> tuple[Stream, ...]:
    """Returns everything in a log, in the order in which the streams came into it."""
    ids: dict[str, None] = {}
    after = 0
    while page := await log.entries(after=after, limit=_PAGE):
        ids.update(dict.fromkeys(entry.game_id for entry in page))
        after = page[-1].pos
    return tuple([await _stream(log, id) for id in ids])


async def _stream(log: EventLog, id: str) -> Stream:
    head = await log.head(id)
    assert head is not None, "a stream in the global order has a head"
    steps = list(await log.read(id, limit=_PAGE))
    commands = list(await log.commands(id, limit=_PAGE))
    assert len(steps) < _PAGE and len(commands) < _PAGE, "the corpus has small streams"
    return Stream(head, steps, commands, list(await log.places(id)))


def lines_of(what: Iterable[str], streams: Sequence[Stream]) -> Iterator[bytes]:
    """Yields the lines of a file."""
    yield canonical({"format": FORMAT, "what": sorted(what)})
    for stream in streams:
        for kind, row in stream.rows():
            assert not isinstance(row, LogEntry) or row.leaf == stream.leaf(row.kind, row.number)
            yield canonical({kind: _columns(row, [each.name for each in fields(row) if each.name != _LEAF])})


def _columns(row: Row, names: Iterable[str]) -> dict[str, object]:
    return {name: _written(name, getattr(row, name)) for name in names}


def _written(name: str, value: object) -> object:
    if not isinstance(value, bytes):
        return value
    return value.decode() if name in _TEXTS else value.hex()


def save(path: Path, lines: Iterable[bytes]) -> int:
    """Writes a file. Returns its size in bytes."""
    packed = lzma.compress(b"\n".join(lines) + b"\n", preset=9 | lzma.PRESET_EXTREME)
    return path.write_bytes(packed)


# ---- reading


def unpack(name: str, packed: bytes) -> bytes:
    """Returns the text of a file. Raises BadCorpus."""
    try:
        return lzma.decompress(packed)
    except (lzma.LZMAError, EOFError) as error:
        raise BadCorpus(f"{name} is damaged: it cannot be unpacked ({error})") from None


def what_of(path: Path) -> tuple[str, ...]:
    """Returns the features in the header of a file. Raises BadCorpus."""
    return _header(path.name, unpack(path.name, path.read_bytes()).split(b"\n", 1)[0])


def parse(name: str, text: bytes) -> CorpusFile:
    """Returns the streams of a file. Raises BadCorpus for any line that is not one of a corpus, byte for byte."""
    first, *lines = text.split(b"\n")
    if not lines or lines.pop() != b"":
        raise BadCorpus(f"{name} is damaged: its last line has no end")
    what = _header(name, first)
    streams: list[Stream] = []
    for number, line in enumerate(lines, start=2):
        row = _row(_place(name, number, streams), line, streams[-1:])
        if isinstance(row, Head):
            streams.append(Stream(row))
        elif not streams:
            raise BadCorpus(f"{name} line {number} is damaged: a row without the head of its stream")
        else:
            streams[-1].add(row)
    return CorpusFile(name, what, tuple(streams))


def _place(name: str, number: int, streams: Sequence[Stream]) -> str:
    """A line as people find it."""
    return f"{name} line {number}" + (f" (game {streams[-1].id})" if streams else "")


def _header(name: str, line: bytes) -> tuple[str, ...]:
    try:
        header = msgspec.json.decode(line)
        assert set(header) == {"format", "what"} and is_canonical(line)
        what = msgspec.convert(header["what"], tuple[str, ...])
    except (AssertionError, msgspec.MsgspecError, UnicodeDecodeError, TypeError):
        raise BadCorpus(f"{name} line 1 is damaged: it is not a header") from None
    if header["format"] != FORMAT:
        raise BadCorpus(f"{name} is of format {header['format']}, not {FORMAT}")
    return what


def _row(place: str, line: bytes, stream: Sequence[Stream]) -> Row:
    try:
        [(kind, columns)] = msgspec.json.decode(line, type=dict[str, dict[str, Any]]).items()
        leaf = {_LEAF: stream[0].leaf(columns["kind"], columns["number"]).hex()} if kind == "place" else {}
        row = _read(KINDS[kind], columns | leaf)
        rewritten = canonical({kind: _columns(row, columns)})
    except (msgspec.MsgspecError, UnicodeError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadCorpus(f"{place} is damaged: it is not a row of the log ({type(error).__name__})") from None
    if rewritten != line:
        raise BadCorpus(f"{place} is damaged: it is not what its row is written as")
    return row


def _read(kind: type[Row], columns: Mapping[str, Any]) -> Row:
    """A row by its columns. A column that the log had not yet has its default."""
    known = {each.name: each for each in fields(kind)}
    if unknown := set(columns) - set(known):
        raise LookupError(f"no such column: {unknown}")
    if missing := [name for name, each in known.items() if name not in columns and _required(each)]:
        raise LookupError(f"missing columns: {missing}")
    return kind(**{name: _value(name, value, _types(kind)[name]) for name, value in columns.items()})


def _required(column: Any) -> bool:
    return column.default is MISSING and column.default_factory is MISSING


@cache
def _types(kind: type[Row]) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _value(name: str, value: Any, hint: Any) -> Any:
    if hint is not bytes:
        return msgspec.convert(value, hint)
    return value.encode() if name in _TEXTS else bytes.fromhex(value)
