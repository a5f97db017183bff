"""Filters, pages, profiles and feeds over Postgres and Redis: the tests of the memory once more, on the real queries."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx
import pytest

from domain.rulesets import RULESETS
from infra.postgres.projection_store import PostgresProjectionStore
from infra.postgres.sequencer import run_sequencer
from infra.wiring import Wired, wired
from projections import PROJECTIONS
from projections.runner import Runner
from services.world import World
from tests.api.conftest import Ask, Served, asking, services_over, serving
from tests.api.follow import follow_socket
from tests.api.game_client import open_game
from tests.api.test_game_filters import (
    test_a_seat_sees_its_own_delayed_game_to_the_head_and_others_do_not,
    test_a_seat_with_a_name_of_its_own_does_not_say_who_sits_there,
    test_games_are_chosen_by_who_sits_there_and_by_title,
    test_no_game_is_lost_or_repeated_while_games_move_between_the_pages,
)
from tests.api.test_my_games import (
    GAMES,
    play_alone,
    rest_of,
    taken,
    test_a_bot_plays_a_whole_game_from_its_turns_alone,
)
from tests.api.test_profiles import test_a_profile_has_the_games_under_the_own_name_and_their_results

__all__ = [
    "test_a_bot_plays_a_whole_game_from_its_turns_alone",
    "test_a_profile_has_the_games_under_the_own_name_and_their_results",
    "test_a_seat_sees_its_own_delayed_game_to_the_head_and_others_do_not",
    "test_a_seat_with_a_name_of_its_own_does_not_say_who_sits_there",
    "test_games_are_chosen_by_who_sits_there_and_by_title",
    "test_no_game_is_lost_or_repeated_while_games_move_between_the_pages",
]


@pytest.fixture
async def real(database_url: str, redis_url: str) -> AsyncIterator[Wired]:
    async with wired(database_url, redis_url) as use_cases:
        sequencing = asyncio.create_task(run_sequencer(use_cases.pool, idle_seconds=0.01))
        yield use_cases
        sequencing.cancel()
        with suppress(asyncio.CancelledError):
            await sequencing


@pytest.fixture
def world(real: Wired) -> World:
    """Takes the place of the world in memory for everything in this file."""
    return real.world


@pytest.fixture
def ask(real: Wired, served: Served, http: httpx.AsyncClient) -> Ask:
    """Asks after the lists were brought up to date, as they are in memory."""
    base, store = asking(served, http), real.store
    assert isinstance(store, PostgresProjectionStore)
    runner = Runner(store, PROJECTIONS, RULESETS)

    async def ask_up_to_date(document: str, **given: Any) -> Any:
        if document.startswith(("query Games", "query Profile")):
            for game_id in await store.laggards(runner.names, limit=100):
                await runner.project(game_id)
        return await base(document, **given)

    return ask_up_to_date


@pytest.mark.campaign
async def test_another_process_goes_on_from_every_cursor(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)
    await play_alone(client, "Player0")
    [entry] = await taken(follow_socket(served, GAMES, by="Player0"), 1)
    await client.play_one()
    await play_alone(client, "Player0")
    await client.play()
    async with serving(services_over(served.world)) as other:
        other.tokens = served.tokens
        rest = await rest_of(follow_socket(other, GAMES, by="Player0", after=entry["cursor"]))
        assert [each["news"] for each in rest] == [["ENDED"]] and rest[0]["game"]["phase"] == "OVER"
        assert await rest_of(follow_socket(other, GAMES, by="Player0", after=rest[0]["cursor"])) == []
