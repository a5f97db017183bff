"""A store in memory that passes the same contract as the real one. For tests only."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy

from domain.log.chain import GENESIS
from domain.log.record import Written
from projections.analysis.chances import WinChances
from projections.game_list import ListedGame, ListedStep
from projections.ports import Cursor, LogHead, ParkedGame, Row, RowsRefused, StoredStep
from projections.public_events import PublicEvent
from projections.rules_fired import RuleInGame
from projections.score_tracks import TracksAtStep
from services.streams import Opening
from tests.dice import new_id
from tests.projections.fake_reader import FakeReader
from tests.projections.played_games import RULESETS, PlayedGame


class FakeStore:
    """`log`, `cursors` and `rows` are public, so that tests can damage them."""

    def __init__(self) -> None:
        self.log: dict[str, list[StoredStep]] = {}
        self.heads: dict[str, LogHead] = {}
        self.cursors: dict[tuple[str, str], Cursor] = {}
        self.rows: dict[tuple[str, str], dict[object, Row]] = {}
        self.closed: dict[str, tuple[int, str]] = {}
        """The games that take no commands: the step and why."""
        self.transactions = 0
        self.reader = FakeReader(self.rows)
        self._locks: dict[str, asyncio.Lock] = {}

    # ---------------------------------------------------------------- the log

    async def add(self, played: PlayedGame, steps: Sequence[Written]) -> None:
        """Append steps, as the event log would."""
        log = self.log.setdefault(played.game_id, [])
        log += [StoredStep(s.version, s.type, s.schema, s.prev_hash, s.hash, s.body) for s in steps]
        ruleset = played.game.ruleset
        last = log[-1] if log else StoredStep(0, "", 1, GENESIS, GENESIS, b"")
        self.heads[played.game_id] = LogHead(ruleset.id, ruleset.version, last.version, last.hash)

    async def add_stream(self, opening: Opening) -> str:
        """The fake has games alone, which is what the contract asks for."""
        assert opening.kind != "game"
        return new_id()

    async def damage(self, game_id: str, version: int, body: bytes) -> None:
        step = self.log[game_id][version - 1]
        self.log[game_id][version - 1] = StoredStep(
            step.version, step.type, step.schema, step.prev_hash, step.hash, body
        )

    async def lose(self, game_id: str, version: int) -> None:
        del self.log[game_id][version - 1]

    async def rewrite_first(self, game_id: str, body: bytes, hash: bytes) -> None:
        step = self.log[game_id][0]
        self.log[game_id][0] = StoredStep(1, step.type, step.schema, step.prev_hash, hash, body)

    async def forget(self, game_id: str) -> None:
        del self.log[game_id], self.heads[game_id]

    # ---------------------------------------------------------------- what tests look at

    async def stored_rows(self, projection: str) -> list[Row]:
        """All rows, in order of game and step."""
        return [
            row
            for (name, _), rows in sorted(self.rows.items())
            if name == projection
            for _, row in sorted(
                rows.items(), key=lambda item: f"{item[0]:09}" if isinstance(item[0], int) else item[0]
            )
        ]

    async def cursor(self, projection: str, game_id: str) -> Cursor:
        return self.cursors.get((projection, game_id), Cursor())

    async def parked_game(self, game_id: str) -> tuple[int, str] | None:
        return self.closed.get(game_id)

    # ---------------------------------------------------------------- the store

    @asynccontextmanager
    async def transaction(
        self, game_id: str, projections: Sequence[str], *, wait: bool = True
    ) -> AsyncIterator["FakeTransaction | None"]:
        self.transactions += 1
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        if game_id not in self.heads or (lock.locked() and not wait):
            yield None
            return
        async with lock:
            transaction = FakeTransaction(self, game_id, projections)
            yield transaction
            for name in projections:
                self.cursors[name, game_id] = transaction.cursors[name]
                self.rows[name, game_id] = transaction.rows[name]
            if transaction.closed is not None:
                self.closed.setdefault(game_id, transaction.closed)

    async def laggards(self, projections: Sequence[str], *, limit: int) -> Sequence[str]:
        matches = []
        for game_id, head in self.heads.items():
            cursors = [await self.cursor(name, game_id) for name in projections]
            is_behind = any(cursor.version != head.version and cursor.parked_why is None for cursor in cursors)
            if is_behind and (head.ruleset, head.ruleset_version) in RULESETS:
                matches.append(game_id)
        return matches[:limit]

    async def waiting_for_bots(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        heads = [row for row in await self.stored_rows("game_list") if isinstance(row, ListedGame)]
        listed = [
            row for row in heads if row.bot_to_act and row.moved_us < moved_before_us and row.game_id not in self.closed
        ]
        return [row.game_id for row in sorted(listed, key=lambda row: row.moved_us)][:limit]

    async def game_ids(self, *, after: str | None, limit: int) -> Sequence[str]:
        return sorted(game_id for game_id in self.heads if after is None or game_id > after)[:limit]

    async def count_games(self) -> int:
        return len(self.heads)

    async def drop_strays(self, projection: str) -> int:
        strays = {game_id for name, game_id in self.cursors if name == projection and game_id not in self.heads}
        for game_id in strays:
            del self.cursors[projection, game_id]
            self.rows.pop((projection, game_id), None)
        return len(strays)

    async def parked(self) -> Sequence[ParkedGame]:
        return [
            ParkedGame(name, game_id, cursor.version, cursor.parked_why)
            for (name, game_id), cursor in self.cursors.items()
            if cursor.parked_why is not None
        ]


class FakeTransaction:
    """Works on copies, which the store takes over when the transaction commits."""

    def __init__(self, store: FakeStore, game_id: str, projections: Sequence[str]) -> None:
        self._store = store
        self._game_id = game_id
        self.head = store.heads[game_id]
        self.closed: tuple[int, str] | None = None
        self._cursors = {name: store.cursors.get((name, game_id), Cursor()) for name in projections}
        self.rows = {name: deepcopy(store.rows.get((name, game_id), {})) for name in projections}

    @property
    def cursors(self) -> Mapping[str, Cursor]:
        return self._cursors

    async def steps(self, *, after: int, limit: int) -> Sequence[StoredStep]:
        await asyncio.sleep(0)
        return [step for step in self._store.log[self._game_id] if step.version > after][:limit]

    async def write(self, projection: str, rows: Sequence[Row], cursor: Cursor) -> None:
        if any(isinstance(row, ListedGame) and "\x00" in row.phase for row in rows):
            raise RowsRefused(projection, "a text holds a zero byte")
        keep(self.rows[projection], rows)
        self._cursors[projection] = cursor

    async def park_game(self, version: int, why: str) -> None:
        self.closed = self.closed or (version, why)

    async def empty(self, projection: str) -> None:
        self.rows[projection] = {}
        self._cursors[projection] = Cursor()


def keep(stored: dict[object, Row], rows: Sequence[Row]) -> None:
    """Put rows among those of their game and projection; one of the same key replaces the one before."""
    for row in rows:
        match row:
            case ListedGame():
                stored[""] = row
            case TracksAtStep() | ListedStep() | WinChances() | PublicEvent():
                stored[row.version] = row
            case RuleInGame():
                stored[row.rule] = row
            case _:
                stored[len(stored)] = row
