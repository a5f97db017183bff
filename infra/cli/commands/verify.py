"""`emberlog verify`: proves a game from its log, or names the first step that fails. Refused openings too."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Final, Protocol

import typer
from rich.console import Console

from domain.engine.sentences import counted
from infra.cli.commands.proof import NOT_YET
from infra.cli.options import errors, out
from infra.cli.problems import ExitCode, Problem, no_such_game
from infra.cli.render.progress import progress_bar
from infra.cli.servers import game_id_of, open_use_cases
from infra.settings import Settings
from infra.signer.folder import PUBLIC, PublicFolder
from infra.signer.second_line import second_line
from services.errors import UnsupportedVersion
from services.log.findings import Finding
from services.log.openings import OpeningsVerdict, verify_openings
from services.log.read_log import game_head
from services.log.signed_tree import NotSignedYet, SignedTree, TreeDamaged, signed_size
from services.log.verify import Verdict, verify_or_park
from services.world import World

GAMES_PAGE: Final = 1_000
HOLDS: Final = "verified"
FAILS: Final = "NOT verified"
UNSUPPORTED: Final = "not checked: this build lacks the version"

CONVICTED: Final = (
    "The game holds by itself, so all of it was written anew after it was signed. Keep that note and the tiles of the "
    "signer: they are the proof. A backup of the database from before has the game as it was."
)

CUT: Final = (
    "The order of all games ends {missing} before what was signed: it was cut off, or a backup was restored. What is "
    "left may hold, but steps and commands are missing."
)

CHECKS: Final = {
    "chain": "the chain of hashes",
    "canonical": "canonical bytes",
    "salt": "the salt of its hash",
    "commitment": "the commitment to the secret",
    "command": "deciding the command a second time",
    "commands": "the chain of commands",
    "state": "the hash of the state",
    "seed": "the revealed seed",
    "head": "the head of the game",
    "log": "its positions in the order of all games",
    "tree": "the signed tree of the order of all games",
    "origin": "the game it was forked from",
}
"""Name of a check -> what it checks, in words."""


def verify(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The id of the game; `emberlog games` lists them. Or of a stream of refused openings.",
        ),
    ] = None,
    all_games: Annotated[
        bool, typer.Option("--all", help="Verify every game of the log, and all refused openings.")
    ] = False,
    in_tree: Annotated[
        bool, typer.Option("--tree", help="Also compare with the tree that the signer has signed (EMBERLOG_TREE).")
    ] = False,
) -> None:
    """Prove a game from its log, or name the first step that fails (exit code 1).

    Checks the chains of hashes, the canonical bytes, and the hash of every state. Decides every command a second time,
    refused ones too, and derives every draw a second time from the sealed secret. Exit code 3: this build lacks the
    version of the ruleset that the game is played by, which says nothing against the game. A game that does not hold is
    parked: it takes no commands until `emberlog games unpark` lets it.

    With --tree the exit code is 5 when a game holds by itself but is not the one that was signed: somebody has
    rewritten all of it. The report names the signed note that convicts. Exit code 6: the signed tree itself is damaged.

    Openings and forks that were refused have a chain of their own, one for each principal. They are checked for what
    was added, removed or changed, and are not decided a second time: that depends on the rulesets that there were.
    """
    if (game is None) != all_games:
        raise Problem("Name one game, or verify every game with --all.", ExitCode.USAGE)

    async def prove() -> ExitCode:
        settings = Settings.load()
        tree = PublicFolder(settings.tree / PUBLIC) if in_tree else None
        async with open_use_cases(settings) as use_cases:
            if game is None:
                code = await verify_all(use_cases.world, use_cases.store, out, errors, tree)
            else:
                code = await verify_and_print(use_cases.world, game_id_of(game), out, errors, tree)
            if tree is not None and (missing := signed_size(tree) - await use_cases.store.last_position()) > 0:
                out.print(CUT.format(missing=counted(missing, "position")), highlight=False, soft_wrap=True)
                code = ExitCode.REWRITTEN if code == ExitCode.DONE else code
        if tree is not None and (text := second_line(tree)):
            out.print(text, markup=False, highlight=False, soft_wrap=True)
        return code

    try:
        code = asyncio.run(prove())
    except TreeDamaged as damaged:
        raise Problem(f"The signed tree is damaged: {damaged.why}. It proves nothing.", ExitCode.TREE_DAMAGED) from None
    except NotSignedYet:
        raise Problem(NOT_YET, ExitCode.NOT_THERE) from None
    if code != ExitCode.DONE:
        raise typer.Exit(code)


class GameIds(Protocol):
    """Lists the games of the log."""

    async def game_ids(self, *, after: str | None, limit: int) -> Sequence[str]: ...

    async def count_games(self) -> int: ...


async def verify_all(
    world: World, store: GameIds, out: Console, errors: Console, tree: SignedTree | None = None
) -> ExitCode:
    """Verify every game and all refused openings, with a progress bar.

    Prints those that do not hold, and a count by ruleset and version.
    """
    counts, checks = Counter[tuple[str, str]](), set[str]()
    with progress_bar(errors) as bar:
        task = bar.add_task("verifying", total=await store.count_games())
        async for game_id in _every_game(store):
            rules, verdict = await _verified(world, game_id, tree)
            result = UNSUPPORTED if verdict is None else HOLDS if verdict.finding is None else FAILS
            counts[rules, result] += 1
            if verdict is not None and result == FAILS:
                checks.add(_check_of(verdict))
                _print_verdict(verdict, out)
            bar.advance(task)
        openings = [verdict async for verdict in _every_opening(world, tree)]
    for (rules, result), games in sorted(counts.items()):
        out.print(f"{rules}: {counted(games, 'game')}, {result}", highlight=False, soft_wrap=True)
    if not counts:
        out.print("The log has no games yet.")
    results = {result for _, result in counts} | _print_openings(openings, out)
    if FAILS in results:
        return ExitCode.REWRITTEN if checks == {"tree"} else ExitCode.CHECK_FAILED
    return ExitCode.NOT_AVAILABLE if UNSUPPORTED in results else ExitCode.DONE


async def _every_game(store: GameIds) -> AsyncIterator[str]:
    after = None
    while ids := await store.game_ids(after=after, limit=GAMES_PAGE):
        for game_id in ids:
            yield game_id
        after = ids[-1]


async def _every_opening(world: World, tree: SignedTree | None) -> AsyncIterator[OpeningsVerdict]:
    """The verdicts on the refused openings of every principal who has some."""
    after = None
    while ids := await world.log.streams("openings", after=after, limit=GAMES_PAGE):
        for stream in ids:
            verdict = await verify_openings(world, stream, tree)
            if verdict is not None:
                yield verdict
        after = ids[-1]


def _print_openings(verdicts: Sequence[OpeningsVerdict], out: Console) -> set[str]:
    """Print which refused openings do not hold, and counts. Returns the results."""
    by_result: dict[str, list[OpeningsVerdict]] = {}
    for verdict in verdicts:
        by_result.setdefault(HOLDS if verdict.finding is None else FAILS, []).append(verdict)
        if verdict.finding is not None:
            _print_opening(verdict, out)
    for result, group in sorted(by_result.items()):
        refusals = counted(sum(each.refusals for each in group), "refused command")
        text = f"openings: {counted(len(group), 'stream')}, {refusals}, {result}"
        out.print(text, highlight=False, soft_wrap=True)
    return set(by_result)


async def _verified(world: World, game_id: str, tree: SignedTree | None) -> tuple[str, Verdict | None]:
    """The ruleset and version of a game, in words, and its verdict; None if this build lacks the version."""
    head = await game_head(world.log, game_id)
    rules = "unknown" if head is None else f"{head.ruleset} version {head.ruleset_version}"
    try:
        return rules, await verify_or_park(world, game_id, tree=tree)
    except UnsupportedVersion:
        return rules, None


async def verify_and_print(
    world: World, game_id: str, out: Console, errors: Console, tree: SignedTree | None = None
) -> ExitCode:
    """Verify a game, or a stream of refused openings, and print the verdict."""
    with progress_bar(errors) as bar:
        task = bar.add_task("verifying", total=None)
        verdict = await verify_or_park(
            world, game_id, lambda done, total: bar.update(task, completed=done, total=total), tree
        )
    if verdict is None:
        openings = await verify_openings(world, game_id, tree)
        if openings is None:
            raise no_such_game(game_id)
        _print_opening(openings, out)
        return _code(openings)
    _print_verdict(verdict, out)
    return _code(verdict)


def _check_of(verdict: Verdict | OpeningsVerdict) -> str:
    """The check that failed, or nothing."""
    return "" if verdict.finding is None else verdict.finding.check


def _code(verdict: Verdict | OpeningsVerdict) -> ExitCode:
    """The exit code for one verdict."""
    if verdict.finding is None:
        return ExitCode.DONE
    return ExitCode.REWRITTEN if verdict.finding.check == "tree" else ExitCode.CHECK_FAILED


def _print_in_tree(verdict: Verdict, out: Console) -> None:
    """Print how much of a game the newest checkpoint covers."""
    in_tree = verdict.in_tree
    if in_tree is not None:
        waiting = f"; {in_tree.waiting} more wait to be signed" if in_tree.waiting else ""
        text = f"{in_tree.entries} entries are in the tree of {in_tree.origin}, size {in_tree.size}{waiting}."
        out.print(text, highlight=False, soft_wrap=True)


def _print_verdict(verdict: Verdict, out: Console) -> None:
    checked = (
        f"{verdict.steps} steps; {verdict.commands} commands and {verdict.refusals} refusals decided a second time; "
        f"{verdict.draws} draws derived a second time"
    )
    finding = verdict.finding
    if finding is None:
        out.print(f"Game {verdict.game_id} holds: {checked}.", style="green", highlight=False, soft_wrap=True)
        secret = (
            "revealed, so anybody can repeat this proof" if verdict.revealed else "still sealed: the game is not over"
        )
        out.print(f"The secret behind its chance is {secret}.", highlight=False, soft_wrap=True)
        _print_in_tree(verdict, out)
        return
    out.print(
        f"Game {verdict.game_id} does NOT hold at step {finding.version}.",
        style="bold red",
        highlight=False,
        soft_wrap=True,
    )
    _print_finding(finding, out)
    if finding.check == "tree":
        out.print(CONVICTED, highlight=False, soft_wrap=True)
    out.print(f"Checked before it: {checked}.", highlight=False, soft_wrap=True)
    out.print("It takes no commands until `emberlog games unpark` lets it.", highlight=False, soft_wrap=True)


def _print_opening(verdict: OpeningsVerdict, out: Console) -> None:
    checked = f"{counted(verdict.refusals, 'refused command')}, not decided a second time"
    if verdict.finding is None:
        text = f"The refused openings in stream {verdict.stream} hold: {checked}."
        out.print(text, style="green", highlight=False, soft_wrap=True)
        return
    text = f"The refused openings in stream {verdict.stream} do NOT hold."
    out.print(text, style="bold red", highlight=False, soft_wrap=True)
    _print_finding(verdict.finding, out)


def _print_finding(finding: Finding, out: Console) -> None:
    check, why = CHECKS.get(finding.check, finding.check), f"{finding.why[:1].upper()}{finding.why[1:]}"
    out.print(f"The check that failed: {check}. {why}.", highlight=False, soft_wrap=True)
