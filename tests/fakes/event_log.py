"""The event log in dictionaries. Refuses what Postgres refuses, and assigns positions in the global order at once."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from domain.engine.step import Step
from domain.log.chain import GENESIS, event_hash, log_leaf
from infra.postgres.append_rows import as_stored
from infra.postgres.event_log import check_entry
from services.errors import Unavailable
from services.log.command_chain import link_of
from services.parkings import Parked, ParkedGame
from services.ports import (
    Append,
    Appended,
    AppendResult,
    CommandIdReused,
    Conflict,
    Duplicate,
    LogEntry,
    NoSuchGame,
    RawStep,
    StoredCommand,
)
from services.streams import Head, Opening, StreamKind


class FakeEventLog:
    """`away`: answer nothing, like a database that is not there. `rows` may be edited, like a table by hand.

    `parked`: what its `FakeParkings` writes.
    """

    def __init__(self) -> None:
        self.away = False
        self.openings: dict[str, Opening] = {}
        self.rows: dict[str, list[RawStep]] = {}
        self.stored: dict[str, dict[str, StoredCommand]] = {}
        self.order: list[LogEntry] = []
        self.parked: dict[str, ParkedGame] = {}

    async def append(self, entry: Append) -> AppendResult:
        check_entry(entry)
        self._answer()
        if not (_is_uuid(entry.game_id) and _is_uuid(entry.command_id)):
            return NoSuchGame(entry.game_id)
        before = self.stored.get(entry.game_id, {}).get(entry.command_id)
        if before is not None:
            reused = before.request_hash != entry.request_hash
            return CommandIdReused(before) if reused else Duplicate(before)
        if is_taken_or_missing(self.openings.get(entry.game_id), entry.opening):
            return NoSuchGame(entry.game_id)
        if entry.opening is None and entry.game_id in self.parked:
            return Parked(entry.game_id)
        rows = self.rows.get(entry.game_id, [])
        if rows and (rows[-1].version, rows[-1].hash) != (entry.expected_version, entry.expected_hash):
            return Conflict(rows[-1].version)
        self._write(entry)
        return Appended(entry.expected_version + len(entry.events))

    def _write(self, entry: Append) -> None:
        for event in entry.events:
            assert event.hash == event_hash(event.prev_hash, event.body), "as the CHECK in Postgres"
        if entry.opening is not None:
            self.openings[entry.game_id] = entry.opening
        for event in entry.events:
            rows = self.rows.setdefault(entry.game_id, [])
            rows.append(RawStep(event.version, event.type, event.schema, event.prev_hash, event.hash, event.body))
            self._place(entry.game_id, "step", event.version, log_leaf(event.hash))
        before = self.stored.setdefault(entry.game_id, {})
        command = replace(as_stored(entry), ordinal=len(before) + 1)
        command = replace(command, link=link_of(command, last_link(before)))
        before[entry.command_id] = command
        self._place(entry.game_id, "command", command.ordinal, log_leaf(command.link))

    def _place(self, game_id: str, kind: Literal["step", "command"], number: int, leaf: bytes) -> None:
        self.order.append(LogEntry(len(self.order) + 1, game_id, kind, number, leaf))

    async def head(self, game_id: str) -> Head | None:
        self._answer()
        return head_of(self.openings, self.rows, self.stored, game_id)

    async def versions(self, game_ids: Collection[str]) -> Mapping[str, Step]:
        self._answer()
        return versions_of(head_of(self.openings, self.rows, self.stored, game_id) for game_id in game_ids)

    async def read(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[RawStep]:
        self._answer()
        return [row for row in self.rows.get(game_id, ()) if row.version > after][: max(limit, 0)]

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[StoredCommand]:
        self._answer()
        return list(self.stored.get(game_id, {}).values())[max(after, 0) :][: max(limit, 0)]

    async def command(self, game_id: str, command_id: str) -> StoredCommand | None:
        self._answer()
        return self.stored.get(game_id, {}).get(command_id)

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[LogEntry]:
        self._answer()
        return self.order[max(after, 0) :][: max(limit, 0)]

    async def places(self, game_id: str) -> Sequence[LogEntry]:
        self._answer()
        return [entry for entry in self.order if entry.game_id == game_id]

    async def streams(self, kind: StreamKind, *, after: str | None = None, limit: int = 1_000) -> Sequence[str]:
        self._answer()
        return ids_of(self.openings, kind, after)[: max(limit, 0)]

    def has_game(self, game_id: str) -> bool:
        return game_id in ids_of(self.openings, "game")

    def _answer(self) -> None:
        if self.away:
            raise Unavailable("The log is away.")


def is_taken_or_missing(stream: Opening | None, opening: Opening | None) -> bool:
    """Whether a command with this opening cannot be written to this stream."""
    if stream is None:
        return opening is None
    if stream.kind == "openings":
        return opening is None or opening.kind != "openings"
    return opening is not None


def versions_of(heads: Iterable[Head | None]) -> Mapping[str, Step]:
    """The last versions of the streams that are there."""
    return {head.game_id: head.version for head in heads if head is not None}


def head_of(
    openings: Mapping[str, Opening],
    rows: Mapping[str, Sequence[RawStep]],
    stored: Mapping[str, Mapping[str, StoredCommand]],
    game_id: str,
) -> Head | None:
    """The head of a stream of a log in memory. None for a game whose steps were taken out by hand."""
    opening, own = openings.get(game_id), rows.get(game_id, ())
    if opening is None or (not own and opening.kind != "openings"):
        return None
    version, hash = (own[-1].version, own[-1].hash) if own else (0, GENESIS)
    commands = stored.get(game_id, {})
    return Head(
        game_id,
        opening.ruleset,
        opening.ruleset_version,
        version,
        hash,
        len(commands),
        last_link(commands),
        opening.kind,
    )


def ids_of(openings: Mapping[str, Opening], kind: StreamKind, after: str | None = None) -> list[str]:
    """The streams of a kind past the id `after`, in order."""
    return sorted(id for id, each in openings.items() if each.kind == kind and (after is None or id > after))


def last_link(stored: Mapping[str, StoredCommand]) -> bytes:
    """The last link of the chain of these commands."""
    return next(reversed(stored.values())).link if stored else GENESIS


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False
