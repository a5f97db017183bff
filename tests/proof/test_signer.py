"""The signer on a real database: it follows, remembers, refuses what was rewritten or cut off, and leaks no delay."""

from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest

from domain.proof.note import parse_checkpoint
from domain.proof.tiles import tile_name
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.pool import SIGNER_ROLE, Pool, open_pool
from infra.postgres.publication import publish
from infra.signer.folder import SignerFolder
from infra.signer.order import PostgresOrder
from infra.signer.run import Follower
from infra.signer.signing import DiskDamaged, Rewritten, Signing
from tests.infra.postgres.conftest import sequenced
from tests.infra.postgres.entries import Chain
from tests.proof import naive

pytestmark = pytest.mark.rules("GAME-PROOF-03")
NOW_US = 1_800_000_000_000_000
AT_ONCE = timedelta(0)


@pytest.fixture
async def reader(database_url):
    opened = await open_pool(database_url, role=SIGNER_ROLE)
    yield opened
    await opened.close()


class Log:
    """An order that grows on demand, and the signer's folder beside it."""

    def __init__(self, pool: Pool, reader: Pool, folder: Path) -> None:
        self.pool, self.reader, self.folder = pool, reader, folder
        self.log = PostgresEventLog(pool)

    async def grow(self, games: int = 1) -> None:
        for _ in range(games):
            await self.log.append(Chain().next())
        await sequenced(self.pool)
        await publish(self.pool, NOW_US, AT_ONCE)

    async def signer(self) -> Follower:
        """A signer that starts, with what is on the disk."""
        follower = Follower(Signing(SignerFolder(self.folder), "log.example"), PostgresOrder(self.reader))
        await follower.compare()
        return follower

    async def leaves(self) -> list[bytes]:
        rows = await self.pool.fetch("SELECT leaf FROM log ORDER BY pos")
        return [row["leaf"] for row in rows]

    @property
    def public(self) -> Path:
        return self.folder / "public"

    def newest(self):
        return parse_checkpoint((self.public / "checkpoint").read_bytes())


@pytest.fixture
async def order(pool, reader, tmp_path):
    return Log(pool, reader, tmp_path / "tree")


async def by_superuser(database_url: str, *statements: str) -> None:
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute("SET session_replication_role = replica")
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def test_its_role_may_read_the_order_and_nothing_else(reader):
    assert await reader.fetchval("SELECT current_user") == SIGNER_ROLE
    assert await reader.fetchval("SELECT count(*) FROM log") == 0
    for name in ("event", "command", "game", "person", "token", "delayed_game"):
        with pytest.raises(Exception, match=r"lacks a right|permission denied"):
            await reader.fetchval(f"SELECT count(*) FROM {name}")
    with pytest.raises(Exception, match=r"lacks a right|permission denied"):
        await reader.fetchval("UPDATE log_publication SET size = 0 RETURNING size")


@pytest.mark.rules("GAME-PROOF-01")
async def test_its_tiles_and_notes_are_those_of_the_standards(order):
    signer = await order.signer()
    assert await signer.follow() == 0 and not (order.public / "checkpoint").exists(), "an empty tree is never signed"
    for games in (1, 90, 5):
        await order.grow(games)
        await signer.follow()
        leaves, newest = await order.leaves(), order.newest()
        assert (newest.checkpoint.origin, newest.checkpoint.size) == ("log.example", len(leaves))
        assert newest.checkpoint.root == naive.root(leaves)
        assert newest.is_signed_by(signer.signing.key.public)
        assert naive.leaves_in_tiles(order.public, len(leaves)) == leaves
    assert (order.public / "tile/1/000.p/1").read_bytes() == b"".join(naive.tile_of_level_1(leaves))
    assert (order.folder / "private").stat().st_mode & 0o77 == 0
    second = await order.signer()
    assert (second.signing.published, second.signing.key) == (len(leaves), signer.signing.key)
    assert await second.follow() == 0


async def test_it_publishes_only_what_may_be_published(order, pool):
    signer = await order.signer()
    await order.grow(4)
    await signer.follow()
    size = order.newest().checkpoint.size
    await order.log.append(Chain().next())
    await sequenced(pool)
    assert await signer.follow() == 3
    assert (order.newest().checkpoint.size, signer.signing.noticed) == (size, size + 3)
    second = await order.signer()
    assert second.signing.noticed == size + 3, "what it has read is on its disk"
    await publish(pool, NOW_US, AT_ONCE)
    await second.follow()
    assert order.newest().checkpoint.size == size + 3


@pytest.mark.parametrize("published", [True, False], ids=["signed", "read only"])
async def test_a_log_that_was_cut_off_stops_it(order, pool, database_url, published):
    signer = await order.signer()
    await order.grow(3)
    await signer.follow()
    if not published:
        await order.log.append(Chain().next())
        await sequenced(pool)
        await signer.follow()
    await by_superuser(database_url, "DELETE FROM log WHERE pos > (SELECT max(pos) - 1 FROM log)")
    with pytest.raises(Rewritten, match="Was an old backup restored"):
        await signer.follow()
    with pytest.raises(Rewritten, match="Was an old backup restored"):
        await order.signer()
    await by_superuser(database_url, "TRUNCATE log")
    with pytest.raises(Rewritten, match=r"has 0 entries, but \d+ were read"):
        await order.signer()


async def test_an_old_backup_that_has_grown_past_what_was_signed_stops_it(order, database_url):
    signer = await order.signer()
    await order.grow(3)
    await signer.follow()
    await by_superuser(database_url, "UPDATE log SET leaf = sha256('another'::bytea) WHERE pos = 9")
    await order.grow(3)
    with pytest.raises(Rewritten, match="another entry at position 9 than a moment ago"):
        await signer.follow()
    root = order.newest().checkpoint.root.hex()
    with pytest.raises(Rewritten, match=f"position 9 than before. The checkpoint of size 9 with root {root} says so"):
        await order.signer()


async def test_a_hole_in_the_order_stops_it(order, database_url):
    signer = await order.signer()
    await order.grow(2)
    await by_superuser(database_url, "DELETE FROM log WHERE pos = 4")
    with pytest.raises(Rewritten, match="no entry at position 4, but later ones"):
        await signer.follow()


@pytest.mark.parametrize("fault", ["leaf", "above", "gone", "checkpoint", "older", "key", "no key", "origin"])
async def test_its_own_disk_is_checked(order, fault):
    signer = await order.signer()
    await order.grow(10)
    await signer.follow()
    first = (order.public / "checkpoint").read_bytes()
    await order.grow(90)
    await signer.follow()
    size, origin = order.newest().checkpoint.size, "log.example"
    match fault:
        case "leaf":
            path, why = order.public / tile_name(0, 0), "tile/0/000 on the disk of the signer is not what was signed"
            path.write_bytes(bytes(32) + path.read_bytes()[32:])
        case "above":
            path, why = order.public / tile_name(1, 0, 1), r"tile/1/000.p/1 on the disk of the signer is not what"
            path.write_bytes(bytes(32))
        case "gone":
            (order.public / tile_name(0, 1, size - 256)).unlink()
            why = "is missing or too short"
        case "checkpoint":
            path, why = order.public / "checkpoint", "was not signed by its key"
            path.write_bytes(path.read_bytes().replace(f"\n{size}\n".encode(), f"\n{size - 1}\n".encode()))
        case "older":
            (order.public / "checkpoint").write_bytes(first)
            why = "older than the last one it signed"
        case "key":
            path, why = order.folder / "private/key", "cannot be read"
            path.write_text(path.read_text().replace("log.example", "lag.example"))
        case "no key":
            (order.folder / "private/key").unlink()
            why = "its key is missing"
        case _:
            origin, why = "other.example", "signs as log.example, but EMBERLOG_ORIGIN is other.example"
    with pytest.raises(DiskDamaged, match=why):
        follower = Follower(Signing(SignerFolder(order.folder), origin), PostgresOrder(order.reader))
        await follower.compare()


async def test_after_a_crash_between_two_files_it_goes_on(order):
    signer = await order.signer()
    await order.grow(5)
    folder = signer.signing._folder
    folder.write_secret = lambda *_: (_ for _ in ()).throw(OSError("killed"))
    with pytest.raises(OSError, match="killed"):
        await signer.follow()
    second = await order.signer()
    assert second.signing.noticed == second.signing.published == len(await order.leaves())
    await order.grow(2)
    await second.follow()
    assert order.newest().checkpoint.root == naive.root(await order.leaves())


# ---------------------------------------------------------------- delays (GAME-PROOF-04)


async def delayed(order, *, seconds: int = 0, steps: int = 0, time_us: int) -> None:
    """A game with a delay, of which one command is in the order."""
    chain = Chain()
    entry = chain.next()
    body = b'{"data":{"terms":{"delay":{"seconds":%d,"steps":%d}}}}' % (seconds, steps)
    await order.log.append(entry_with(entry, body, time_us))


def entry_with(entry, body, time_us):
    from msgspec.structs import replace

    from domain.log.chain import GENESIS, event_hash

    event = replace(entry.events[0], body=body, hash=event_hash(GENESIS, body), type="game.GameOpened")
    return replace(entry, events=(event,), time_us=time_us, received_us=time_us)


@pytest.mark.rules("GAME-PROOF-04")
@pytest.mark.parametrize(("terms", "lag"), [({"seconds": 60}, 60), ({"steps": 5}, 3_600)])
async def test_nothing_is_published_before_the_longest_delay_is_over(order, pool, terms, lag):
    await order.grow(2)
    assert await publish(pool, NOW_US, AT_ONCE) == 6
    await delayed(order, **terms, time_us=NOW_US)
    await sequenced(pool)
    just_before, then = NOW_US + lag * 1_000_000 - 1, NOW_US + lag * 1_000_000
    assert [await publish(pool, at, AT_ONCE) for at in (NOW_US, just_before, then)] == [6, 6, 8]
    assert await publish(pool, NOW_US, timedelta(hours=1)) is None, "another process looked a moment ago"
    chain = Chain()
    entry = chain.next()
    from msgspec.structs import replace

    await order.log.append(replace(entry, time_us=then, received_us=then))
    await sequenced(pool)
    assert await publish(pool, then, AT_ONCE) == 8, "a game without a delay waits as well: growth tells nothing"
    assert await publish(pool, then + lag * 1_000_000, AT_ONCE) == 11
