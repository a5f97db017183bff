"""`emberlog report`: the report on one complaint, in the same bytes that the audit desk gives."""

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from domain.engine.step import Step
from domain.engine.viewer import seat_of
from infra.cli.options import GameId, Token, out
from infra.cli.problems import ExitCode, Problem, no_such_game
from infra.cli.servers import game_id_of, open_use_cases, principal_of
from infra.settings import Settings
from infra.signer.folder import PUBLIC, PublicFolder
from services.audit.reports.cases import report_of
from services.audit.reports.report import CASES, BadReport, Desk, ReportRequest

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def report(
    case: Annotated[str, typer.Argument(metavar="CASE", help=f"Which complaint: {', '.join(CASES)}.")],
    game: GameId,
    seat: Annotated[int | None, typer.Option("--seat", min=0, max=63, help="undone, site-down: whose.")] = None,
    step: Annotated[int | None, typer.Option("--step", min=1, help="undone, engine: the step in question.")] = None,
    since: Annotated[int | None, typer.Option("--since", min=1, help="undone: the step gone back to.")] = None,
    command: Annotated[str | None, typer.Option("--command", help="not-me: the id of the command.")] = None,
    begin: Annotated[datetime | None, typer.Option("--from", help="site-down, shuffle: the beginning, in UTC.")] = None,
    end: Annotated[datetime | None, typer.Option("--to", help="site-down, shuffle: the end, in UTC.")] = None,
    by: Annotated[int | None, typer.Option("--by", min=1, help="engine: the version to compare with.")] = None,
    to: Annotated[Path | None, typer.Option("--write", help="Write it to this file instead of the terminal.")] = None,
    token: Token = None,
) -> None:
    """Write the report on one complaint as canonical JSON. Made twice it is the same bytes, here and on the pages.

    You need the token of an arbiter who has no part in the game; after the end others may have some reports.
    Example: `emberlog report engine GAME --step 42 --token TOKEN > report.json`
    """
    known = next((each for each in CASES if each == case), None)
    if known is None:
        raise Problem(f"There is no case {case}. There are {', '.join(CASES)}.", ExitCode.USAGE)
    request = ReportRequest(
        case=known,
        seat=None if seat is None else seat_of(seat),
        step=None if step is None else Step(step),
        since=None if since is None else Step(since),
        command_id=command,
        from_us=_micros(begin),
        to_us=_micros(end),
        by_version=by,
    )
    document = asyncio.run(_report(game, request, token))
    if to is None:
        sys.stdout.buffer.write(document)
        sys.stdout.buffer.flush()
        return
    to.write_bytes(document)
    out.print(f"Wrote {to}, {len(document)} bytes.", markup=False, highlight=False, soft_wrap=True)


async def _report(game: str, request: ReportRequest, token: str | None) -> bytes:
    settings = Settings.load()
    async with open_use_cases(settings) as use_cases:
        principal = await principal_of(use_cases, token)
        visible = await use_cases.look.game(principal, game_id_of(game))
        if visible is None:
            raise no_such_game(game)
        tree = PublicFolder(settings.tree / PUBLIC)
        desk = Desk(use_cases.world, tree, use_cases.rulebook, principal, visible)
        try:
            document = await report_of(desk, request)
        except BadReport as bad:
            raise Problem(str(bad), ExitCode.USAGE) from None
        if principal is not None and (glances := desk.glances()):
            await use_cases.look.write_down(principal, glances)
        return document


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else (moment.replace(tzinfo=UTC) - _EPOCH) // datetime.resolution
