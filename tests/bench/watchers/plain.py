"""A websocket server that does nothing but send: what a server in Python can do at most with the same bytes.

`python -m tests.bench.watchers.plain FILE`: it serves the messages of FILE, one a line, with the `websockets` library on
uvloop. A client that sends anything gets all of them, one by one. A line with a number on stdin sends as many of them to
everybody, through the library's `broadcast`.
"""

import asyncio
import contextlib
import sys
from itertools import cycle, islice
from pathlib import Path

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed


async def main(messages: list[str]) -> None:
    """Serve until stdin ends."""
    clients: set[ServerConnection] = set()
    live = cycle(messages)

    async def client(connection: ServerConnection) -> None:
        clients.add(connection)
        with contextlib.suppress(ConnectionClosed):
            async for _ in connection:
                for message in messages:
                    await connection.send(message)
        clients.discard(connection)

    async with serve(client, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            for message in islice(live, int(line)):
                broadcast(clients, message)


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1]).read_text().splitlines()))
