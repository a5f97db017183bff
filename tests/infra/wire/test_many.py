"""Many connections: of one address, of all, and more than there are files."""

import contextlib
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.infra.wire.conftest import HEALTH, Api, Raw, Watch, post, serving_apart

pytestmark = pytest.mark.campaign


@contextmanager
def connected(api: Api, number: int, begun: bytes = b"", source: str = "127.0.0.1") -> Iterator[list[Raw]]:
    """So many connections, as far as the server lets them in, each with the beginning of a request."""
    raws = []
    try:
        for _ in range(number):
            with contextlib.suppress(OSError):
                raws.append(api.connect(source))
                raws[-1].send(begun)
        yield raws
    finally:
        for raw in raws:
            raw.close()


def open_ones(raws: list[Raw]) -> int:
    """How many the server has not closed."""
    time.sleep(0.5)
    still = 0
    for raw in raws:
        raw.socket.setblocking(False)
        try:
            still += bool(raw.socket.recv(1))
        except BlockingIOError:
            still += 1
        except OSError:
            pass
    return still


@pytest.mark.parametrize("begun", [b"", b"GET /", post(b"{", length=50)], ids=["silent", "half a head", "half a body"])
def test_one_address_has_its_share_and_no_more(api: Api, begun: bytes) -> None:
    before, most = api.memory_mb(), 512
    with Watch(api, "127.0.0.2") as others, connected(api, 1_000, begun) as raws:
        assert api.is_alive("127.0.0.1"), "the address that has too many gets in as well: its oldest makes room"
        assert most * 0.9 < open_ones(raws) <= most
    assert set(others.answers) == {200}
    assert api.is_alive("127.0.0.1")
    time.sleep(0.5)
    assert api.memory_mb() < before * 1.2 + 8


def test_with_all_connections_in_use_the_answer_says_so(tmp_path) -> None:
    """An open websocket is in use, and is never closed for another connection."""
    with serving_apart(tmp_path, connections_per_address_max=3) as api, contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(contextlib.closing(websocket(api))) for _ in range(3)]
        answer = api.send(HEALTH)
        assert (answer.status, answer.code) == (503, "TOO_MANY_CONNECTIONS")
        assert answer.headers["retry-after"]
        assert api.is_alive("127.0.0.2")
        sockets[0].close()
        time.sleep(0.2)
        assert api.is_alive()


def websocket(api: Api) -> Raw:
    raw = api.connect()
    raw.send(
        b"GET /graphql HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n"
    )
    assert raw.answer().status == 101
    return raw


def test_fewer_files_mean_fewer_connections(tmp_path) -> None:
    """The process gets 128 files; 64 stay free for databases and logs, and the rest is never more than was allowed."""
    with serving_apart(tmp_path, files=128) as api:
        processor, began = api.processor_seconds(), time.monotonic()
        with connected(api, 400, b"GET /") as raws:
            assert open_ones(raws) <= 64
            assert api.files() < 128 - 16
            assert api.is_alive("127.0.0.2")
            time.sleep(1)
            assert api.processor_seconds() - processor < 0.5 * (time.monotonic() - began) + 0.5, (
                "it waits, it does not spin"
            )
        assert api.is_alive()
        assert "at most 64 connections" in api.log.read_text()


def test_when_files_run_out_all_the_same_it_does_not_spin(tmp_path) -> None:
    """The system takes files away from the running process, so that there are fewer than connections are allowed."""
    with serving_apart(tmp_path) as api:
        files = api.files() + 10
        resource.prlimit(api.pid, resource.RLIMIT_NOFILE, (files, files))
        with connected(api, 300, b"GET /"):
            time.sleep(0.5)
            processor = api.processor_seconds()
            time.sleep(2)
            assert api.processor_seconds() - processor < 1
        time.sleep(0.5)
        assert api.is_alive()
        assert api.log.stat().st_size < 20_000
