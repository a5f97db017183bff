"""A head waits for its body and for nothing else."""

import asyncio
from typing import cast

from infra.wire.one_write import HeadWithBody

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n"
STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


class Writes:
    """A transport that remembers each write as the system would see it."""

    def __init__(self) -> None:
        self.all: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.all.append(data)

    def writelines(self, pieces: tuple[bytes, ...]) -> None:
        self.all.append(b"".join(pieces))

    def close(self) -> None:
        self.closed = True


def _answering(*, has_body: bool = True) -> tuple[Writes, HeadWithBody]:
    writes = Writes()
    return writes, HeadWithBody(cast(asyncio.Transport, writes), has_body=has_body)


def test_a_head_is_written_with_its_body() -> None:
    writes, answer = _answering()
    answer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    answer.write(HEAD)
    answer.write(b"{}")
    answer.write(b"more")
    assert writes.all == [b"HTTP/1.1 100 Continue\r\n\r\n", HEAD + b"{}", b"more"]


def test_the_head_of_a_stream_goes_at_once() -> None:
    writes, answer = _answering()
    answer.write(STREAM)
    answer.write(b"5\r\nhello\r\n")
    assert writes.all == [STREAM, b"5\r\nhello\r\n"]


def test_a_head_without_a_body_goes_at_once() -> None:
    writes, answer = _answering(has_body=False)
    answer.write(HEAD)
    assert writes.all == [HEAD]


def test_a_head_is_not_lost_when_its_body_never_comes() -> None:
    writes, answer = _answering()
    answer.write(HEAD)
    answer.close()
    assert writes.all == [HEAD] and writes.closed
