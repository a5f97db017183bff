"""What a run has measured: one line of JSON a stage, and the tables for people."""

from pathlib import Path
from typing import Final

import asyncpg
import msgspec
from rich.console import Console
from rich.table import Table as Grid

from tests.bench.growth.measuring import Figure

RESULTS: Final = "results.ndjson"
_SIZES: Final = """
SELECT regexp_replace(t.relname, '_[0-9][0-9]$', '') AS name, sum(pg_relation_size(t.oid))::bigint AS heap_bytes,
       sum(pg_indexes_size(t.oid))::bigint AS index_bytes, sum(greatest(t.reltuples, 0))::bigint AS rows
FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
WHERE t.relkind = 'r' AND n.nspname = 'public' GROUP BY 1 HAVING sum(pg_relation_size(t.oid)) > 0 ORDER BY 2 DESC
"""


class RelationSize(msgspec.Struct, frozen=True):
    """One table with all its partitions. `rows`: as Postgres estimates them."""

    name: str
    heap_bytes: int
    index_bytes: int
    rows: int


class Stage(msgspec.Struct, frozen=True):
    """What was measured at one size of the log. `load`: of the machine, before."""

    events: int
    games: int
    rested_seconds: float
    seconds: float
    load: float
    gigabytes: float
    figures: list[Figure]
    relations: list[RelationSize]


async def relations_of(database_url: str) -> list[RelationSize]:
    """How large each table is, and its indexes."""
    connection = await asyncpg.connect(database_url)
    try:
        return [RelationSize(*row) for row in await connection.fetch(_SIZES)]
    finally:
        await connection.close()


def write_stage(file: Path, stage: Stage) -> None:
    """Add a stage to the results."""
    with file.open("ab") as out:
        out.write(msgspec.json.encode(stage) + b"\n")


def read_stages(file: Path) -> list[Stage]:
    """The stages that were measured so far."""
    if not file.exists():
        return []
    return [msgspec.json.decode(line, type=Stage) for line in file.read_bytes().splitlines()]


def show(file: Path) -> None:
    """Print the ratios of the medians of all stages, and the figures and sizes of the last one."""
    stages = read_stages(file)
    if not stages:
        print("Nothing was measured yet.")
        return
    console = Console(width=160)
    ratios = Grid("median, big / small", *(f"{each.events / 1e6:g} M" for each in stages))
    by_what = [{figure.what: f"{figure.ratio:.2f}" for figure in each.figures} for each in stages]
    for figure in stages[-1].figures:  # an earlier build may have measured less
        ratios.add_row(figure.what, *(each.get(figure.what, "") for each in by_what))
    console.print(ratios)
    last = stages[-1]
    grid = Grid(
        "ms", "samples", "p50", "p95", "small p50", "small p95", title=f"{last.events:,} events, load {last.load:.1f}"
    )
    for each in last.figures:
        grid.add_row(
            each.what,
            str(each.samples),
            *(f"{ms:.2f}" for ms in (each.p50, each.p95, each.small_p50, each.small_p95)),
        )
    console.print(grid)
    sizes = Grid("table", "rows", "table, MB", "indexes, MB", "bytes an event", title=f"{last.gigabytes:.1f} GB")
    for each in last.relations:
        both = (each.heap_bytes + each.index_bytes) / last.events
        sizes.add_row(
            each.name,
            f"{each.rows:,}",
            f"{each.heap_bytes / 1e6:,.0f}",
            f"{each.index_bytes / 1e6:,.0f}",
            f"{both:.1f}",
        )
    console.print(sizes)
