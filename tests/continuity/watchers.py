"""Watchers as others would write them: `gql` over websockets, `httpx` over server-sent events, and pages of
`steps(after:)`.

A watcher holds the cursor of the last step it has, and nothing else; whatever breaks, it comes back with that. It takes
no step that is not the next one, and writes down what each connection brought. It never asks what became of the
service.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx
from gql import Client, gql
from gql.transport.exceptions import TransportClosed, TransportConnectionFailed, TransportQueryError
from gql.transport.websockets import WebsocketsTransport

from tests.continuity.retrying_client import RetryingClient, bearing

Transport = Literal["socket", "events", "resumed events", "pages"]
"""`resumed events`: server-sent events as an `EventSource` comes back to them, with `Last-Event-ID` alone."""

CONNECTIONS_MAX = 3_000
PAGE_STEPS_MAX = 25

STEP = """fragment StepFields on Step { version cursor time hash prevHash stateHash commandId turn patch
  line { type text seat facts rules { id } } }"""
FOLLOW = f"""subscription Follow($game: ID!, $after: Cursor, $as: ViewerInput) {{
  gameSteps(game: $game, after: $after, as: $as) {{ ...StepFields }} }} {STEP}"""
PAGES = f"""query Pages($game: ID!, $after: Cursor, $first: Int!, $as: ViewerInput) {{ game(id: $game) {{ phase
  steps(after: $after, first: $first, as: $as) {{ totalCount pageInfo {{ hasNextPage endCursor }}
    edges {{ cursor node {{ ...StepFields }} }} }} }} }} {STEP}"""
VIEW = """query View($game: ID!, $at: Int, $as: ViewerInput) { game(id: $game) {
  phase version viewJson(at: $at, as: $as) step(version: $at, as: $as) { cursor } } }"""

Json = dict[str, Any]


class StreamEnded(Exception):
    """A stream of events ended without `complete`."""


LOST = (TransportConnectionFailed, TransportClosed, httpx.TransportError, OSError, TimeoutError, StreamEnded)
"""A connection that could not be made, or went."""


@dataclass(frozen=True)
class Viewpoint:
    """Who watches, and as which viewer if not as themselves. `token` None: an anonymous spectator."""

    name: str
    token: str | None = field(default=None, repr=False)
    through: Json | None = None


@dataclass
class Connection:
    """What one connection, or one page, brought: versions in the order of their coming."""

    transport: Transport
    requested_after: int
    received: list[int] = field(default_factory=list)
    ended: str = ""


@dataclass
class Watcher:
    """One client. `choose` names the transport of its next connection; `until`: a step at which it has seen enough."""

    name: str
    viewpoint: Viewpoint
    client: RetryingClient
    choose: Callable[[], Transport]
    dice: random.Random
    until: int | None = None
    cursor: str | None = None
    """As the service gave it, never made by the client."""
    begins_after: int = 0
    """The step it joined at, whose view is its first document."""
    document: Any = None
    steps: list[Json] = field(default_factory=list)
    arrived: list[float] = field(default_factory=list)
    """When each step came, in seconds since 1970."""
    repeated: list[int] = field(default_factory=list)
    connections: list[Connection] = field(default_factory=list)
    done: bool = False

    @property
    def version(self) -> int:
        """The last step it has."""
        return self.steps[-1]["version"] if self.steps else self.begins_after

    @property
    def lost(self) -> Counter[str]:
        """How its connections ended, but for the last one."""
        return Counter(each.ended for each in self.connections if each.ended)

    def __str__(self) -> str:
        state = "done" if self.done else "waiting"
        return (
            f"{self.name}: {state} at step {self.version}, {len(self.connections)} connections, lost {dict(self.lost)}"
        )

    async def join(self, game: str, at: int) -> None:
        """Begin in the middle: the view after a step, and its cursor."""
        data = await self.client.ask(
            VIEW, token=self.viewpoint.token, game=game, at=at, **{"as": self.viewpoint.through}
        )
        self.document = data["game"]["viewJson"]
        self.cursor, self.begins_after = data["game"]["step"]["cursor"], at

    async def watch(self, url: str, game: str) -> None:
        """To the last step of the game."""
        for _ in range(CONNECTIONS_MAX):
            connection = Connection(self.choose(), self.version)
            self.connections.append(connection)
            try:
                async with aclosing(self._connected(connection.transport, url, game)) as coming:
                    async for step in coming:
                        self._take(step, connection)
                        if self.version == self.until:
                            self.done = True
                            return
                if connection.transport != "pages":
                    self.done = True
                if self.done:
                    return
            except LOST as error:
                connection.ended = type(error).__name__
                await asyncio.sleep(self.dice.uniform(0.02, 0.2))
        raise AssertionError(f"{self} gives up")

    def _take(self, step: Json, connection: Connection) -> None:
        version = step["version"]
        connection.received.append(version)
        assert version > connection.requested_after, (
            f"{self}: asked for steps after {connection.requested_after} and was sent {version}"
        )
        if version <= self.version:
            self.repeated.append(version)
            return
        assert version == self.version + 1, f"{self}: step {version} came after {self.version}"
        self.steps.append(step)
        self.arrived.append(time.time())
        self.cursor = step["cursor"]

    # ---------------------------------------------------------------- transports

    def _connected(self, transport: Transport, url: str, game: str) -> AsyncGenerator[Json, None]:
        wanted = {"game": game, "after": self.cursor, "as": self.viewpoint.through}
        match transport:
            case "socket":
                return over_socket(url, self.viewpoint, wanted)
            case "events":
                return over_events(url, self.viewpoint, wanted)
            case "resumed events":
                return over_events(url, self.viewpoint, {**wanted, "after": None}, last_event_id=self.cursor)
            case "pages":
                return self._one_page(wanted)

    async def _one_page(self, wanted: Json) -> AsyncGenerator[Json, None]:
        """Of any length. The last one of a game that is over is the end; where there is no more yet, a rest follows."""
        first = self.dice.randint(1, PAGE_STEPS_MAX)
        data = await self.client.ask(PAGES, token=self.viewpoint.token, **wanted, first=first)
        page = data["game"]["steps"]
        assert len(page["edges"]) <= first
        for edge in page["edges"]:
            assert edge["cursor"] == edge["node"]["cursor"]
            yield edge["node"]
        if not page["pageInfo"]["hasNextPage"]:
            self.done = data["game"]["phase"] == "OVER"
            await asyncio.sleep(0 if self.done else self.dice.uniform(0.1, 0.4))


async def over_socket(url: str, viewpoint: Viewpoint, wanted: Json) -> AsyncGenerator[Json, None]:
    """graphql-transport-ws by `gql`. Ends when the service says `complete`; raises one of LOST when the line goes."""
    request = gql(FOLLOW)
    request.variable_values = wanted
    transport = WebsocketsTransport(
        url=url.replace("http", "ws", 1) + "/graphql",
        init_payload=bearing(viewpoint.token),
        connect_args={"proxy": None},
        connect_timeout=10,
        ack_timeout=10,
        close_timeout=1,
    )
    try:
        async with Client(transport=transport) as session, aclosing(session.subscribe(request)) as messages:
            async for data in messages:
                yield data["gameSteps"]
    except TransportQueryError as error:
        raise AssertionError(f"{viewpoint.name} was refused over a websocket: {error.errors}") from error


async def over_events(
    url: str, viewpoint: Viewpoint, wanted: Json, *, last_event_id: str | None = None
) -> AsyncGenerator[Json, None]:
    """Server-sent events by `httpx`, put together as the HTML standard says: an event counts when its empty line has
    come."""
    headers = {**bearing(viewpoint.token), "accept": "text/event-stream"}
    if last_event_id is not None:
        headers["last-event-id"] = last_event_id
    sent = {"query": FOLLOW, "variables": wanted}
    async with (
        httpx.AsyncClient(timeout=httpx.Timeout(10, read=40), trust_env=False, verify=False) as http,
        http.stream("POST", f"{url}/graphql", headers=headers, json=sent) as answer,
    ):
        assert answer.status_code == httpx.codes.OK, await answer.aread()
        event: dict[str, str] = {}
        async for line in answer.aiter_lines():
            if line:
                name, _, value = line.partition(":")
                event[name] = value.removeprefix(" ")
                continue
            if event.get("event") == "complete":
                return
            if "data" in event:
                data = json.loads(event["data"])
                assert "errors" not in data, f"{viewpoint.name} was refused over server-sent events: {data['errors']}"
                step = data["data"]["gameSteps"]
                assert event["id"] == step["cursor"], "an event's id is the step's cursor"
                yield step
            event = {}
    raise StreamEnded


async def read_afresh(client: RetryingClient, viewpoint: Viewpoint, game: str) -> tuple[list[Json], Json]:
    """Every step through these eyes page by page, and the last view, over a connection that nobody cuts."""
    steps: list[Json] = []
    after: str | None = None
    for _ in range(2_000):
        data = await client.ask(
            PAGES, token=viewpoint.token, **{"game": game, "after": after, "first": 100, "as": viewpoint.through}
        )
        page = data["game"]["steps"]
        steps += [edge["node"] for edge in page["edges"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            assert len(steps) == page["totalCount"]
            view = await client.ask(VIEW, token=viewpoint.token, **{"game": game, "as": viewpoint.through})
            return steps, view["game"]["viewJson"]
    raise AssertionError("the pages do not end")
