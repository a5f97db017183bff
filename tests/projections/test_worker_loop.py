"""A worker's day on the fake store: sweeps, failures that pass, and bots that a waiting game starts."""

import asyncio

import pytest

import projections.worker_loop
from domain.game import BeginGame
from projections import PROJECTIONS
from projections.fair_places import FairPlaces
from projections.runner import Runner
from projections.worker_loop import WorkerLoop
from tests.game.toy import TOY
from tests.projections.fake_store import FakeStore
from tests.projections.played_games import HOST, RULESETS, START_US, GameBuilder, PlayedGame, whole_game

LATER_US = START_US + 3_600_000_000


class FakeBots:
    """Bots that do what a test says. `hosts`: of the games; a game that is not there has a host of its own."""

    def __init__(self, play_bots, hosts=None) -> None:
        self._play_bots = play_bots
        self._hosts = hosts or {}

    async def host(self, game_id: str) -> str:
        return self._hosts.get(game_id, game_id)

    async def visit(self, game_id: str) -> float:
        return await self._play_bots(game_id) or 0.0


def worker_loop(store: FakeStore, play_bots=None, now_us: int = LATER_US, hosts=None) -> WorkerLoop:
    bots = None if play_bots is None else FakeBots(play_bots, hosts)
    return WorkerLoop(store, Runner(store, PROJECTIONS, RULESETS), bots, lambda: now_us)


def begun(bots: bool = True, number: int = 0) -> PlayedGame:
    """A game in which the first seat may act."""
    builder = GameBuilder(TOY, 2, number.to_bytes(32, "big"))
    builder.seat_everybody(bots=bots)
    builder.do(BeginGame(HOST))
    return builder.played()


async def until(condition, seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 -- a store has no event to wait for
            await asyncio.sleep(0.005)


async def settled(at: WorkerLoop) -> None:
    while at._playing:
        await asyncio.wait(at._playing.values())


async def test_a_sweep_finds_the_games_that_no_job_announced() -> None:
    store = FakeStore()
    games = [whole_game(TOY, 3, number) for number in range(5)]
    for played in games:
        await store.add(played, played.steps)
    at = worker_loop(store)
    assert await at.sweep() == 5
    assert await at.sweep() == 0
    assert [row.version for row in await store.stored_rows("game_list")] == [len(played.steps) for played in games]


async def test_the_sweep_goes_on_by_itself(monkeypatch) -> None:
    monkeypatch.setattr(projections.worker_loop, "SWEEP_SECONDS", 0.01)
    store, played = FakeStore(), whole_game(TOY, 2)
    async with worker_loop(store):
        await store.add(played, played.steps)

        async def is_listed() -> bool:
            return len(await store.stored_rows("game_list")) == 1

        await until(is_listed)


async def test_one_poisoned_game_stops_no_other() -> None:
    store = FakeStore()
    bad, good = whole_game(TOY, 2), whole_game(TOY, 2, number=1)
    for played in (bad, good):
        await store.add(played, played.steps)
    await store.damage(bad.game_id, 2, b"{}")
    at = worker_loop(store)
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

    def transaction(self, game_id, projections, *, wait=True):
        if self.away:
            raise ConnectionError("postgresql://user:secret@host")
        return super().transaction(game_id, projections, wait=wait)


async def test_a_store_that_is_away_is_waited_for_and_reported_once(monkeypatch, caplog) -> None:
    monkeypatch.setattr(projections.worker_loop, "SWEEP_SECONDS", 0.01)
    caplog.set_level("INFO")
    store, played = AwayStore(), whole_game(TOY, 2)
    await store.add(played, played.steps)
    async with worker_loop(store) as at:
        assert await at.project(played.game_id) is False
        await asyncio.sleep(0.1)
        store.away = False

        async def is_listed() -> bool:
            return len(await store.stored_rows("game_list")) == 1

        await until(is_listed)
    messages = [record.message for record in caplog.records]
    assert [each.partition(":")[0] for each in messages] == ["Projecting is paused", "Projecting continues."]
    assert "secret" not in caplog.text


async def test_a_chore_is_done_now_and_then(monkeypatch) -> None:
    monkeypatch.setattr(projections.worker_loop, "SWEEP_SECONDS", 0.001)
    monkeypatch.setattr(projections.worker_loop, "CHORE_SECONDS", 10.0)
    done, seconds = [], [0.0]

    async def chore() -> None:
        done.append(seconds[0])
        raise ConnectionError("the database is away")

    async with WorkerLoop(FakeStore(), Runner(FakeStore()), monotonic=lambda: seconds[0], chore=chore):
        for _ in range(3):
            await asyncio.sleep(0.05)
            seconds[0] += 6.0
    assert done == [0.0, 12.0], "a failure is retried when it is due the next time"


# ---------------------------------------------------------------- bots


async def test_bots_are_started_when_one_may_act() -> None:
    store, sent = FakeStore(), []

    async def play_bots(game_id: str) -> None:
        sent.append(game_id)

    bots, people = begun(), begun(bots=False, number=1)
    at = worker_loop(store, play_bots)
    for played in (bots, people):
        await store.add(played, played.steps)
        await at.project(played.game_id)
    await settled(at)
    assert sent == [bots.game_id]


async def test_a_request_while_bots_play_makes_them_look_once_more() -> None:
    store, played = FakeStore(), begun()
    await store.add(played, played.steps)
    arrived, leave, sent = asyncio.Event(), asyncio.Event(), []

    async def play_bots(game_id: str) -> None:
        sent.append(game_id)
        arrived.set()
        await leave.wait()

    at = worker_loop(store, play_bots)
    await at.project(played.game_id)
    await arrived.wait()
    await at.project(played.game_id)
    await at.project(played.game_id)
    leave.set()
    await settled(at)
    assert sent == [played.game_id] * 2


async def test_a_game_that_waits_for_bots_that_were_killed_is_swept_up() -> None:
    store, sent, played = FakeStore(), [], begun()

    async def play_bots(game_id: str) -> None:
        sent.append(game_id)

    await store.add(played, played.steps)
    await worker_loop(store).sweep()
    soon, later = worker_loop(store, play_bots, now_us=START_US + 1_000_000), worker_loop(store, play_bots)
    await soon.sweep()
    assert sent == []
    await later.sweep()
    await settled(later)
    assert sent == [played.game_id]


async def test_bots_that_fail_pause_and_stop_no_other_game(caplog) -> None:
    store, sent = FakeStore(), []
    bad, good = begun(), begun(number=1)

    async def play_bots(game_id: str) -> None:
        sent.append(game_id)
        if game_id == bad.game_id:
            raise ValueError("the hand was A, K, Q")

    for played in (bad, good):
        await store.add(played, played.steps)
    at = worker_loop(store, play_bots)
    for _ in range(3):
        await at.sweep()
        await settled(at)
    assert sent.count(bad.game_id) == 1, "it pauses before it is tried again"
    assert sent.count(good.game_id) >= 1
    assert bad.game_id in caplog.text
    assert "hand" not in caplog.text


@pytest.mark.rules("GAME-SAND-02")
async def test_bots_with_a_pace_are_started_repeatedly_and_take_no_slot_meanwhile() -> None:
    store, visits = FakeStore(), []

    async def play_bots(game_id: str) -> float:
        visits.append(game_id)
        return 0.02 if visits.count(game_id) < 3 else 0.0

    at = worker_loop(store, play_bots)
    for game_id in map(str, range(3 * projections.worker_loop.BOT_GAMES_MAX)):
        at._start_bots(game_id)
    await settled(at)
    assert len(visits) == 9 * projections.worker_loop.BOT_GAMES_MAX
    assert set(visits[: 3 * projections.worker_loop.BOT_GAMES_MAX]) == {
        str(number) for number in range(3 * projections.worker_loop.BOT_GAMES_MAX)
    }


async def test_closing_ends_the_bots_at_once() -> None:
    store, played, ended = FakeStore(), begun(), []
    await store.add(played, played.steps)

    async def play_bots(game_id: str) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(game_id)

    async with worker_loop(store, play_bots) as at:
        await at.project(played.game_id)
        await asyncio.sleep(0.01)
    assert ended == [played.game_id]
    assert not at._playing


@pytest.mark.parametrize("games", [1, 7])
async def test_bots_play_few_games_at_once(games) -> None:
    store, now, most = FakeStore(), 0, 0

    async def play_bots(game_id: str) -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.005)
        now -= 1

    at = worker_loop(store, play_bots)
    for number in range(games):
        played = begun(number=number)
        await store.add(played, played.steps)
        await at.project(played.game_id)
    await settled(at)
    assert most == min(games, projections.worker_loop.BOT_GAMES_MAX)


# ---------------------------------------------------------------- fairness among hosts


class Visits:
    """Games that need some visits each. `order`: the visits as they began."""

    def __init__(self, visits: int) -> None:
        self._visits = visits
        self.order: list[str] = []

    async def play(self, game_id: str) -> float:
        self.order.append(game_id)
        for _ in range(5):
            await asyncio.sleep(0)
        return 0.000_001 if self.order.count(game_id) < self._visits else 0.0


@pytest.mark.parametrize("others", [1, 3])
async def test_a_host_with_many_games_keeps_another_hosts_game_waiting_for_few_visits(others) -> None:
    visits = Visits(visits=5)
    crowd = [f"{host}/{number}" for host in range(others) for number in range(60)]
    hosts = {game_id: game_id.partition("/")[0] for game_id in crowd}
    at = worker_loop(FakeStore(), visits.play, hosts=hosts)
    for game_id in crowd:
        at._start_bots(game_id)
    while len(visits.order) < 40:  # noqa: ASYNC110 -- bots have no event to wait for
        await asyncio.sleep(0)
    began = len(visits.order)
    at._start_bots("alone")
    await settled(at)
    mine = [at for at, game_id in enumerate(visits.order) if game_id == "alone"]
    waits = [later - earlier - 1 for earlier, later in zip([began - 1, *mine], mine, strict=False)]
    assert len(waits) == 5 and max(waits) <= 2 * projections.worker_loop.BOT_GAMES_MAX, waits
    assert len(visits.order) == 5 * (len(crowd) + 1), "and everybody is played to the end"


async def test_the_games_of_one_host_take_turns() -> None:
    visits = Visits(visits=4)
    games = [str(number) for number in range(12)]
    at = worker_loop(FakeStore(), visits.play, hosts=dict.fromkeys(games, "ann"))
    for game_id in games:
        at._start_bots(game_id)
    await settled(at)
    for game_id in games:
        first, *_, last = (at for at, each in enumerate(visits.order) if each == game_id)
        assert first < len(games) and last >= len(visits.order) - 2 * len(games)


async def test_a_place_that_is_not_wanted_any_more_is_not_lost() -> None:
    places = FairPlaces(2)
    inside = asyncio.Event()

    async def stay() -> None:
        async with places.place("ann"):
            inside.set()
            await asyncio.sleep(60)

    tasks = [asyncio.create_task(stay()) for _ in range(4)]
    await inside.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(30), places.place("ben"), places.place("ann"):
        pass
