"""One cursor for pages, websockets and server-sent events: whatever dies, every watcher has every step once, in order.

Connections are cut, the API and its Redis are killed with -9 at random while a whole game is played and watched. The
seed is printed; `EMBERLOG_SIM_SEED` repeats the luck of a run, though not what the machine does in between.
"""

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle, pairwise
from typing import Any, get_args

import jsonpatch
import msgspec
import pytest
import pytest_asyncio

from domain.engine.viewer import SPECTATOR
from domain.rulesets import CURRENT
from infra.postgres.pool import open_pool
from infra.postgres.principals import PostgresPrincipals
from tests.conftest import Servers, fresh_database
from tests.continuity.chaos import Chaos
from tests.continuity.players import LiveGame
from tests.continuity.proxy import Proxy
from tests.continuity.retrying_client import RetryingClient
from tests.continuity.service import Service, running
from tests.continuity.watchers import Json, Transport, Viewpoint, Watcher, read_afresh
from tests.rulesets.games import option_sets, play

SEED = int(os.environ.get("EMBERLOG_SIM_SEED") or random.SystemRandom().randrange(10**9))
RUN_SECONDS_MAX = 120.0
REHEARSED_COMMANDS_MAX = 300
"""Longer games are played in tests/sim; here each step goes to a dozen clients."""
BLOCKS = 2
PLAYERS = 2

FAULTS_FROM, FAULTS_UNTIL = 2, 30
"""The steps that ordered faults fall on; their watchers see two more."""
SLOW_MS = 250

TRANSPORTS: tuple[Transport, ...] = get_args(Transport)


pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.campaign]


@pytest.fixture(scope="module")
def own_database_url(servers: Servers, template: str) -> Iterator[str]:
    """A database for all tests of this file: what takes long here is starting the service."""
    yield from fresh_database(servers, template)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(own_database_url: str) -> AsyncIterator[Service]:
    async with running(own_database_url) as started:
        yield started


@asynccontextmanager
async def bounded(service: Service, watchers: list[Watcher], **counted: Counter[str]) -> AsyncIterator[None]:
    """A block with an end; what there is to know is printed whatever becomes of it."""
    print(f"EMBERLOG_SIM_SEED={SEED}")
    try:
        async with asyncio.timeout(RUN_SECONDS_MAX):
            yield
    except BaseException as error:
        error.add_note(f"EMBERLOG_SIM_SEED={SEED}")
        print(service.output("api"), service.output("worker"), sep="\n")
        raise
    finally:
        for what, count in counted.items():
            print(f"{what}: {dict(count)}")
        print(*watchers, sep="\n")


@dataclass(frozen=True)
class Plan:
    """What is played. `commands`: about how many people give; `seats`: with one at least for the house."""

    ruleset: str
    seats: int
    options: Json
    commands: int


def rehearsed(dice: random.Random) -> Plan:
    """A ruleset whose games are short enough, and look otherwise through other eyes: else watching through them shows
    nothing."""
    fit = []
    for box in CURRENT.values():
        seats, options = max(box.seats_min, PLAYERS + 1), dice.choice(option_sets(box.id))
        game = play(box, seats, options, f"rehearsal {SEED}", lambda state, seat, legal, lot, chance: lot.choice(legal))
        middle = game.steps[len(game.steps) // 2].after
        if len(game.steps) <= REHEARSED_COMMANDS_MAX and box.view(middle, 0) != box.view(middle, SPECTATOR):
            plain = msgspec.to_builtins(options)
            fit.append(Plan(box.id, seats, plain, len(game.steps) * PLAYERS // seats))
    return dice.choice(fit)


async def arbiter(database_url: str) -> str:
    """The token of somebody who may see everything; only an organiser can make one."""
    pool = await open_pool(database_url, size_max=1)
    try:
        _, token = await PostgresPrincipals(pool).create("Judge", frozenset({"arbiter"}))
        return token
    finally:
        await pool.close()


def always(transport: Transport) -> Callable[[], Transport]:
    return lambda: transport


def onlookers(
    live_game: LiveGame, judge: str, client: RetryingClient, dice: random.Random
) -> tuple[list[Watcher], list[Watcher]]:
    """Those who watch from the first step, and those who come in the middle: every transport with different viewers."""
    crowd, judging = Viewpoint("a spectator"), Viewpoint("the arbiter", judge, {"kind": "ARBITER"})
    seats = [Viewpoint(f"seat {at}", token) for at, token in enumerate(live_game.tokens)]
    guest = Viewpoint("seat 0 by name", live_game.tokens[0], {"seat": 0})
    transports = cycle(dice.sample(TRANSPORTS, len(TRANSPORTS)))

    def one(name: str, viewpoint: Viewpoint, choose: Callable[[], Transport]) -> Watcher:
        return Watcher(f"{name}, {viewpoint.name}", viewpoint, client, choose, random.Random(dice.random()))

    early = [
        one("socket", crowd, always("socket")),
        one("socket", seats[0], always("socket")),
        one("events", crowd, always("events")),
        one("events", seats[1], always("events")),
        one("events by Last-Event-ID", judging, always("resumed events")),
        one("pages", seats[0], always("pages")),
        one("any transport", seats[1], lambda: next(transports)),
    ]
    late = [
        one("socket, late", seats[1], always("socket")),
        one("socket, late", judging, always("socket")),
        one("events, late", guest, always("events")),
        one("pages, late", crowd, always("pages")),
        one("any transport, late", crowd, lambda: dice.choice(TRANSPORTS)),
    ]
    return early, late


async def come_late(watcher: Watcher, live_game: LiveGame, url: str, commands: int) -> None:
    """Join after some commands, with the view of any step there is by then."""
    seated = 1 + len(live_game.tokens)  # opened, and everybody sits: before that, a seat's view is nobody's
    await live_game.reached(watcher.dice.randint(seated, max(commands // 2, seated)))
    await watcher.join(live_game.game, watcher.dice.randint(1, live_game.version))
    await watcher.watch(url, live_game.game)


async def test_whatever_dies_nobody_misses_a_step_or_has_one_twice(
    service: Service, own_database_url: str, record_property: Any
) -> None:
    record_property("seed", SEED)
    dice = random.Random(SEED)
    plan = rehearsed(dice)
    judge = await arbiter(own_database_url)
    watchers: list[Watcher] = []
    async with (
        Proxy(service.port, dice) as proxy,
        RetryingClient(proxy.url, random.Random(dice.random())) as players,
        RetryingClient(proxy.url, random.Random(dice.random())) as client,
        RetryingClient(service.url, random.Random(dice.random())) as uncut,
    ):
        live_game = LiveGame(players, random.Random(dice.random()))
        chaos = Chaos(service, proxy, dice)
        async with bounded(service, watchers, chaos=chaos.counted, lines=proxy.counted, play=live_game.counted):
            await live_game.open(plan.ruleset, plan.seats, PLAYERS, plan.options, {"seed": str(SEED)})
            early, late = onlookers(live_game, judge, client, dice)
            watchers += [*early, *late]
            async with asyncio.TaskGroup() as everybody:  # one that fails stops the others
                for watcher in early:
                    everybody.create_task(watcher.watch(proxy.url, live_game.game))
                for watcher in late:
                    everybody.create_task(come_late(watcher, live_game, proxy.url, plan.commands))
                everybody.create_task(chaos.cause_mishaps(live_game, BLOCKS, plan.commands))
                await live_game.begin(plan.seats)
                await live_game.play()
            print(f"{plan}: {live_game.commands} commands were given; the API was started {service.starts} times")
            await settle(live_game, watchers, uncut)
        assert not [watcher.name for watcher in watchers if watcher.repeated]
        assert chaos.counted["redis killed"] and chaos.counted.total() > chaos.counted["redis killed"]
        assert proxy.counted["cut within a message"], "no line was cut: the run proves nothing"
        assert "Traceback" not in service.output("api", 10_000)


def assert_same(watcher: Watcher, steps: list[Json]) -> None:
    """Byte for byte what was read afresh; says what the first difference is."""
    for received, read in zip(watcher.steps, steps, strict=False):
        other = {name: (received[name], read[name]) for name in read if received.get(name) != read[name]}
        assert not other, f"{watcher}: step {read['version']} came as otherwise than it is read: {other}"
    assert len(watcher.steps) == len(steps), str(watcher)


async def settle(live_game: LiveGame, watchers: list[Watcher], client: RetryingClient) -> None:
    """Every watcher has what a fresh read returns to the same viewer, and acknowledged commands are in the log."""
    fresh: dict[str, tuple[list[Json], Json]] = {}
    for watcher in watchers:
        key = str(watcher.viewpoint)
        if key not in fresh:
            fresh[key] = await read_afresh(client, watcher.viewpoint, live_game.game)
        steps, view = fresh[key]
        assert [step["version"] for step in steps] == list(range(1, len(steps) + 1))
        assert watcher.done, str(watcher)
        assert_same(watcher, steps[watcher.begins_after :])
        document = watcher.document
        for step in watcher.steps:
            document = jsonpatch.apply_patch(document, step["patch"], in_place=document is not None)
        assert document == view, f"{watcher.name}: the patches do not give the last view"
    log, _ = next(iter(fresh.values()))
    for before, after in pairwise(log):
        assert after["prevHash"] == before["hash"]
    carried_out: dict[str, list[tuple[int, str]]] = {}
    for step in log:
        carried_out.setdefault(step["commandId"], []).append((step["version"], step["hash"]))
    for command, acknowledged in live_game.accepted.items():
        assert carried_out[command] == acknowledged, "an acknowledged command is not in the log as it was acknowledged"
    assert not live_game.refused & set(carried_out), "a refused command was carried out"


# ---------------------------------------------------------------- what a sandbox orders


def ordered(dice: random.Random) -> list[Json]:
    """Three faults of each kind, two of them at one step."""
    steps = dice.sample(range(FAULTS_FROM, FAULTS_UNTIL), 8)
    faults = [{"at": at, "kind": "DROP"} for at in steps[0:3]]
    faults += [{"at": at, "kind": "TWICE"} for at in steps[2:5]]
    return faults + [{"at": at, "kind": "SLOW", "ms": SLOW_MS} for at in steps[5:8]]


def at_steps(faults: list[Json], kind: str) -> list[int]:
    return sorted(fault["at"] for fault in faults if fault["kind"] == kind)


@pytest.mark.rules("GAME-SAND-03")
async def test_ordered_faults_confuse_nobody_who_keeps_the_cursor(service: Service, record_property: Any) -> None:
    record_property("seed", SEED)
    dice = random.Random(SEED)
    plan = rehearsed(dice)
    faults, last = ordered(dice), FAULTS_UNTIL + 2
    watchers: list[Watcher] = []
    async with RetryingClient(service.url, random.Random(dice.random())) as client:
        live_game = LiveGame(client, random.Random(dice.random()))
        async with bounded(service, watchers, play=live_game.counted):
            await live_game.open(plan.ruleset, plan.seats, PLAYERS, plan.options, {"seed": str(SEED), "faults": faults})
            for viewpoint in (Viewpoint("a spectator"), Viewpoint("seat 1", live_game.tokens[1])):
                for transport in TRANSPORTS:
                    own = random.Random(dice.random())
                    watchers.append(
                        Watcher(f"{transport}, {viewpoint.name}", viewpoint, client, always(transport), own, until=last)
                    )
                transports = cycle(dice.sample(TRANSPORTS[:3], 3))
                watchers.append(
                    Watcher(
                        f"any stream, {viewpoint.name}",
                        viewpoint,
                        client,
                        transports.__next__,
                        random.Random(1),
                        until=last,
                    )
                )
            async with asyncio.TaskGroup() as everybody:
                for watcher in watchers:
                    everybody.create_task(watcher.watch(service.url, live_game.game))
                await live_game.begin(plan.seats)
                await live_game.play(until=last)
            for watcher in watchers:
                steps, _ = await read_afresh(client, watcher.viewpoint, live_game.game)
                assert_same(watcher, steps[:last])
                faithfully(watcher, faults)


def faithfully(watcher: Watcher, faults: list[Json]) -> None:
    """Exactly what was ordered went wrong, where it was ordered; a page is one answer and knows of no fault."""
    paged = watcher.connections[0].transport == "pages"
    assert watcher.repeated == ([] if paged else at_steps(faults, "TWICE")), str(watcher)
    if paged:
        return
    drops = at_steps(faults, "DROP")
    assert [each.received[-1] for each in watcher.connections if each.ended] == drops, str(watcher)
    assert [each.requested_after for each in watcher.connections] == [0, *drops]
    for at in at_steps(faults, "SLOW"):
        decided = datetime.fromisoformat(watcher.steps[at - 1]["time"]).timestamp()
        assert watcher.arrived[at - 1] - decided >= SLOW_MS / 1000
