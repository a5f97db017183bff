"""`services.audit.ports.AuditStore` on a pool. Ids are UUIDs; any other text is the id of nothing."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import asyncpg

from domain.engine.step import Step
from domain.engine.viewer import Seat, seat_of
from infra.postgres.ids import is_uuid
from infra.postgres.pool import Pool
from services.audit.ports import (
    EntryKind,
    KeyEvent,
    LedgerChoice,
    Outage,
    Receipt,
    TokenRecord,
    UnavailableMinute,
    Visit,
)
from services.audit.unavailable import MINUTE_US
from services.audit.visits import HOUR_US
from services.ports import StoredCommand

_COLUMNS: Final = (
    "c.game_id::text, c.command_id::text, c.request_hash, c.principal, c.seat, c.body, c.outcome, c.answer, c.time_us, "
    "c.received_us, c.token_id, c.first_version, c.last_version, c.ordinal, c.link"
)
# A refused command stands on the step that it met; an accepted one on its own last step.
_LEDGER: Final = f"""
SELECT {_COLUMNS} FROM command c
WHERE c.game_id = $1 AND c.ordinal > $2 AND c.last_version <= $4
  AND ($5::smallint IS NULL OR c.seat = $5) AND ($6::text IS NULL OR c.outcome = $6)
  AND ($7::text IS NULL OR c.principal = $7)
  AND ($8::bigint IS NULL OR c.received_us >= $8) AND ($9::bigint IS NULL OR c.received_us < $9)
ORDER BY c.ordinal LIMIT $3
"""
_US: Final = "(extract(epoch FROM {0}) * 1000000)::bigint"
_TOKENS: Final = f"""
SELECT token_id, principal_id, kind, label, scopes, game_id::text, {_US.format("created_at")},
       {_US.format("expires_at")}, {_US.format("revoked_at")}, used_on, made_by
FROM token WHERE principal_id = ANY ($1::text[])
"""
_KEY_EVENTS: Final = f"""
SELECT {_US.format("at")}, principal_id, key_id, what, by_key FROM key_event
WHERE principal_id = $1 AND at >= to_timestamp($2::bigint / 1000000.0) AND at < to_timestamp($3::bigint / 1000000.0)
ORDER BY at, event_id LIMIT $4
"""
_COMMANDS_OF: Final = f"""
SELECT {_COLUMNS} FROM command c
WHERE c.game_id IN (SELECT p.game_id FROM participant p WHERE p.principal_id = $1)
  AND c.principal = $1 AND c.outcome = 'accepted' AND c.time_us >= $2 AND c.time_us < $3
ORDER BY c.time_us, c.game_id, c.ordinal LIMIT $4
"""
_THINKING: Final = """
SELECT greatest(0, c.received_us - (convert_from(before.body, 'UTF8')::json ->> 'time_us')::bigint)
FROM command c
JOIN game g ON g.game_id = c.game_id AND g.kind = 'game' AND g.ruleset = $2
JOIN event last ON last.game_id = c.game_id AND last.version = g.version AND last.type = 'game.SeedRevealed'
JOIN event before ON before.game_id = c.game_id AND before.version = c.first_version - 1
WHERE c.game_id IN (SELECT p.game_id FROM participant p WHERE p.principal_id = $1)
  AND c.principal = $1 AND c.outcome = 'accepted' AND c.seat IS NOT NULL AND c.token_id <> ''
  AND convert_from(c.body, 'UTF8')::json ->> 'type' NOT LIKE 'game.%'
ORDER BY c.time_us DESC, c.game_id, c.ordinal LIMIT $3
"""
_RECEIPTS: Final = """
SELECT game_id::text, seat, connection, first_us, last_us, token_id, first_version, last_version FROM receipt
WHERE game_id = $1 AND seat = $2 AND last_us >= $3 AND first_us < $4 ORDER BY first_us, connection LIMIT $5
"""
_PUT: Final = """
INSERT INTO receipt (game_id, seat, connection, first_us, last_us, token_id, first_version, last_version)
SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::integer[],
                     $8::integer[])
ON CONFLICT DO NOTHING
"""
_PUT_VISITS: Final = """
WITH old AS (DELETE FROM visit WHERE hour_us < $6)
INSERT INTO visit (principal_id, hour_us, token_id, address, client)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING
"""
_VISITS: Final = """
SELECT principal_id, hour_us, token_id, address, client FROM visit
WHERE principal_id = ANY ($1::text[]) AND hour_us > $2 AND hour_us < $3
ORDER BY principal_id COLLATE "C", hour_us, token_id COLLATE "C", address COLLATE "C", client COLLATE "C" LIMIT $4
"""
VISIT_US: Final = 30 * 86_400_000_000
"""How long visits are kept."""
_OUTAGES: Final = (
    "SELECT process, from_us, to_us FROM outage WHERE to_us > $1 AND from_us < $2 ORDER BY from_us, process LIMIT $3"
)
_PUT_UNAVAILABLE: Final = """
WITH old AS (DELETE FROM unavailable WHERE minute_us < $4)
INSERT INTO unavailable AS known (process, minute_us, answers)
SELECT $1, minute_us, answers FROM unnest($2::bigint[], $3::bigint[]) AS new (minute_us, answers)
ON CONFLICT (minute_us, process) DO UPDATE SET answers = greatest(known.answers, excluded.answers)
"""
_UNAVAILABLE: Final = """
SELECT minute_us, process, answers FROM unavailable WHERE minute_us > $1 AND minute_us < $2
ORDER BY minute_us, process COLLATE "C" LIMIT $3
"""
UNAVAILABLE_US: Final = 90 * 86_400_000_000
"""How long counts of unavailable answers are kept."""
_PLACES: Final = "SELECT number, pos FROM log WHERE game_id = $1 AND kind = $2 AND number = ANY ($3::integer[])"


class PostgresAudit:
    """The evidence beside the log, and the commands by who, when and what."""

    def __init__(self, pool: Pool, reads: Pool | None = None) -> None:
        """`reads`: where to read, if not in `pool`."""
        self._pool, self._reads = pool, reads or pool

    async def ledger(self, game_id: str, choice: LedgerChoice, *, after: int, limit: int) -> Sequence[StoredCommand]:
        """Implements `ledger` of the port. It reads the key (game_id, ordinal) from `after` on."""
        if not is_uuid(game_id):
            return ()
        chosen = (choice.up_to, choice.seat, choice.outcome, choice.principal, choice.from_us, choice.to_us)
        rows = await self._reads.fetch(_LEDGER, uuid.UUID(game_id), after, limit, *chosen)
        if self._reads is not self._pool and len(rows) < limit:  # a replica lacks the newest ones alone
            last = rows[-1]["ordinal"] if rows else after
            rows += await self._pool.fetch(_LEDGER, uuid.UUID(game_id), last, limit - len(rows), *chosen)
        return [_command(row) for row in rows]

    async def places(self, game_id: str, kind: EntryKind, numbers: Collection[int]) -> Mapping[int, int]:
        """Implements `places` of the port."""
        if not is_uuid(game_id) or not numbers:
            return {}
        rows = await self._reads.fetch(_PLACES, uuid.UUID(game_id), kind, list(numbers))
        return {row[0]: row[1] for row in rows}

    async def tokens_of(self, principals: Collection[str]) -> Sequence[TokenRecord]:
        """Implements `tokens_of` of the port."""
        rows = await self._reads.fetch(_TOKENS, list(principals)) if principals else []
        return [_token(row) for row in rows]

    async def key_events(self, principal: str, *, from_us: int, to_us: int, limit: int) -> Sequence[KeyEvent]:
        """Implements `key_events` of the port."""
        return [KeyEvent(*row) for row in await self._reads.fetch(_KEY_EVENTS, principal, from_us, to_us, limit)]

    async def commands_of(self, principal: str, *, from_us: int, to_us: int, limit: int) -> Sequence[StoredCommand]:
        """Implements `commands_of` of the port. It reads all commands of the principal's games."""
        return [_command(row) for row in await self._reads.fetch(_COMMANDS_OF, principal, from_us, to_us, limit)]

    async def thinking_times(self, principal: str, ruleset: str, *, limit: int) -> Sequence[int]:
        """Implements `thinking_times` of the port. It reads all commands of the principal's games."""
        return [row[0] for row in await self._reads.fetch(_THINKING, principal, ruleset, limit)]

    async def receipts(self, game_id: str, seat: Seat, *, from_us: int, to_us: int, limit: int) -> Sequence[Receipt]:
        """Implements `receipts` of the port."""
        rows = await self._reads.fetch(_RECEIPTS, uuid.UUID(game_id), seat, from_us, to_us, limit)
        return [_receipt(row) for row in rows]

    async def put_receipts(self, receipts: Sequence[Receipt]) -> None:
        """Implements `put_receipts` of the port, in one statement."""
        columns = ("seat", "connection", "first_us", "last_us", "token_id", "first_version", "last_version")
        games = [uuid.UUID(each.game_id) for each in receipts]
        await self._pool.fetch(_PUT, games, *([getattr(each, name) for each in receipts] for name in columns))

    async def put_visits(self, visits: Sequence[Visit], now_us: int) -> None:
        """Implements `put_visits` of the port, in one statement."""
        columns = ("principal", "hour_us", "token_id", "address", "client")
        rows = [[getattr(each, name) for each in visits] for name in columns]
        await self._pool.fetch(_PUT_VISITS, *rows, now_us - VISIT_US)

    async def visits(self, principals: Collection[str], *, from_us: int, to_us: int, limit: int) -> Sequence[Visit]:
        """Implements `visits` of the port."""
        rows = await self._reads.fetch(_VISITS, list(principals), from_us - HOUR_US, to_us, limit)
        return [Visit(*row) for row in rows]

    async def outages(self, *, from_us: int, to_us: int, limit: int) -> Sequence[Outage]:
        """Implements `outages` of the port."""
        return [Outage(*row) for row in await self._reads.fetch(_OUTAGES, from_us, to_us, limit)]

    async def put_unavailable(self, process: str, answers: Mapping[int, int], now_us: int) -> None:
        """Implements `put_unavailable` of the port, in one statement."""
        await self._pool.fetch(
            _PUT_UNAVAILABLE, process, list(answers), list(answers.values()), now_us - UNAVAILABLE_US
        )

    async def unavailable(self, *, from_us: int, to_us: int, limit: int) -> Sequence[UnavailableMinute]:
        """Implements `unavailable` of the port."""
        rows = await self._reads.fetch(_UNAVAILABLE, from_us - MINUTE_US, to_us, limit)
        return [UnavailableMinute(*row) for row in rows]


def _command(row: asyncpg.Record) -> StoredCommand:
    return StoredCommand(**{name.removesuffix("::text"): value for name, value in row.items()})


def _receipt(row: asyncpg.Record) -> Receipt:
    game_id, seat, connection, first_us, last_us, token_id, first, last = row
    return Receipt(game_id, seat_of(seat), connection, first_us, last_us, token_id, Step(first), Step(last))


def _token(row: asyncpg.Record) -> TokenRecord:
    return TokenRecord(
        id=row[0],
        principal=row[1],
        kind=row[2],
        label=row[3],
        scopes=tuple(row[4]),
        game_id=row[5],
        made_us=row[6],
        expires_us=row[7],
        revoked_us=row[8],
        used_on=row[9],
        made_by=row[10],
    )
