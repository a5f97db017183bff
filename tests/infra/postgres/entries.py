"""Commands for the log, well chained and about nothing. Knows no store."""

import hashlib
import itertools
import json
import struct
from collections.abc import Sequence

from msgspec.structs import replace

from domain.log.chain import GENESIS, event_hash
from domain.log.record import Written
from services.ports import Append, StoredCommand
from services.streams import Opening
from tests.dice import new_id

_COUNT = itertools.count(1)
GAME = Opening(ruleset="toy", ruleset_version=3)
OPENINGS = Opening(kind="openings")
LEAGUE = Opening(kind="league")


class Chain:
    """One stream as its only writer sees it: makes the next command on top of the last one that was taken."""

    def __init__(self, game_id: str | None = None, opening: Opening = GAME) -> None:
        self.game_id = new_id() if game_id is None else game_id
        self.opening = opening
        self.version = 0
        self.hash = GENESIS
        self.commands = 0
        self.link = GENESIS

    def next(self, *, steps: int = 2, command_id: str | None = None) -> Append:
        """The next accepted command; the first one opens the stream."""
        command = command_id or new_id()
        events, link = [], self.hash
        for version in range(self.version + 1, self.version + 1 + steps):
            body = b'{"command":"%s","nonce":%d,"version":%d}' % (command.encode(), next(_COUNT), version)
            link, before = event_hash(link, body), link
            events.append(Written(version, "toy.Rolled", 1, before, link, body))
        return self._append(command, "accepted", b"", tuple(events))

    def refused(self, *, command_id: str | None = None) -> Append:
        """A command that the rules refused on this head."""
        return self._append(command_id or new_id(), "refused", b'{"code":"no"}', ())

    def took(self, entry: Append) -> None:
        """The log has it: go on from there."""
        self.commands += 1
        self.link = hashlib.sha256(
            b"\x02" + self.link + struct.pack(">I", self.commands) + _content(stored_command(entry))
        ).digest()
        if entry.events:
            self.version, self.hash = entry.events[-1].version, entry.events[-1].hash

    def _append(self, command: str, outcome: str, answer: bytes, events: Sequence[Written]) -> Append:
        return Append(
            game_id=self.game_id,
            command_id=command,
            request_hash=hashlib.sha256(command.encode()).digest(),
            principal="p_1",
            seat=None if outcome == "refused" else 1,
            body=b'{"type":"Roll"}',
            outcome="refused" if outcome == "refused" else "accepted",
            answer=answer,
            time_us=1_800_000_000_000_000 + next(_COUNT),
            received_us=1_800_000_000_000_000,
            token_id="t_1",
            expected_version=self.version,
            expected_hash=self.hash,
            events=tuple(events),
            opening=self.opening if self.version == 0 and (events or self.opening.kind == "openings") else None,
        )


def with_another_request(entry: Append) -> Append:
    """The same command id for another request."""
    return replace(entry, request_hash=hashlib.sha256(b"another").digest())


def stored_command(entry: Append) -> StoredCommand:
    """The entry as the log should keep it, said independently of the log."""
    first = entry.events[0].version if entry.events else entry.expected_version
    last = entry.events[-1].version if entry.events else entry.expected_version
    return StoredCommand(
        game_id=entry.game_id, command_id=entry.command_id, request_hash=entry.request_hash, principal=entry.principal,
        seat=entry.seat, body=entry.body, outcome=entry.outcome, answer=entry.answer, time_us=entry.time_us,
        received_us=entry.received_us, token_id=entry.token_id,
        first_version=first, last_version=last,
    )  # fmt: skip


def _content(command: StoredCommand) -> bytes:
    """What the chain covers of a command, said independently of the service."""
    everything = {
        "answer": hashlib.sha256(command.answer).hexdigest(),
        "body": hashlib.sha256(command.body).hexdigest(),
        "command": command.command_id,
        "first_version": command.first_version,
        "game": command.game_id,
        "last_version": command.last_version,
        "outcome": command.outcome,
        "principal": command.principal,
        "received_us": command.received_us,
        "request": command.request_hash.hex(),
        "seat": command.seat,
        "time_us": command.time_us,
        "token": command.token_id,
    }
    return hashlib.sha256(json.dumps(everything, separators=(",", ":"), sort_keys=True).encode()).digest()
