"""A small finished game with its bundle, made in memory by a signer with a known key: the same bytes at every run."""

import asyncio
import dataclasses
import functools
import itertools
import tempfile
from dataclasses import dataclass
from pathlib import Path

import msgspec

from domain.proof.note import COSIGNATURE, ED25519, Key, SecretKey, SignedCheckpoint, cosignature
from infra.signer.folder import PublicFolder, SignerFolder
from infra.signer.signing import Signing
from services.commands.answers import Accepted
from services.log.replay import Histories
from services.ports import Principal
from services.reads.bundle import bundle_of
from services.reads.look import Look
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id, thrown_apart
from tests.fakes import FakeAudit
from tests.fakes.event_log import FakeEventLog
from tests.services.game_driver import JUDGE, GameDriver, seated_game

LOG = SecretKey("log.example/vectors", ED25519, bytes(range(32)))
WITNESS = SecretKey("witness.example", COSIGNATURE, bytes(range(32, 64)))
RULESET = "great_fire"


@dataclass
class Signed:
    """A log in memory and the signer's folder beside it."""

    world: World
    log: FakeEventLog
    signing: Signing
    tree: PublicFolder

    def sign(self) -> SignedCheckpoint | None:
        self.signing.notice([place.leaf for place in self.log.order[self.signing.noticed :]])
        return self.signing.publish(len(self.log.order))

    async def bundle(self, game_id: str, since: bytes | None = None, reader: Principal | None = None) -> bytes:
        visible = await Look(self.world, Histories(self.world)).game(reader, game_id)
        assert visible is not None
        return await bundle_of(self.world, self.tree, visible, since)


def signed_log(folder: Path, cosigned: bool = True) -> Signed:
    ticks = itertools.count(1_700_000_000_000_000, 1_000_000)
    log = FakeEventLog()
    memory = memory_world()
    audit = FakeAudit(log, memory.principals)  # type: ignore[arg-type]
    world = dataclasses.replace(memory, log=log, audit=audit, now_us=lambda: next(ticks))
    keys = SignerFolder(folder)
    keys.write_secret("key", f"{LOG.text()}\n".encode())

    def cosign(made: SignedCheckpoint, proof):
        return [cosignature(made.checkpoint, WITNESS, 1_700_000_000)] if cosigned else []

    return Signed(world, log, Signing(keys, LOG.name, cosign), PublicFolder(folder / "public"))


async def finished_game(world: World, commands: int = 10_000) -> GameDriver:
    """A game that is played to its end, or for so many commands and then abandoned; one command in it is refused."""
    driver = await seated_game(world, RULESET)
    other = driver.not_to_act()
    await driver.submit(msgspec.structs.replace(driver.legal()[0], seat=other), seat=other)
    await driver.play_on(commands)
    if not driver.state.over:
        assert isinstance(await driver.seating.abandon(JUDGE, driver.game_id, new_id()), Accepted)
        await driver.refresh()
    assert driver.state.over
    return driver


@dataclass(frozen=True)
class Made:
    """A bundle, one with an earlier checkpoint, and that checkpoint."""

    game: str
    bundle: bytes
    continued: bytes
    earlier: bytes
    key: Key = LOG.public
    witness: Key = WITNESS.public


@functools.cache
def made() -> Made:
    """Made once a process."""

    async def make() -> Made:
        with thrown_apart("evidence"), tempfile.TemporaryDirectory() as folder:
            signed = signed_log(Path(folder))
            other = await seated_game(signed.world)
            await other.play_on(20)
            signed.sign()
            earlier = signed.tree.checkpoint()
            driver = await finished_game(signed.world, commands=14)
            signed.sign()
            bundle = await signed.bundle(driver.game_id)
            await other.play_on(15)
            signed.sign()
            return Made(driver.game_id, bundle, await signed.bundle(driver.game_id, earlier), earlier)

    return asyncio.run(make())
