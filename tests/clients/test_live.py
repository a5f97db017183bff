"""Clients written elsewhere follow a live game that loses their connections, and come back with their cursor. Three of them at once."""

import asyncio
import json
import subprocess
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import jsonpatch
import pytest
from gql import Client, gql
from gql.transport.exceptions import TransportError, TransportQueryError
from gql.transport.httpx import HTTPXTransport
from gql.transport.websockets import WebsocketsTransport

from tests.clients.running import Caller, Running
from tests.machine import NODE_FOLDER, needs_node

pytestmark = [pytest.mark.xdist_group("clients"), pytest.mark.campaign]

SECONDS_MAX = 60
DROPPED = (3, 4, 25, 26, 60, 110)
TWICE = (9, 40, 60)
FAULTS = [
    *({"at": at, "kind": "DROP"} for at in DROPPED),
    *({"at": at, "kind": "TWICE"} for at in TWICE),
    {"at": 12, "kind": "SLOW", "ms": 400},
]
FOLLOW = """subscription Follow($game: ID!, $after: Cursor) {
  gameSteps(game: $game, after: $after) { version cursor line { text } patch } }"""


@dataclass
class Followed:
    """What a client has seen of a game: its steps in the order of their coming, and the view that their patches made."""

    steps: list[tuple[int, str]]
    connections: int
    doubled: int
    view: Any


def followed_by_node(client: str, service: Running, game: str, token: str) -> Followed:
    request = json.dumps({"client": client, "url": service.url, "game": game, "token": token})
    done = subprocess.run(
        ["node", "follow.mjs", request],
        cwd=NODE_FOLDER,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *steps, end = [json.loads(line) for line in done.stdout.splitlines()]
    assert end.pop("complete"), "the stream ended without `complete`"
    return Followed([(step["version"], step["text"]) for step in steps], **end)


async def followed_by_gql(service: Running, game: str, token: str) -> Followed:
    progress = Followed([], 0, 0, None)
    request = gql(FOLLOW)
    after = "0"
    while True:
        transport = WebsocketsTransport(service.socket_url, init_payload={"authorization": f"Bearer {token}"})
        request.variable_values = {"game": game, "after": after}
        progress.connections += 1
        try:
            async with asyncio.timeout(SECONDS_MAX), Client(transport=transport) as session:
                async for reply in session.subscribe(request):
                    step = reply["gameSteps"]
                    if step["version"] <= int(after):
                        progress.doubled += 1
                        continue
                    after = step["cursor"]
                    progress.view = jsonpatch.apply_patch(progress.view, step["patch"])
                    progress.steps.append((step["version"], step["line"]["text"]))
            return progress
        except TransportQueryError:
            raise
        except TransportError:
            continue


@pytest.fixture(scope="module")
def played(service: Running) -> tuple[str, list[tuple[int, str]], Any, dict[str, Followed]]:
    """A game of bots that several clients have followed from its first step to its last: its id, steps, last view, and theirs."""
    with Caller(service.url, "Ada") as host, ThreadPoolExecutor() as threads:
        game = host.sandbox("brigade", 2, bots=2, seed="followed", faults=FAULTS, paceMs=5)
        following = {"gql": threads.submit(lambda: asyncio.run(followed_by_gql(service, game, host.token)))}
        if not needs_node.args[0]:
            for client in ("graphql-ws", "graphql-sse"):
                following[client] = threads.submit(followed_by_node, client, service, game, host.token)
        host.begin(game)
        progress = {client: matches.result() for client, matches in following.items()}
        steps = [(step["version"], step["line"]["text"]) for step in host.steps(game)]
        view = host.ask("query($game: ID!) { game(id: $game) { viewJson(as: {kind: SPECTATOR}) } }", game=game)
    return game, steps, view["game"]["viewJson"], progress


@pytest.mark.parametrize(
    "client", ["gql", pytest.param("graphql-ws", marks=needs_node), pytest.param("graphql-sse", marks=needs_node)]
)
def test_a_client_misses_no_step_and_repeats_none_through_lost_connections(played, client: str) -> None:
    _, steps, view, progress = played
    followed = progress[client]
    assert followed.steps == steps, "every step once, in order, with its sentence"
    assert followed.view == view, "patches alone lead to the view"
    assert followed.connections >= len(DROPPED) + 1
    assert followed.doubled == len(TWICE)


def test_gql_asks_and_plays_over_http(service: Running) -> None:
    """The synchronous client, with the schema fetched by introspection, so that every operation is checked by the client first."""
    with Caller(service.url, "Grace") as host:
        game = host.sandbox("great_fire", 3, bots=2, seed="asked")
        transport = HTTPXTransport(url=f"{service.url}/graphql", headers={"authorization": f"Bearer {host.token}"})
        with Client(transport=transport, fetch_schema_from_transport=True) as session:
            sit = gql("mutation($g: ID!, $id: ID!) { takeSeat(game: $g, commandId: $id) { __typename } }")
            sit.variable_values = {"g": game, "id": str(uuid.uuid4())}
            assert session.execute(sit) == {"takeSeat": {"__typename": "CommandAccepted"}}
            assert session.execute(sit) == {"takeSeat": {"__typename": "CommandAccepted"}}, (
                "the same id: answered again"
            )
            host.begin(game)
            mine = gql("query($g: ID!) { game(id: $g) { mySeat legal { text json } } }")
            mine.variable_values = {"g": game}
            assert session.execute(mine)["game"]["mySeat"] == 0
            with pytest.raises(TransportQueryError, match="VIEWER_NOT_ALLOWED"):
                other = gql("query($g: ID!) { game(id: $g) { viewJson(as: {seat: 1}) } }")
                other.variable_values = {"g": game}
                session.execute(other)
