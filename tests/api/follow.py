"""Followers of a game as others would write them: `gql` over websockets, `httpx` over server-sent events."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from gql import Client, gql
from gql.transport.exceptions import TransportQueryError
from gql.transport.websockets import WebsocketsTransport

from tests.api.conftest import Served


async def follow_socket(
    served: Served, document: str, *, by: str | None = None, **variables: Any
) -> AsyncIterator[dict[str, Any]]:
    """Every step; an AssertionError with the errors when the service says no."""
    greeting = dict(served.headers(by))
    request = gql(document)
    request.variable_values = variables
    async with Client(transport=WebsocketsTransport(served.socket_url, init_payload=greeting)) as session:
        try:
            async for response in session.subscribe(request):
                yield _only(response)
        except TransportQueryError as error:
            raise AssertionError(json.dumps(error.errors)) from error


async def follow_events(
    served: Served,
    http: httpx.AsyncClient,
    document: str,
    *,
    by: str | None = None,
    last_event_id: str | None = None,
    get: bool = False,
    **variables: Any,
) -> AsyncIterator[dict[str, Any]]:
    """The same over server-sent events."""
    headers = {**served.headers(by), "accept": "text/event-stream"}
    if last_event_id is not None:
        headers["last-event-id"] = last_event_id
    sent: dict[str, Any] = {"json": {"query": document, "variables": variables}}
    if get:
        sent = {"params": {"query": document, "variables": json.dumps(variables)}}
    async with http.stream("GET" if get else "POST", f"{served.url}/graphql", headers=headers, **sent) as answer:
        assert answer.status_code == 200, await answer.aread()
        event = ""
        async for line in answer.aiter_lines():
            name, _, value = line.partition(":")
            if name == "event":
                event = value.strip()
            elif name == "data" and event == "complete":
                return
            elif name == "data":
                response = json.loads(value)
                assert "errors" not in response, json.dumps(response["errors"])
                yield _only(response["data"])
    raise AssertionError("the stream ended without `complete`")


def _only(data: dict[str, Any]) -> dict[str, Any]:
    """What the one field of a subscription sent."""
    (entry,) = data.values()
    return entry  # type: ignore[no-any-return]


async def versions(follower: AsyncIterator[dict[str, Any]], most: int = 10_000) -> list[int]:
    """The steps that a follower gets, at most `most`."""
    matches: list[int] = []
    async with contextlib.aclosing(follower):  # type: ignore[type-var]
        async for step in follower:
            matches.append(step["version"])
            if len(matches) == most:
                break
    return matches
