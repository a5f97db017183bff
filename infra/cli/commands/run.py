"""`emberlog up`, `demo`, `api`, `worker`, `analyst` and `migrate`: starts the service or one part of it."""

import asyncio
from dataclasses import replace
from typing import Annotated

import typer

from infra.cli.options import Host, Port, Processes, errors, out
from infra.cli.problems import ExitCode, Problem
from infra.settings import Settings

# The modules of the servers take a while to load, so each command imports what it runs.


def up(host: Host = None, port: Port = None, processes: Processes = None) -> None:
    """Start everything and serve until Ctrl-C.

    Starts embedded servers where none are configured, brings the tables up to date, and runs the API and workers as
    child processes. If the usual port is taken, it uses a free one; it never replaces a port that you name. `emberlog
    restart` starts its processes anew, one after the other, while it serves.

    Examples: `emberlog up --port 9000`, `emberlog up --processes 4`
    """
    from infra.cli.processes.service import keep_running, service

    settings = Settings.load()
    with service(replace(settings, processes=processes or settings.processes), out, host=host, port=port) as running:
        out.print(f"Serving at {running.url} (GraphQL at {running.url}/graphql). Ctrl-C stops.", markup=False)
        keep_running(running, out, errors)


def restart() -> None:
    """Start the processes of a running `emberlog up` anew, one after the other. It serves all the time.

    Use it after an update of the installed package, or to make use of a new certificate authority. Watchers reconnect
    and get every step once. It tells the `emberlog up` that uses the same EMBERLOG_DATA.
    """
    from infra.cli.processes.rolling import request_restart

    number = request_restart(Settings.load().data)
    out.print(
        f"Process {number} starts its parts anew, one after the other, and says there when it is done.", markup=False
    )


def demo(
    ruleset: Annotated[
        str | None, typer.Argument(metavar="RULESET", help="What to play. Default: the first ruleset.")
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            "--seats", help="The number of seats, all played by bots. Default: four, or the nearest possible."
        ),
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", min=0, help="The most commands per second; 0: as fast as possible.")
    ] = 20.0,
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock",
            metavar="CLOCK",
            help="Open the game with clocks: a bank for the whole game (bank=20m), a credit for each turn (add=30s) "
            "up to a cap (cap=30m); free time at each stint before a bank (free=2m bank=20m); or fresh time for each "
            "stint (each=3m). flag=rules, bot, forfeit or claim says what follows when it is used up. Times are in "
            "ms, s, m, h or d. Default: no clocks.",
        ),
    ] = None,
    leave: Annotated[bool, typer.Option("--exit", help="Exit after the game instead of serving on.")] = False,
    host: Host = None,
    port: Port = None,
) -> None:
    """Start everything, let bots play a whole game through the public API, then serve until Ctrl-C.

    Examples: `emberlog demo`, `emberlog demo --seats 6 --pace 5`, `emberlog demo --exit`,
    `emberlog demo --clock "bank=5m add=10s flag=bot"`
    """
    from infra.cli.processes.service import keep_running, service
    from infra.demo.run import Plan, examples, play_demo

    plan, settings = Plan.of(ruleset, seats, pace, clock), Settings.load()
    with service(settings, out, host=host, port=port) as running:
        game_id = asyncio.run(play_demo(running.url, running.servers, plan, out))
        if leave:
            return
        out.print(
            f"\n{examples(game_id, running.url, settings.api_url)}\nServing at {running.url}. Ctrl-C stops.",
            markup=False,
            soft_wrap=True,
        )
        keep_running(running, out, errors)


def api(
    host: Host = None,
    port: Port = None,
    descriptor: Annotated[int | None, typer.Option("--descriptor", hidden=True)] = None,
) -> None:
    """Serve only the API, until Ctrl-C or SIGTERM.

    Use it for a service on several machines; otherwise `emberlog up` is simpler.

    Example: `emberlog api --host 0.0.0.0 --port 8080`
    """
    from infra.cli.processes.api import serve_api

    serve_api(Settings.load(), host=host, port=port, descriptor=descriptor)


def worker() -> None:
    """Run one worker, which folds projections and plays bots, until Ctrl-C or SIGTERM.

    Start as many as you like, on any machine: no two of them do the same work.
    """
    from infra.cli.processes.worker import work

    if work(Settings.load()) != ExitCode.DONE:
        raise typer.Exit(ExitCode.NOT_AVAILABLE)


def analyst() -> None:
    """Run one analyst, which computes win chances at the lowest priority, until Ctrl-C or SIGTERM.

    `emberlog up` starts one unless the setting EMBERLOG_ANALYSIS says NO. Two of them do no harm.
    """
    from infra.cli.processes.worker import analyse_games

    if analyse_games(Settings.load()) != ExitCode.DONE:
        raise typer.Exit(ExitCode.NOT_AVAILABLE)


def migrate(
    citus: Annotated[
        bool, typer.Option("--citus", help="Distribute the tables over the nodes of a Citus cluster.")
    ] = False,
    shards: Annotated[
        int | None,
        typer.Option("--shards", min=1, max=1_024, help="Into how many parts; default: two for each worker."),
    ] = None,
) -> None:
    """Bring the tables of the database up to date.

    Running it twice, or from two machines at once, does no harm. A database that is distributed stays so: later calls
    need no option.
    """
    from infra.cli.servers import servers
    from infra.postgres.migrate import migrate as apply_migrations

    if shards is not None and not citus:
        raise Problem("--shards belongs to --citus: it says into how many parts tables go.", ExitCode.USAGE)
    with servers(Settings.load()) as running:
        names = asyncio.run(apply_migrations(running.database_url, citus=citus, shards=shards))
    out.print(
        "\n".join(f"Applied migration {name}." for name in names) or "The tables are up to date already.", markup=False
    )
