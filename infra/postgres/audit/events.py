"""`services.audit.events.PublicEvents` on a pool. Each key is read from its end, and their pages are merged."""

import uuid
from collections.abc import Sequence
from typing import Final

import asyncpg
import msgspec

from domain.engine.step import Step
from infra.postgres.pool import Pool
from services.audit.events import FOREVER_US, EventChoice, EventPlace, EventRow

_LAST: Final = uuid.UUID(int=2**128 - 1)
_BEFORE: Final = (
    "{t}.shows_us >= $1 AND {t}.shows_us < $2 "
    "AND ({t}.shows_us, {t}.game_id, {t}.version) < ($3::bigint, $4::uuid, $5::integer) "
    "AND ($6::text IS NULL OR e.ruleset = $6) AND ($7::integer IS NULL OR e.ruleset_version = $7) "
    "ORDER BY {t}.shows_us DESC, {t}.game_id DESC, {t}.version DESC LIMIT $8"
)
_COLUMNS: Final = (
    "e.shows_us, e.game_id::text, e.version, e.ruleset, e.ruleset_version, e.type, e.seat, e.rules, e.facts::text"
)
_OF_EVENT: Final = f"SELECT {_COLUMNS} FROM public_event e WHERE {{key}} AND {_BEFORE.format(t='e')}"
_OF_RULE: Final = (
    f"SELECT {_COLUMNS} FROM public_event_rule r JOIN public_event e USING (game_id, version) "
    f"WHERE r.rule = {{key}} AND {_BEFORE.format(t='r')}"
)


class PostgresPublicEvents:
    """Reads what the projection `public_events` has written."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def events(
        self, choice: EventChoice, *, after: EventPlace | None, limit: int, now_us: int
    ) -> Sequence[EventRow]:
        """Implements `events` of the port."""
        place = after or EventPlace(FOREVER_US, str(_LAST), Step(2**31 - 1))
        shared = (
            choice.since_us, min(choice.until_us, now_us + 1), place.shows_us, uuid.UUID(place.game_id), place.version,
            choice.ruleset, choice.ruleset_version, limit,
        )  # fmt: skip
        keys, part = _parts(choice)
        parts = [part.format(key=f"${number}") for number in range(9, 9 + len(keys))] or [part]
        whole = " UNION ".join(f"({each})" for each in parts)  # UNION: an event may cite two of the rules
        rows = await self._pool.fetch(
            f"SELECT * FROM ({whole}) AS merged ORDER BY shows_us DESC, game_id::uuid DESC, version DESC LIMIT $8",
            *shared,
            *keys,
        )
        return [_row(row) for row in rows]


def _parts(choice: EventChoice) -> tuple[Sequence[str], str]:
    """The keys to read, and the statement for each."""
    if choice.rules:
        return list(dict.fromkeys(choice.rules)), _OF_RULE
    if choice.types:
        return list(dict.fromkeys(choice.types)), _OF_EVENT.replace("{key}", "e.type = {key}")
    if choice.principal is not None:
        return [choice.principal], _OF_EVENT.replace("{key}", "e.principal = {key} AND e.principal <> ''")
    return [], _OF_EVENT.replace("{key}", "true")


def _row(row: asyncpg.Record) -> EventRow:
    shows_us, game_id, version, ruleset, ruleset_version, type_, seat, rules, facts = row
    place = EventPlace(shows_us, game_id, Step(version))
    return EventRow(place, ruleset, ruleset_version, type_, seat, tuple(rules), msgspec.json.decode(facts))
