"""A corpus file in the tables of Postgres, as a restored backup: the game holds there as well."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, Final

import asyncpg
import msgspec

from infra.postgres.event_log import PostgresEventLog
from infra.postgres.pool import Pool
from services.log.openings import verify_openings
from services.log.verify import verify_game
from tests.api.memory import memory_world
from tests.corpus.rows import Row, Stream, files, parse, unpack

RELATIONS: Final = {"head": "game", "step": "event", "command": "command", "place": "log"}
RENAMED: Final = {("head", "hash"): "head_hash", ("step", "schema"): "schema_version"}
"""Columns that have another name in the table."""


def rows_of(stream: Stream, kind: str) -> Iterator[dict[str, Any]]:
    """The rows of a table, by its columns."""
    for each, row in stream.rows():
        if each == kind:
            yield {**_columns(kind, row), **_further(stream, kind, row)}


def _columns(kind: str, row: Row) -> dict[str, Any]:
    return {RENAMED.get((kind, each.name), each.name): getattr(row, each.name) for each in fields(row)}


def _further(stream: Stream, kind: str, row: Row) -> dict[str, Any]:
    """What only the table of steps has: the stream and the command."""
    if kind != "step":
        return {}
    return {"game_id": stream.id, "command_id": msgspec.json.decode(row.body)["command"]}  # type: ignore[union-attr]


async def restore(connection: asyncpg.Connection, streams: Sequence[Stream]) -> None:
    """Writes the rows into the tables, as the owner of the database."""
    for kind, relation in RELATIONS.items():
        for stream in streams:
            for row in rows_of(stream, kind):
                places = ", ".join(f"${at}" for at in range(1, len(row) + 1))
                statement = f"INSERT INTO {relation} ({', '.join(row)}) VALUES ({places})"
                await connection.execute(statement, *row.values())


async def test_a_file_restored_into_postgres_is_verified(database_url: str, pool: Pool) -> None:
    path = min(files(), key=lambda each: each.stat().st_size)
    corpus = parse(path.name, unpack(path.name, path.read_bytes()))
    connection = await asyncpg.connect(database_url)
    try:
        await restore(connection, corpus.streams)
    finally:
        await connection.close()
    world = replace(memory_world(), log=PostgresEventLog(pool))
    for stream in corpus.streams:
        assert await world.log.head(stream.id) == stream.head
        if stream.head.kind == "openings":
            openings = await verify_openings(world, stream.id)
            assert openings is not None and openings.finding is None
            assert openings.refusals == len(stream.commands) > 0
            continue
        verdict = await verify_game(world, stream.id)
        assert verdict is not None and verdict.finding is None
        assert verdict.steps == len(stream.steps)
