"""`emberlog signer`: compares all that it has with the order, then follows it, until it is told to stop.

It refuses for good when the order does not continue what it has read, and says so in a file that everybody may read.
"""

import asyncio
import logging
import signal
import time
from typing import Final

from domain.proof.note import SignedCheckpoint
from infra.cli.problems import ExitCode, Problem
from infra.postgres.pool import SIGNER_ROLE, open_pool
from infra.settings import Settings
from infra.signer.cosigned import CosignedNotes
from infra.signer.folder import SignerFolder
from infra.signer.ml_dsa import MISSING, is_possible
from infra.signer.order import PostgresOrder
from infra.signer.signing import DiskDamaged, Rewritten, Signing
from infra.signer.witnesses import Witnesses
from services.errors import Unavailable

SIGNER_NAME: Final = "emberlog signer"
LEAVES_AT_ONCE: Final = 32_768
COMPARE_SECONDS: Final = 86_400.0
"""How often all that it has is compared once more while it runs."""
CONNECTIONS: Final = 2

_log = logging.getLogger("emberlog.signer")


class Follower:
    """A signer on an order."""

    def __init__(self, signing: Signing, order: PostgresOrder, cosigned: CosignedNotes | None = None) -> None:
        self.signing, self._order, self._cosigned = signing, order, cosigned

    async def compare(self) -> None:
        """Compare everything that the signer has with the order. Raises Rewritten, DiskDamaged."""
        done = 0
        while done < self.signing.noticed:
            leaves = await self._order.leaves(done, min(LEAVES_AT_ONCE, self.signing.noticed - done))
            if not leaves:
                raise Rewritten(self.signing.shorter(done))
            self.signing.compare(leaves)
            done += len(leaves)
        self.signing.compared()

    async def follow(self) -> int:
        """Read what is new, and sign what may be published. Returns how many leaves were read."""
        extent, begun = await self._order.extent(), self.signing.noticed
        await self._check_last(extent.last)
        while self.signing.noticed < extent.last:
            leaves = await self._order.leaves(
                self.signing.noticed, min(LEAVES_AT_ONCE, extent.last - self.signing.noticed)
            )
            self.signing.notice(leaves)
            await asyncio.to_thread(self._publish, extent.publishable)
        made = await asyncio.to_thread(self._publish, extent.publishable)
        if made is not None:
            _log.debug("signed the tree of size %d", made.checkpoint.size)
        return self.signing.noticed - begun

    def _publish(self, size: int) -> SignedCheckpoint | None:
        made = self.signing.publish(size)
        if made is not None and self._cosigned is not None:
            self._cosigned.published(made)
        return made

    async def _check_last(self, last: int) -> None:
        """The newest leaf that was read must be where it was."""
        noticed = self.signing.noticed
        if last < noticed:
            raise Rewritten(self.signing.shorter(last))
        if noticed and await self._order.leaves(noticed - 1, 1) != [self.signing.last]:
            raise Rewritten(f"The order has another entry at position {noticed} than a moment ago.")


async def follow_until_stopped(follower: Follower, every: float, over: asyncio.Event) -> None:
    """Follow the order until `over`. A database that is away is waited for. Raises Rewritten, DiskDamaged."""
    compared_at, away = None, False
    while not over.is_set():
        try:
            if compared_at is None or time.monotonic() - compared_at > COMPARE_SECONDS:
                await follower.compare()
                compared_at = time.monotonic()
                _log.info("Compared %d entries with what was signed.", follower.signing.noticed)
            await follower.follow()
            away = False
        except Unavailable as error:
            if not away:
                _log.warning("The signer waits: %s", error.what)
            away = True
        try:
            await asyncio.wait_for(over.wait(), every)
        except TimeoutError:
            continue


async def _run(settings: Settings, database_url: str) -> None:
    over = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    folder = SignerFolder(settings.tree)
    witnesses = Witnesses(settings.witnesses)
    clock = (lambda: int(time.time())) if settings.signer_ml_dsa else None
    signing = Signing(folder, settings.origin, witnesses.cosign, clock)
    pool = await open_pool(database_url, size_max=CONNECTIONS, name=SIGNER_NAME, role=SIGNER_ROLE)
    try:
        _log.info("Started: signs as %s, with the key %s", signing.key.name, signing.key.public)
        if signing.second_key is not None:
            _log.info("It also signs with an ML-DSA-44 key of id %s.", signing.second_key.public.id.hex())
        cosigned = CosignedNotes(folder, [each.key for each in settings.witnesses])
        await follow_until_stopped(Follower(signing, PostgresOrder(pool), cosigned), settings.signer_seconds, over)
    finally:
        await pool.close()


def run_signer(settings: Settings, database_url: str) -> None:
    """Sign until SIGINT or SIGTERM. Raises Problem when it cannot begin or refuses to go on."""
    check_ml_dsa(settings)
    try:
        asyncio.run(_run(settings, database_url))
    except Rewritten as error:
        _tell(settings, str(error))
        raise Problem(f"The signer refuses to go on. {error} {ADVICE}", ExitCode.REWRITTEN) from error
    except DiskDamaged as error:
        _tell(settings, str(error))
        raise Problem(f"The signer refuses to go on. {error} {ADVICE}", ExitCode.TREE_DAMAGED) from error


def check_ml_dsa(settings: Settings) -> None:
    """Raises Problem when the lines by ML-DSA-44 are switched on and cannot be made here."""
    if settings.signer_ml_dsa and not is_possible():
        raise Problem(f"EMBERLOG_SIGNER_ML_DSA is YES. {MISSING}", ExitCode.NOT_AVAILABLE)


ADVICE: Final = "docs/operations.md says what to do."


def _tell(settings: Settings, why: str) -> None:
    try:
        SignerFolder(settings.tree).refuse(why)
    except OSError:
        _log.exception("could not write down why the signer stops")
