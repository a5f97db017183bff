"""Thousands of followers of the feeds at one process: one change reaches all of them, and is read once for all."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, Final

import msgspec
import pytest

from tests.api.conftest import Served
from tests.api.frames import Frames, frames
from tests.api.test_game_filters import opened

pytestmark = pytest.mark.campaign

SOCKETS: Final = 80
PER_SOCKET: Final = 25
LIST: Final = "subscription { gamesChanged { isCaughtUp game { id version } } }"
MINE: Final = "subscription { myGames { isCaughtUp game { id version } } }"


def counted(monkeypatch: pytest.MonkeyPatch, port: Any, name: str, worth: Callable[[Any], object]) -> Counter[str]:
    """How often a port is asked, of the answers that are `worth` it: polls without an answer hang on the clock."""
    count, real = Counter[str](), getattr(port, name)

    async def ask(*given: Any, **more: Any) -> Any:
        answer = await real(*given, **more)
        count[name] += bool(worth(answer))
        return answer

    monkeypatch.setattr(port, name, ask)
    return count


async def entries(socket: Frames, versions: int) -> set[tuple[str, str, int]]:
    """The next entries of all subscriptions of a socket: its id, the game and the version. Nothing else comes."""
    received: set[tuple[str, str, int]] = set()
    async with asyncio.timeout(150):
        while len(received) < PER_SOCKET * versions:
            message = msgspec.json.decode(await socket.connection.recv())
            if message["type"] != "next":
                assert message["type"] == "ping", message
                continue
            (entry,) = message["payload"]["data"].values()
            game = entry["game"] or {"id": "", "version": 0}
            one = (message["id"], game["id"], game["version"])
            assert one not in received, "an entry came twice"
            received.add(one)
    return received


async def a_crowd(served: Served, stack: AsyncExitStack, query: str, by: str | None) -> list[Frames]:
    """Sockets whose subscriptions have all caught up."""
    sockets = [await stack.enter_async_context(frames(served)) for _ in range(SOCKETS)]
    for socket in sockets:
        await socket.greet(**served.headers(by))
        for at in range(PER_SOCKET):
            await socket.subscribe(str(at), query)
    await asyncio.gather(*(entries(socket, 1) for socket in sockets))
    return sockets


async def test_one_change_of_the_list_reaches_every_follower_by_one_read(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await served.principal("Host")
    async with AsyncExitStack() as stack:
        sockets = await a_crowd(served, stack, LIST, None)
        reads = counted(monkeypatch, served.world.projections, "games_by_id", bool)
        game = await opened(served, host, "Evening")
        received = await asyncio.gather(*(entries(socket, 1) for socket in sockets))
    assert {each for some in received for each in some} == {(str(at), game, 1) for at in range(PER_SOCKET)}
    assert reads == {"games_by_id": 1}


async def test_one_move_reaches_every_follower_of_its_people_by_one_read(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await served.principal("Host")
    async with AsyncExitStack() as stack:
        sockets = await a_crowd(served, stack, MINE, "Host")
        reads = counted(monkeypatch, served.world.moves, "moved", lambda answer: answer.moves)
        game = await opened(served, host, "", host)
        received = await asyncio.gather(*(entries(socket, 1) for socket in sockets))
    assert {each for some in received for each in some} == {(str(at), game, 2) for at in range(PER_SOCKET)}
    assert 1 <= reads["moved"] <= 2, "at most as many reads as there were commands"
