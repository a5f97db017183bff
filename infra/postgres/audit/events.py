"""`services.audit.events.PublicEvents` on a pool. Each key is read from its end, and their pages are merged."""

import uuid
from collections.abc import Sequence
from typing import Final

import asyncpg
import msgspec

from domain.engine.step import Step
from infra.postgres.feeds.first_rows import rounded_up
from infra.postgres.pool import Pool
from services.audit.events import EXAMINED_MAX, EventChoice, EventPage, EventPlace, EventRow

_FIRST: Final = uuid.UUID(int=0)
_NEWEST: Final = "ORDER BY {t}.shows_us DESC, {t}.game_id DESC, {t}.version DESC"
_BEFORE: Final = "{t}.shows_us >= $1 AND ({t}.shows_us, {t}.game_id, {t}.version) < ($2::bigint, $3::uuid, $4::integer)"
"""One bound from above. With two, an index is read from the wrong one down to the other."""
_COLUMNS: Final = (
    "e.shows_us, e.game_id::text, e.version, e.ruleset, e.ruleset_version, e.type, e.seat, e.rules, e.facts::text"
)

_PAGE: Final = f"SELECT {_COLUMNS} FROM {{places}} JOIN public_event e USING (game_id, version) {_NEWEST.format(t='e')}"
_OF_PAGE: Final = "unnest($1::uuid[], $2::integer[]) AS place (game_id, version)"
_FITTING: Final = (
    "SELECT e.shows_us, e.game_id, e.version, ${facts}::text IS NULL OR e.facts::jsonb @> ${facts}::jsonb AS fits "
    f"FROM ({{places}}) AS place JOIN public_event e USING (game_id, version) {_NEWEST.format(t='e')}"
)
_IN_PHASE: Final = "SELECT game_id FROM game_list WHERE game_id = ANY ($1::uuid[]) AND phase = $2"


class PostgresPublicEvents:
    """Reads what the projection `public_events` has written."""

    def __init__(self, pool: Pool, examined_max: int = EXAMINED_MAX) -> None:
        """`examined_max`: how many events a page looks at for facts and phases."""
        self._pool, self._examined_max = pool, examined_max

    async def events(self, choice: EventChoice, *, after: EventPlace | None, limit: int, now_us: int) -> EventPage:
        """Implements `events` of the port."""
        end = (min(choice.until_us, now_us + 1), _FIRST, 0)
        place = end if after is None else min(end, (after.shows_us, uuid.UUID(after.game_id), int(after.version)))
        if choice.is_examined:
            return await self._examined(choice, place, limit)
        shared: list[object] = [choice.since_us, *place]
        places = _places(choice, shared, limit)
        rows = await self._pool.fetch(_PAGE.format(places=f"({places}) AS place"), *shared)
        return EventPage([_row(row) for row in rows[:limit]])

    async def _examined(self, choice: EventChoice, place: tuple[int, uuid.UUID, int], limit: int) -> EventPage:
        """A page of events whose facts and games were looked at. The lists of games are on one node of a cluster, and
        events on others: hence one statement after the other."""
        shared: list[object] = [choice.since_us, *place]
        places = _places(choice, shared, self._examined_max)
        shared.append(choice.facts or None)
        rows = await self._pool.fetch(_FITTING.format(places=places, facts=len(shared)), *shared)
        rows = rows[: self._examined_max]
        fitting = [row for row in rows if row["fits"]]
        if choice.phase is not None:
            games = list({row["game_id"] for row in fitting})
            in_phase = {row[0] for row in await self._pool.fetch(_IN_PHASE, games, choice.phase)}
            fitting = [row for row in fitting if row["game_id"] in in_phase]
        is_cut = len(rows) == self._examined_max and len(fitting) < limit
        last = rows[-1] if is_cut else None
        games, steps = [row["game_id"] for row in fitting[:limit]], [row["version"] for row in fitting[:limit]]
        chosen = await self._pool.fetch(_PAGE.format(places=_OF_PAGE), games, steps) if games else []
        return EventPage(
            [_row(row) for row in chosen],
            None if last is None else EventPlace(last["shows_us"], str(last["game_id"]), Step(last["version"])),
        )


def _places(choice: EventChoice, arguments: list[object], limit: int) -> str:
    """What reads places, at most `limit`, or some more. Adds its arguments.

    Each key is read out of an index that has all that is asked about, and their places are merged.
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
    end = f"LIMIT {rounded_up(limit)}"
    if filters:  # which of them is rare is known only with their values, so Postgres shall plan for these
        arguments.append(limit)
        end = f"LIMIT ${len(arguments)}"
    parts = []
    for key in keys:
        arguments.append(key)
        parts.append(
            f"(SELECT {alias}.shows_us, {alias}.game_id, {alias}.version FROM {source} "
            f"WHERE {of_key.format(key=len(arguments))} AND {_BEFORE.format(t=alias)}{filters} "
            f"{_NEWEST.format(t=alias)} {end})"
        )
    merged = " UNION ".join(parts)  # UNION: an event may cite two of the rules
    return f"SELECT * FROM ({merged}) AS merged {_NEWEST.format(t='merged')} {end}"


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
