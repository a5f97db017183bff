"""Clients that take their time: silence, half heads, half bodies, answers that nobody reads."""

import contextlib
import time

import pytest

from tests.infra.wire.conftest import HEALTH, QUERY, Api, Raw, post

pytestmark = pytest.mark.campaign


@pytest.fixture
def raw(hasty_api: Api):
    with contextlib.closing(hasty_api.connect()) as connection:
        yield connection


def dripped(raw: Raw, data: bytes, pause_seconds: float) -> int:
    """How many bytes the server took, one at a time."""
    for sent in range(len(data)):
        if not raw.send(data[sent : sent + 1]):
            return sent
        time.sleep(pause_seconds)
    return len(data)


def test_a_silent_connection_is_closed_without_a_word(raw: Raw) -> None:
    assert raw.answer().status is None


@pytest.mark.parametrize("begun", [b"\r\n", b"G", HEALTH[:-2], HEALTH[:-1]])
def test_half_a_head_is_answered_and_closed(raw: Raw, begun: bytes) -> None:
    raw.send(begun)
    answer = raw.answer()
    assert (answer.status, answer.code) == (408, "REQUEST_TOO_SLOW")
    assert raw.ended()


def test_a_head_that_drips_is_closed(raw: Raw) -> None:
    assert dripped(raw, HEALTH[:-2] + b"x: " + b"y" * 200, 0.1) < 100


@pytest.mark.parametrize("begun", [b"", QUERY[:5]])
def test_half_a_body_is_answered_and_closed(raw: Raw, begun: bytes) -> None:
    raw.send(post(begun, length=100))
    answer = raw.answer()
    assert (answer.status, answer.code) == (408, "REQUEST_TOO_SLOW")
    assert raw.ended()


def test_a_body_that_drips_is_closed(raw: Raw) -> None:
    raw.send(post(b"", length=1_000))
    assert dripped(raw, b" " * 200, 0.1) < 100


def test_no_route_begins_before_the_body_is_whole(raw: Raw) -> None:
    """So half a body costs no route any work, and there is one answer: a second would be taken for the next one's."""
    raw.send(b"POST /nowhere HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nx")
    assert raw.answer().code == "REQUEST_TOO_SLOW"
    assert raw.answer().status is None


def test_a_client_that_waits_for_permission_gets_it(raw: Raw) -> None:
    raw.send(post(b"", b"expect: 100-continue", length=len(QUERY)))
    assert raw.answer().status == 100
    raw.send(QUERY)
    assert raw.answer().status == 200


def test_an_idle_connection_is_closed_and_a_busy_one_is_not(raw: Raw) -> None:
    for _ in range(4):
        raw.send(HEALTH)
        assert raw.answer().status == 200
        time.sleep(0.4)
    assert raw.ended()


def test_a_request_that_was_answered_leaves_no_time_limit_behind(raw: Raw) -> None:
    for piece in (HEALTH[:10], HEALTH[10:]):
        raw.send(piece)
        time.sleep(0.1)
    assert raw.answer().status == 200
    time.sleep(0.5)
    raw.send(post(QUERY))
    assert raw.answer().status == 200


SCHEMA = b"GET /schema.graphql HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"


def test_an_answer_that_nobody_reads_is_dropped(hasty_api: Api) -> None:
    files = hasty_api.files()
    unread = [hasty_api.connect(receive_buffer=4_096) for _ in range(20)]
    for raw in unread:
        raw.send(SCHEMA)
    assert files_after(hasty_api, files) <= files
    for raw in unread:
        raw.close()


def files_after(api: Api, enough: int) -> int:
    """How many files are open as soon as there are few `enough`, or after a while."""
    until = time.monotonic() + 15
    while api.files() > enough and time.monotonic() < until:
        time.sleep(0.1)
    return api.files()


def test_an_answer_that_is_read_slowly_is_sent_whole(hasty_api: Api) -> None:
    with contextlib.closing(hasty_api.connect(receive_buffer=4_096)) as raw:
        raw.send(SCHEMA)
        received = b""
        while data := raw.socket.recv(4_000):
            received += data
            time.sleep(0.05)
    head, _, body = received.partition(b"\r\n\r\n")
    assert b"content-length: %d" % len(body) in head
