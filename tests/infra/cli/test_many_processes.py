"""Several API processes behind one address: one is killed, all are started anew, and no watcher misses a step."""

import asyncio
import os
import signal
import uuid

import httpx
import pytest

from infra.cli.client import Api
from infra.settings import Settings, SettingsError
from tests.bench.over_api import BEGIN, LOOK, OPEN, PLAY, SIT, STEPS
from tests.infra.cli.commands import Emberlog, address_of

REGISTER = "mutation($name: String!) { answer: register(name: $name) { token } }"
WATCHERS = 8
MOVES = 12
TRIES_MAX = 40


@pytest.mark.parametrize("number", ["0", "65", "two", "-1"])
def test_an_impossible_number_of_processes_is_refused(number):
    with pytest.raises(SettingsError, match=r"EMBERLOG_PROCESSES is .* a whole number from 1 to 64"):
        Settings.load({"EMBERLOG_PROCESSES": number})


def test_one_more_than_none_is_enough():
    assert Settings.load({"EMBERLOG_PROCESSES": "1"}).processes == 1
    assert Settings.load({}).processes >= 1


def test_where_nothing_runs_nothing_is_started_anew(tmp_path):
    answer = Emberlog(tmp_path, {}).run("restart")
    assert answer.returncode == 4 and answer.stderr.startswith("No `emberlog up` runs with the data folder")


class Party:
    """Three players and some watchers of one game, who all reconnect."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.players: list[Api] = []
        self.game = ""
        self.version = 0
        self.versions: list[list[int]] = [[] for _ in range(WATCHERS)]

    async def ask(self, by: Api, document: str, **variables: object) -> dict:
        """The same request until it is answered: a command that was carried out is not carried out once more."""
        for _ in range(TRIES_MAX):
            try:
                return await by.ask(document, **variables)
            except httpx.TransportError:
                await asyncio.sleep(0.05)
        raise AssertionError("nobody answers")

    async def open(self) -> None:
        for name in ("Ann", "Ben", "Cid"):
            answer = await self.ask(Api(self.url), REGISTER, name=name)
            self.players.append(Api(self.url, answer["answer"]["token"]))
        opened = await self.ask(
            self.players[0], OPEN, id=str(uuid.uuid4()), ruleset="great_fire", seats=len(self.players)
        )
        self.game = opened["answer"]["gameId"]
        for player in self.players:
            await self.ask(player, SIT, id=str(uuid.uuid4()), game=self.game)
        await self.ask(self.players[0], BEGIN, id=str(uuid.uuid4()), game=self.game)

    async def move(self) -> None:
        look = (await self.ask(self.players[0], LOOK, game=self.game))["game"]
        by = self.players[look["toAct"][0]]
        mine = (await self.ask(by, LOOK, game=self.game))["game"]
        command = mine["legal"][0]["json"]
        answer = await self.ask(by, PLAY, id=str(uuid.uuid4()), game=self.game, command=command)
        assert answer["answer"]["__typename"] == "CommandAccepted", answer
        self.version = answer["answer"]["version"]

    async def watch(self, at: int) -> None:
        """Follows, and reconnects with the last cursor."""
        async for step in Api(self.url).follow(STEPS, field="gameSteps", after=0, game=self.game):
            self.versions[at].append(step["version"])

    async def everybody_has_all(self) -> None:
        expected = list(range(1, self.version + 1))
        async with asyncio.timeout(30):
            while any(each != expected for each in self.versions):
                assert not any(len(each) > len(expected) for each in self.versions), "a step came twice"
                await asyncio.sleep(0.05)


def api_processes(emberlog: Emberlog) -> set[int]:
    return {number for number, line in emberlog.processes().items() if "infra.cli api" in line}


async def played(party: Party, emberlog: Emberlog) -> None:
    before = api_processes(emberlog)
    assert len(before) == 2
    await party.open()
    watching = [asyncio.create_task(party.watch(at)) for at in range(WATCHERS)]
    try:
        for move in range(MOVES):
            await party.move()
            if move == MOVES // 2:
                os.kill(min(before), signal.SIGKILL)
        await party.everybody_has_all()
        async with asyncio.timeout(30):
            while len(here := api_processes(emberlog)) != 2:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        assert max(before) in here and min(before) not in here, "the other one went on"
        answer = await asyncio.to_thread(emberlog.run, "restart")
        assert answer.returncode == 0, answer.stderr
        async with asyncio.timeout(60):
            while len(after := api_processes(emberlog)) != 2 or after & here:
                await party.move()
                await asyncio.sleep(0.3)
        await party.everybody_has_all()
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


@pytest.mark.campaign
def test_a_killed_process_and_a_rolling_restart_cost_no_watcher_a_step(tmp_path):
    emberlog = Emberlog(tmp_path, {})
    with emberlog.started("up", "--processes", "2", "--port", "0") as process:
        asyncio.run(played(Party(address_of(process)), emberlog))
    assert emberlog.processes() == {}
