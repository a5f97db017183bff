"""A worker's day on the fake store: sweeps, troubles that pass, and the house that is sent where it is waited for."""

import asyncio

import pytest

import projections.worker_loop
from domain.game import BeginGame
from projections import PROJECTIONS
from projections.runner import Runner
from projections.worker_loop import WorkerLoop
from tests.game.toy import TOY
from tests.projections.fake_store import FakeStore
from tests.projections.played import HOST, RULESETS, START_US, Played, Table, whole_game

LATER_US = START_US + 3_600_000_000


def rounds(store: FakeStore, house=None, now_us: int = LATER_US) -> WorkerLoop:
    async def visit(game_id: str) -> float:
        return await house(game_id) or 0.0

    return WorkerLoop(store, Runner(store, PROJECTIONS, RULESETS), house and visit, lambda: now_us)


def begun(bots: bool = True, number: int = 0) -> Played:
    """A game in which the first seat may act."""
    table = Table(TOY, 2, number.to_bytes(32, "big"))
    table.seat_everybody(bots=bots)
    table.do(BeginGame(HOST))
    return table.played()


async def until(condition, seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 -- a store has no event to wait for
            await asyncio.sleep(0.005)


async def settled(at: WorkerLoop) -> None:
    while at._playing:
        await asyncio.wait(at._playing.values())


async def test_a_sweep_finds_the_games_nobody_spoke_of() -> None:
    store = FakeStore()
    games = [whole_game(TOY, 3, number) for number in range(5)]
    for played in games:
        await store.add(played, played.steps)
    at = rounds(store)
    assert await at.sweep() == 5
    assert await at.sweep() == 0
    assert [row.version for row in await store.kept("game_list")] == [len(played.steps) for played in games]


async def test_the_sweep_goes_on_by_itself(monkeypatch) -> None:
    monkeypatch.setattr(projections.worker_loop, "SWEEP_SECONDS", 0.01)
    store, played = FakeStore(), whole_game(TOY, 2)
    async with rounds(store):
        await store.add(played, played.steps)

        async def is_listed() -> bool:
            return len(await store.kept("game_list")) == 1

        await until(is_listed)


async def test_one_poisoned_game_stops_no_other() -> None:
    store = FakeStore()
    bad, good = whole_game(TOY, 2), whole_game(TOY, 2, number=1)
    for played in (bad, good):
        await store.add(played, played.steps)
    await store.damage(bad.game_id, 2, b"{}")
    at = rounds(store)
    await at.sweep()
    assert await at.sweep() == 0
    assert {each.game_id for each in await store.parked()} == {bad.game_id}
    assert (await store.cursor("score_tracks", good.game_id)).version == len(good.steps)


class AwayStore(FakeStore):
    """A store that does not answer while `away`."""

    away = True

    async def laggards(self, projections, *, limit):
        if self.away:
            raise ConnectionError("postgresql://user:secret@host")
        return await super().laggards(projections, limit=limit)

    def turn(self, game_id, projections, *, wait=True):
        if self.away:
            raise ConnectionError("postgresql://user:secret@host")
        return super().turn(game_id, projections, wait=wait)


async def test_a_store_that_is_away_is_waited_for_and_told_of_once(monkeypatch, caplog) -> None:
    monkeypatch.setattr(projections.worker_loop, "SWEEP_SECONDS", 0.01)
    caplog.set_level("INFO")
    store, played = AwayStore(), whole_game(TOY, 2)
    await store.add(played, played.steps)
    async with rounds(store) as at:
        assert await at.project(played.game_id) is False
        await asyncio.sleep(0.1)
        store.away = False

        async def is_listed() -> bool:
            return len(await store.kept("game_list")) == 1

        await until(is_listed)
    told = [record.message for record in caplog.records]
    assert [each.partition(":")[0] for each in told] == ["Projecting waits", "Projecting goes on."]
    assert "secret" not in caplog.text


# ---------------------------------------------------------------- the house


async def test_the_house_is_sent_when_its_bot_may_act() -> None:
    store, sent = FakeStore(), []

    async def house(game_id: str) -> None:
        sent.append(game_id)

    bots, people = begun(), begun(bots=False, number=1)
    at = rounds(store, house)
    for played in (bots, people):
        await store.add(played, played.steps)
        await at.project(played.game_id)
    await settled(at)
    assert sent == [bots.game_id]


async def test_who_asks_while_the_house_plays_makes_it_look_again() -> None:
    store, played = FakeStore(), begun()
    await store.add(played, played.steps)
    arrived, leave, sent = asyncio.Event(), asyncio.Event(), []

    async def house(game_id: str) -> None:
        sent.append(game_id)
        arrived.set()
        await leave.wait()

    at = rounds(store, house)
    await at.project(played.game_id)
    await arrived.wait()
    await at.project(played.game_id)
    await at.project(played.game_id)
    leave.set()
    await settled(at)
    assert sent == [played.game_id] * 2


async def test_a_game_that_waits_for_a_house_that_was_killed_is_found() -> None:
    store, sent, played = FakeStore(), [], begun()

    async def house(game_id: str) -> None:
        sent.append(game_id)

    await store.add(played, played.steps)
    await rounds(store).sweep()
    soon, later = rounds(store, house, now_us=START_US + 1_000_000), rounds(store, house)
    await soon.sweep()
    assert sent == []
    await later.sweep()
    await settled(later)
    assert sent == [played.game_id]


async def test_a_house_that_fails_rests_and_stops_no_other_game(caplog) -> None:
    store, sent = FakeStore(), []
    bad, good = begun(), begun(number=1)

    async def house(game_id: str) -> None:
        sent.append(game_id)
        if game_id == bad.game_id:
            raise ValueError("the hand was A, K, Q")

    for played in (bad, good):
        await store.add(played, played.steps)
    at = rounds(store, house)
    for _ in range(3):
        await at.sweep()
        await settled(at)
    assert sent.count(bad.game_id) == 1, "it rests before it is tried again"
    assert sent.count(good.game_id) >= 1
    assert bad.game_id in caplog.text
    assert "hand" not in caplog.text


@pytest.mark.rules("GAME-SAND-02")
async def test_a_house_that_paces_itself_is_sent_again_and_holds_no_place_meanwhile() -> None:
    store, visits = FakeStore(), []

    async def house(game_id: str) -> float:
        visits.append(game_id)
        return 0.02 if visits.count(game_id) < 3 else 0.0

    at = rounds(store, house)
    for game_id in map(str, range(3 * projections.worker_loop.BOT_GAMES_MAX)):
        at._send_house(game_id)
    await settled(at)
    assert len(visits) == 9 * projections.worker_loop.BOT_GAMES_MAX
    assert set(visits[: 3 * projections.worker_loop.BOT_GAMES_MAX]) == {
        str(number) for number in range(3 * projections.worker_loop.BOT_GAMES_MAX)
    }


async def test_closing_ends_the_house_at_once() -> None:
    store, played, ended = FakeStore(), begun(), []
    await store.add(played, played.steps)

    async def house(game_id: str) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(game_id)

    async with rounds(store, house) as at:
        await at.project(played.game_id)
        await asyncio.sleep(0.01)
    assert ended == [played.game_id]
    assert not at._playing


@pytest.mark.parametrize("games", [1, 7])
async def test_the_house_plays_few_games_at_once(games) -> None:
    store, now, most = FakeStore(), 0, 0

    async def house(game_id: str) -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.005)
        now -= 1

    at = rounds(store, house)
    for number in range(games):
        played = begun(number=number)
        await store.add(played, played.steps)
        await at.project(played.game_id)
    await settled(at)
    assert most == min(games, projections.worker_loop.BOT_GAMES_MAX)
