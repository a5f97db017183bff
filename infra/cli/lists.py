"""`emberlog games`, `projections` and `settings`: what there is, as tables. Folds nothing itself."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime
from urllib.parse import urlsplit

from rich import box
from rich.console import Console
from rich.table import Table

from infra.cli.audit import progress_bar
from infra.cli.problems import DONE, FOUND, NOT_THERE, Problem
from infra.postgres.projection_store import PostgresProjectionStore
from infra.settings import Settings, settings_table
from projections import PROJECTIONS
from projections.rebuild import rebuild
from projections.runner import Runner
from services.ports import GameListRow, ProjectionReader

LAGGARDS_COUNTED_MAX = 10_000


async def games(
    reader: ProjectionReader, now_us: int, out: Console, *, ruleset: str | None, phase: str | None, limit: int
) -> None:
    """List games as spectators may know them, the ones that moved last first. Piped into something else it is tab-separated, an
    id in front."""
    rows = await reader.games(ruleset=ruleset, phase=phase, before=None, limit=limit, now_us=now_us)
    if not out.is_terminal:
        for row in rows:
            kind = "sandbox" if row.sandbox else "game"
            fields = (row.game_id, row.ruleset, row.phase, str(row.version), row.title, ", ".join(row.seats), kind)
            out.file.write("\t".join(field.replace("\t", " ") for field in fields) + "\n")
        return
    if not rows:
        out.print("There are no such games yet. `emberlog demo` plays one.")
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("game", "ruleset", "phase", "turn", "steps", "moved (UTC)", "seats"):
        table.add_column(name, justify="right" if name in ("turn", "steps") else "left", no_wrap=name == "game")
    for row in rows:
        moved = datetime.fromtimestamp(row.moved_us // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M")
        phase_shown = f"{row.phase} (sandbox)" if row.sandbox else row.phase
        table.add_row(row.game_id, row.ruleset, phase_shown, str(row.turn), str(row.version), moved, _seats(row))
    out.print(table)
    count = await reader.count_games(ruleset=ruleset, phase=phase, now_us=now_us)
    if count > len(rows):
        out.print(f"and {count - len(rows)} more; --limit shows more of them.")


def _seats(row: GameListRow) -> str:
    return ", ".join(f"{name} (won)" if seat in row.winners else name for seat, name in enumerate(row.seats))


async def status(store: PostgresProjectionStore, out: Console) -> int:
    """How far each projection is, and which games are parked; gives the exit code."""
    names = [projection.name for projection in PROJECTIONS]
    total = await store.count_games()
    parked = await store.parked()
    for name in names:
        behind = len(await store.laggards([name], limit=LAGGARDS_COUNTED_MAX))
        here = sum(each.projection == name for each in parked)
        out.print(f"{name}: {total} games, {behind} behind their log, {here} parked", markup=False)
    for each in parked:
        out.print(f"  {each.projection} of game {each.game_id} stands at step {each.version}: {each.why}", markup=False)
    return FOUND if parked else DONE


async def rebuild_projections(
    store: PostgresProjectionStore, asked: Sequence[str], out: Console, errors: Console
) -> int:
    """Empty projections and fill them again, with a bar; gives the exit code."""
    known = {projection.name: projection for projection in PROJECTIONS}
    for name in asked:
        if name not in known:
            raise Problem(f"There is no projection “{name}”. There are: {', '.join(known)}.", NOT_THERE)
    chosen = tuple(known[name] for name in asked) or PROJECTIONS
    with progress_bar(errors) as bar:
        task = bar.add_task("rebuilding", total=None)
        rows = await rebuild(
            store, Runner(store), chosen, lambda done, total: bar.update(task, completed=done, total=total)
        )
    names = ", ".join(projection.name for projection in chosen)
    out.print(f"Rebuilt {names}: {rows} rows.", markup=False)
    return await status(store, out)


def settings(in_force: Settings, out: Console) -> None:
    """Every setting, in the order in which they are read."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("variable", "what it is", "default", "in force"):
        table.add_column(name, overflow="fold", no_wrap=name == "variable")
    for row, each in zip(settings_table(), fields(in_force), strict=True):
        value = getattr(in_force, each.name)
        table.add_row(row.variable, row.what, row.default, "" if value is None else _without_password(str(value)))
    out.print(table)


def _without_password(value: str) -> str:
    parts = urlsplit(value)
    if not parts.password:
        return value
    return parts._replace(netloc=f"{parts.username or ''}:...@{parts.netloc.rpartition('@')[2]}").geturl()
