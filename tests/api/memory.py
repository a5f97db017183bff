"""A world in memory for the API's tests: the ports of `services.ports`, nothing durable. For tests only."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain.engine.step import Step
from domain.game import Game, GameState
from domain.log.chain import GENESIS
from domain.rulesets import RULESETS
from infra.postgres.append_rows import as_stored
from projections import PROJECTIONS
from projections.game_list import ListedGame
from projections.ports import Row
from projections.public_events import PublicEvent
from services import ports
from services.errors import Unavailable
from services.log.command_chain import link_of
from services.log.read_log import read_steps
from services.parkings import Parked, ParkedGame
from services.streams import Head, Opening, StreamKind
from services.world import World
from tests.dice import new_secret
from tests.fakes import (
    FakeAudience,
    FakeAudit,
    FakeHosting,
    FakeListChanges,
    FakeMoves,
    FakeNames,
    FakeParkings,
    FakePrincipals,
    FakePublicEvents,
    FakeReadjudications,
    FakeRevocations,
    FakeSightings,
    FakeTokens,
)
from tests.fakes.event_log import head_of, ids_of, is_taken_or_missing, last_link, versions_of
from tests.projections.fake_reader import FakeReader
from tests.projections.fake_store import keep


class MemoryLog:
    """Rows and commands in dictionaries. `away`: answer nothing, like a database that is not there.

    `parked`: what its `FakeParkings` writes.
    """

    def __init__(self) -> None:
        self.games: dict[str, Opening] = {}
        self.rows: dict[str, list[ports.RawStep]] = {}
        self.stored: dict[str, dict[str, ports.StoredCommand]] = {}
        self.parked: dict[str, ParkedGame] = {}
        self.order: list[ports.LogEntry] = []
        self.away = False

    def _ask(self) -> None:
        if self.away:
            raise Unavailable("the log is away")

    async def append(self, entry: ports.Append) -> ports.AppendResult:
        self._ask()
        await asyncio.sleep(0)
        rows = self.rows.get(entry.game_id, [])
        stored = self.stored.setdefault(entry.game_id, {})
        before = stored.get(entry.command_id)
        if before is not None:
            same = before.request_hash == entry.request_hash
            return ports.Duplicate(before) if same else ports.CommandIdReused(before)
        if is_taken_or_missing(self.games.get(entry.game_id), entry.opening):
            return ports.NoSuchGame(entry.game_id)
        if entry.opening is None and entry.game_id in self.parked:
            return Parked(entry.game_id)
        head = rows[-1].hash if rows else GENESIS
        if (len(rows), head) != (entry.expected_version, entry.expected_hash):
            return ports.Conflict(len(rows))
        if entry.opening is not None:
            self.games[entry.game_id] = entry.opening
        if entry.events:
            rows = self.rows.setdefault(entry.game_id, [])
        rows += [ports.RawStep(s.version, s.type, s.schema, s.prev_hash, s.hash, s.body) for s in entry.events]
        command = replace(as_stored(entry), ordinal=len(stored) + 1)
        stored[entry.command_id] = replace(command, link=link_of(command, last_link(stored)))
        for event in entry.events:
            self.order.append(ports.LogEntry(len(self.order) + 1, entry.game_id, "step", event.version, b""))
        self.order.append(ports.LogEntry(len(self.order) + 1, entry.game_id, "command", command.ordinal, b""))
        return ports.Appended(len(rows))

    async def head(self, game_id: str) -> Head | None:
        self._ask()
        await asyncio.sleep(0)
        return head_of(self.games, self.rows, self.stored, game_id)

    async def read(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[ports.RawStep]:
        self._ask()
        await asyncio.sleep(0)
        return self.rows.get(game_id, [])[after : after + limit]

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[ports.StoredCommand]:
        return tuple(self.stored.get(game_id, {}).values())[after : after + limit]

    async def command(self, game_id: str, command_id: str) -> ports.StoredCommand | None:
        self._ask()
        return self.stored.get(game_id, {}).get(command_id)

    async def versions(self, game_ids: Collection[str]) -> Mapping[str, Step]:
        self._ask()
        return versions_of([await self.head(game_id) for game_id in game_ids])

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[ports.LogEntry]:
        return ()

    async def places(self, game_id: str) -> Sequence[ports.LogEntry]:
        return ()

    async def streams(self, kind: StreamKind, *, after: str | None = None, limit: int = 1_000) -> Sequence[str]:
        return ids_of(self.games, kind, after)[:limit]

    def is_over(self, game_id: str) -> bool:
        """Whether the game has its last step."""
        rows = self.rows.get(game_id)
        return bool(rows) and rows[-1].type == "game.SeedRevealed"

    def has_game(self, game_id: str) -> bool:
        return game_id in ids_of(self.games, "game")


class MemoryNotifier:
    """Rings in this process. `deaf`: loses every ring."""

    def __init__(self) -> None:
        self.heard_by: list[asyncio.Queue[tuple[str, int]]] = []
        self.deaf = False

    async def notify(self, game_id: str, version: int) -> None:
        if not self.deaf:
            for queue in self.heard_by:
                queue.put_nowait((game_id, version))

    async def notifications(self) -> AsyncIterator[tuple[str, int]]:
        queue: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.heard_by.append(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self.heard_by.remove(queue)


class MemoryPrincipals(FakePrincipals):
    """Their ids say their names."""

    def _named(self, name: str) -> tuple[str, str]:
        return f"p-{name.lower()}", hashlib.sha256(name.encode()).hexdigest()


class MemorySnapshots:
    async def latest(self, game_id: str, fingerprint: str, *, at_most: int) -> ports.Snapshot | None:
        return None

    async def save(self, game_id: str, fingerprint: str, snapshot: ports.Snapshot) -> None:
        pass


class MemoryJobs:
    async def poke(self, game_id: str) -> None:
        pass


@dataclass
class _Folded:
    """One game as far as it was folded."""

    version: int = 0
    hash: bytes = GENESIS
    state: GameState | None = None
    accumulators: dict[str, Any] = field(default_factory=dict)


class LiveProjections:
    """What the projections would have written, folded up to the end of the log whenever somebody asks."""

    def __init__(self, log: MemoryLog) -> None:
        self._log = log
        self.names: FakeNames | None = None
        self._folded: dict[str, _Folded] = {}
        self._rows: dict[tuple[str, str], dict[object, Row]] = {}
        self._folding = asyncio.Lock()

    async def _reader(self) -> FakeReader:
        async with self._folding:
            for game_id, opening in self._log.games.items():
                ruleset = RULESETS.get((opening.ruleset, opening.ruleset_version))
                if opening.kind == "game" and ruleset is not None:  # a worker that lacks a version leaves its games
                    await self._fold(game_id, Game(ruleset))
        return FakeReader(self._rows, self.names, self._commands)

    def _commands(self, game_id: str) -> list[tuple[int, int]]:
        stored = self._log.stored.get(game_id, {}).values()
        return [(each.time_us, each.last_version) for each in stored if each.outcome == "accepted"]

    async def _fold(self, game_id: str, game: Game) -> None:
        folded = self._folded.setdefault(game_id, _Folded())
        for step in await read_steps(self._log, game, game_id, after=folded.version, prev_hash=folded.hash):
            folded.state = game.evolve(folded.state, step.event, step.moment)
            folded.version, folded.hash = step.version, step.hash
            for each in PROJECTIONS:
                folded.accumulators[each.name], made = each.fold(
                    game, folded.accumulators.get(each.name), step, folded.state
                )
                keep(self._rows.setdefault((each.name, game_id), {}), made)

    async def public_events(self) -> list[PublicEvent]:
        """The rows of the projection of that name."""
        await self._reader()
        return [row for rows in self._rows.values() for row in rows.values() if isinstance(row, PublicEvent)]

    async def phases(self) -> dict[str, str]:
        """The phase of each game, as lists have it."""
        await self._reader()
        rows = [row for rows in self._rows.values() for row in rows.values()]
        return {row.game_id: row.phase for row in rows if isinstance(row, ListedGame)}

    def __getattr__(self, name: str) -> Any:
        """Each of the reader's methods, on rows folded just then."""

        async def ask(*arguments: Any, **named: Any) -> Any:
            return await getattr(await self._reader(), name)(*arguments, **named)

        return ask


def memory_world() -> World:
    """A fresh one. Its secrets come from the dice of the test."""
    log, principals = MemoryLog(), MemoryPrincipals()
    projections = LiveProjections(log)
    projections.names = names = FakeNames(principals, projections.running_games)
    return World(
        log=log,
        parkings=FakeParkings(log),
        snapshots=MemorySnapshots(),
        notifier=MemoryNotifier(),
        jobs=MemoryJobs(),
        audience=FakeAudience(),
        principals=principals,
        tokens=FakeTokens(principals),
        revocations=FakeRevocations(),
        names=names,
        moves=FakeMoves(lambda: log.order),
        list_changes=FakeListChanges(projections),  # type: ignore[arg-type]
        audit=FakeAudit(log, principals),
        readjudications=FakeReadjudications(log.games),
        events=FakePublicEvents(projections.public_events, projections.phases),
        hosting=FakeHosting(has_game=log.has_game, is_over=log.is_over),
        sightings=FakeSightings(),
        projections=projections,
        now_us=lambda: time.time_ns() // 1000,
        entropy=new_secret,
        fingerprint=lambda ruleset: "test",
    )
