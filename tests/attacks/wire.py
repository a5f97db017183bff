"""Bare connections for attackers: each from an address of its own if need be, with answers read as they come."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import count
from typing import Final

import httpx

from tests.attacks.target import Target

ANSWER_BYTES_MAX: Final = 200 * 1024 * 1024
_ADDRESSES: Final = count(1)


def fresh_address() -> str:
    """An address of the loopback that nobody has called from: its limits are untouched."""
    number = next(_ADDRESSES)
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


@dataclass(frozen=True)
class Reply:
    """An answer. `status` 0: the connection was closed without one."""

    status: int
    body: bytes


@contextlib.asynccontextmanager
async def connection(
    target: Target, address: str | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """One TCP connection, which is cut when the block ends."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", target.port, local_addr=(address or fresh_address(), 0), limit=2**20
    )
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def sent_raw(target: Target, data: bytes, *, seconds: float = 10.0) -> Reply:
    """Sends bytes as they are, and reads until the end of the connection or of the first answer."""
    async with connection(target) as (reader, writer):
        with contextlib.suppress(ConnectionError):
            writer.write(data)
            await writer.drain()
        received = b""
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(seconds):
                while b"\r\n\r\n" not in received and len(received) < 65_536:
                    more = await reader.read(65_536)
                    if not more:
                        break
                    received += more
        return _reply(received)


def _reply(received: bytes) -> Reply:
    head, _, body = received.partition(b"\r\n\r\n")
    parts = head.split(b" ", 2)
    is_http = len(parts) > 1 and parts[0].startswith(b"HTTP/1.") and parts[1].isdigit()
    return Reply(int(parts[1]) if is_http else 0, body)


@contextlib.asynccontextmanager
async def client(address: str | None = None, *, seconds: float = 90.0) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client from an address of its own."""
    transport = httpx.AsyncHTTPTransport(local_address=address or fresh_address(), limits=httpx.Limits())
    async with httpx.AsyncClient(timeout=seconds, trust_env=False, transport=transport) as http:
        yield http
