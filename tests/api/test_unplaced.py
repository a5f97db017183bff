"""A feed that begins while the newest commands have no place in the global order yet, as happens for some milliseconds."""

import asyncio
import contextlib

import pytest

from tests.api.conftest import Served
from tests.api.follow import follow_socket
from tests.api.test_game_filters import opened
from tests.api.test_my_games import GAMES, next_of, until_caught_up
from tests.fakes.moves import FakeMoves


async def test_a_game_that_was_opened_before_the_first_list_comes_once_it_has_a_place(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await served.principal("Host")
    moves = served.world.moves
    assert isinstance(moves, FakeMoves)
    placed = list(moves._entries())
    everything = moves._entries
    monkeypatch.setattr(moves, "_entries", lambda: placed)
    game = await opened(served, host)
    stream = follow_socket(served, GAMES, by="Host")
    async with contextlib.aclosing(stream):  # type: ignore[type-var]
        assert (await anext(stream))["isCaughtUp"], "the list is empty: its opening has no place"
        monkeypatch.setattr(moves, "_entries", everything)
        entry = await next_of(stream)
        assert (entry["game"]["id"], entry["news"]) == (game, [])
        later = await opened(served, host)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.5):  # longer than the reader's poll
                await anext(stream)
    listed, _ = await until_caught_up(follow_socket(served, GAMES, by="Host"))
    assert {each["game"]["id"] for each in listed} == {game, later}
