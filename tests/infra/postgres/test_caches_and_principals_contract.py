"""What every snapshot cache and every register of principals does, the fakes and Postgres alike."""

from infra.postgres.caches import SNAPSHOTS_PER_GAME_MAX
from services.ports import Snapshot
from services.principals import TOKEN_PREFIX
from tests.dice import new_id

SOURCE, OTHER_SOURCE = "a" * 64, "b" * 64


async def test_the_latest_snapshot_up_to_a_version_is_returned(snapshots):
    game = new_id()
    assert await snapshots.latest(game, SOURCE, at_most=1_000) is None
    for version in (128, 256):
        await snapshots.save(game, SOURCE, Snapshot(version, b"state %d" % version))
    assert await snapshots.latest(game, SOURCE, at_most=1_000) == Snapshot(256, b"state 256")
    assert await snapshots.latest(game, SOURCE, at_most=256) == Snapshot(256, b"state 256")
    assert await snapshots.latest(game, SOURCE, at_most=255) == Snapshot(128, b"state 128")
    assert await snapshots.latest(game, SOURCE, at_most=127) is None
    assert await snapshots.latest(new_id(), SOURCE, at_most=1_000) is None


async def test_a_snapshot_is_for_the_source_that_made_it(snapshots):
    game = new_id()
    await snapshots.save(game, SOURCE, Snapshot(128, b"old"))
    assert await snapshots.latest(game, OTHER_SOURCE, at_most=1_000) is None
    await snapshots.save(game, OTHER_SOURCE, Snapshot(128, b"new"))
    assert await snapshots.latest(game, OTHER_SOURCE, at_most=1_000) == Snapshot(128, b"new")
    assert await snapshots.latest(game, SOURCE, at_most=1_000) is None, "what nobody can read is not kept"


async def test_few_snapshots_stay_and_the_one_just_saved_always(snapshots):
    game = new_id()
    for version in range(1, 11):
        await snapshots.save(game, SOURCE, Snapshot(version, b"s"))
    oldest = 11 - SNAPSHOTS_PER_GAME_MAX
    assert await snapshots.latest(game, SOURCE, at_most=oldest - 1) is None
    assert await snapshots.latest(game, SOURCE, at_most=oldest) == Snapshot(oldest, b"s")
    await snapshots.save(game, SOURCE, Snapshot(2, b"late"))
    assert await snapshots.latest(game, SOURCE, at_most=3) == Snapshot(2, b"late")


async def test_saving_twice_is_saving_once(snapshots):
    game = new_id()
    for _ in range(2):
        await snapshots.save(game, SOURCE, Snapshot(128, b"state"))
    assert await snapshots.latest(game, SOURCE, at_most=128) == Snapshot(128, b"state")


async def test_a_token_is_its_principals(principals):
    ada, token = await principals.create("Ada", frozenset({"player", "arbiter"}))
    grace, other = await principals.create("Grace", frozenset())
    assert token.startswith(TOKEN_PREFIX)
    assert ada.id != grace.id
    assert token != other
    for _ in range(2):
        assert await principals.by_token(token) == ada
        assert await principals.by_token(other) == grace
    assert ada.arbiter
    assert not grace.arbiter


async def test_a_token_of_nobody_is_nobodys(principals):
    await principals.create("Ada", frozenset())
    for token in ("", "emb_", "x" * 10_000, "\x00", "emb_" + "A" * 43):
        assert await principals.by_token(token) is None


async def test_a_revoked_token_is_useless_at_once_and_others_are_not(principals):
    ada, token = await principals.create("Ada", frozenset())
    grace, other = await principals.create("Grace", frozenset())
    assert await principals.by_token(token) == ada
    assert await principals.revoke(ada.id)
    assert await principals.by_token(token) is None
    assert await principals.by_token(other) == grace
    assert not await principals.revoke("p_nobody")
