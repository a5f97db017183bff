"""How each kind of row is written: one statement per kind.

Each statement moves the cursor too, so that a batch costs one round trip.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from projections.analysis.chances import WinChances
from projections.clock_due import ClockDue
from projections.game_list import ListedGame, ListedStep
from projections.ports import Row
from projections.public_events import PublicEvent
from projections.rules_fired import RuleInGame
from projections.score_tracks import TracksAtStep

MOVE: Final = (
    "UPDATE projection_cursor SET version = $3, hash = $4, parked_why = $5, "
    "parked_at = CASE WHEN $5::text IS NULL THEN NULL ELSE clock_timestamp() END "
    "WHERE game_id = $1 AND projection = $2"
)
"""Moves a cursor: game, projection, version, hash, why it is parked."""
_MOVE_ON_CITUS: Final = (
    "UPDATE projection_cursor SET version = $3, hash = $4, parked_why = $5, parked_at = {at} "
    "WHERE game_id = $1 AND projection = $2"
)

_MOVING: Final = f"WITH moved AS ({MOVE}) "
_MOVE_ARGUMENTS: Final = 5

_TRACKS: Final = (
    f"{_MOVING}INSERT INTO score_track (game_id, version, points) "
    "SELECT $1, version, points::json FROM unnest($6::integer[], $7::text[]) AS row (version, points) "
    "ON CONFLICT (game_id, version) DO UPDATE SET points = excluded.points"
)
_LISTED_COLUMNS: Final = (
    "ruleset", "phase", "version", "turn", "persons", "bots", "holders", "to_act", "bot_to_act", "leaders", "winners",
    "sandbox", "fork", "opened_us", "moved_us", "shows_us", "public_version", "host", "begun", "delay_steps",
)  # fmt: skip
"""The columns of game_list, named as the fields of ListedGame."""
_LISTED: Final = (
    f"{_MOVING}INSERT INTO game_list (game_id, {', '.join(_LISTED_COLUMNS)}) "
    f"VALUES ($1, {', '.join(f'${at}' for at in range(6, 6 + len(_LISTED_COLUMNS)))}) "
    "ON CONFLICT (game_id) DO UPDATE SET changed = true, "
    f"{', '.join(f'{name} = excluded.{name}' for name in _LISTED_COLUMNS)}"
)
_STEP_COLUMNS: Final[Mapping[str, str]] = {
    "version": "integer", "phase": "text", "turn": "integer", "persons": "text[]", "bots": "text[]",
    "holders": "text[]", "to_act": "integer[]", "leaders": "integer[]", "winners": "integer[]", "moved_us": "bigint",
    "shows_us": "bigint",
}  # fmt: skip
_LISTED_STEPS: Final = (
    f"{_MOVING}INSERT INTO game_list_delayed (game_id, {', '.join(_STEP_COLUMNS)}) "
    f"SELECT $1, {', '.join(_STEP_COLUMNS)} "
    # Not unnest, which flattens arrays within arrays.
    "FROM json_to_recordset($6::text::json) AS row "
    f"({', '.join(f'{name} {kind}' for name, kind in _STEP_COLUMNS.items())}) "
    "ON CONFLICT (game_id, version) DO UPDATE SET "
    f"{', '.join(f'{name} = excluded.{name}' for name in _STEP_COLUMNS)}"
)
_RULES: Final = (
    f"{_MOVING}INSERT INTO rule_game (game_id, rule, version, times, shows_us) "
    "SELECT $1, row.* FROM unnest($6::text[], $7::integer[], $8::integer[], $9::bigint[]) AS row (rule, version, "
    "times, shows_us) "
    "ON CONFLICT (game_id, rule) DO UPDATE "
    "SET version = excluded.version, times = excluded.times, shows_us = excluded.shows_us"
)

_CHANCE_COLUMNS: Final[Mapping[str, str]] = {
    "viewer": "integer", "version": "integer", "playouts": "integer", "won": "integer[]", "points": "integer[]",
    "nobody": "integer", "cost_us": "bigint",
}  # fmt: skip
_CHANCES: Final = (
    f"{_MOVING}INSERT INTO win_chance (game_id, {', '.join(_CHANCE_COLUMNS)}) SELECT $1, {', '.join(_CHANCE_COLUMNS)} "
    "FROM json_to_recordset($6::text::json) AS row "
    f"({', '.join(f'{name} {kind}' for name, kind in _CHANCE_COLUMNS.items())}) "
    "ON CONFLICT (game_id, viewer, version) DO UPDATE SET "
    f"{', '.join(f'{name} = excluded.{name}' for name in _CHANCE_COLUMNS)}"
)

_DUE: Final = (
    f"{_MOVING}INSERT INTO clock_due (game_id, version, seat, due_us) VALUES ($1, $6, $7, $8) "
    "ON CONFLICT (game_id) DO UPDATE "
    "SET version = excluded.version, seat = excluded.seat, due_us = excluded.due_us"
)
_EVENT_COLUMNS: Final[Mapping[str, str]] = {
    "version": "integer", "shows_us": "bigint", "ruleset": "text", "ruleset_version": "integer", "type": "text",
    "seat": "smallint", "principal": "text", "rules": "text[]", "facts": "json",
}  # fmt: skip
_EVENTS: Final = (
    f"{_MOVING}INSERT INTO public_event (game_id, {', '.join(_EVENT_COLUMNS)}) SELECT $1, {', '.join(_EVENT_COLUMNS)} "
    "FROM json_to_recordset($6::text::json) AS row "
    f"({', '.join(f'{name} {kind}' for name, kind in _EVENT_COLUMNS.items())}) "
    "ON CONFLICT (game_id, version) DO UPDATE SET "
    f"{', '.join(f'{name} = excluded.{name}' for name in _EVENT_COLUMNS)}"
)
_EVENT_RULES: Final = (
    f"{_MOVING}INSERT INTO public_event_rule (game_id, version, rule, shows_us) "
    "SELECT $1, row.* FROM unnest($6::integer[], $7::text[], $8::bigint[]) AS row (version, rule, shows_us) "
    "ON CONFLICT (game_id, version, rule) DO UPDATE SET shows_us = excluded.shows_us"
)

RELATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "score_tracks": ("score_track",),
    "game_list": ("game_list", "game_list_delayed", "clock_due"),
    "rules_fired": ("rule_game",),
    "win_chances": ("win_chance",),
    "public_events": ("public_event", "public_event_rule"),
}
"""Projection -> the tables of its rows."""


def statements(rows: Sequence[Row]) -> list[tuple[str, tuple[Any, ...]]]:
    """The statements that write `rows`, each with its arguments after the five of `MOVE`."""
    tracks = [row for row in rows if isinstance(row, TracksAtStep)]
    heads = [row for row in rows if isinstance(row, ListedGame)]
    steps = [row for row in rows if isinstance(row, ListedStep) and not isinstance(row, ListedGame)]
    rules = [row for row in rows if isinstance(row, RuleInGame)]
    chances = [row for row in rows if isinstance(row, WinChances)]
    due = [row for row in rows if isinstance(row, ClockDue)]
    events = [row for row in rows if isinstance(row, PublicEvent)]
    kinds: tuple[list[Any], ...] = (tracks, heads, steps, rules, chances, due, events)
    assert sum(map(len, kinds)) == len(rows), "every kind of row has a table"
    made: list[tuple[str, tuple[Any, ...]]] = []
    if tracks:
        made.append((_TRACKS, ([row.version for row in tracks], [points_json(row) for row in tracks])))
    if heads:  # one row per game: only the last one stays
        made.append((_LISTED, tuple(getattr(heads[-1], name) for name in _LISTED_COLUMNS)))
    if steps:
        made.append((_LISTED_STEPS, (_json_of(steps, _STEP_COLUMNS),)))
    if rules:  # one row per rule, and a statement may write a row only once
        last = {row.rule: row for row in rules}.values()
        columns = ([getattr(row, name) for row in last] for name in ("rule", "version", "times", "shows_us"))
        made.append((_RULES, tuple(columns)))
    if due:  # one row per game: only the last one stays
        made.append((_DUE, (due[-1].version, due[-1].seat, due[-1].due_us)))
    if chances:
        made.append((_CHANCES, (_json_of(chances, _CHANCE_COLUMNS),)))
    if events:
        made += _of_events(events)
    return made


def move_on_citus(parked_why: str | None) -> str:
    """`MOVE` for Citus, which takes neither a volatile function nor a time within CASE."""
    return _MOVE_ON_CITUS.format(at="NULL" if parked_why is None else "now()")


@cache
def apart(sql: str) -> str:
    """A statement of `statements` that does not move the cursor: for Citus, where a cursor and the rows of the
    coordinator never share a statement. Its arguments are the game, and then those of the rows."""
    return re.sub(
        r"\$(\d+)", lambda place: f"${max(int(place[1]) - _MOVE_ARGUMENTS + 1, 1)}", sql.removeprefix(_MOVING)
    )


def _of_events(events: Sequence[PublicEvent]) -> list[tuple[str, tuple[Any, ...]]]:
    cited = [(row.version, rule, row.shows_us) for row in events for rule in row.rules]
    columns = tuple([each[at] for each in cited] for at in range(3))
    return [(_EVENTS, (_json_of(events, _EVENT_COLUMNS),)), (_EVENT_RULES, columns)]


def points_json(row: TracksAtStep) -> str:
    """A row's tracks as they are stored: one array per track."""
    points = [(track.seat, track.source, track.banked, track.if_over, track.visible_to) for track in row.tracks]
    return msgspec.json.encode(points).decode()


def _json_of(rows: Sequence[Row], columns: Mapping[str, str]) -> str:
    return msgspec.json.encode([{name: getattr(row, name) for name in columns} for row in rows]).decode()
