"""The kit in TypeScript: its own unit tests, and the running service behind bad lines and with a killed API."""

import asyncio
import json
import random
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from emberlog_client import Client

from tests.clients.kits.compiled import compiled
from tests.clients.kits.playing import HASTE, SPECTATOR, cutting, sandbox
from tests.clients.running import Running
from tests.conftest import Servers, fresh_database
from tests.continuity.service import Service, running
from tests.machine import needs_node, node_flags

pytestmark = [needs_node, pytest.mark.xdist_group("clients")]

FAULTS = [{"at": 20, "kind": "DROP"}, {"at": 21, "kind": "TWICE"}, {"at": 40, "kind": "DROP"}]
Json = Any


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit, compiled strictly."""
    return compiled(tmp_path_factory.mktemp("kit"))


def test_its_own_tests(kit: Path) -> None:
    command = ["node", *node_flags(), "--test", "test/"]
    done = subprocess.run(command, cwd=kit, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout


async def program(kit: Path, **given: Json) -> list[Json]:
    """What the kit prints as a program."""
    request = json.dumps({"kit": (kit / "dist" / "index.js").as_uri(), **given})
    process = await asyncio.create_subprocess_exec(
        "node", *node_flags(), str(Path(__file__).with_name("kit.mjs")), request, stdout=-1, stderr=-1
    )
    try:
        output, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0, errors.decode()
    return [json.loads(line) for line in output.splitlines()]


@asynccontextmanager
async def played(kit: Path, url: str, programs_url: str, commands: int) -> AsyncIterator[Client]:
    """A game that one program plays and another one watches, both by `programs_url`; checked when the block ends."""
    async with asyncio.timeout(120), Client(url, backoff=HASTE) as client:
        await client.register("Ada")
        game = await sandbox(client, "brigade", 2, bots=1, seed="node", faults=FAULTS)
        common = {"url": programs_url, "token": client.token, "game": game}
        watching = asyncio.create_task(program(kit, **common, does="watch"))
        await client.begin(game)
        playing = asyncio.create_task(program(kit, **common, does="play", commands=commands))
        yield client
        [*followed, last] = await watching
        [player] = await playing
        steps = [step async for step in client.history(game, as_=SPECTATOR)]
        expected = [{"version": each.version, "text": each.line and each.line.text} for each in steps]
        assert followed == expected, "every step once, in order"
        assert last["view"] == (await client.view(game, as_=SPECTATOR)).view
        assert len(set(player["accepted"])) == len(player["accepted"])
        assert set(player["accepted"]) <= {step.command_id for step in steps}


@pytest.mark.campaign
async def test_a_player_and_a_watcher_with_bad_lines_miss_nothing_and_double_nothing(
    kit: Path, service: Running
) -> None:
    async with (
        cutting(service.url, random.Random(11), 6) as proxy,
        played(kit, service.url, proxy.url, commands=60),
    ):
        pass
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
async def test_killing_the_api_costs_nothing(kit: Path, mortal: Service) -> None:
    async with played(kit, mortal.url, mortal.url, commands=120):
        for _ in range(4):
            await asyncio.sleep(0.5)
            await mortal.kill_api()
            await mortal.start_api()
