"""What every book of sightings does, the fake and Postgres alike (GAME-ROLE-05)."""

from dataclasses import replace

import asyncpg
import pytest

from infra.postgres.pool import open_pool
from infra.postgres.principals.sightings import PostgresSightings
from services.errors import Unavailable
from services.rulings.sightings import Sighting
from tests.dice import new_id
from tests.fakes import FakeSightings


@pytest.fixture(params=["fake", "postgres"])
async def sightings(request, database_url):
    if request.param == "fake":
        yield FakeSightings()
        return
    pool = await open_pool(database_url, size_max=2, name="sightings")
    yield PostgresSightings(pool)
    await pool.close()


def sighting(game_id: str) -> Sighting:
    return Sighting(
        game_id=game_id, principal="judge", token_id="t1", viewer=0, first_version=1, last_version=9, at_us=5
    )


async def test_a_game_that_nobody_looked_into_has_none(sightings):
    for game_id in (new_id(), "no game's"):
        assert list(await sightings.of_game(game_id, limit=10)) == []


async def test_they_come_in_the_order_of_their_times_and_once(sightings):
    first = sighting(new_id())
    later = replace(first, first_version=10, last_version=12, at_us=7)
    other = replace(first, game_id=new_id())
    await sightings.write([later, other])
    await sightings.write([first, later])
    assert list(await sightings.of_game(first.game_id, limit=10)) == [first, later]
    assert list(await sightings.of_game(first.game_id, limit=1)) == [first]


async def test_what_was_written_down_is_neither_changed_nor_removed(database_url):
    pool = await open_pool(database_url, size_max=2, name="sightings")
    await PostgresSightings(pool).write([sighting(new_id())])
    for change in ("UPDATE sighting SET viewer = 1", "DELETE FROM sighting", "TRUNCATE sighting"):
        with pytest.raises((asyncpg.PostgresError, Unavailable), match=r"append-only|permission"):
            await pool.fetch(change)
    await pool.close()
