"""The wire: headers without end, malformed bytes, frames and events, slow clients."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from typing import Final

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from infra.wire.limits import WireLimits
from tests.attacks.conftest import share, together
from tests.attacks.judge import Judge, Verdict
from tests.attacks.target import FORGED, Target
from tests.attacks.wire import Reply, client, connection, fresh_address, sent_raw

pytestmark = [pytest.mark.campaign, pytest.mark.xdist_group("attacks")]

MEGABYTE: Final = 2**20
POURED_BYTES: Final = 60 * MEGABYTE
TAKEN_BYTES_MAX: Final = WireLimits().linger_bytes_max + 16 * MEGABYTE
"""What the service discards after a refusal, so that the client can read it, and what the system's own buffers take."""
TYPED: Final = (400, 401, 404, 405, 406, 408, 413, 414, 415, 426, 429, 431, 501, 505)


def _headed(name: bytes, value: bytes) -> bytes:
    return b"POST /graphql HTTP/1.1\r\nhost: x\r\n" + name + b": " + value


async def _pour(target: Target, first: bytes, unit: bytes, most: int) -> tuple[int, Reply]:
    """Sends `unit` up to `most` bytes until the service has had enough; how much it took, and its answer."""
    async with connection(target) as (reader, writer):
        poured, received = 0, b""
        answer = asyncio.create_task(reader.read(65_536))
        with contextlib.suppress(ConnectionError, TimeoutError):
            writer.write(first)
            while poured < most and not answer.done():
                writer.write(unit)
                poured += len(unit)
                async with asyncio.timeout(10):
                    await writer.drain()
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(2):
                received = await answer
        answer.cancel()
        status = int(received.split(b" ", 2)[1]) if received.startswith(b"HTTP/1.") else 0
        return poured, Reply(status, received)


@pytest.mark.parametrize("kind", ["one header", "many headers", "the address", "the method", "chunks' extensions"])
def test_a_head_without_end_is_cut(judge: Judge, kind: str) -> None:
    first, unit = {
        "one header": (_headed(b"x-long", b""), b"a" * 65_536),
        "many headers": (_headed(b"x", b"1\r\n"), b"x-more: 1\r\n" * 5_000),
        "the address": (b"GET /", b"a" * 65_536),
        "the method": (b"", b"A" * 65_536),
        "chunks' extensions": (
            _headed(b"transfer-encoding", b"chunked\r\ncontent-type: application/json\r\n\r\n"),
            b"1;" + b"e" * 65_536,
        ),
    }[kind]
    with judge.attack(f"{kind} without end") as verdict:
        poured, reply = together(_pour(judge.target, first, unit, POURED_BYTES))
        verdict.figures = {"taken": poured, "status": reply.status}
        verdict.expect(poured <= TAKEN_BYTES_MAX, f"{poured / 1e6:.0f} MB of a head were taken")
        verdict.expect(reply.status in (0, *TYPED), f"status {reply.status}")
        verdict.expect(b"Traceback" not in reply.body, "a traceback")


def _mangled(dice: random.Random) -> bytes:
    body = json.dumps({"query": "{ __typename }"}).encode()
    good = (
        b"POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
    ) + body
    data = bytearray(good)
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(data))
        match dice.randrange(4):
            case 0:
                data[at] = dice.randrange(256)
            case 1:
                data[at:at] = dice.randbytes(dice.choice((1, 3, 200)))
            case 2:
                del data[at : at + dice.randint(1, 20)]
            case _:
                data[at:at] = dice.choice(
                    (b"\r\n", b"\n", b"\x00", b"\x1b[31m\r\n" + FORGED.encode(), b"Content-Length: 9\r\n")
                )
    return bytes(data)


def _judged(verdict: Verdict, reply: Reply, data: bytes) -> None:
    verdict.expect(reply.status in (0, 200, *TYPED), f"status {reply.status} for {data[:80]!r}")
    verdict.expect(b"Traceback" not in reply.body and b'File "' not in reply.body, f"a traceback for {data[:80]!r}")


def test_malformed_http_breaks_nothing(judge: Judge, dice: random.Random) -> None:
    with judge.attack("malformed HTTP") as verdict:

        async def attack() -> int:
            begun, sent = time.monotonic(), 0
            while time.monotonic() - begun < share(0.08):
                batch = [_mangled(dice) for _ in range(8)]
                replies = await asyncio.gather(*(sent_raw(judge.target, data, seconds=0.4) for data in batch))
                for data, reply in zip(batch, replies, strict=True):
                    _judged(verdict, reply, data)
                sent += len(batch)
            return sent

        verdict.figures = {"requests": together(attack())}


@pytest.mark.parametrize("header", ["last-event-id", "accept", "authorization", "content-type", "x-forwarded-for"])
def test_malformed_headers_of_a_stream_break_nothing(
    judge: Judge, long_game: str, dice: random.Random, header: str
) -> None:
    body = json.dumps(
        {"query": f'subscription {{ gameSteps(game: "{long_game}", after: "1") {{ version }} }}'}
    ).encode()
    values = [dice.randbytes(dice.randint(1, 60)).replace(b"\r", b"").replace(b"\n", b"") for _ in range(12)]
    values += [b"9" * 400, b"-1", b"1e9", "\u0661".encode(), b"\x1b[31m" + FORGED.encode(), b"x" * 7_000]
    with judge.attack(f"malformed {header}") as verdict:

        async def attack() -> None:
            for value in values:
                head = b"POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\naccept: text/event-stream\r\n"
                data = head + header.encode() + b": " + value + b"\r\ncontent-length: %d\r\n\r\n" % len(body) + body
                _judged(verdict, await sent_raw(judge.target, data, seconds=1), data)

        together(attack())


@contextlib.asynccontextmanager
async def _socket(target: Target, *, greet: bool = True) -> AsyncIterator[ClientConnection]:
    url = target.url.replace("http", "ws") + "/graphql"
    protocols = [Subprotocol("graphql-transport-ws")]
    async with connect(
        url,
        subprotocols=protocols,
        proxy=None,
        compression=None,
        max_size=None,
        local_addr=(fresh_address(), 0),
        close_timeout=1,
    ) as socket:
        if greet:
            await socket.send('{"type": "connection_init"}')
            await socket.recv()
        yield socket


async def _closed(socket: ClientConnection, seconds: float) -> int:
    """The code with which the service closes, 0 if it does not."""
    with contextlib.suppress(TimeoutError, ConnectionClosed):
        async with asyncio.timeout(seconds):
            while True:
                await socket.recv()
    return socket.close_code or 0


def test_malformed_messages_of_a_websocket_close_it(judge: Judge, dice: random.Random) -> None:
    texts = ["", "{", "[]", "null", '{"type": 1}', '{"type": "subscribe"}', '{"type": "subscribe", "id": 1, "payload": []}',
             '{"type": "next", "id": "a"}', "\x00", "[" * 60_000, '{"type": "' + "x" * 60_000 + '"}']  # fmt: skip
    texts += ["".join(dice.choices('{}[]":,\x00é\u202e\U0001f525a1', k=dice.randrange(400))) for _ in range(20)]
    with judge.attack("malformed messages") as verdict:

        async def attack() -> None:
            for text in texts:
                async with _socket(judge.target) as socket:
                    await socket.send(text)
                    code = await _closed(socket, 3)
                    verdict.expect(
                        code in (1002, 1003, 1007, 1009, *range(4400, 4500)), f"close {code} for {text[:40]!r}"
                    )

        together(attack())


def test_malformed_frames_of_a_websocket_break_nothing(judge: Judge, dice: random.Random) -> None:
    upgrade = (
        b"GET /graphql HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n"
    )
    with judge.attack("malformed frames") as verdict:

        async def attack() -> int:
            begun, sent = time.monotonic(), 0
            while time.monotonic() - begun < share(0.08):
                async with connection(judge.target) as (reader, writer):
                    writer.write(upgrade)
                    head = await reader.readuntil(b"\r\n\r\n")
                    verdict.expect(head.startswith(b"HTTP/1.1 101"), f"no upgrade: {head[:60]!r}")
                    writer.write(
                        dice.choice((b"", b"\x81", b"\x88", b"\x81\xff")) + dice.randbytes(dice.randint(1, 300))
                    )
                    with contextlib.suppress(TimeoutError, ConnectionError):
                        async with asyncio.timeout(0.2):
                            await reader.read(1_000)
                    sent += 1
            return sent

        verdict.figures = {"connections": together(attack())}


@pytest.mark.parametrize("text", ["\U0001f525" * 60_000, "a" * 300_000], ids=["emoji", "letters"])
def test_a_message_above_64_kilobytes_closes_the_websocket(judge: Judge, text: str) -> None:
    with judge.attack("a long message") as verdict:

        async def attack() -> None:
            async with _socket(judge.target) as socket:
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(json.dumps({"type": "ping", "payload": {"text": text}}, ensure_ascii=False))
                code = await _closed(socket, 3)
                verdict.figures = {"code": code}
                verdict.expect(code in (1009, 4413), f"closed with {code}")

        together(attack())


def test_a_reader_that_stops_is_given_up_and_costs_no_memory(judge: Judge, long_game: str) -> None:
    query = f'{{ game(id: "{long_game}") {{ steps(first: 60) {{ edges {{ node {{ viewJson }} }} }} }} }}'
    body = json.dumps({"query": query}).encode()
    head = b"POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(
        body
    )
    with judge.attack("readers that stop") as verdict:

        async def attack() -> None:
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(20):
                    _, writer = await stack.enter_async_context(connection(judge.target))
                    writer.transport.pause_reading()  # type: ignore[attr-defined]
                    writer.write((head + body) * 5)
                await asyncio.sleep(4)
            async with client() as http:
                answer = await http.get(f"{judge.target.url}/health")
                verdict.answer(answer.status_code, answer.content, "/health")

        together(attack())


def test_a_refused_websocket_says_so(judge: Judge) -> None:
    with judge.attack("websockets to nowhere") as verdict:

        async def attack() -> None:
            for path in ("/", "/nothing", "/metrics", "/graphql/\x1b[31m".replace("\x1b", "%1b")):
                with contextlib.suppress(InvalidStatus, ConnectionClosed):
                    async with connect(judge.target.url.replace("http", "ws") + path, proxy=None, close_timeout=1):
                        verdict.expect(False, f"{path} accepts websockets")

        together(attack())
