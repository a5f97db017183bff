"""The words of the command line: every command with its arguments and help. What they do lives in the modules beside it."""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from infra.cli import audit, lists, tokens
from infra.cli.client import Api
from infra.cli.problems import DONE, FOUND, NOT_AVAILABLE, STOPPED, USAGE, Problem, no_such_game, told_as_problems
from infra.cli.replay import Reel, step_through, viewer_of
from infra.cli.replay import eyes as eyes_of
from infra.cli.watch import watch as watch_game
from infra.cli.world import caller, game_id_of, house
from infra.settings import Settings
from infra.version import version

ABOUT: Final = """Emberlog: games as event logs, with replay and a spectator API.

`emberlog up` starts everything; `emberlog demo` plays a game, too. Where EMBERLOG_DATABASE_URL or EMBERLOG_REDIS_URL name
no server, an embedded one is started (or joined) and keeps its data in the data folder.
"""
EXIT_CODES: Final = (
    "Exit codes: 0 done; 1 it found something wrong; 2 the command line is wrong; 3 something that is needed does not "
    "answer; 4 no such thing; 130 stopped by Ctrl-C."
)

PIPED_WIDTH: Final = 120
"""Columns where there is no terminal to ask, unless COLUMNS says otherwise."""

_width: Final = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else PIPED_WIDTH
out: Final = Console(highlight=False, width=_width)
errors: Final = Console(stderr=True, highlight=False)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as `emberlog games` lists it.")]
Url = Annotated[
    str | None,
    typer.Option(
        "--url", envvar="EMBERLOG_URL", help="Where the API answers, if not at the usual port of this machine."
    ),
]
Token = Annotated[
    str | None,
    typer.Option("--token", envvar="EMBERLOG_TOKEN", help="The bearer token of whoever looks; none: a spectator."),
]
Eyes = Annotated[
    str | None,
    typer.Option("--as", metavar="EYES", help="A seat's number (from 0), `spectator` or `arbiter`. Default: your own."),
]
Host = Annotated[str | None, typer.Option("--host", help="The address to listen on, if not the configured one.")]
Port = Annotated[
    int | None,
    typer.Option(
        "--port", min=0, max=65535, help="The port to listen on (0: any free one), if not the configured one."
    ),
]
Ruleset = Annotated[str | None, typer.Option("--ruleset", help="Only games of this ruleset.")]


def run(arguments: Sequence[str]) -> int:
    """Run one command line; gives its exit code. What a person can act on is told in a sentence on stderr."""
    try:
        with told_as_problems():
            command_line()(list(arguments), prog_name="emberlog")
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except KeyboardInterrupt:
        return STOPPED
    except Problem as problem:
        errors.print(problem.text, style="red", markup=False, soft_wrap=True)
        return problem.code
    return DONE


def command_line() -> typer.Typer:
    """All commands, in the order of `emberlog --help`."""
    app = typer.Typer(
        name="emberlog", help=ABOUT, epilog=EXIT_CODES, no_args_is_help=True, add_completion=False,
        pretty_exceptions_enable=False, rich_markup_mode="markdown",
    )  # fmt: skip
    app.callback()(_root)
    panels: tuple[tuple[str, tuple[Callable[..., None], ...]], ...] = (
        ("Run", (up, demo, api, worker, migrate)),
        ("Look", (games, watch, replay)),
        ("Prove", (verify, export)),
    )
    for panel, commands in panels:
        for command in commands:
            app.command(rich_help_panel=panel)(command)
    token = typer.Typer(no_args_is_help=True, help="Principals and their bearer tokens.")
    token.command("create")(token_create)
    token.command("revoke")(token_revoke)
    projections = typer.Typer(no_args_is_help=True, help="What the workers have folded from the log.")
    projections.command("status")(projections_status)
    projections.command("rebuild")(projections_rebuild)
    app.add_typer(token, name="token", rich_help_panel="Keep")
    app.add_typer(projections, name="projections", rich_help_panel="Keep")
    app.command("settings", rich_help_panel="Keep")(show_settings)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"emberlog {version()}", markup=False)
        raise typer.Exit


def _root(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave."),
    ] = False,
) -> None:
    """Options of the command line as a whole."""


def _wait_for(work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401  whatever the work gives
    return asyncio.run(work)


# ---------------------------------------------------------------- run


def up(host: Host = None, port: Port = None) -> None:
    """Start everything and serve until Ctrl-C.

    Embedded servers where none are configured, today's tables, the API and a worker as processes of their own. When the
    usual port is taken, a free one is used; a port you asked for is used or refused.

    Example: `emberlog up --port 9000`
    """
    from infra.cli.serve import keep_running, service  # the servers' modules take a while to load

    with service(Settings.load(), out, host=host, port=port) as running:
        out.print(f"Serving at {running.url} (GraphQL at {running.url}/graphql). Ctrl-C stops.", markup=False)
        try:
            keep_running(running, errors)
        except KeyboardInterrupt:
            out.print("Stopping.")


def demo(
    ruleset: Annotated[str | None, typer.Argument(metavar="RULESET", help="Default: the first on the shelf.")] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", help="How many bots play. Default: four, or as near as it goes.")
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", min=0, help="Commands a second at most; 0: as fast as it goes.")
    ] = 20.0,
    leave: Annotated[bool, typer.Option("--exit", help="End after the game instead of serving on.")] = False,
    host: Host = None,
    port: Port = None,
) -> None:
    """Start everything, let bots play a whole game through the public API, then serve on until Ctrl-C.

    Examples: `emberlog demo`, `emberlog demo --seats 6 --pace 5`, `emberlog demo --exit`
    """
    from infra.cli.serve import keep_running, service
    from infra.demo.show import Plan, examples, play_demo

    plan, settings = Plan.of(ruleset, seats, pace), Settings.load()
    with service(settings, out, host=host, port=port) as running:
        game_id = asyncio.run(play_demo(running.url, running.servers, plan, out))
        if leave:
            return
        out.print(
            f"\n{examples(game_id, running.url, settings.api_url)}\nServing at {running.url}. Ctrl-C stops.",
            markup=False,
            soft_wrap=True,
        )
        try:
            keep_running(running, errors)
        except KeyboardInterrupt:
            out.print("Stopping.")


def api(
    host: Host = None,
    port: Port = None,
    descriptor: Annotated[int | None, typer.Option("--descriptor", hidden=True)] = None,
) -> None:
    """Serve the API alone, until Ctrl-C or SIGTERM.

    For a service of several machines; `emberlog up` is simpler.

    Example: `emberlog api --host 0.0.0.0 --port 8080`
    """
    from infra.cli.parts import serve_api

    serve_api(Settings.load(), host=host, port=port, descriptor=descriptor)


def worker() -> None:
    """Fold projections and play the house's seats, until Ctrl-C or SIGTERM.

    Start as many as you like, wherever you like: no two of them do the same thing twice.
    """
    from infra.cli.parts import work

    if work(Settings.load()) != DONE:
        raise typer.Exit(NOT_AVAILABLE)


def migrate() -> None:
    """Bring the database to today's tables.

    Doing it twice, or from two places at once, does no harm.
    """
    from infra.cli.parts import migrate_database

    done = migrate_database(Settings.load())
    out.print(
        "\n".join(f"Migrated: {name}" for name in done) or "The database has today's tables already.", markup=False
    )


# ---------------------------------------------------------------- look


def games(
    ruleset: Ruleset = None,
    phase: Annotated[
        str | None, typer.Option("--phase", help="Only games that are `open`, `playing`, `over` or `abandoned`.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="How many at most.")] = 50,
) -> None:
    """List the games, those that moved last first.

    Piped, it is tab-separated: id, ruleset, phase, steps, title, seats, and `game` or `sandbox`.

    Example: `emberlog games --phase playing`
    """
    if phase not in (None, "open", "playing", "over", "abandoned"):
        raise Problem(f"--phase takes open, playing, over or abandoned, not “{phase}”.", USAGE)

    async def listed() -> None:
        async with house(Settings.load()) as use_cases:
            world = use_cases.world
            await lists.games(world.projections, world.now_us(), out, ruleset=ruleset, phase=phase, limit=limit)

    _wait_for(listed())


def watch(
    game: GameId,
    after: Annotated[
        int | None, typer.Option("--after", min=0, help="Begin past this step (0: at the beginning). Default: now.")
    ] = None,
    eyes: Eyes = None,
    url: Url = None,
    token: Token = None,
) -> None:
    """Watch a game live, over the public API.

    Every step comes once and in order, also when the connection is lost in between.

    Example: `emberlog watch GAME --after 0`
    """

    async def watched() -> None:
        async with Api(url or Settings.load().api_url, token) as api:
            await watch_game(api, game_id_of(game), viewer_of(eyes), after, out)

    _wait_for(watched())


def replay(
    game: GameId,
    step: Annotated[int | None, typer.Option("--step", min=1, help="Print this step and leave.")] = None,
    eyes: Eyes = None,
    token: Token = None,
) -> None:
    """Step through a game with keys, or print one step: what happened, by which rules, and the view after it.

    Examples: `emberlog replay GAME`, `emberlog replay GAME --step 42 --as 1`
    """

    async def replayed() -> None:
        async with house(Settings.load()) as use_cases:
            principal = await caller(use_cases, token)
            seen = await use_cases.look.game(principal, game_id_of(game))
            if seen is None:
                raise no_such_game(game)
            reel = Reel(use_cases.look, seen, eyes_of(use_cases.look, principal, seen, eyes))
            if step is None and out.is_terminal:
                step_through(out, reel, 1)
            else:
                out.print(reel.frame(reel.last if step is None else step))

    _wait_for(replayed())


# ---------------------------------------------------------------- prove


def verify(game: GameId) -> None:
    """Prove a game from its log, or name the first step that does not hold (exit code 1).

    Checked are the chain of hashes, canonical bytes, every command decided again (refused ones too), every draw derived
    again from the sealed secret, and every state's hash.
    """

    async def verified() -> int:
        async with house(Settings.load()) as use_cases:
            return await audit.verify(use_cases.world, game_id_of(game), out, errors)

    if _wait_for(verified()) != DONE:
        raise typer.Exit(FOUND)


def export(game: GameId, eyes: Eyes = None, token: Token = None) -> None:
    """Write a game as lines of JSON.

    Once it is over, with the exact bodies that were hashed and all commands; before, what the viewer may know.

    Example: `emberlog export GAME > game.ndjson`
    """

    async def exported() -> None:
        async with house(Settings.load()) as use_cases:
            principal = await caller(use_cases, token)
            await audit.export(use_cases.world, use_cases.look, principal, game_id_of(game), eyes)

    _wait_for(exported())


# ---------------------------------------------------------------- keep


def show_settings() -> None:
    """The settings: the variable, what it is for, and what is in force.

    Addresses are shown without their passwords.
    """
    lists.settings(Settings.load(), out)


def token_create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the principal is called.")],
    role: Annotated[
        list[str],
        typer.Option("--role", help=f"One of {', '.join(tokens.ROLES)}; may be given again. Players need none."),
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Make a principal and show its token, this once. On stdout stands the token alone.

    Examples: `emberlog token create "Ada"`, `emberlog token create "Table judge" --role arbiter`
    """
    for each in role:
        if each not in tokens.ROLES:
            raise Problem(f"There is no role “{each}”; there are {', '.join(tokens.ROLES)}.", USAGE)

    async def created() -> None:
        async with house(Settings.load()) as use_cases:
            await tokens.create(use_cases.world.principals, name, role, out, errors)

    _wait_for(created())


def token_revoke(
    principal: Annotated[str, typer.Argument(metavar="PRINCIPAL", help="The id that `create` gave.")],
) -> None:
    """Make a principal's tokens useless. What it did stays."""

    async def revoked() -> None:
        async with house(Settings.load()) as use_cases:
            await tokens.revoke(use_cases.world.principals, principal, out)

    _wait_for(revoked())


def projections_status() -> None:
    """How far each projection is behind the log, and which games are parked and why (exit code 1 if any is)."""

    async def told() -> int:
        async with house(Settings.load()) as use_cases:
            return await lists.status(use_cases.store, out)

    if _wait_for(told()) != DONE:
        raise typer.Exit(FOUND)


def projections_rebuild(
    name: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Which ones. Default: all.")] = None,
) -> None:
    """Fold projections again from the log, while the service goes on.

    Gives identical rows; parked games get another chance.
    """

    async def rebuilt() -> int:
        async with house(Settings.load()) as use_cases:
            return await lists.rebuild_projections(use_cases.store, name or [], out, errors)

    if _wait_for(rebuilt()) != DONE:
        raise typer.Exit(FOUND)
