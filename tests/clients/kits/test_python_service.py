"""The kit in Python against the running service: cut connections, doubled steps and killed processes leave no trace."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator

import emberlog_client as kit
import pytest
import pytest_asyncio
from emberlog_client import Client

from tests.clients.kits.playing import HASTE, SPECTATOR, cutting, play, sandbox, watched
from tests.clients.running import Running
from tests.conftest import Servers, fresh_database
from tests.continuity.service import Service, running

pytestmark = [pytest.mark.xdist_group("clients"), pytest.mark.campaign]

COMMANDS_MAX = 30
KILLS = 4
COMMANDS_A_KILL = 3
FAULTS = [{"at": 20, "kind": "DROP"}, {"at": 21, "kind": "TWICE"}, {"at": 40, "kind": "DROP"}]


async def agrees_with_the_log(client: Client, game: str, moments: list[kit.Moment]) -> None:
    """What was watched is what the service has: every step once, in order, and the last view."""
    steps = [step async for step in client.history(game, as_=SPECTATOR)]
    assert [moment.version for moment in moments] == list(range(1, len(steps) + 1))
    assert [moment.step.line for moment in moments if moment.step] == [step.line for step in steps]
    middle = len(steps) // 2
    for at in (middle, len(steps)):
        assert moments[at - 1].view == (await client.view(game, at=at, as_=SPECTATOR)).view


async def test_a_player_and_watchers_with_bad_lines_miss_nothing_and_double_nothing(service: Running) -> None:
    dice = random.Random(7)
    async with asyncio.timeout(60), cutting(service.url, dice, 6) as proxy, Client(service.url) as good:
        await good.register("Grace")
        async with Client(proxy.url, good.token, backoff=HASTE) as client, Client(proxy.url, backoff=HASTE) as other:
            game = await sandbox(client, "brigade", 2, bots=1, seed="kits", faults=FAULTS)
            watching = [asyncio.create_task(watched(each, game)) for each in (client, other)]
            await client.begin(game)
            played = await play(client, game, dice, COMMANDS_MAX)
            watchers = await asyncio.gather(*watching)
        for moments in watchers:
            await agrees_with_the_log(good, game, moments)
        by_command = {step.command_id async for step in good.history(game) if step.command_id in played.accepted}
        assert by_command == set(played.accepted) and len(by_command) == len(played.accepted)
    assert sum(count for name, count in proxy.counted.items() if name.startswith("cut")) > 10, proxy.counted


@pytest.fixture(scope="module")
def own_database_url(servers: Servers, template: str) -> Iterator[str]:
    """A database for the service that is killed."""
    yield from fresh_database(servers, template)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def mortal(own_database_url: str) -> AsyncIterator[Service]:
    async with running(own_database_url) as started:
        yield started


@pytest.mark.campaign
@pytest.mark.asyncio(loop_scope="module")
async def test_killing_the_api_between_two_commands_costs_nothing(mortal: Service) -> None:
    dice = random.Random(9)
    due = asyncio.Semaphore(0)

    async def kills() -> None:
        for _ in range(KILLS):
            await due.acquire()
            await asyncio.sleep(dice.uniform(0, 0.02))
            await mortal.kill_api()
            await mortal.start_api()

    def accepted(count: int) -> None:
        if count % COMMANDS_A_KILL == 0:
            due.release()

    async with asyncio.timeout(120), Client(mortal.url, backoff=HASTE) as client:
        await client.register("Ada")
        game = await sandbox(client, "brigade", 2, bots=1, seed="killed")
        watching = asyncio.create_task(watched(client, game))
        await client.begin(game)
        killing = asyncio.create_task(kills())
        played = await play(client, game, dice, (KILLS + 1) * COMMANDS_A_KILL, accepted)
        for _ in range(KILLS):
            due.release()  # for a game that was over sooner
        await killing
        assert mortal.starts == 1 + KILLS
        moments = await watching
        await agrees_with_the_log(client, game, moments)
    assert len(set(played.accepted)) == len(played.accepted)
