"""Arguments and options that several commands share, and the two consoles they print on."""

import os
import sys
from typing import Annotated, Final

import typer

from infra.cli.problems import ExitCode, Problem
from infra.cli.render.safe import safe_console
from infra.settings import PROCESSES_MAX
from services.languages import UnknownLocale, locale_of

PIPED_WIDTH: Final = 120
"""Columns where there is no terminal to ask, unless COLUMNS says otherwise."""

_width: Final = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else PIPED_WIDTH
out: Final = safe_console(width=_width)
errors: Final = safe_console(stderr=True)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The id of the game; `emberlog games` lists them.")]
Url = Annotated[
    str | None,
    typer.Option(
        "--url", envvar="EMBERLOG_URL", help="The address of the API. Default: the usual port of this machine."
    ),
]
Token = Annotated[
    str | None,
    typer.Option("--token", envvar="EMBERLOG_TOKEN", help="Your bearer token. Without one you are a spectator."),
]
ViewerName = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="VIEWER",
        help="View the game as a seat (its number, from 0), `spectator` or `arbiter`. Default: as yourself.",
    ),
]
Locale = Annotated[
    str,
    typer.Option(
        "--locale", envvar="EMBERLOG_LOCALE", help="The language of the sentences: a tag such as `de` or `fr-CA`."
    ),
]
Host = Annotated[str | None, typer.Option("--host", help="The address to listen on. Default: EMBERLOG_HOST.")]
Port = Annotated[
    int | None,
    typer.Option("--port", min=0, max=65535, help="The port to listen on (0: any free port). Default: EMBERLOG_PORT."),
]

Processes = Annotated[
    int | None,
    typer.Option(
        "--processes",
        min=1,
        max=PROCESSES_MAX,
        help="API processes behind the one address, with half as many workers. Default: EMBERLOG_PROCESSES, or half of "
        "the cores.",
    ),
]


def known_locale(requested: str) -> str:
    """The locale of the catalogues for an option `--locale`. Raises Problem when the service does not speak it."""
    try:
        return locale_of(requested)
    except UnknownLocale as unknown:
        raise Problem(str(unknown), ExitCode.USAGE) from None
