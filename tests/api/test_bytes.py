"""Answers in gzip: for those who take it, when it is worth it, and never with a token in it."""

import asyncio
import gzip
import json
import random
import zlib
from typing import Any

import httpx
import pytest

from api.delivery.caching import nature_of
from api.delivery.encodings import INLINE_BYTES, SMALL_BYTES, accepts_gzip, packed
from api.delivery.event_stream import WINDOW_BYTES_MAX, GzipStream, PackedPieces
from api.execution.execute import Executor
from api.graphql.schema import SCHEMA
from api.limits import ApiLimits
from tests.api.conftest import Served
from tests.api.game_client import ABANDON, FOLLOW, GameClient
from tests.dice import new_id

RULES = '{ rules(ruleset: "game", first: 20) { edges { node { id title text } } } }'


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        (None, False),
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("*;q=0", False),
        ("gzip;q=0.2, identity;q=0.5", False),
        ("gzip;q=much", False),
        ("gzip;q=7", False),
        ("*, gzip;q=0", False),
        ("gzip", True),
        ("GZIP ; Q=0.5", True),
        ("br;q=1.0, gzip;q=0.8, *;q=0.1", True),
        ("*", True),
        ("x-gzip", True),
        ("gzip, identity", True),
    ],
)
def test_the_wish_of_a_client_is_respected(header: str | None, takes: bool) -> None:
    assert accepts_gzip(header) is takes


async def _posted(served: Served, http: httpx.AsyncClient, query: str, accept_encoding: str) -> httpx.Response:
    headers = {"accept-encoding": accept_encoding}
    return await http.post(f"{served.url}/graphql", json={"query": query}, headers=headers)


async def test_a_large_answer_is_compressed_and_a_small_one_is_not(served: Served, http: httpx.AsyncClient) -> None:
    plain = await _posted(served, http, RULES, "identity")
    small = await _posted(served, http, "{ me { id } }", "gzip")
    large = await _posted(served, http, RULES, "gzip")
    for answer in (plain, small, large):
        assert answer.headers["vary"] == "Accept, Accept-Encoding, Authorization"
        assert answer.headers["cache-control"] == "no-store"
    assert "content-encoding" not in plain.headers and "content-encoding" not in small.headers
    assert large.headers["content-encoding"] == "gzip"
    assert large.json()["data"] == plain.json()["data"]
    assert SMALL_BYTES < large.num_bytes_downloaded < plain.num_bytes_downloaded / 2


async def test_the_loop_goes_on_while_a_large_answer_is_compressed() -> None:
    body, ticks = random.Random(1).randbytes(INLINE_BYTES * 16), 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0)
            ticks += 1

    ticking = asyncio.create_task(tick())
    compressed = await packed(body)
    ticking.cancel()
    assert gzip.decompress(compressed) == body and ticks > 1


async def test_an_answer_with_a_token_is_never_compressed(served: Served, http: httpx.AsyncClient) -> None:
    fields = " ".join(f"f{number}: me {{ id name }}" for number in range(40))
    query = f'mutation {{ register(name: "Ann") {{ token {fields} }} }}'
    answer = await _posted(served, http, query, "gzip")
    assert len(answer.content) > SMALL_BYTES and answer.json()["data"]["register"]["token"]
    assert "content-encoding" not in answer.headers and answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ('mutation { register(name: "a") { me { id } } }', True),
        ('mutation { a: register(name: "a") { token } beginGame(game: "g", commandId: "c") { __typename } }', True),
        ('mutation { ...M } fragment M on Mutation { register(name: "a") { token } }', True),
        ('mutation { beginGame(game: "g", commandId: "c") { __typename } }', False),
        ("{ me { id } }", False),
    ],
)
def test_answers_that_may_hold_a_token_are_known_by_their_type(text: str, secret: bool) -> None:
    executor = Executor(SCHEMA._schema, ApiLimits())
    assert nature_of(executor.schema, executor.check(text), None).holds_secret is secret


# ---------------------------------------------------------------- streams


async def _events(served: Served, http: httpx.AsyncClient, game: str, coding: str) -> tuple[bytes, list[bytes]]:
    """The events of a finished game, and the pieces in which they came."""
    headers = {"accept": "text/event-stream", "accept-encoding": coding}
    body = {"query": FOLLOW, "variables": {"game": game, "after": "0"}}
    async with http.stream("POST", f"{served.url}/graphql", json=body, headers=headers) as response:
        assert response.headers.get("content-encoding") == (None if coding == "identity" else coding)
        pieces = [piece async for piece in response.aiter_raw()]
    whole = b"".join(pieces)
    return (whole if coding == "identity" else zlib.decompress(whole, 16 + zlib.MAX_WBITS)), pieces


def _data(events: bytes) -> list[dict[str, Any]]:
    return [json.loads(each.partition(b"data: ")[2])["data"] for each in events.split(b"\n\n")[:-2]]


async def test_events_arrive_one_by_one_in_gzip(game: GameClient, http: httpx.AsyncClient) -> None:
    await game.served.principal("Ada", "arbiter")
    await game.ask(ABANDON, by="Ada", game=game.game, id=new_id())
    plain, _ = await _events(game.served, http, game.game, "identity")
    packed_events, pieces = await _events(game.served, http, game.game, "gzip")
    assert _data(packed_events) == _data(plain)
    inflate, read = zlib.decompressobj(16 + zlib.MAX_WBITS), b""
    for piece in pieces:
        read += inflate.decompress(piece)
        assert read.endswith(b"\n\n"), "what has arrived can be read at once"
    assert inflate.eof, "the stream has its end and its sum"
    assert sum(map(len, pieces)) < len(plain) / 2


def test_watchers_share_what_is_compressed() -> None:
    pieces = [b'{"version":%d,"text":"Ann moved to %d"}' % (number, number % 7) for number in range(200)]
    cache = PackedPieces()
    first, second, late = (GzipStream(cache) for _ in range(3))
    one = [first.pack(bytes(each)) for each in pieces]
    two = [second.pack(bytes(each)) for each in pieces]
    assert all(theirs is ours for theirs, ours in zip(two[1:], one[1:], strict=True))
    for each in pieces[50:60]:
        late.pack(bytes(each))
    assert late.pack(bytes(pieces[60])) is one[60], "who comes later joins after a few pieces"
    whole = b"".join(one) + first.end()
    assert gzip.decompress(whole) == b"".join(pieces) and len(whole) < len(b"".join(pieces)) * 0.7
    assert gzip.decompress(GzipStream(cache).end()) == b""


def test_the_cache_of_pieces_is_bounded() -> None:
    cache = PackedPieces(bytes_max=50_000)
    stream = GzipStream(cache)
    out = b"".join(stream.pack(bytes([number % 256]) * (number * 37 % 20_000)) for number in range(300))
    assert cache._bytes <= 50_000
    assert sum(map(len, stream._window)) <= WINDOW_BYTES_MAX
    assert len(gzip.decompress(out + stream.end())) == sum(number * 37 % 20_000 for number in range(300))
