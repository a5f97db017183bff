"""A small finished game with its bundle, made in memory by a signer with a known key: the same bytes at every run."""

import asyncio
import dataclasses
import functools
import itertools
import tempfile
from dataclasses import dataclass
from pathlib import Path

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR, Viewer
from domain.game.rulings.ruling import Ruling
from domain.proof.note import COSIGNATURE, ED25519, Key, SecretKey, SignedCheckpoint, cosignature
from infra.signer.folder import PublicFolder, SignerFolder
from infra.signer.signing import Signing
from services.commands.answers import Accepted
from services.log.replay import Histories
from services.ports import Principal
from services.reads.bundle import Sources, bundle_of, part_of
from services.reads.look import Look
from services.rulings.arbitration import Arbitration
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id, thrown_apart
from tests.fakes import FakeAudit
from tests.fakes.event_log import FakeEventLog
from tests.services.audit.desks import RULEBOOK
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
        return await bundle_of(await self.sources(game_id, reader), since)

    async def part(self, game_id: str, viewer: Viewer, reader: Principal | None = None) -> bytes:
        return await part_of(await self.sources(game_id, reader), viewer)

    async def sources(self, game_id: str, reader: Principal | None) -> Sources:
        visible = await Look(self.world, Histories(self.world)).game(reader, game_id)
        assert visible is not None
        return Sources(self.world, self.tree, RULEBOOK, reader, visible)


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
    return await finish(await begun_game(world), commands)


async def begun_game(world: World) -> GameDriver:
    """A game in which one command was refused."""
    driver = await seated_game(world, RULESET)
    other = driver.not_to_act()
    await driver.submit(msgspec.structs.replace(driver.legal()[0], seat=other), seat=other)
    return driver


async def call_and_rule(driver: GameDriver, words: str, reason: str) -> None:
    """A seat calls an arbiter, who answers; both say why."""
    case, seat = Arbitration(driver.play, driver.world, RULEBOOK), driver.to_act()
    called = await case.call(
        driver.principal(seat), driver.game_id, new_id(), step=Step(1), category="rules", note=words
    )
    assert isinstance(called, Accepted)
    await driver.refresh()
    ruling, at = Ruling("play_on", call=1), driver.state.version
    ruled = await case.rule(JUDGE, driver.game_id, new_id(), ruling=ruling, note=reason, expected_version=at)
    assert isinstance(ruled, Accepted)
    await driver.refresh()


async def finish(driver: GameDriver, commands: int) -> GameDriver:
    """Play on to the end, or for so many commands; then the game is abandoned."""
    await driver.play_on(commands)
    if not driver.state.over:
        assert isinstance(await driver.seating.abandon(JUDGE, driver.game_id, new_id()), Accepted)
        await driver.refresh()
    assert driver.state.over
    return driver


@dataclass(frozen=True)
class Made:
    """A bundle with notes for an arbiter, one for everybody, one with an earlier checkpoint, that checkpoint, and a
    part that a spectator had while the game ran."""

    game: str
    bundle: bytes
    public: bytes
    continued: bytes
    earlier: bytes
    part: bytes
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
            driver = await begun_game(signed.world)
            await call_and_rule(driver, "He took two cones.", "One step later it is as printed.")
            signed.sign()
            part = await signed.part(driver.game_id, SPECTATOR)
            await finish(driver, commands=14)
            signed.sign()
            bundle = await signed.bundle(driver.game_id, reader=JUDGE)
            public = await signed.bundle(driver.game_id)
            await other.play_on(15)
            signed.sign()
            continued = await signed.bundle(driver.game_id, earlier, JUDGE)
            return Made(driver.game_id, bundle, public, continued, earlier, part)

    return asyncio.run(make())
