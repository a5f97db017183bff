"""Heads of requests: their bytes, their number of headers, their addresses. Refused first, then what is still allowed."""

import contextlib

import pytest

from infra.wire.limits import WireLimits
from tests.infra.wire.conftest import HEALTH, QUERY, Api, Watch, post

LIMITS = WireLimits()
START = b"GET /health HTTP/1.1\r\nhost: emberlog.example\r\n"
MEGABYTE = b"x" * 1_000_000


def pushed(api: Api, start: bytes, more: bytes, times: int) -> tuple[int, str | None]:
    """How many times the server took `more`, and the code of its answer."""
    with contextlib.closing(api.connect()) as raw:
        raw.send(start)
        taken = sum(1 for _ in range(times) if raw.send(more))
        return taken, raw.answer().code


@pytest.mark.parametrize(
    ("start", "more"),
    [(START + b"cookie: ", MEGABYTE), (START, b"a: b\r\n" * 160_000), (START + b"cookie: a\r\n", b"b: " + MEGABYTE + b"\r\n")],
    ids=["one header without an end", "lines without an end", "long lines"],
)  # fmt: skip
def test_a_head_without_an_end_is_not_read_on(api: Api, start: bytes, more: bytes) -> None:
    before, processor = api.memory_mb(), api.processor_seconds()
    with Watch(api) as watch:
        taken, _ = pushed(api, start, more, 100)
    assert taken < 60, "100 MB were read"
    assert set(watch.answers) == {200}
    assert api.memory_mb() < before * 1.2 + 8
    assert api.processor_seconds() - processor < 2


@pytest.mark.parametrize(
    "head",
    [
        START + b"cookie: " + b"x" * LIMITS.head_bytes_max,
        START + b"cookie: " + b"x" * LIMITS.head_bytes_max + b"\r\n\r\n",
        START + b"a: b\r\n" * LIMITS.headers_max + b"\r\n",
        START + b"a: %b\r\n" % (b"x" * 8_000) * 5 + b"\r\n",
    ],
    ids=["unfinished", "one", "number", "sum"],
)
def test_a_head_that_is_too_large_is_answered_so(api: Api, head: bytes) -> None:
    answer = api.send(head)
    assert (answer.status, answer.code) == (431, "HEAD_TOO_LARGE")
    assert answer.headers["connection"] == "close"


def test_a_large_head_is_allowed(api: Api) -> None:
    assert api.send(START + b"cookie: %b\r\n\r\n" % (b"x" * 31_000)).status == 200
    assert api.send(START + b"a: b\r\n" * (LIMITS.headers_max - 1) + b"\r\n").status == 200
    with contextlib.closing(api.connect()) as raw:
        for piece in (START, b"cookie: ", b"x" * 20_000, b"x" * 11_000 + b"\r\n\r\n", HEALTH + HEALTH):
            raw.send(piece)
        assert [raw.answer().status] == [200]


def test_the_length_of_an_address_is_limited(api: Api) -> None:
    for size in (LIMITS.target_bytes_max, 64 * 1024):
        answer = api.send(b"GET /health?" + b"x" * size + b" HTTP/1.1\r\nhost: a\r\n\r\n")
        assert (answer.status, answer.code) == (414, "ADDRESS_TOO_LONG")
    assert api.send(b"GET /health?" + b"x" * 15_000 + b" HTTP/1.1\r\nhost: a\r\n\r\n").status == 200


def test_a_body_is_read_no_further_than_its_limit(api: Api) -> None:
    for request in (post(b"", length=LIMITS.body_bytes_max + 1), post(b"", b"expect: 100-continue", length=10**9)):
        answer = api.send(request)
        assert (answer.status, answer.code) == (413, "TOO_LARGE"), "before a byte of the body"
    with contextlib.closing(api.connect()) as raw:
        raw.send(post(b"", length=10**9))
        assert sum(1 for _ in range(100) if raw.send(MEGABYTE)) < 60
        assert raw.ended()


def test_a_client_that_sends_a_large_body_before_it_reads_gets_the_answer(api: Api) -> None:
    assert api.send(post(b"x" * 5_000_000)).code == "TOO_LARGE"


CHUNKED = b"POST %b HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("path", [b"/graphql", b"/health", b"/nowhere"])
@pytest.mark.parametrize(
    "more",
    [b"400\r\n" + b" " * 1_024 + b"\r\n", b"1;" + b"e" * 1_000, b"1;a=b\r\n \r\n"],
    ids=["chunks", "an extension without an end", "small chunks"],
)
def test_a_chunked_body_is_read_no_further_than_its_limit(api: Api, path: bytes, more: bytes) -> None:
    with contextlib.closing(api.connect()) as raw:
        raw.send(CHUNKED % path)
        megabyte = more * (1_000_000 // len(more))
        assert sum(1 for _ in range(100) if raw.send(megabyte)) < 60
        answer = raw.answer()
        assert (answer.status, answer.code) == (413, "TOO_LARGE")
        assert raw.ended()


def test_trailers_are_bounded_and_change_nothing(api: Api) -> None:
    body = b"%x\r\n%b\r\n" % (len(QUERY), QUERY)
    request = CHUNKED % b"/graphql" + body + b"0\r\nauthorization: Bearer nobody\r\n\r\n"
    assert api.send(request).status == 200
    with contextlib.closing(api.connect()) as raw:
        raw.send(CHUNKED % b"/graphql" + body + b"0\r\n")
        assert sum(1 for _ in range(100) if raw.send(b"a: b\r\n" * 160_000)) < 60
        assert raw.ended()


def test_few_requests_may_wait_for_the_answer_to_an_earlier_one(api: Api) -> None:
    before = api.memory_mb()
    with contextlib.closing(api.connect()) as raw:
        raw.send(HEALTH * 10)
        assert [raw.answer().status for _ in range(1)] == [200]
    with contextlib.closing(api.connect()) as raw:
        raw.send(post(QUERY) * 10_000)
        answers = 0
        with contextlib.suppress(ConnectionError):
            while data := raw.socket.recv(65_536):
                answers += data.count(b"HTTP/1.1 200")
        assert answers < 1_000
    assert api.memory_mb() < before * 1.2 + 8
