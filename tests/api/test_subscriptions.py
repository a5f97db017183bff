"""Following a game live: nothing missed, nothing twice, on both transports, through lost connections."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from services.reads import watch
from tests.api.conftest import Ask, Served
from tests.api.follow import follow_events, follow_socket, versions
from tests.api.game_client import FOLLOW, STEPS, GameClient
from tests.api.memory import MemoryNotifier
from tests.dice import new_id

Follow = Callable[..., AsyncIterator[dict[str, Any]]]


@pytest.fixture(
    params=["socket", "events by POST", pytest.param("events by GET", marks=pytest.mark.campaign)],
)
def follow(request: pytest.FixtureRequest, served: Served, http: httpx.AsyncClient) -> Follow:
    """Follow the game on one of the transports."""
    if request.param == "socket":
        return lambda **operation: follow_socket(served, FOLLOW, **operation)
    return lambda **operation: follow_events(served, http, FOLLOW, get=request.param == "events by GET", **operation)


async def test_a_whole_game_is_followed_to_its_end(game: GameClient, follow: Follow) -> None:
    following = asyncio.create_task(versions(follow(game=game.game)))
    late = asyncio.create_task(versions(follow(game=game.game, after="20")))
    await game.play()
    last = (await game.mine(None))["version"]
    assert await following == list(range(1, last + 1))
    assert await late == list(range(21, last + 1))
    assert await versions(follow(game=game.game, after=str(last))) == [], "nothing to come ends at once"
    assert await versions(follow(game=game.game, after=str(last - 2))) == [last - 1, last]


async def test_a_lost_connection_goes_on_at_its_cursor(game: GameClient, follow: Follow) -> None:
    playing = asyncio.create_task(game.play(60))
    matches: list[int] = []
    while len(matches) < 56:
        matches += await versions(follow(game=game.game, after=str(matches[-1] if matches else 0)), most=7)
    await playing
    assert matches == list(range(1, len(matches) + 1))


async def test_the_cursor_of_a_list_is_the_cursor_of_a_subscription(game: GameClient, ask: Ask, follow: Follow) -> None:
    await game.play(10)
    page = (await ask(STEPS, game=game.game, first=5))["game"]["steps"]
    cursor = page["pageInfo"]["endCursor"]
    assert isinstance(cursor, str)
    assert await versions(follow(game=game.game, after=cursor), most=3) == [6, 7, 8]


@pytest.mark.campaign
async def test_a_cursor_past_the_last_step_waits_for_the_step_after_it(
    game: GameClient, ask: Ask, follow: Follow
) -> None:
    await game.play(10)
    last = (await game.mine(None))["version"]
    page = (await ask(STEPS, game=game.game, after=str(last + 3)))["game"]["steps"]
    assert page["edges"] == [] and not page["pageInfo"]["hasNextPage"]
    following = asyncio.create_task(versions(follow(game=game.game, after=str(last + 3))))
    await game.play()
    end = (await game.mine(None))["version"]
    assert await following == list(range(last + 4, end + 1))
    assert await versions(follow(game=game.game, after=str(end + 3))) == [], "it will never come"


async def test_rings_that_are_lost_cost_time_only(
    served: Served, game: GameClient, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "POLL_SECONDS", 0.05)
    notifier = served.world.notifier
    assert isinstance(notifier, MemoryNotifier)
    notifier.deaf = True
    start = (await game.mine(None))["version"]
    following = asyncio.create_task(versions(follow(game=game.game, after=str(start)), most=4))
    await asyncio.sleep(0.1)
    for _ in range(4):
        await game.play_one()
    assert await following == [start + 1, start + 2, start + 3, start + 4]


async def test_a_browsers_event_source_resumes_by_itself(
    served: Served, http: httpx.AsyncClient, game: GameClient
) -> None:
    await game.play(10)
    repeat = follow_events(served, http, FOLLOW, game=game.game, after="2", last_event_id="9", get=True)
    assert await versions(repeat, most=2) == [10, 11]


async def test_unknown_games_and_bad_cursors_are_typed(served: Served, game: GameClient, follow: Follow) -> None:
    for operation, code in (
        ({"game": new_id()}, "UNKNOWN_GAME"),
        ({"game": "x"}, "BAD_ID"),
        ({"game": game.game, "after": "abc"}, "BAD_CURSOR"),
        ({"game": game.game, "after": "-1"}, "BAD_CURSOR"),
    ):
        with pytest.raises(AssertionError, match=code):
            await anext(follow(**operation))


async def test_a_step_is_executed_once_for_all_who_look_as_the_same_viewer(
    served: Served, http: httpx.AsyncClient, game: GameClient
) -> None:
    start = (await game.mine(None))["version"]
    watching = [
        asyncio.create_task(
            versions(follow_socket(served, FOLLOW, game=game.game, after=str(start - at)), most=10 + at)
        )
        for at in (0, 0, 0, 1, 2)
    ]
    await asyncio.sleep(0.3)
    while (await game.mine(None))["version"] < start + 10:
        await game.play_one()
    await asyncio.gather(*watching)
    metrics = (await http.get(f"{served.url}/metrics")).text
    made = next(line for line in metrics.splitlines() if line.startswith('emberlog_step_payloads_total{made="now"}'))
    steps = (await game.mine(None))["version"] - start
    assert 12 <= float(made.split()[-1]) <= steps + 2, "wherever the watchers came in"
