"""The websocket protocol frame by frame, and the limits of one connection."""

import httpx
import pytest
from websockets.typing import Subprotocol

from api.limits import ApiLimits
from api.websocket import SLOW, UNANSWERED_MAX
from tests.api.conftest import Served, asking, services_over, serving
from tests.api.frames import frames
from tests.api.game_client import FOLLOW, GameClient, open_game
from tests.api.memory import memory_world


async def test_queries_and_mutations_run_over_a_websocket_too(served: Served, game: GameClient) -> None:
    async with frames(served) as client:
        await client.greet(authorization=f"Bearer {served.tokens['Player1']}")
        await client.subscribe("q", "{ me { name } }")
        response = await client.hear()
        assert (response["id"], response["type"]) == ("q", "next")
        assert response["payload"]["data"] == {"me": {"name": "Player1"}}
        assert await client.hear() == {"id": "q", "type": "complete"}
        await client.subscribe("q", "{ nope }")
        response = await client.hear()
        assert (
            response["type"] == "error" and response["payload"][0]["extensions"]["code"] == "GRAPHQL_VALIDATION_FAILED"
        )


async def test_the_token_may_come_with_the_handshake(served: Served, game: GameClient) -> None:
    async with frames(served, additional_headers=served.headers("Player1")) as client:
        await client.greet()
        await client.subscribe("q", "{ me { name } }")
        assert (await client.hear())["payload"]["data"] == {"me": {"name": "Player1"}}


async def test_two_subscriptions_on_one_connection_and_one_is_ended(served: Served, game: GameClient) -> None:
    async with frames(served) as client:
        await client.greet()
        start = (await game.mine(None))["version"]
        await client.subscribe("a", FOLLOW, game=game.game, after=str(start))
        await client.subscribe("b", FOLLOW, game=game.game, after=str(start))
        await game.play_one()
        assert {(await client.hear())["id"], (await client.hear())["id"]} == {"a", "b"}
        await client.say(id="a", type="complete")
        await client.say(type="ping")
        while (await client.hear())["type"] != "pong":
            pass
        await game.play_one()
        assert (await client.hear())["id"] == "b"
        await client.subscribe("a", "{ me { name } }")  # the id is free now
        while (response := await client.hear())["id"] != "a":
            pass
        assert response["payload"]["data"] == {"me": None}


BAD = [
    ("not json", 4400),
    ("[]", 4400),
    ("7", 4400),
    ('{"type":"what"}', 4400),
    ('{"no":"type"}', 4400),
    ('{"type":"connection_init","payload":7}', 4400),
    ('{"type":"subscribe","id":"1","payload":{"query":"{me{id}}"}}', 4401),
    ('{"type":"connection_init","payload":{"authorization":"Bearer nobody"}}', 4401),
    (b"\x00\x01", 4400),
    ("x" * 70_000, 4413),
]


@pytest.mark.parametrize(("frame", "code"), BAD, ids=[str(at) for at in range(len(BAD))])
async def test_what_breaks_the_protocol_is_closed_with_a_code(served: Served, frame: str | bytes, code: int) -> None:
    async with frames(served) as client:
        await client.connection.send(frame)
        assert await client.closed() == code


async def test_greeting_twice_and_ids_taken_twice(served: Served, game: GameClient) -> None:
    async with frames(served) as client:
        await client.greet()
        await client.say(type="connection_init")
        assert await client.closed() == 4429
    async with frames(served) as client:
        await client.greet()
        for _ in range(2):
            await client.subscribe("a", FOLLOW, game=game.game, after="10000")
        assert await client.closed() == 4409


async def test_other_protocols_are_turned_down(served: Served) -> None:
    for protocols in ([Subprotocol("graphql-ws")], None):
        async with frames(served, subprotocols=protocols) as client:
            assert await client.closed() == 4406


async def test_malformed_operations_are_errors_of_their_own_and_close_nothing(served: Served) -> None:
    async with frames(served) as client:
        await client.greet()
        for payload in (None, 7, {}, {"query": 7}, {"query": "{me{id}}", "variables": []}, {"query": "{"}):
            await client.say(id="1", type="subscribe", payload=payload)
            response = await client.hear()
            assert response["type"] == "error" and response["payload"][0]["extensions"]["code"]


# ---------------------------------------------------------------- limits of one connection


async def test_silence_after_the_handshake_is_closed() -> None:
    async with (
        serving(services_over(memory_world(), ApiLimits(greeting_seconds=0.2))) as served,
        frames(served) as client,
    ):
        assert await client.closed() == 4408


async def test_the_service_says_that_it_is_alive() -> None:
    async with serving(services_over(memory_world(), ApiLimits(ping_seconds=0.2))) as served, frames(served) as client:
        await client.greet()
        assert await client.hear() == {"type": "ping"}
        await client.say(type="pong")
        assert await client.hear() == {"type": "ping"}


async def test_who_answered_pings_and_no_longer_does_is_gone() -> None:
    async with serving(services_over(memory_world(), ApiLimits(ping_seconds=0.2))) as served:
        async with frames(served) as client:
            await client.greet()
            assert await client.hear() == {"type": "ping"}
            await client.say(type="pong")
            for _ in range(UNANSWERED_MAX):
                assert await client.hear() == {"type": "ping"}
            assert await client.closed() == SLOW
        async with frames(served) as client:  # one that never answered is not expected to
            await client.greet()
            for _ in range(3 * UNANSWERED_MAX):
                assert await client.hear() == {"type": "ping"}


async def test_operations_at_once_are_capped_and_the_others_go_on() -> None:
    limits = ApiLimits(subscriptions_per_connection_max=2)
    async with (
        serving(services_over(memory_world(), limits)) as served,
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):
        game = await open_game(served, asking(served, http))
        async with frames(served) as client:
            await client.greet()
            for id in "abc":
                await client.subscribe(id, FOLLOW, game=game.game, after="10000")
            response = await client.hear()
            assert (response["id"], response["type"]) == ("c", "error")
            assert response["payload"][0]["extensions"] == {"code": "SUBSCRIPTION_LIMIT", "max": 2}
            await client.say(id="a", type="complete")
            await client.subscribe("d", "{ me { id } }")
            assert (await client.hear())["id"] == "d"


async def test_connections_are_capped() -> None:
    async with serving(services_over(memory_world(), ApiLimits(connections_max=1))) as served, frames(served) as client:
        await client.greet()
        async with frames(served) as second:
            assert await second.closed() == 1013
