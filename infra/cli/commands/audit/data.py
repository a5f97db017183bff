"""`emberlog dump` and `emberlog stats`: finished games as open data, and figures over them."""

import asyncio
import importlib.util
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.table import Table

from domain.engine.sentences import counted
from infra.cli.options import out
from infra.cli.problems import ExitCode, Problem
from infra.cli.servers import open_use_cases
from infra.data.dump import write_dump
from infra.data.page import page_of
from infra.data.statistics import BadDump, answers, check_dump
from infra.settings import Settings
from infra.signer.folder import PUBLIC, PublicFolder

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def dump(
    to: Annotated[Path, typer.Option("--to", help="An empty folder, or one that does not exist yet.")],
    since: Annotated[datetime | None, typer.Option("--since", help="Only games that ended then or later, UTC.")] = None,
    parquet: Annotated[
        bool | None,
        typer.Option("--parquet/--no-parquet", help="Also write Parquet; else where the extra `data` is installed."),
    ] = None,
    until: Annotated[
        datetime | None, typer.Option("--until", help="Only games that everybody could have before then, UTC.")
    ] = None,
) -> None:
    """Write all finished games that count as open data: NDJSON and Parquet by ruleset and month, with a manifest.

    Persons stand in the files `seats` alone, under names made for this dump; the key is thrown away. All other files
    are the same bytes in each dump of the same games. Sandboxes are left out, and games that a delay still hides.

    Example: `emberlog dump --to dump-2026-11-26`
    """
    if parquet is None:
        parquet = importlib.util.find_spec("pyarrow") is not None
    if parquet:
        _need("pyarrow", "Parquet")
    if to.exists() and any(to.iterdir()):
        raise Problem(f"{to} is not empty. Name another folder: a dump is never mixed with another.", ExitCode.USAGE)
    to.mkdir(parents=True, exist_ok=True)

    async def write() -> dict[str, Any]:
        settings = Settings.load()
        async with open_use_cases(settings) as use_cases:
            tree = PublicFolder(settings.tree / PUBLIC)
            return await write_dump(use_cases, tree, to, _micros(since) or 0, parquet, _micros(until))

    manifest = asyncio.run(write())
    out.print(f"Wrote {counted(manifest['games'], 'game')} into {to}.", markup=False, highlight=False, soft_wrap=True)


def stats(
    folder: Annotated[Path, typer.Argument(metavar="DUMP", help="The folder of a dump.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write one page with charts into this file.")] = None,
) -> None:
    """Answer questions over a dump with DuckDB (the extra `data`): seats, length, bots, refusals, think time.

    It first compares every file with the manifest. It prints the hashes of the manifest and of each SQL file, so that a
    figure can be repeated.
    """
    _need("duckdb", "Statistics")
    try:
        manifest, made = check_dump(folder), answers(folder)
    except BadDump as bad:
        raise Problem(str(bad), ExitCode.CHECK_FAILED) from None
    if html is not None:
        html.write_bytes(page_of(manifest, made))
        out.print(f"Wrote {html}.", markup=False, highlight=False, soft_wrap=True)
        return
    if as_json:
        document = {
            "manifest": manifest,
            "answers": [
                {"name": each.name, "question": each.question, "sql": each.sha256, "columns": each.columns,
                 "rows": each.rows}
                for each in made
            ],
        }  # fmt: skip
        sys.stdout.write(json.dumps(document, indent=1, sort_keys=True) + "\n")
        return
    out.print(f"manifest {manifest}", highlight=False, soft_wrap=True)
    for each in made:
        grid = Table(title=each.question, caption=f"{each.name}.sql {each.sha256[:16]}")
        for column in each.columns:
            grid.add_column(column)
        for row in each.rows:
            grid.add_row(*("" if cell is None else str(cell) for cell in row))
        out.print(grid)


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else (moment.replace(tzinfo=UTC) - _EPOCH) // datetime.resolution


def _need(module: str, what: str) -> None:
    if importlib.util.find_spec(module) is None:
        text = f"{what} needs {module}. Install the extra: pip install 'emberlog[data]'."
        raise Problem(text, ExitCode.NOT_AVAILABLE)
