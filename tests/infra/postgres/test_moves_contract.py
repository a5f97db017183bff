"""What every order of moves does, the fake and Postgres alike."""

import pytest

from infra.postgres.feeds.moves import PostgresMoves
from services.feeds.moves import Move
from services.ports import Appended
from tests.dice import new_id
from tests.fakes import FakeMoves
from tests.infra.postgres.entries import Chain


@pytest.fixture
def moves(request, under_test):
    if "pool" in request.fixturenames or not hasattr(under_test.log, "order"):
        return PostgresMoves(request.getfixturevalue("pool"))
    return FakeMoves(lambda: under_test.log.order)


async def chain_of(log, moves, *principals):
    """A new game in which these have a part, with its first step."""
    chain = Chain()
    await moves.take_part(chain.game_id, principals)
    await write(log, chain, chain.next(steps=1))
    return chain


async def write(log, chain, entry):
    assert await log.append(entry) == Appended(entry.expected_version + len(entry.events))
    chain.took(entry)


async def test_moves_come_in_order_with_those_who_have_a_part(under_test, log, moves):
    before = await moves.newest()
    ann = await chain_of(log, moves, "ann")
    both = await chain_of(log, moves, "ann", "ben")
    await write(log, ann, ann.next(steps=3))
    await write(log, ann, ann.refused())
    await write(log, both, both.next(steps=1))
    await under_test.settle()
    moved = await moves.moved(before, 1_000)
    assert [(move.game_id, move.low, move.version) for move in moved.moves] == [
        (ann.game_id, 0, 1), (both.game_id, 0, 1), (ann.game_id, 1, 4), (both.game_id, 1, 2)
    ]  # fmt: skip
    assert {game: set(who) for game, who in moved.participants.items()} == {
        ann.game_id: {"ann"}, both.game_id: {"ann", "ben"}
    }  # fmt: skip
    assert moved.up_to == await moves.newest()
    assert (await moves.moved(moved.up_to, 1_000)).moves == []
    places = [move.pos for move in moved.moves]
    assert places == sorted(set(places)) and places[0] > before
    part = await moves.moved(before, places[1] - before)
    assert (part.moves, part.up_to) == (moved.moves[:2], places[1])
    assert await moves.places(ann.game_id, [1, 4, 9]) == {1: places[0], 4: places[2]}


async def test_a_backlog_has_the_games_that_moved_past_a_place(under_test, log, moves):
    before = await moves.newest()
    one, other, foreign = [await chain_of(log, moves, who) for who in ("eve", "eve", "dan")]
    await write(log, one, one.next(steps=2))
    await under_test.settle()
    now = await moves.backlog("eve", None)
    assert now.games == {one.game_id: (3, 3), other.game_id: (1, 1)}
    since = await moves.backlog("eve", before)
    assert since.games == {one.game_id: (0, 3), other.game_id: (0, 1)}
    assert (since.places, since.up_to) == (now.places, now.up_to) and since.up_to == await moves.newest()
    await write(log, other, other.next(steps=1))
    await write(log, foreign, foreign.next(steps=1))
    await under_test.settle()
    later = await moves.backlog("eve", since.up_to)
    assert later.games == {other.game_id: (1, 2)}
    [move] = [each for each in (await moves.moved(since.up_to, 100)).moves if each.game_id == other.game_id]
    assert move == Move(other.game_id, 1, 2, later.places[other.game_id])
    assert (await moves.backlog("eve", later.up_to)).games == {}
    assert (await moves.backlog(new_id(), None)).games == {}


async def test_games_that_are_over_are_looked_for_only_by_those_who_were_away(under_test, log, moves):
    chain = await chain_of(log, moves, "fay")
    await under_test.settle()
    before = await moves.newest()
    await write(log, chain, chain.next(steps=1))
    await under_test.settle()
    await moves.end(chain.game_id)
    await moves.end(chain.game_id)
    assert (await moves.backlog("fay", None)).games == {}
    assert (await moves.backlog("fay", before)).games == {chain.game_id: (1, 2)}


async def test_the_key_of_cursors_stays_the_same(moves):
    key = await moves.cursor_key()
    assert len(key) == 32 and await moves.cursor_key() == key
