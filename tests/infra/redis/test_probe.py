"""The probe of Redis: what it says, and that it opens one connection only."""

import redis

from infra.redis.probe import AWAY, RedisProbe


async def test_while_redis_is_away_it_says_what_to_do(own_redis, silent_broker) -> None:
    for url in (own_redis.url, silent_broker.url):
        probe = RedisProbe(url, 0.2)
        assert await probe() == AWAY
        assert await probe() == AWAY
        await probe.aclose()


async def test_redis_answers_over_one_connection(own_redis) -> None:
    own_redis.start()
    counter = redis.Redis.from_url(own_redis.url)
    probe = RedisProbe(own_redis.url, 5.0)
    before = counter.info("stats")["total_connections_received"]
    assert [await probe() for _ in range(20)] == [None] * 20
    assert counter.info("stats")["total_connections_received"] == before + 1
    own_redis.stop()
    assert await probe() == AWAY
    own_redis.start()
    assert await probe() is None, "it connects again by itself"
    await probe.aclose()
    counter.close()
