"""Websockets pass the same bounds, and have some of their own: of frames, of messages, of handshakes."""

import contextlib
import json
import struct
import time
from collections.abc import Iterator

import pytest

from api.limits import ApiLimits
from api.websocket import TOO_MANY_MESSAGES
from infra.wire.limits import WireLimits
from tests.infra.wire.conftest import Api, Raw, Watch

LIMITS = WireLimits()
MESSAGES_AT_ONCE = int(ApiLimits().messages_burst)
HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n"
)
CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA


def frame(kind: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    first = (0x80 if last else 0) | kind
    if len(data) < 126:
        return bytes((first, 0x80 | len(data))) + bytes(4) + data
    if len(data) < 65_536:
        return bytes((first, 0x80 | 126)) + struct.pack("!H", len(data)) + bytes(4) + data
    return bytes((first, 0x80 | 127)) + struct.pack("!Q", len(data)) + bytes(4) + data


def closed_with(raw: Raw) -> int | None:
    """The code that the server closes the websocket with; None if it ends without one."""
    received = b""
    with contextlib.suppress(ConnectionError):
        while data := raw.socket.recv(65_536):
            received += data
            while len(received) >= 4:
                size, start = received[1] & 0x7F, 2
                if size == 126:
                    size, start = struct.unpack("!H", received[2:4])[0], 4
                if len(received) < start + size:
                    break
                if received[0] & 0xF == CLOSE:
                    return struct.unpack("!H", received[start : start + 2])[0]
                received = received[start + size :]
    return None


def read_until(raw: Raw, wanted: bytes) -> bytes:
    """What the server sends, up to `wanted`. Fails when the connection ends before."""
    received = b""
    while wanted not in received:
        data = raw.socket.recv(65_536)
        assert data, f"the connection ended before {wanted!r}"
        received += data
    return received


@pytest.fixture
def raw(api: Api) -> Iterator[Raw]:
    """An open websocket that has said who it is."""
    with contextlib.closing(api.connect()) as connection:
        connection.send(HANDSHAKE + b"\r\n")
        assert connection.answer().status == 101
        connection.send(frame(TEXT, b'{"type": "connection_init"}'))
        assert b"connection_ack" in connection.socket.recv(1_000)
        yield connection


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (HANDSHAKE + b"cookie: " + b"x" * 9_000 + b"\r\n\r\n", 431),
        (HANDSHAKE + b"cookie: " + b"x" * 40_000, 431),
        (HANDSHAKE + b"a: b\r\n" * 200 + b"\r\n", 431),
        (HANDSHAKE.replace(b"/graphql", b"/graphql?" + b"x" * 9_000) + b"\r\n", 414),
        (HANDSHAKE + b"content-length: 5\r\n\r\nhello", 400),
        (HANDSHAKE + b"transfer-encoding: chunked\r\n\r\n", 400),
        (HANDSHAKE.replace(b"GET", b"POST") + b"\r\n", 400),
        (HANDSHAKE.replace(b"HTTP/1.1", b"HTTP/1.0") + b"\r\n", 400),
        (HANDSHAKE.replace(b"host: a\r\n", b"") + b"\r\n", 400),
        (HANDSHAKE.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short") + b"\r\n", 400),
        (HANDSHAKE.replace(b"version: 13", b"version: 7") + b"\r\n", 400),
        (HANDSHAKE.replace(b"/graphql", "/graphqlé".encode()) + b"\r\n", 400),
        (HANDSHAKE.replace(b"/graphql", b"/nowhere") + b"\r\n", 404),
    ],
)
def test_a_handshake_is_a_request_like_others(api: Api, request_bytes: bytes, status: int) -> None:
    with contextlib.closing(api.connect()) as raw:
        raw.send(request_bytes)
        assert raw.answer().status in (status, 403 if status == 404 else status)
        assert raw.ended()
    assert "Traceback" not in api.log.read_text()


@pytest.mark.campaign
def test_a_handshake_that_drips_is_closed(hasty_api: Api) -> None:
    with contextlib.closing(hasty_api.connect()) as raw:
        raw.send(HANDSHAKE)
        assert raw.answer().code == "REQUEST_TOO_SLOW"


def test_a_message_is_read_no_further_than_its_limit(api: Api, raw: Raw) -> None:
    before = api.memory_mb()
    start = frame(TEXT, b"x" * 70_000_000)[:14]
    raw.send(start)
    assert sum(1 for _ in range(70) if raw.send(b"x" * 1_000_000)) < 60
    assert api.memory_mb() < before * 1.2 + 8


def test_a_message_that_is_too_large_closes_with_a_code(api: Api, raw: Raw) -> None:
    raw.send(frame(TEXT, b" " * (LIMITS.message_bytes_max + 1)))
    assert closed_with(raw) == 1009


def test_pieces_are_counted(api: Api, raw: Raw) -> None:
    processor, before = api.processor_seconds(), api.memory_mb()
    with Watch(api) as watch:
        raw.send(frame(TEXT, b" ", last=False) + frame(CONTINUATION, b"", last=False) * 1_000_000)
        assert closed_with(raw) in (1008, None)
    assert set(watch.answers) == {200}
    assert api.processor_seconds() - processor < 1
    assert api.memory_mb() < before * 1.2 + 8


@pytest.mark.parametrize("kind", [PING, PONG], ids=["pings", "pongs"])
def test_pings_are_counted(api: Api, raw: Raw, kind: int) -> None:
    processor = api.processor_seconds()
    with Watch(api) as watch:
        taken = sum(1 for _ in range(50) if raw.send(frame(kind, b"12345678") * 10_000))
        raw.ended()
    assert taken < 50
    assert set(watch.answers) == {200}
    assert api.processor_seconds() - processor < 1


def test_a_ping_now_and_then_is_answered(api: Api, raw: Raw) -> None:
    for number in range(60):
        raw.send(frame(PING, b"%d" % number))
    assert b"59" in read_until(raw, b"59")


def test_many_messages_in_one_piece_are_all_read(api: Api, raw: Raw) -> None:
    """They wait as bytes, and none is lost."""
    subscribe = b'{"id": "1", "type": "subscribe", "payload": {"query": "{ me { id } }"}}'
    raw.send(frame(TEXT, b'{"type": "pong"}') * (MESSAGES_AT_ONCE - 10) + frame(TEXT, subscribe))
    assert b'{"data":{"me":null}' in read_until(raw, b'"complete"')


def test_a_flood_of_messages_is_closed_and_holds_up_nobody(api: Api, raw: Raw) -> None:
    before = api.memory_mb()
    with Watch(api) as watch, contextlib.suppress(OSError):
        for _ in range(10):
            raw.send(frame(TEXT, b'{"type": "pong"}') * 10_000)
        assert closed_with(raw) in (TOO_MANY_MESSAGES, None), "None: the reset was faster than the code"
    assert set(watch.answers) == {200}
    assert api.memory_mb() < before * 1.2 + 8


def test_a_message_in_pieces_is_one_message(raw: Raw) -> None:
    text = json.dumps({"id": "1", "type": "subscribe", "payload": {"query": "{ me { id } }" + " " * 20_000}}).encode()
    pieces = [text[at : at + 1_000] for at in range(0, len(text), 1_000)]
    for number, piece in enumerate(pieces):
        raw.send(frame(CONTINUATION if number else TEXT, piece, last=number == len(pieces) - 1))
    received = read_until(raw, b'"complete"')
    assert b'{"data":{"me":null}' in received


@pytest.mark.parametrize("data", [b"\xff" * 50, frame(TEXT, b"\xff\xfe"), frame(0x3, b"x"), b"\xf1\x80" + bytes(4)])
def test_what_is_not_a_frame_closes_quietly(api: Api, data: bytes) -> None:
    for _ in range(40):
        with contextlib.closing(api.connect()) as raw:
            raw.send(HANDSHAKE + b"\r\n")
            raw.answer()
            raw.send(data)
            assert raw.ended()
    assert len(api.log.read_text().splitlines()) < 500, "its errors are logged at a bounded rate"


def test_an_unread_websocket_is_closed(hasty_api: Api) -> None:
    files = hasty_api.files()
    with contextlib.closing(hasty_api.connect()) as raw:
        raw.send(HANDSHAKE + b"\r\n")
        raw.answer()
        raw.send(frame(TEXT, b'{"type": "connection_init"}'))
        query = {"query": "{ rulesets { id title components rules(first: 100) { edges { node { id text } } } } }"}
        for number in range(30):
            raw.send(frame(TEXT, json.dumps({"id": str(number), "type": "subscribe", "payload": query}).encode()))
        until = time.monotonic() + 20
        while hasty_api.files() > files and time.monotonic() < until:
            time.sleep(0.2)
        assert hasty_api.files() <= files
