"""The notifier: a hint that reaches who listens, costs who rings nothing, and outlives its broker."""

import asyncio
import contextlib
import time

import pytest
import redis.asyncio as aioredis

from infra.redis import notifier as module
from infra.redis.notifier import RedisNotifier
from tests.infra.redis.cancelled import ends_wherever_it_is_cancelled

GAME = "8f0d5b1e-0000-4000-8000-000000000001"
OTHER = "8f0d5b1e-0000-4000-8000-000000000002"


class Listener:
    """Collects rings of a notifier while it is open."""

    def __init__(self, notifier: RedisNotifier) -> None:
        self._notifier = notifier
        self.rings: list[tuple[str, int]] = []
        self._more = asyncio.Event()

    async def __aenter__(self) -> "Listener":
        self._task = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *error: object) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _listen(self) -> None:
        async for ring in self._notifier.notifications():
            self.rings.append(ring)
            self._more.set()

    async def until(self, ring: tuple[str, int], seconds: float = 10.0) -> None:
        async with asyncio.timeout(seconds):
            while ring not in self.rings:
                self._more.clear()
                await self._more.wait()

    async def connected(self) -> None:
        """Ring until the first ring is heard: listening begins some time after it is asked for."""
        async with asyncio.timeout(30):
            for number in range(10_000):
                await self._notifier.notify("hello", number)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._more.wait(), 0.05)
                    break
        self._more.clear()


@pytest.fixture
async def notifier(redis_url, monkeypatch):
    each = RedisNotifier(redis_url, channel=f"emberlog:test:{time.monotonic_ns()}")
    yield each
    await each.aclose()


async def test_who_listens_hears(notifier) -> None:
    async with Listener(notifier) as one, Listener(notifier) as other:
        await one.connected()
        await other.connected()
        await notifier.notify(GAME, 7)
        await one.until((GAME, 7))
        await other.until((GAME, 7))


async def test_rings_of_a_game_are_gathered_into_its_latest(notifier) -> None:
    async with Listener(notifier) as listener:
        await listener.connected()
        for version in (3, 5, 4):
            await notifier.notify(GAME, version)
        await notifier.notify(OTHER, 1)
        await listener.until((GAME, 5))
        await listener.until((OTHER, 1))
        assert not {(GAME, 3), (GAME, 4)} & set(listener.rings)


async def test_many_games_fit_into_few_messages(notifier, monkeypatch) -> None:
    monkeypatch.setattr(module, "GAMES_A_MESSAGE", 3)
    games = [f"8f0d5b1e-0000-4000-8000-{number:012}" for number in range(10)]
    async with Listener(notifier) as listener:
        await listener.connected()
        for number, game in enumerate(games):
            await notifier.notify(game, number)
        for number, game in enumerate(games):
            await listener.until((game, number))


@pytest.mark.parametrize(
    "junk", [b"", b"x", b"\n7\n\n", b"\xff\xfe", b"-1 game", "² game".encode(), b"7 ", b"7", b'{"a":1}']
)
async def test_what_others_put_on_the_channel_is_passed_over(notifier, redis_url, junk) -> None:
    async with Listener(notifier) as listener, aioredis.Redis.from_url(redis_url) as client:
        await listener.connected()
        await client.publish(notifier._channel, junk)
        await notifier.notify(GAME, 2)
        await listener.until((GAME, 2))
        assert {game for game, _ in listener.rings} <= {GAME, "hello"}


async def test_ringing_without_a_broker_is_quick_and_silent(own_redis, caplog) -> None:
    notifier = RedisNotifier(own_redis.url)
    slowest = 0.0
    for version in range(200):
        began = time.monotonic()
        await notifier.notify(GAME, version)
        slowest = max(slowest, time.monotonic() - began)
        await asyncio.sleep(0.001)
    await notifier.aclose()
    assert slowest < module.TIMEOUT_SECONDS / 2
    assert notifier._waiting == {}, "rings nobody hears are not gathered for ever"
    assert len(caplog.records) == 1


async def test_listening_goes_on_after_the_broker_was_away(own_redis) -> None:
    notifier = RedisNotifier(own_redis.url)
    async with Listener(notifier) as listener:
        await asyncio.sleep(0.1)
        await asyncio.to_thread(own_redis.start)
        await listener.connected()
        await asyncio.to_thread(own_redis.stop)
        await notifier.notify(GAME, 1)
        await asyncio.sleep(0.1)
        await asyncio.to_thread(own_redis.start)
        await listener.connected()
        await notifier.notify(GAME, 2)
        await listener.until((GAME, 2))
        assert (GAME, 1) not in listener.rings, "lost; the watchers' poll makes up for it"
    await notifier.aclose()


async def test_a_silent_listener_asks_whether_anybody_is_there(notifier, monkeypatch) -> None:
    monkeypatch.setattr(module, "SILENCE_SECONDS", 0.02)
    async with Listener(notifier) as listener:
        await listener.connected()
        await asyncio.sleep(0.2)
        await notifier.notify(GAME, 9)
        await listener.until((GAME, 9))


async def test_a_listener_that_is_cancelled_listens_no_more(redis_url) -> None:
    notifier = RedisNotifier(redis_url)

    async def listen_for_ever() -> None:
        async for _ in notifier.notifications():
            pass

    await ends_wherever_it_is_cancelled(listen_for_ever, turns=150)
    await notifier.aclose()


async def test_a_broker_that_never_answers_is_retried(silent_broker, monkeypatch) -> None:
    monkeypatch.setattr(module, "CONNECT_SECONDS_MAX", 0.05)
    notifier = RedisNotifier(silent_broker.url)
    async with Listener(notifier), asyncio.timeout(30):
        await silent_broker.until_requested(2)
    await notifier.aclose()
