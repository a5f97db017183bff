"""Connects the use cases with the adapters. The only module that knows every adapter."""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from infra.clock_check import joined_time_us, run_clock_check
from infra.fingerprint import fingerprint
from infra.postgres.audit.events import PostgresPublicEvents
from infra.postgres.audit.readjudications import PostgresReadjudications
from infra.postgres.audit.store import PostgresAudit
from infra.postgres.caches import PostgresSnapshots
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.feeds.changes import PostgresListChanges
from infra.postgres.feeds.moves import PostgresMoves
from infra.postgres.hosting import PostgresHosting
from infra.postgres.names import PostgresNames
from infra.postgres.parkings import PostgresParkings
from infra.postgres.pool import API_NAME, Pool, open_pool
from infra.postgres.principals import PostgresPrincipals, PostgresTokens
from infra.postgres.principals.sightings import PostgresSightings
from infra.postgres.projection_reader import PostgresProjectionReader
from infra.postgres.projection_store import PostgresProjectionStore
from infra.postgres.replica.log import ReplicaLog
from infra.postgres.replica.moments import Moments, run_sampling, sample_once
from infra.postgres.replica.pool import ReadPool
from infra.redis.audience import RedisAudience
from infra.redis.jobs import RqJobs
from infra.redis.notifier import RedisNotifier
from infra.redis.read_moments import RedisReadMoments
from infra.redis.revocations import RedisRevocations
from infra.rulebook import read_rulebook
from services.clock import ClockWatch, ServiceClock, machine_monotonic_us, machine_wall_us
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.seating import Seating
from services.exhibition.games import ExhibitionGames
from services.feeds.games_changed import GamesChanged
from services.feeds.my_games import MyGames
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.ports import EventLog
from services.reads.explain import Explain
from services.reads.freshness import Freshness
from services.reads.look import Look
from services.reads.watch import Watch
from services.rulebook import Rulebook
from services.rulings.arbitration import Arbitration
from services.take_back.motions import TakingBack
from services.tokens import Tokens
from services.world import World

_log = logging.getLogger("emberlog.replica")

READ_SECONDS_MAX = 5.0
"""How long a statement on the replica may take. Then the primary is asked."""


@dataclass(frozen=True, kw_only=True)
class Wired:
    """Every use case on real servers, and what they are made of for maintenance commands."""

    pool: Pool
    world: World
    games: GameLoader
    histories: Histories
    play: Play
    seating: Seating
    arbitration: Arbitration
    taking_back: TakingBack
    look: Look
    watch: Watch
    my_games: MyGames
    games_changed: GamesChanged
    store: PostgresProjectionStore
    rulebook: Rulebook
    forks: Forks
    explain: Explain
    exhibition: ExhibitionGames
    tokens: Tokens
    reads: ReadPool | None = None
    freshness: Freshness | None = None


@contextlib.asynccontextmanager
async def wired(
    database_url: str,
    redis_url: str,
    *,
    connections_max: int = 12,
    name: str = API_NAME,
    reader_url: str | None = None,
    reader_lag: float = 2.0,
    processes: int = 1,
) -> AsyncIterator[Wired]:
    """The use cases on these servers. Raises Unavailable when the database cannot be used; Redis may be away, and so
    may the replica at `reader_url`, from which nothing is read that is older than `reader_lag` seconds.

    `name`: of the connections to the database. `processes`: how many API processes share the machine.
    """
    async with contextlib.AsyncExitStack() as stack:
        pool = await open_pool(database_url, size_max=connections_max, name=name)
        stack.push_async_callback(pool.close)
        world = await _world_on(stack, pool, redis_url, gathers=processes > 1)
        if reader_url is None or pool.on_citus:
            if reader_url is not None:
                _log.warning("EMBERLOG_READER_URL is not used on a cluster: remove it, or give each node a replica.")
            yield use_cases_of(pool, world)
            return
        replica = await open_pool(
            reader_url, size_max=connections_max, size_min=0, statement_seconds_max=READ_SECONDS_MAX, name=name
        )
        stack.push_async_callback(replica.close)
        memory = RedisReadMoments(redis_url)
        stack.push_async_callback(memory.aclose)
        moments = Moments()
        await sample_once(pool, moments)
        sampling = asyncio.create_task(run_sampling(pool, moments))
        stack.push_async_callback(_cancel, sampling)
        reads = ReadPool(pool, replica, moments, lag_max=reader_lag)
        yield _reading_apart(pool, world, reads, PostgresEventLog(replica), Freshness(moments, memory))


async def _world_on(stack: contextlib.AsyncExitStack, pool: Pool, redis_url: str, *, gathers: bool) -> World:
    """Every adapter, closed with the stack. `gathers`: see `PostgresEventLog`."""
    notifier, jobs, audience = RedisNotifier(redis_url), RqJobs(redis_url), RedisAudience(redis_url)
    revocations = RedisRevocations(redis_url)
    stack.push_async_callback(revocations.aclose)
    stack.push_async_callback(notifier.aclose)
    stack.push_async_callback(jobs.aclose)
    stack.push_async_callback(audience.aclose)
    log, begin_us = PostgresEventLog(pool, gathers=gathers), await joined_time_us(pool)
    clock_watch = ClockWatch(joined=begin_us is not None)
    now_us = ServiceClock(machine_wall_us, machine_monotonic_us, await log.newest_time_us(), begin_us)
    checking = asyncio.create_task(run_clock_check(pool, now_us, clock_watch))
    stack.push_async_callback(_cancel, checking)
    return World(
        log=log,
        parkings=PostgresParkings(pool),
        snapshots=PostgresSnapshots(pool),
        notifier=notifier,
        jobs=jobs,
        audience=audience,
        principals=PostgresPrincipals(pool),
        tokens=PostgresTokens(pool),
        revocations=revocations,
        names=PostgresNames(pool),
        hosting=PostgresHosting(pool),
        audit=PostgresAudit(pool),
        readjudications=PostgresReadjudications(pool),
        events=PostgresPublicEvents(pool),
        moves=PostgresMoves(pool),
        list_changes=PostgresListChanges(pool),
        sightings=PostgresSightings(pool),
        projections=PostgresProjectionReader(pool),
        now_us=now_us,
        entropy=lambda: os.urandom(32),
        fingerprint=fingerprint,
        clock_trouble=lambda: clock_watch.trouble,
    )


def _reading_apart(pool: Pool, world: World, reads: ReadPool, replica: EventLog, freshness: Freshness) -> Wired:
    """The use cases, with lists and evidence read by `reads`, and whole games in `replica`."""
    world = replace(
        world,
        projections=PostgresProjectionReader(reads),
        audit=PostgresAudit(pool, reads),
        events=PostgresPublicEvents(reads),
        readjudications=PostgresReadjudications(reads),
    )
    use_cases = use_cases_of(pool, world, replace(world, log=ReplicaLog(world.log, replica)))
    return replace(use_cases, reads=reads, freshness=freshness)


async def _cancel(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def use_cases_of(pool: Pool, world: World, readers: World | None = None) -> Wired:
    """Every use case on `world`. Those who read whole games read them in `readers`, where it is another one."""
    games, histories = GameLoader(world), Histories(readers or world)
    play, rulebook = Play(world, games, histories), read_rulebook()
    look = Look(world, histories)
    watch, my_games = Watch(world, histories), MyGames(world, histories)
    games_changed = GamesChanged(world)
    watch.listeners += [my_games.hint, games_changed.hint]
    return Wired(
        pool=pool,
        world=world,
        games=games,
        histories=histories,
        play=play,
        seating=Seating(play),
        arbitration=Arbitration(play, world, rulebook),
        taking_back=TakingBack(play),
        look=look,
        watch=watch,
        my_games=my_games,
        games_changed=games_changed,
        store=PostgresProjectionStore(pool),
        rulebook=rulebook,
        forks=Forks(play, world.now_us),
        explain=Explain(world, look),
        exhibition=ExhibitionGames(world),
        tokens=Tokens(world.tokens, world.revocations, world.now_us, world.entropy),
    )
