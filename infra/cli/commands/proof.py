"""`emberlog signer`, `bundle` and `verify-page`: the signed order, the evidence of a game, a page that checks it."""

import asyncio
import hashlib
import time
from pathlib import Path
from typing import Annotated, Final

import typer

from domain.proof.bundle import SUFFIX
from domain.proof.note import BadNote
from infra.cli.options import GameId, Token, ViewerName, out
from infra.cli.problems import ExitCode, Problem, no_such_game
from infra.cli.servers import game_id_of, open_use_cases, principal_of
from infra.cli.viewers import permitted_viewer
from infra.settings import Settings
from infra.signer.folder import PUBLIC, PublicFolder
from services.log.findings import Broken
from services.log.signed_tree import TreeDamaged
from services.principals import in_game
from services.reads.bundle import NoEvidence, Sources, bundle_of, part_of
from services.reads.evidence import is_record_open
from services.rulings.sightings import Glance, is_sighting

NOT_YET: Final = "No signer has signed anything here yet. `emberlog signer` does, and `emberlog up` starts one."

NO_ML_DSA: Final = "The signer has no ML-DSA-44 key. EMBERLOG_SIGNER_ML_DSA=YES gives it one at its next start."


def signer(context: typer.Context) -> None:
    """Sign the global order of all games as it grows, until Ctrl-C or SIGTERM.

    It keeps a key, the signed notes and the tree's tiles in the folder EMBERLOG_TREE, and reads positions and hashes
    from the database. At start it compares all that it has with the order. Exit code 5: the order is not the one that
    was signed, such as that of a restored backup. Exit code 6: its own files are not what it wrote.
    """
    if context.invoked_subcommand is not None:
        return
    from infra.cli.processes.signer import sign

    sign(Settings.load())


def signer_key(
    ml_dsa: Annotated[bool, typer.Option("--ml-dsa", help="The key of the lines by ML-DSA-44 instead.")] = False,
) -> None:
    """Print the public key of the log, which verifiers are given once.

    Example: `emberlog signer key`
    """
    folder = PublicFolder(Settings.load().tree / PUBLIC)
    key = folder.ml_dsa_key() if ml_dsa else folder.key()
    if key is None:
        raise Problem(NO_ML_DSA if ml_dsa and folder.key() else NOT_YET, ExitCode.NOT_THERE)
    out.print(key.strip(), markup=False, highlight=False, soft_wrap=True)


def signer_retire(
    sure: Annotated[bool, typer.Option("--yes", help="Do it without a question.")] = False,
) -> None:
    """Put the signed tree aside, so that the next start begins another one, under another name and key.

    Do this only when the signer refuses to go on and the order is the one that shall hold. What was signed stays
    beside it: it proves what was before.
    """
    folder = Settings.load().tree
    if not (folder / PUBLIC).exists():
        raise Problem(NOT_YET, ExitCode.NOT_THERE)
    if not sure:
        typer.confirm("Everybody who has the key of this tree must be told. Go on?", abort=True)
    aside = _aside(folder)
    folder.rename(aside)
    out.print(f"The signed tree is in {aside} now. The next signer begins another one.", markup=False, soft_wrap=True)


def _aside(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}-retired-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}")


def bundle(
    game: GameId,
    to: Annotated[
        Path | None, typer.Option("--to", help="The file to write. Default: the game's id with .emberlog.")
    ] = None,
    since: Annotated[
        Path | None,
        typer.Option("--since", help="A file with a checkpoint that you have: it proves that the log continues it."),
    ] = None,
    viewer: ViewerName = None,
    token: Token = None,
) -> None:
    """Write the evidence of a game into one file, which anybody can verify without the service.

    Of a finished game it has everything. Of a game that you may not see whole, as while it is running, it has the
    hashes of the steps and what you may know of them. Keep that: the evidence of the whole game has to go on from it.
    Example: `emberlog bundle GAME --to game.emberlog`, then `python3 emberlog-verify.pyz --key KEY game.emberlog`
    """
    name = to or Path(f"{game_id_of(game)}{SUFFIX}")
    data, whole = asyncio.run(_bundle(game, None if since is None else since.read_bytes(), viewer, token))
    name.write_bytes(data)
    what = "" if whole else " It has a part of the game: what you may know so far."
    out.print(f"Wrote {name}, {len(data)} bytes.{what}", markup=False, highlight=False, soft_wrap=True)


def verify_page(
    to: Annotated[Path, typer.Option("--to", help="The file to write.")] = Path("verify.html"),
) -> None:
    """Save the page that checks evidence in a browser, with its script in it: it needs no service and no network.

    It is the page at `/verify.html` of a service, in the same bytes. Give it to people who trust neither the service
    nor its operator; they had better get it from somebody else.
    """
    from api.web.verifier import verifier_page

    page = verifier_page()
    try:
        to.write_bytes(page)
    except OSError as error:
        raise Problem(f"{to} cannot be written: {error.strerror}.", ExitCode.USAGE) from None
    digest = hashlib.sha256(page).hexdigest()
    out.print(f"Wrote {to}, {len(page)} bytes, SHA-256 {digest}.", markup=False, highlight=False, soft_wrap=True)


async def _bundle(game: str, since: bytes | None, viewer: str | None, token: str | None) -> tuple[bytes, bool]:
    settings = Settings.load()
    async with open_use_cases(settings) as use_cases:
        principal = await principal_of(use_cases, token)
        visible = await use_cases.look.game(principal, game_id_of(game))
        if visible is None:
            raise no_such_game(game)
        tree = PublicFolder(settings.tree / PUBLIC)
        sources = Sources(use_cases.world, tree, use_cases.rulebook, principal, visible)
        try:
            if is_record_open(principal, visible):
                return await bundle_of(sources, since), True
            permitted = permitted_viewer(use_cases.look, principal, visible, viewer)
            data = await part_of(sources, permitted, since)
        except NoEvidence as missing:
            raise Problem(str(missing), ExitCode.NOT_THERE) from None
        except BadNote as bad:
            raise Problem(f"The earlier checkpoint cannot be read: {bad.why}.", ExitCode.USAGE) from None
        except TreeDamaged as damaged:
            raise Problem(f"The signed tree is damaged: {damaged.why}.", ExitCode.TREE_DAMAGED) from None
        except Broken as broken:
            code = ExitCode.REWRITTEN if broken.finding.check == "tree" else ExitCode.CHECK_FAILED
            raise Problem(f"Nobody is given evidence of this game: {broken.finding.why}.", code) from None
        if principal is not None and is_sighting(visible.state, permitted, in_game(principal, visible.game_id)):
            await use_cases.look.write_down(principal, [Glance(visible.game_id, permitted, visible.version)])
        return data, False
