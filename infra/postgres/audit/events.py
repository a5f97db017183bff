"""`services.audit.events.PublicEvents` on a pool. Each key is read from its end, and their pages are merged."""

import uuid
from collections.abc import Sequence
from typing import Final

import asyncpg
import msgspec

from domain.engine.step import Step
from infra.postgres.pool import Pool
from services.audit.events import EventChoice, EventPlace, EventRow

_FIRST: Final = uuid.UUID(int=0)
_NEWEST: Final = "ORDER BY {t}.shows_us DESC, {t}.game_id DESC, {t}.version DESC"
_BEFORE: Final = "{t}.shows_us >= $1 AND ({t}.shows_us, {t}.game_id, {t}.version) < ($2::bigint, $3::uuid, $4::integer)"
"""One bound from above. With two, an index is read from the wrong one down to the other."""
_COLUMNS: Final = (
    "e.shows_us, e.game_id::text, e.version, e.ruleset, e.ruleset_version, e.type, e.seat, e.rules, e.facts::text"
)


class PostgresPublicEvents:
    """Reads what the projection `public_events` has written."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def events(
        self, choice: EventChoice, *, after: EventPlace | None, limit: int, now_us: int
    ) -> Sequence[EventRow]:
        """Implements `events` of the port."""
        end = (min(choice.until_us, now_us + 1), _FIRST, 0)
        place = end if after is None else min(end, (after.shows_us, uuid.UUID(after.game_id), int(after.version)))
        shared: list[object] = [choice.since_us, *place, limit]
        rows = await self._pool.fetch(_statement(choice, shared), *shared)
        return [_row(row) for row in rows]


def _statement(choice: EventChoice, arguments: list[object]) -> str:
    """What reads a page. Adds its arguments.

    First the places are read and merged, each key out of an index that has all that is asked about; then the rows of
    this page alone.
    """
    filters = ""
    columns = (("ruleset", choice.ruleset), ("ruleset_version", choice.ruleset_version), ("seat::integer", choice.seat))
    for column, value in columns:
        if value is not None:
            arguments.append(value)
            filters += f" AND e.{column} = ${len(arguments)}"
    keys, of_key = _keys(choice)
    alias = "r" if choice.rules else "e"
    source = "public_event e"
    if choice.rules:
        source = f"public_event_rule r{' JOIN public_event e USING (game_id, version)' if filters else ''}"
    parts = []
    for key in keys:
        arguments.append(key)
        parts.append(
            f"(SELECT {alias}.shows_us, {alias}.game_id, {alias}.version FROM {source} "
            f"WHERE {of_key.format(key=len(arguments))} AND {_BEFORE.format(t=alias)}{filters} "
            f"{_NEWEST.format(t=alias)} LIMIT $5)"
        )
    merged = " UNION ".join(parts)  # UNION: an event may cite two of the rules
    return (
        f"SELECT {_COLUMNS} FROM (SELECT * FROM ({merged}) AS merged {_NEWEST.format(t='merged')} LIMIT $5) AS place "
        f"JOIN public_event e USING (game_id, version) {_NEWEST.format(t='e')}"
    )


def _keys(choice: EventChoice) -> tuple[Sequence[object], str]:
    """The keys to read, and what is asked of each."""
    if choice.rules:
        return list(dict.fromkeys(choice.rules)), "r.rule = ${key}"
    if choice.types:
        return list(dict.fromkeys(choice.types)), "e.type = ${key}"
    if choice.principal is not None:
        return [choice.principal], "e.principal = ${key} AND e.principal <> ''"
    return [True], "${key}::boolean"


def _row(row: asyncpg.Record) -> EventRow:
    shows_us, game_id, version, ruleset, ruleset_version, type_, seat, rules, facts = row
    place = EventPlace(shows_us, game_id, Step(version))
    return EventRow(place, ruleset, ruleset_version, type_, seat, tuple(rules), msgspec.json.decode(facts))
