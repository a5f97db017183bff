"""Requests that two readers could read differently, and other protocols: refused with a problem, or closed."""

import contextlib

import pytest

from tests.infra.wire.conftest import HEALTH, QUERY, Api, post

HEAD = b"GET /health HTTP/1.1\r\nhost: a\r\n"
POST = b"POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n"
SECOND = b"GET /nowhere HTTP/1.1\r\nhost: a\r\n\r\n"

MALFORMED = {
    "a length and chunks": POST + b"content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n" + SECOND,
    "chunks and a length": POST + b"transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n" + SECOND,
    "two lengths": POST + b"content-length: 5\r\ncontent-length: 6\r\n\r\nhello",
    "the same length twice": POST + b"content-length: 5\r\ncontent-length: 5\r\n\r\nhello",
    "a list of lengths": POST + b"content-length: 5, 5\r\n\r\nhello",
    "a length with a sign": POST + b"content-length: +5\r\n\r\nhello",
    "a length in hexadecimal": POST + b"content-length: 0x5\r\n\r\nhello",
    "a length that overflows": POST + b"content-length: 99999999999999999999999\r\n\r\nhello",
    "another transfer coding": POST + b"transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "the identity as a coding": POST + b"transfer-encoding: identity\r\n\r\nhello",
    "chunks twice": POST + b"transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "nearly chunks": POST + b"transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunks in HTTP/1.0": b"POST /graphql HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "line feeds alone": b"GET /health HTTP/1.1\nhost: a\n\n",
    "a line feed alone": HEAD + b"x: b\nx: c\r\n\r\n",
    "a line feed alone at the end": HEAD + b"\n",
    "a carriage return alone": HEAD + b"x: b\rx: c\r\n\r\n",
    "a folded header": HEAD + b"x: b\r\n c\r\n\r\n",
    "NUL in a value": HEAD + b"x: b\0c\r\n\r\n",
    "NUL in a name": HEAD + b"x\0: b\r\n\r\n",
    "a control character": HEAD + b"x: b\x01\r\n\r\n",
    "a space before the colon": HEAD + b"content-length : 5\r\n\r\nhello",
    "a space before the name": b"GET /health HTTP/1.1\r\n host: a\r\n\r\n",
    "no colon": HEAD + b"nothing\r\n\r\n",
    "no name": HEAD + b": b\r\n\r\n",
    "a chunk size with a space": POST + b"transfer-encoding: chunked\r\n\r\n3 \r\nabc\r\n0\r\n\r\n",
    "a chunk size that overflows": POST + b"transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc\r\n0\r\n\r\n",
    "a line feed alone in an extension": POST + b"transfer-encoding: chunked\r\n\r\n3;a\nb\r\nabc\r\n0\r\n\r\n",
    "a chunk that is longer than it says": POST + b"transfer-encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n",
    "no host": b"GET /health HTTP/1.1\r\n\r\n",
    "two hosts": HEAD + b"host: b\r\n\r\n",
    "a host that is not one": b"GET /health HTTP/1.1\r\nhost: a b/<script>\r\n\r\n",
    "HTTP/0.9": b"GET /health\r\n\r\n",
    "HTTP/0.9 by name": b"GET /health HTTP/0.9\r\n\r\n",
    "HTTP/1.2": b"GET /health HTTP/1.2\r\nhost: a\r\n\r\n",
    "HTTP/2.0": b"GET /health HTTP/2.0\r\nhost: a\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 500,
    "an address that is not ASCII": "GET /é HTTP/1.1\r\nhost: a\r\n\r\n".encode(),
    "nonsense": b"\xff" * 100 + b"\r\n\r\n",
}  # fmt: skip


@pytest.mark.parametrize("request_bytes", MALFORMED.values(), ids=MALFORMED)
def test_what_is_not_http_is_refused_once(api: Api, request_bytes: bytes) -> None:
    with contextlib.closing(api.connect()) as raw:
        raw.send(request_bytes)
        answer = raw.answer()
        assert (answer.status, answer.code) == (400, "BAD_REQUEST")
        assert raw.answer().status is None, "nothing after it is read as a request"


@pytest.mark.parametrize("method", [b"CONNECT", b"TRACE", b"PROPFIND", b"M-SEARCH"])
def test_methods_of_proxies_and_others_are_not_allowed(api: Api, method: bytes) -> None:
    target = b"example.org:443" if method == b"CONNECT" else b"/graphql"
    answer = api.send(method + b" " + target + b" HTTP/1.1\r\nhost: a\r\n\r\n")
    assert (answer.status, answer.code) == (405, "METHOD_NOT_ALLOWED")


def test_the_earlier_request_is_answered_before_the_connection_ends(api: Api) -> None:
    with contextlib.closing(api.connect()) as raw:
        raw.send(HEALTH + b"nonsense\r\n\r\n")
        assert raw.answer().status == 200
        assert raw.ended()


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /health HTTP/1.0\r\n\r\n",
        b"GET http://emberlog.example/health HTTP/1.1\r\nhost: emberlog.example\r\n\r\n",
        b"GET /health HTTP/1.1\r\nhost: [2001:db8::1]:8000\r\n\r\n",
        b"GET /health HTTP/1.1\r\nhost: \r\n\r\n",
        b"\r\n" + HEALTH,
        post(QUERY, b"x-name: \xc3\xa9"),
        POST + b"transfer-encoding: Chunked\r\n\r\n" + b"%x;note=1\r\n%b\r\n0\r\nx: y\r\n\r\n" % (len(QUERY), QUERY),
    ],
    ids=["HTTP/1.0", "the whole address", "an IPv6 host", "an empty host", "an empty line first", "UTF-8", "chunks"],
)
def test_what_is_unusual_and_allowed(api: Api, request_bytes: bytes) -> None:
    assert api.send(request_bytes).status == 200


def test_a_wish_for_another_protocol_is_ignored(api: Api) -> None:
    """As curl and Java send it with a first request. The body still belongs to the request."""
    wish = (b"connection: Upgrade, HTTP2-Settings", b"upgrade: h2c", b"http2-settings: AAMAAABkAARAAAAAAAIAAAAA")
    with contextlib.closing(api.connect()) as raw:
        for half in (len(QUERY), 5):
            request = post(QUERY, *wish)
            raw.send(request[: len(request) - half])
            raw.send(request[len(request) - half :])
            answer = raw.answer()
            assert answer.status == 200 and answer.body.startswith(b'{"data":{"me":null}')
        raw.send(HEALTH)
        assert raw.answer().status == 200


def test_nothing_that_was_sent_is_logged(api: Api) -> None:
    for request in MALFORMED.values():
        api.send(request + b"GET /\x1b[31m-attack HTTP/1.1\r\n\r\n")
    for _ in range(200):
        api.send(b"nonsense-attack\r\n\r\n")
    text = api.log.read_text()
    assert "attack" not in text
    assert "\x1b" not in text
    assert len(text.splitlines()) < 60
