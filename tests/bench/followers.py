"""Many followers of the list of games at one API process: `python -m tests.bench.followers`.

It prints the memory that a follower takes, and how long one change takes from its answer to the last follower, beside
a plain query at the same process. The followers share this process, so its own work on their entries counts as well.
"""

import argparse
import asyncio
import json
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any, Final

import uvloop
from rich.console import Console
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from infra.cli.processes.service import Service, service
from infra.settings import Settings
from tests.bench.moves import Wire
from tests.bench.over_api import OPEN, new_tokens, resident_mb, share

FOLLOWERS: Final = 2_000
CHANGES: Final = 10
QUERIES: Final = 100
PER_SOCKET: Final = 25
PER_ADDRESS: Final = 250
FEED: Final = "subscription { gamesChanged { cursor isListed game { id version phase } } }"
LIST: Final = "{ games(first: 1) { edges { node { id version phase } } } }"


class Socket:
    """A connection with `PER_SOCKET` followers, and how many entries came to each."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    @classmethod
    async def to(cls, url: str, number: int) -> "Socket":
        """A connection from one of several addresses of this machine, with its followers."""
        address = f"127.0.1.{1 + number * PER_SOCKET // PER_ADDRESS}"
        connection = await connect(
            f"{url.replace('http', 'ws', 1)}/graphql", subprotocols=[Subprotocol("graphql-transport-ws")],
            local_addr=(address, 0), compression=None, ping_interval=None, proxy=None,
        )  # fmt: skip
        await connection.send('{"type":"connection_init"}')
        assert json.loads(await connection.recv())["type"] == "connection_ack"
        for at in range(PER_SOCKET):
            await connection.send(json.dumps({"id": str(at), "type": "subscribe", "payload": {"query": FEED}}))
        return cls(connection)

    async def entries(self, wanted: bytes) -> float:
        """Waits until each follower has an entry with this text. Returns the moment of the last one."""
        count = 0
        while count < PER_SOCKET:
            message: Any = await self._connection.recv(decode=False)
            count += wanted in message
        return time.perf_counter()

    async def close(self) -> None:
        """Ends the connection and its followers."""
        await self._connection.close()


async def all_of(sockets: list[Socket], wanted: bytes) -> float:
    """The moment at which the last follower of all had an entry with this text."""
    return max(await asyncio.gather(*(socket.entries(wanted) for socket in sockets)))


async def queries(wire: Wire) -> list[float]:
    """The milliseconds of plain queries, one after the other."""
    samples = []
    for _ in range(QUERIES):
        begun = time.perf_counter()
        await wire.ask(LIST)
        samples.append((time.perf_counter() - begun) * 1e3)
    return samples


async def deliveries(wire: Wire, sockets: list[Socket], changes: int) -> list[float]:
    """The milliseconds from the answer to a command until the last follower has what it changed."""
    samples = []
    for _ in range(changes):
        answer = await wire.ask(OPEN, id=str(uuid.uuid4()), ruleset="great_fire", seats=3)
        begun = time.perf_counter()
        samples.append((await all_of(sockets, answer["answer"]["gameId"].encode()) - begun) * 1e3)
    return samples


async def measure(running: Service, followers: int, changes: int) -> None:
    """Measures, and prints the lines."""
    [token] = await new_tokens(running.servers.database_url, running.servers.redis_url, 1)
    wire, pid = await Wire.to(running.url, token), running.api.process.pid
    alone = [await deliver_to(running, wire, 1, changes)]
    plain, before = share(await queries(wire), 50), resident_mb(pid)
    sockets = [await Socket.to(running.url, at) for at in range(followers // PER_SOCKET)]
    await all_of(sockets, b'"game":null')
    taken = resident_mb(pid) - before
    beside = share(await queries(wire), 50)
    all_get = share(await deliveries(wire, sockets, changes), 50)
    number = len(sockets) * PER_SOCKET
    print(f"  {number:,} followers of gamesChanged: {taken * 1e3 / number:.1f} kB each, with their share of a socket")
    print(f"  a plain query: p50 {plain:.2f} ms; beside them: {beside:.2f} ms ({beside / plain:.1f} times)")
    print(f"  one change to the last of {PER_SOCKET}: p50 {alone[0]:.0f} ms")
    print(f"  one change to the last of {number:,}: p50 {all_get:.0f} ms")
    more = (all_get - alone[0]) * 1e3 / (number - PER_SOCKET)
    print(f"  each further follower: {more:.0f} us, {more / 1e3 / plain:.3f} of a plain query")
    for socket in sockets:
        await socket.close()
    wire.close()


async def deliver_to(running: Service, wire: Wire, sockets: int, changes: int) -> float:
    """The median delivery to a few followers, which leave afterwards."""
    few = [await Socket.to(running.url, at) for at in range(sockets)]
    await all_of(few, b'"game":null')
    median = share(await deliveries(wire, few, changes), 50)
    for each in few:
        await each.close()
    return median


def main() -> None:
    """Start a service, and measure once."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.followers", description=__doc__)
    parser.add_argument("--followers", type=int, default=FOLLOWERS, help=f"how many (default {FOLLOWERS})")
    parser.add_argument("--changes", type=int, default=CHANGES, help=f"changes to deliver (default {CHANGES})")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.load({"EMBERLOG_DATA": str(Path(folder) / "data"), "EMBERLOG_EXHIBITION": "NO"})
        with service(settings, Console(quiet=True), port=0) as running:
            uvloop.run(measure(running, given.followers, given.changes))


if __name__ == "__main__":
    main()
