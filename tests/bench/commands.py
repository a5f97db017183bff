"""How many commands a second go through `services/commands/play`, in one process or in several beside each other.

The players know their moves: each plays the beginning of a sandbox once, and then the same again and again under new ids. So the
time is that of the service, as that of the INSERT loop beside it is not that of making its row. `python -m tests.bench.commands`
is one process of several; it is started by `processes_per_second`.
"""

import asyncio
import random
import subprocess
import sys
import time
import uuid
from typing import Any, Final

import uvloop

from domain.engine.viewer import Seat
from domain.game.terms import Sandbox, Terms
from domain.rulesets import CURRENT
from infra.heap import HEAP
from infra.wiring import wired
from services.commands.answers import Accepted
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.ports import Principal
from services.world import World
from tests.bench.service import new_id

COMMANDS_A_GAME: Final = 200
"""Of the rules. Then the next game is opened, so that none grows longer than real ones are."""
SEATS_MAX: Final = 4


class Repeater:
    """Plays one random game, and then the same commands in game after game. `done`: the commands so far, all accepted."""

    def __init__(self, play: Play, games: GameLoader, ruleset: str, name: str) -> None:
        self._play, self._games, self._seating = play, games, Seating(play)
        self._ruleset = CURRENT[ruleset]
        self._name, self._rnd = name, random.Random(name)
        seats = min(SEATS_MAX, self._ruleset.seats_max)
        self._players = [Principal(f"bench-{name}-{seat}", f"P{seat}", frozenset()) for seat in range(seats)]
        self._moves: list[tuple[Seat, Any]] = []
        self._at = 0
        self._game_id = ""
        self.done = 0

    async def learn(self) -> None:
        """Plays the game whose moves it repeats."""
        await self._open()
        while len(self._moves) < COMMANDS_A_GAME:
            head = await self._games.at_head(self._game_id, fresh=False)
            assert head is not None
            acting = head.game.to_act(head.state)
            if not acting:
                break
            legal = head.game.legal(head.state, acting[0])
            self._moves.append((acting[0], legal[int(self._rnd.random() * len(legal))]))
            await self._submit(*self._moves[-1])
        await self._open()

    async def step(self) -> None:
        """The next command; after the last one, those that open the next game and seat everybody."""
        if self._at == len(self._moves):
            await self._open()
            return
        await self._submit(*self._moves[self._at])
        self._at += 1

    async def _submit(self, seat: Seat, command: Any) -> None:
        order = CommandRequest(
            game_id=self._game_id,
            command_id=new_id(self._rnd),
            build=lambda by, own, authority: command,
        )
        self._count(await self._play.submit(self._players[seat], order))

    async def _open(self) -> None:
        host, self._at = self._players[0], 0
        opened = await self._seating.open(
            host,
            str(uuid.uuid4()),
            ruleset=self._ruleset.id,
            seats=len(self._players),
            options={},
            title="bench",
            terms=Terms(sandbox=Sandbox(seeded=True)),
            seed=self._name,
        )
        self._game_id = self._count(opened).game_id
        for player in self._players:
            taken = await self._seating.take(player, self._game_id, str(uuid.uuid4()), seat=None, name="", share="")
            self._count(taken)
        self._count(await self._seating.begin(host, self._game_id, str(uuid.uuid4())))

    def _count(self, answer: object) -> Accepted:
        assert isinstance(answer, Accepted), answer
        self.done += 1
        return answer


async def _ready(world: World, ruleset: str, games: int, name: str) -> list[Repeater]:
    """Players who have played their games once."""
    loader = GameLoader(world)
    play = Play(world, loader)
    players = [Repeater(play, loader, ruleset, f"{name}{number}") for number in range(games)]
    await asyncio.gather(*(player.learn() for player in players))
    HEAP.settle()  # as the service does before it takes connections
    return players


async def _rate(players: list[Repeater], seconds: float) -> float:
    before, begun = sum(player.done for player in players), time.perf_counter()

    async def go_on(player: Repeater) -> None:
        while time.perf_counter() < begun + seconds:
            await player.step()

    await asyncio.gather(*map(go_on, players))
    return (sum(player.done for player in players) - before) / (time.perf_counter() - begun)


async def commands_per_second(world: World, ruleset: str, games: int, seconds: float) -> float:
    """Commands of so many games at once, through one process."""
    players = await _ready(world, ruleset, games, "one")
    await _rate(players, seconds / 4)
    return await _rate(players, seconds)


def processes_per_second(
    database_url: str, redis_url: str, ruleset: str, games: int, processes: int, seconds: float
) -> float:
    """The same, with the games shared out over several processes, as several API processes have them."""
    each = [sys.executable, "-m", "tests.bench.commands", database_url, redis_url, ruleset]
    each += [str(games // processes), str(processes), str(seconds)]
    running = [
        subprocess.Popen([*each, f"p{number}-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for number in range(processes)
    ]
    try:
        for process in running:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
        for process in running:
            assert process.stdin is not None
            print(file=process.stdin, flush=True)
        return sum(float(process.communicate(timeout=seconds * 10 + 60)[0]) for process in running)
    finally:
        for process in running:
            process.kill()
            process.wait()


async def _one_of_several(
    database_url: str, redis_url: str, ruleset: str, games: int, processes: int, seconds: float, name: str
) -> None:
    async with wired(database_url, redis_url, processes=processes) as use_cases:
        players = await _ready(use_cases.world, ruleset, games, name)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        await _rate(players, seconds / 4)
        print(await _rate(players, seconds))


if __name__ == "__main__":
    database, redis, played, at_once, beside, measured, called = sys.argv[1:]
    uvloop.run(_one_of_several(database, redis, played, int(at_once), int(beside), float(measured), called))
