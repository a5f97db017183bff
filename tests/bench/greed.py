"""The other two processes of `tests.bench.neighbours`: the service, and a caller who is greedy in one way.

Without arguments this is the service, until its input ends. With a kind of `GREEDS` and what the service told, it is
that caller, until its input ends.
"""

import asyncio
import gc
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final

import httpx
import uvloop
from graphql import get_introspection_query
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from api.app import create_app
from infra.wire.server import wire_server
from tests.api.conftest import Served, asking, own_listener, running_on, services_over
from tests.api.game_client import FOLLOW_VIEWS, SUBMIT, game_in_the_middle, open_game
from tests.api.memory import memory_world
from tests.dice import new_id

AT_ONCE: Final = 6
COMMANDS: Final = 150
NICE: Final = 10
"""The greedy process gives way to the player's on a machine with two cores: only the service is judged."""

Json = dict[str, Any]
Body = Callable[[Json, str], Json]
"""The body of a request. The second argument is new each time."""


def _fresh(_: Json, new: str) -> Json:
    return {"query": "{" + " ".join(f"a{n}_{new}: __typename" for n in range(190)) + " me { id }" * 150 + "}"}


def _fresh_refused(_: Json, new: str) -> Json:
    return {"query": "{" + " ".join(f"...on Unknown{n}_{new} {{ id }}" for n in range(150)) + "}"}


def _introspection(_: Json, new: str) -> Json:
    return {"query": f"{get_introspection_query()} # {new}"}


def _of_game(query: str) -> Body:
    return lambda info, _: {
        "query": f"query($g: ID!) {{ game(id: $g) {{ {query} }} }}",
        "variables": {"g": info["game"]},
    }


def _dry_run(info: Json, _: str) -> Json:
    query = "query($g: ID!, $c: JSON) { game(id: $g) { dryRun(commandJson: $c) { worlds events { line { text } } } } }"
    return {"query": query, "variables": {"g": info["open"], "c": info["legal"]}}


def _rules(_: Json, new: str) -> Json:
    return {"query": '{ rules(ruleset: "london", first: 500) { edges { node { id title text source } } } }'}


def _refused(info: Json, _: str) -> Json:
    return {"query": SUBMIT, "variables": {"game": info["open"], "id": new_id(), "json": {"type": "nothing"}}}


BODIES: Final[Mapping[str, Body]] = {
    "fresh texts": _fresh,
    "fresh texts, refused": _fresh_refused,
    "introspection": _introspection,
    "highlights": _of_game(" ".join(f"a{n}: highlights {{ edges {{ node {{ version text }} }} }}" for n in range(20))),
    "500 views": _of_game("steps(first: 500) { edges { node { viewJson } } }"),
    "500 steps": _of_game("steps(first: 500) { edges { node { version line { text rules { id } } } } }"),
    "rules": _rules,
    "refusals": _of_game("refusals(first: 100) { edges { node { text code } } }"),
    "dry runs": _dry_run,
    "refused commands": _refused,
    "small requests": lambda *_: {"query": "{ me { id } }"},
}


class Greedy:
    """One caller with some connections. `counted`: its requests, by what became of them."""

    def __init__(self, info: Json) -> None:
        self.info = info
        self.counted: Counter[str] = Counter()
        self.headers = {"authorization": f"Bearer {info['token']}"}

    async def send(self, body: Body) -> None:
        """The same request, or a new one each time, as fast as the answers come."""
        numbers = count()

        async def one(http: httpx.AsyncClient) -> None:
            while True:
                sent = body(self.info, f"x{next(numbers)}")
                answer = await http.post(f"{self.info['url']}/graphql", json=sent, headers=self.headers)
                self.counted[str(answer.status_code)] += 1

        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            await asyncio.gather(*(one(http) for _ in range(AT_ONCE)))

    async def subscribe_and_leave(self) -> None:
        """Subscriptions opened and closed on sockets, without waiting."""

        async def one() -> None:
            async with self._socket() as socket:
                for number in count():
                    await socket.send(self._subscription(str(number)))
                    await socket.send(json.dumps({"id": str(number), "type": "complete"}))
                    self.counted["opened"] += 1
                    await asyncio.sleep(0.01)

        await self._many(one)

    async def replay(self) -> None:
        """Whole games with views, over events, again and again."""

        async def one(http: httpx.AsyncClient) -> None:
            body = {"query": FOLLOW_VIEWS, "variables": {"game": self.info["game"]}}
            headers = {**self.headers, "accept": "text/event-stream"}
            while True:
                async with http.stream("POST", f"{self.info['url']}/graphql", json=body, headers=headers) as answer:
                    self.counted[str(answer.status_code)] += 1
                    steps = 0
                    async for line in answer.aiter_lines():
                        steps += line.startswith("id:")
                        if steps >= self.info["version"]:
                            break
                    self.counted["steps"] += steps

        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            await asyncio.gather(*(one(http) for _ in range(AT_ONCE)))

    async def flood(self) -> None:
        """Messages as fast as a socket takes them; a new socket once one is closed."""

        async def one() -> None:
            async with self._socket() as socket:
                while True:
                    await socket.send('{"type":"ping"}')
                    self.counted["messages"] += 1

        await self._many(one)

    async def _many(self, one: Callable[[], Awaitable[None]]) -> None:
        async def repeatedly() -> None:
            while True:
                try:
                    await one()
                except (ConnectionClosed, OSError):
                    self.counted["closed"] += 1

        await asyncio.gather(*(repeatedly() for _ in range(AT_ONCE)))

    def _socket(self) -> Any:
        url = self.info["url"].replace("http", "ws") + "/graphql"
        return _Greeted(connect(url, subprotocols=[Subprotocol("graphql-transport-ws")], proxy=None), self.headers)

    def _subscription(self, id: str) -> str:
        payload = {"query": FOLLOW_VIEWS, "variables": {"game": self.info["game"]}}
        return json.dumps({"id": id, "type": "subscribe", "payload": payload})


class _Greeted:
    def __init__(self, connection: connect, greeting: Json) -> None:
        self._connection = connection
        self._greeting = greeting

    async def __aenter__(self) -> Any:
        socket = await self._connection.__aenter__()
        await socket.send(json.dumps({"type": "connection_init", "payload": self._greeting}))
        await socket.recv()
        self._drain = asyncio.create_task(_drained(socket))
        return socket

    async def __aexit__(self, *error: Any) -> None:
        self._drain.cancel()
        await self._connection.__aexit__(*error)


async def _drained(socket: Any) -> None:
    async for _ in socket:
        pass


GREEDS: Final = (*BODIES, "subscriptions opened", "replays", "messages")


async def be_greedy(kind: str, info: Json) -> None:
    """One caller of a kind, until the input ends."""
    os.nice(NICE)
    greedy = Greedy(info)
    ways = {"subscriptions opened": greedy.subscribe_and_leave, "replays": greedy.replay, "messages": greedy.flood}
    task = asyncio.create_task(ways[kind]() if kind in ways else greedy.send(BODIES[kind]))
    print("greedy", flush=True)
    over = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait({task, over}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    print(" ".join(f"{name} {times}" for name, times in greedy.counted.items()), flush=True)


@asynccontextmanager
async def _served() -> AsyncIterator[Served]:
    """The service as it faces the network, over a world in memory."""
    services = services_over(memory_world())
    async with running_on(own_listener(), wire_server(create_app(services))) as url:
        yield Served(url, services.world, services)


async def serve() -> None:
    """Two games: one to look at, and one to play. Prints what the others need."""
    async with _served() as served, httpx.AsyncClient(trust_env=False, timeout=60) as http:
        ask = asking(served, http)
        looked_at = await game_in_the_middle(served, ask, "london", COMMANDS)
        other = await open_game(served, ask, ruleset="great_fire")
        by = await other.acting()
        for _ in range(5):
            await other.submit(by, {"type": "nothing"})
        callers = [
            (await served.world.principals.create(f"Greedy {n}", frozenset()))[1] for n in range(len(GREEDS) + 2)
        ]
        info = {
            "url": served.url,
            "game": looked_at.game,
            "version": (await looked_at.mine(None))["version"],
            "open": other.game,
            "legal": (await other.mine(by))["legal"][0]["json"],
            "players": [served.tokens[name] for name in looked_at.players],
            "callers": callers,
        }
        gc.collect()
        gc.freeze()
        print(json.dumps(info), flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(be_greedy(sys.argv[1], json.loads(sys.argv[2])))
    else:
        uvloop.run(serve())
