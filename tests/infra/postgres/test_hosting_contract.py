"""What every register of hosted games does, the fake and Postgres alike."""

import asyncio
import time

import pytest

from services.errors import TooManyGames
from services.hosting import SANDBOX_RESTS_SECONDS, Hosted, HostingLimits
from tests.dice import new_id
from tests.infra.postgres.conftest import postgres_hosting

LIMITS = HostingLimits(open_games=2, running=2, bot_games=1, sandboxes=2)
OPEN, SANDBOX, FORK = Hosted(sandbox=False), Hosted(sandbox=True), Hosted(sandbox=True, begun=True)
BEGUN, BOTS = Hosted(sandbox=False, begun=True), Hosted(sandbox=False, begun=True, bots_only=True)


async def reserved(hosting, *, host="ann", kind=OPEN, game_id=None):
    """Counts a game. Returns its id."""
    game_id = game_id or new_id()
    await hosting.hosting.reserve(host, game_id, kind, LIMITS)
    return game_id


async def refused(hosting, **of):
    """The kind of the limit that a game would exceed."""
    with pytest.raises(TooManyGames) as caught:
        await reserved(hosting, **of)
    assert str(caught.value.limit) in caught.value.text
    return caught.value.kind


async def test_a_host_has_so_many_open_games_and_other_hosts_have_theirs(hosting):
    first, _ = [await reserved(hosting) for _ in range(2)]
    assert await refused(hosting) == "open"
    await reserved(hosting, game_id=first)
    await reserved(hosting, host="ben")
    await reserved(hosting, kind=SANDBOX)


async def test_an_open_game_that_begins_lets_another_be_opened(hosting):
    first, second = [await reserved(hosting) for _ in range(2)]
    await reserved(hosting, kind=BEGUN, game_id=first)
    third = await reserved(hosting)
    assert await refused(hosting) == "open"
    await reserved(hosting, kind=BEGUN, game_id=second)
    assert await refused(hosting, kind=BEGUN, game_id=third) == "running"
    await reserved(hosting, kind=BEGUN, game_id=second)


async def test_what_the_list_says_counts_when_it_knows_more(hosting):
    first, second = [await reserved(hosting) for _ in range(2)]
    await hosting.end_game(first)
    await reserved(hosting)
    assert await refused(hosting) == "open"
    await hosting.list_game(second, "playing", bots=("random", "random"))
    third = await reserved(hosting)
    assert await refused(hosting, kind=BOTS, game_id=third) == "bots", "everybody has resigned in the second game"
    await hosting.end_game(second)
    await reserved(hosting, kind=BOTS, game_id=third)


async def test_games_of_bots_alone_are_few(hosting):
    first, second = [await reserved(hosting) for _ in range(2)]
    await reserved(hosting, kind=BOTS, game_id=first)
    assert await refused(hosting, kind=BOTS, game_id=second) == "bots"
    await reserved(hosting, kind=BEGUN, game_id=second)


async def test_sandboxes_are_counted_apart_until_they_rest(hosting):
    first, _ = await reserved(hosting, kind=FORK), await reserved(hosting, kind=SANDBOX)
    assert await refused(hosting, kind=FORK) == "sandboxes"
    await reserved(hosting)
    await hosting.list_game(first, "playing", rested_seconds=SANDBOX_RESTS_SECONDS + 10)
    await reserved(hosting, kind=FORK)
    assert await refused(hosting, kind=SANDBOX) == "sandboxes"


async def test_no_race_exceeds_a_limit(hosting):
    results = await asyncio.gather(*(reserved(hosting) for _ in range(12)), return_exceptions=True)
    assert sum(isinstance(each, str) for each in results) == LIMITS.open_games
    assert {type(each) for each in results} == {str, TooManyGames}


async def test_open_games_that_nobody_but_the_host_has_joined_are_deserted(hosting):
    alone, joined, begun, unlisted, fresh = [
        await reserved(hosting, host=host) for host in ("ann", "ann", "ben", "ben", "eve")
    ]
    await hosting.list_game(alone, holders=("ann", ""), rested_seconds=7_200)
    await hosting.list_game(joined, holders=("ann", "ben"), rested_seconds=7_200)
    await hosting.list_game(begun, "playing", holders=("ben", ""), rested_seconds=7_200)
    await hosting.list_game(fresh, rested_seconds=60)
    before_us = _now_us() - 3_600_000_000
    assert await hosting.hosting.deserted(moved_before_us=before_us, limit=10) == [alone]
    assert await hosting.hosting.deserted(moved_before_us=before_us, limit=0) == []
    assert await hosting.hosting.deserted(moved_before_us=_now_us(), limit=10) == [alone, fresh]
    assert unlisted


def _now_us() -> int:
    return time.time_ns() // 1_000


async def test_a_game_that_was_never_opened_stops_counting(pool, owner):
    """For Postgres alone: the fake's log says that it has every game."""
    hosting = postgres_hosting(pool)
    await reserved(hosting)
    await owner.execute("UPDATE hosted SET opened_at = opened_at - interval '2 minutes'")
    for _ in range(2):
        await reserved(hosting)
    assert await refused(hosting) == "open"
