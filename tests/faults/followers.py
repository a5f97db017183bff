"""Clients of the feeds over many games, which hold a cursor and nothing else, and resume by it whatever breaks."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Final

import httpx
from gql import Client, gql
from gql.transport.exceptions import TransportQueryError
from gql.transport.websockets import WebsocketsTransport

from tests.continuity.retrying_client import bearing
from tests.continuity.watchers import LOST, StreamEnded
from tests.faults.client import RETRYABLE

MY_GAMES: Final = """subscription MyGames($after: Cursor) { myGames(after: $after) {
  cursor isCaughtUp news game { id version phase toAct mySeat } } }"""
CHANGED: Final = """subscription Changed($after: Cursor, $phase: Phase) { gamesChanged(after: $after, phase: $phase) {
  cursor isCaughtUp isListed game { id version phase } } }"""
TRANSPORTS: Final = ("socket", "events", "resumed events")
HANG_UP_SHARE: Final = 0.05

Json = dict[str, Any]


class NotNow(Exception):
    """The service answered that it cannot begin a feed at this moment."""


@dataclass
class Follower:
    """One client of a feed. `entries`: those with a game, in the order of their coming; `ended`: how its connections
    did."""

    name: str
    url: str
    document: str
    dice: random.Random
    token: str | None = field(default=None, repr=False)
    chosen: Json = field(default_factory=dict)
    cursor: str | None = None
    entries: list[Json] = field(default_factory=list)
    ended: Counter[str] = field(default_factory=Counter)
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def follow(self) -> None:
        """Until it is cancelled. Sometimes it hangs up by itself, after any entry."""
        while True:
            await self._connect(look_in=False)
            await asyncio.sleep(self.dice.uniform(0.02, 0.3))

    async def look_in(self) -> None:
        """Take what is there, up to the entry that says so."""
        while not await self._connect(look_in=True):  # noqa: ASYNC110  another process
            await asyncio.sleep(0.1)

    async def _connect(self, *, look_in: bool) -> bool:
        """One connection. Returns whether it ended as this client wished."""
        try:
            async with aclosing(self._entries()) as coming:
                async for entry in coming:
                    self.cursor = entry["cursor"]
                    if entry["isCaughtUp"]:
                        self.begun.set()
                        if look_in:
                            return True
                        continue
                    self.entries.append(entry)
                    if not look_in and self.dice.random() < HANG_UP_SHARE:
                        self.ended["hung up"] += 1
                        return True
        except (*LOST, NotNow) as error:
            self.ended[type(error).__name__] += 1
        return False

    def _entries(self) -> AsyncGenerator[Json, None]:
        transport = self.dice.choice(TRANSPORTS)
        if transport == "socket":
            return self._over_socket()
        return self._over_events(by_header=transport == "resumed events")

    async def _over_socket(self) -> AsyncGenerator[Json, None]:
        transport = WebsocketsTransport(
            url=self.url.replace("http", "ws", 1) + "/graphql",
            init_payload=bearing(self.token), connect_args={"proxy": None},
            connect_timeout=10, ack_timeout=10, close_timeout=1,
        )  # fmt: skip
        request = gql(self.document)
        request.variable_values = {**self.chosen, "after": self.cursor}
        try:
            async with Client(transport=transport) as session, aclosing(session.subscribe(request)) as messages:
                async for data in messages:
                    yield only(data)
        except TransportQueryError as error:
            check_may_retry({"errors": error.errors})
            raise NotNow from error
        raise StreamEnded

    async def _over_events(self, *, by_header: bool) -> AsyncGenerator[Json, None]:
        headers = {**bearing(self.token), "accept": "text/event-stream"}
        if by_header and self.cursor is not None:
            headers["last-event-id"] = self.cursor
        sent = {**self.chosen, "after": None if by_header else self.cursor}
        body = {"query": self.document, "variables": sent}
        async with (
            httpx.AsyncClient(timeout=httpx.Timeout(10, read=40), trust_env=False, verify=False) as http,
            http.stream("POST", f"{self.url}/graphql", headers=headers, json=body) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                check_may_retry(json.loads(await answer.aread()))
                raise NotNow
            async with aclosing(events(answer)) as coming:
                async for event in coming:
                    data = json.loads(event["data"])
                    if "errors" in data:
                        check_may_retry(data)
                        raise NotNow
                    entry = only(data["data"])
                    assert event["id"] == entry["cursor"], "an event's id is the entry's cursor"
                    yield entry
        raise StreamEnded


async def events(answer: httpx.Response) -> AsyncGenerator[dict[str, str], None]:
    """The events of a stream that have data. An event counts when its empty line has come."""
    event: dict[str, str] = {}
    async for line in answer.aiter_lines():
        if line:
            name, _, value = line.partition(":")
            event[name] = value.removeprefix(" ")
            continue
        if event.get("data") and event.get("event") != "complete":
            yield event
        event = {}


def only(data: Json) -> Json:
    """What the one field of a subscription sent."""
    (entry,) = data.values()
    return dict(entry)


def check_may_retry(body: Json) -> None:
    """Fails unless a problem is of those after which a client comes back."""
    problems = body.get("errors") or [{"extensions": body}]
    codes = {error["extensions"]["code"] for error in problems}
    assert codes <= RETRYABLE, body
