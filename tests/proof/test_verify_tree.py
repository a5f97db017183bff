"""`verify` against the signed tree: a game that somebody has rewritten as a whole holds by itself, and is convicted."""

import dataclasses
import io
from pathlib import Path

import pytest
from rich.console import Console

from infra.cli.commands.verify import verify_all, verify_and_print
from infra.cli.problems import ExitCode
from infra.signer.folder import PublicFolder, SignerFolder
from infra.signer.signing import Signing
from services.log.signed_tree import NotSignedYet, TreeDamaged
from services.log.verify import verify_game
from services.world import World
from tests.api.memory import memory_world
from tests.fakes.event_log import FakeEventLog
from tests.infra.cli.test_verify_all import Games
from tests.proof.superuser import rewrite
from tests.services.game_driver import GameDriver, seated_game

pytestmark = pytest.mark.rules("GAME-PROOF-01")


@pytest.fixture
def log() -> FakeEventLog:
    return FakeEventLog()


@pytest.fixture
def world(log: FakeEventLog) -> World:
    return dataclasses.replace(memory_world(), log=log)


@pytest.fixture
async def driver(world: World) -> GameDriver:
    await seated_game(world)
    driver = await seated_game(world)
    await driver.play_on(4)
    return driver


@pytest.fixture
def signing(log: FakeEventLog, tmp_path: Path) -> Signing:
    return Signing(SignerFolder(tmp_path), "log.example")


@pytest.fixture
def tree(tmp_path: Path) -> PublicFolder:
    return PublicFolder(tmp_path / "public")


def sign(signing: Signing, log: FakeEventLog) -> None:
    signing.notice([place.leaf for place in log.order[signing.noticed :]])
    signing.publish(len(log.order))


async def printed(world: World, game_id: str, tree: PublicFolder | None) -> tuple[ExitCode, str]:
    out = io.StringIO()
    code = await verify_and_print(world, game_id, Console(file=out, width=300), Console(file=io.StringIO()), tree)
    return code, out.getvalue()


async def test_a_signed_game_holds_and_says_so(
    world: World, log: FakeEventLog, driver: GameDriver, signing: Signing, tree: PublicFolder
) -> None:
    with pytest.raises(NotSignedYet):
        await verify_game(world, driver.game_id, tree=tree)
    sign(signing, log)
    size = len(log.order)
    await driver.play_on(1)
    code, text = await printed(world, driver.game_id, tree)
    own = [place.pos for place in log.order if place.game_id == driver.game_id]
    covered = sum(pos <= size for pos in own)
    assert code == ExitCode.DONE
    assert f"{covered} entries are in the tree of log.example, size {size}; {len(own) - covered} more wait" in text


@pytest.mark.rules("GAME-PROOF-03")
async def test_a_game_that_was_rewritten_as_a_whole_is_convicted_by_a_checkpoint(
    world: World, log: FakeEventLog, driver: GameDriver, signing: Signing, tree: PublicFolder
) -> None:
    sign(signing, log)
    first = signing.published
    root = signing._signed.checkpoint.root.hex()
    await driver.play_on(2)
    sign(signing, log)
    rewrite(log, driver.game, driver.game_id)
    code, text = await printed(world, driver.game_id, None)
    assert code == ExitCode.DONE, f"its own checks hold: {text}"
    code, text = await printed(world, driver.game_id, tree)
    assert code == ExitCode.REWRITTEN == 5
    position = next(place.pos for place in log.order if place.game_id == driver.game_id)
    assert f"another entry at position {position}: the checkpoint of size {first} of log.example" in text
    assert f"with root {root} convicts" in text
    out = Console(file=io.StringIO(), width=300)
    assert await verify_all(world, Games(log), out, out, tree) == ExitCode.REWRITTEN


@pytest.mark.parametrize("fault", ["tile", "gone", "checkpoint", "larger", "key"])
async def test_a_damaged_tree_proves_nothing(
    world: World, log: FakeEventLog, driver: GameDriver, signing: Signing, tree: PublicFolder, fault: str
) -> None:
    sign(signing, log)
    tile = next(path for path in (tree.folder / "tile/0").rglob("*") if path.is_file())
    note, key = tree.folder / "checkpoint", tree.folder / "key"
    match fault:
        case "tile":
            tile.write_bytes(bytes([tile.read_bytes()[0] ^ 1]) + tile.read_bytes()[1:])
        case "gone":
            tile.unlink()
        case "checkpoint":
            for path in tree.folder.rglob("checkpoint*/*/*"):
                path.write_bytes(note.read_bytes()[:-8] + b"AAAAAAA\n")
        case "larger":  # no such note was signed
            note.write_bytes(note.read_bytes().replace(f"\n{len(log.order)}\n".encode(), b"\n99999\n"))
        case _:
            key.write_text("log.example+00000000+AAAA\n")
    rewritten = fault == "tile"
    if rewritten:  # else no tile would be read but those beside the game's
        rewrite(log, driver.game, driver.game_id)
    with pytest.raises(TreeDamaged):
        await verify_game(world, driver.game_id, tree=tree)
