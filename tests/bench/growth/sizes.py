"""What a game takes on the disk: `python -m tests.bench.growth.sizes --directory DIR` prints a table for each ruleset.

Games of one ruleset fill a database of their own, many at once as in a busy service, with all rows of the projections that workers
write. `snapshot` and `win_chance` are not filled: they may be emptied at any time.
"""

import argparse
import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from rich.console import Console
from rich.table import Table as Grid

from infra.embedded import embedded_servers
from infra.postgres.pool import open_pool
from tests.bench.growth.filling import Filler, Part
from tests.bench.growth.recorded import RULESETS, Recording, Series, load
from tests.bench.growth.results import RelationSize, relations_of
from tests.bench.growth.servers import make_recordings, owner, put_originals

STEPS: Final = 60_000
"""About so many of each ruleset."""


async def sizes(
    server_url: str, name: str, recordings: list[Recording], steps: int
) -> tuple[int, Mapping[str, RelationSize]]:
    """Fills a database with games of one ruleset. Returns how many games it has, and its tables."""
    async with owner(server_url) as connection:
        await connection.execute(f"CREATE DATABASE {name}")
    url = urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
    await put_originals(url, recordings)
    series = Series(recordings, range(len(recordings)))
    games = series.games_for(steps)
    pool = await open_pool(url, size_max=4, statement_seconds_max=600.0)
    try:
        await Filler(pool, series, Part(0, games), lambda events: None, whole=True).run()
        while await pool.fetchval("SELECT sequence_pending((SELECT epoch FROM sequencer), 500, interval '1 s')"):
            pass
    finally:
        await pool.close()
    async with owner(url) as connection:
        await connection.execute("VACUUM ANALYZE")
    return games + len(recordings), {each.name: each for each in await relations_of(url)}


async def measure(server_url: str, recordings: list[Recording], steps: int) -> None:
    """Measures each ruleset and prints its table."""
    for ruleset in RULESETS:
        own = [each for each in recordings if each.ruleset == ruleset and each.over]
        games, relations = await sizes(server_url, f"of_{ruleset}", own, steps)
        events, commands = relations["event"].rows / games, relations["command"].rows / games
        grid = Grid(
            "table", "rows a game", "table, bytes a game", "indexes, bytes a game", "both, bytes a step", title=ruleset
        )
        for each in relations.values():
            both = each.heap_bytes + each.index_bytes
            if both / games < 50:
                continue
            figures = (each.heap_bytes / games, each.index_bytes / games, both / games / events)
            grid.add_row(each.name, f"{each.rows / games:,.1f}", *(f"{figure:,.0f}" for figure in figures))
        whole = sum(each.heap_bytes + each.index_bytes for each in relations.values()) / games
        grid.caption = (
            f"{games} games of {events:,.0f} steps and {commands:,.0f} commands; {whole:,.0f} bytes a game in all"
        )
        Console(width=120).print(grid)


def main() -> None:
    """Record games if there are none, and measure."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth.sizes", description=__doc__)
    parser.add_argument("--directory", type=Path, required=True, help="where the recordings of a run are, or will be")
    parser.add_argument("--games", type=int, default=12, help="games of each ruleset to record, if there are none")
    parser.add_argument("--steps", type=int, default=STEPS, help="of each ruleset")
    given = parser.parse_args()
    given.directory.mkdir(parents=True, exist_ok=True)
    asyncio.run(make_recordings(given.directory, given.games))
    recordings = load(given.directory / "recordings")
    with embedded_servers(given.directory / "sizes", redis=False, durable=False) as server:
        asyncio.run(measure(server.database_url, recordings, given.steps))


if __name__ == "__main__":
    main()
