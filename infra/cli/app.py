"""The command line: its commands in their groups, and how a command line is run."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

import typer

from infra.cli.commands.analyse import analyse
from infra.cli.commands.audit.data import dump, stats
from infra.cli.commands.audit.indicators import indicators
from infra.cli.commands.audit.readjudicate import readjudicate
from infra.cli.commands.audit.report import report
from infra.cli.commands.bench import bench
from infra.cli.commands.clocks import games_clocks
from infra.cli.commands.export import export
from infra.cli.commands.games import games
from infra.cli.commands.parked import games_parked, games_unpark
from infra.cli.commands.person import person_erase, person_rename
from infra.cli.commands.projections import projections_rebuild, projections_status
from infra.cli.commands.proof import bundle, signer, signer_key, signer_retire, verify_page
from infra.cli.commands.replay import replay
from infra.cli.commands.run import analyst, api, demo, migrate, restart, up, worker
from infra.cli.commands.settings import show_settings, warn_of_unknown_settings
from infra.cli.commands.tokens import token_create, token_issue, token_list, token_revoke
from infra.cli.commands.verify import verify
from infra.cli.commands.watch import watch
from infra.cli.commands.witness import witness
from infra.cli.options import errors, out
from infra.cli.problems import ExitCode, Problem, problems_raised
from infra.version import version

ABOUT: Final = """Emberlog: games as event logs, with replay and a spectator API.

`emberlog up` starts everything; `emberlog demo` also plays a game. Unless EMBERLOG_DATABASE_URL and EMBERLOG_REDIS_URL
name servers, Emberlog starts embedded ones, or joins those that run, and keeps their data in the data folder.
"""
EXIT_CODES: Final = (
    "Exit codes: 0 success; 1 a problem was found; 2 the command line is wrong; 3 something that is needed does not "
    "answer; 4 there is no such thing; 5 the log is not the one that was signed; 6 the signed tree is damaged; "
    "130 stopped by Ctrl-C."
)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code. Prints what a person can act on as a sentence on stderr."""
    try:
        with problems_raised():
            warn_of_unknown_settings(errors)
            command_line()(list(arguments), prog_name="emberlog")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else ExitCode.DONE
    except KeyboardInterrupt:
        return ExitCode.STOPPED
    except Problem as problem:
        errors.print(problem.text, style="red", markup=False, soft_wrap=True)
        return problem.code
    return ExitCode.DONE


def command_line() -> typer.Typer:
    """All commands, in the order of `emberlog --help`."""
    app = typer.Typer(
        name="emberlog", help=ABOUT, epilog=EXIT_CODES, no_args_is_help=True, add_completion=False,
        pretty_exceptions_enable=False, rich_markup_mode="markdown",
    )  # fmt: skip
    app.callback()(_global_options)
    panels: tuple[tuple[str, tuple[Callable[..., None], ...]], ...] = (
        ("Run", (up, restart, demo, api, worker, analyst, migrate)),
        ("Look", (watch, replay, analyse)),
        ("Data", (dump, stats)),
        ("Prove", (verify, export, bundle, verify_page, report, readjudicate, indicators, witness)),
    )
    for panel, commands in panels:
        for command in commands:
            app.command(rich_help_panel=panel)(command)
    app.add_typer(_games_group(), name="games", rich_help_panel="Look")
    token = typer.Typer(no_args_is_help=True, help="Create principals; list, issue and revoke tokens.")
    token.command("create")(token_create)
    token.command("issue")(token_issue)
    token.command("list")(token_list)
    token.command("revoke")(token_revoke)
    person = typer.Typer(no_args_is_help=True, help="Rename persons, and erase what is stored of them.")
    person.command("rename")(person_rename)
    person.command("erase")(person_erase)
    projections = typer.Typer(no_args_is_help=True, help="Check and rebuild what the workers fold from the log.")
    projections.command("status")(projections_status)
    projections.command("rebuild")(projections_rebuild)
    app.add_typer(_signer_group(), name="signer", rich_help_panel="Prove")
    app.add_typer(token, name="token", rich_help_panel="Maintain")
    app.add_typer(person, name="person", rich_help_panel="Maintain")
    app.add_typer(projections, name="projections", rich_help_panel="Maintain")
    app.command("settings", rich_help_panel="Maintain")(show_settings)
    app.command(rich_help_panel="Maintain")(bench)
    return app


def _games_group() -> typer.Typer:
    """`emberlog games`, which lists the games when no command of the group follows."""
    group = typer.Typer(invoke_without_command=True)
    group.callback()(games)
    group.command("clocks")(games_clocks)
    group.command("parked")(games_parked)
    group.command("unpark")(games_unpark)
    return group


def _signer_group() -> typer.Typer:
    """`emberlog signer`, which signs when no command of the group follows."""
    group = typer.Typer(invoke_without_command=True)
    group.callback()(signer)
    group.command("key")(signer_key)
    group.command("retire")(signer_retire)
    return group


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"emberlog {version()}", markup=False)
        raise typer.Exit


def _global_options(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options of `emberlog` itself. Its help is `ABOUT`."""
