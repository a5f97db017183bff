"""A seeded simulation: two processes, clients that collide and repeat themselves, a flaky log, watchers that come and
go.

Whatever happens: every accepted command is in the log once, every watcher sees every step once and in order, every game
is proven by `verify`, and a cold process replays it to the same state. `EMBERLOG_SIM_SEED` repeats a run.
"""

import asyncio
import contextlib
import dataclasses
import os
import random
import uuid

import pytest

from domain.engine.viewer import SPECTATOR, Seat, Viewer
from domain.rulesets import CURRENT
from services.commands.answers import Accepted, Answer, RefusedAnswer, VersionConflict
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.commands.seating import Seating
from services.errors import Unavailable
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_game
from services.ports import Principal
from services.reads.watch import Watch
from services.world import World
from tests.sim.chaos import FlakyLog, LossyNotifier, SilentJobs

SEED = int(os.environ.get("EMBERLOG_SIM_SEED") or random.SystemRandom().randrange(10**9))
BROKEN_SHARE = 0.03
TRIES_MAX = 60
COMMANDS_MAX = 4_000


class Process:
    """What one API process holds: its own caches over the one log."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.games = GameLoader(world)
        self.play = Play(world, self.games)
        self.seating = Seating(self.play)
        self.watch = Watch(world, Histories(world))


class Simulation:
    """One game's clients and watchers."""

    def __init__(self, seed: str, processes: list[Process], ruleset: str) -> None:
        self.rnd = random.Random(seed)
        self.processes = processes
        self.rules = CURRENT[ruleset]
        self.seats = self.rnd.randint(self.rules.seats_min, self.rules.seats_max)
        self.players = [Principal(f"{seed}-{at}", f"P{at}", frozenset()) for at in range(self.seats)]
        self.game_id = ""
        self.accepted: dict[str, tuple[int, ...]] = {}

    async def persist(self, ask):
        """Ask one process or the other with the same command id until there is an answer."""
        for _ in range(TRIES_MAX):
            with contextlib.suppress(Unavailable):
                return await ask(self.rnd.choice(self.processes))
        raise AssertionError("no answer after many tries")

    async def seat_everybody(self) -> None:
        key = str(uuid.UUID(int=self.rnd.getrandbits(128)))
        opened = await self.persist(
            lambda process: process.seating.open(
                self.players[0], key, ruleset=self.rules.id, seats=self.seats, options={}, title=""
            )
        )
        assert isinstance(opened, Accepted), opened
        self.game_id = opened.game_id
        for seat, player in enumerate(self.players):
            sit = str(uuid.UUID(int=self.rnd.getrandbits(128)))
            answer = await self.persist(
                lambda process, sit=sit, seat=seat, player=player: process.seating.take(
                    player, self.game_id, sit, seat=seat, name="", share=""
                )
            )
            assert isinstance(answer, Accepted), answer
        begin = str(uuid.UUID(int=self.rnd.getrandbits(128)))
        answer = await self.persist(lambda process: process.seating.begin(self.players[0], self.game_id, begin))
        assert isinstance(answer, Accepted), answer

    async def play_out(self) -> None:
        """Play legal commands until the game is over. Sometimes a command is sent twice, to both processes."""
        for _ in range(COMMANDS_MAX):
            opened = await self.persist(lambda process: process.games.at_head(self.game_id))
            assert opened is not None
            if opened.state.over:
                return
            seat: Seat = self.rnd.choice(opened.game.to_act(opened.state))
            legal = opened.game.legal(opened.state, seat)
            command = legal[int(self.rnd.random() * len(legal))]
            key = str(uuid.UUID(int=self.rnd.getrandbits(128)))
            order = CommandRequest(
                game_id=self.game_id, command_id=key, build=lambda by, own, authority, command=command: command
            )

            async def send(process: Process, seat: Seat = seat, order: CommandRequest = order) -> Answer:
                return await process.play.submit(self.players[seat], order)

            if self.rnd.random() < 0.15:
                answers = await asyncio.gather(self.persist(send), self.persist(send))
                assert sum(isinstance(answer, Accepted) and not answer.is_repeat for answer in answers) <= 1
            else:
                answers = [await self.persist(send)]
            for answer in answers:
                assert isinstance(answer, Accepted | RefusedAnswer | VersionConflict), answer
                if isinstance(answer, Accepted):
                    versions = tuple(step.version for step in answer.steps)
                    assert self.accepted.setdefault(key, versions) == versions
        raise AssertionError("the game did not end")

    async def watch_all(self, viewer: Viewer, principal: Principal | None) -> list[tuple[int, str]]:
        """Watch from the first step to the last, through connections that break, resuming from the cursor."""
        received: list[tuple[int, str]] = []
        while True:
            process = self.rnd.choice(self.processes)
            patience = self.rnd.uniform(0.05, 1.5)
            cursor = received[-1][0] if received else 0
            steps = process.watch.steps(principal, self.game_id, viewer, after=cursor)
            try:
                async with asyncio.timeout(patience):
                    async for step in steps:
                        received.append((step.version, step.hash))
                    return received
            except (TimeoutError, Unavailable):
                continue
            finally:
                await steps.aclose()


async def run(world: World, ruleset: str, games: int, seed: int) -> None:
    rnd = random.Random(f"{seed}/{ruleset}")
    notifier = LossyNotifier(rnd)
    flaky = FlakyLog(world.log, rnd, BROKEN_SHARE)
    processes = [Process(dataclasses.replace(world, log=flaky, notifier=notifier, jobs=SilentJobs())) for _ in range(2)]
    simulations = [Simulation(f"{seed}/{ruleset}/{at}", processes, ruleset) for at in range(games)]
    async with contextlib.AsyncExitStack() as stack:
        for process in processes:
            await stack.enter_async_context(process.watch)
        for simulation in simulations:
            await simulation.seat_everybody()
        async with asyncio.TaskGroup() as clients:  # one that fails stops the others
            watching = [
                clients.create_task(simulation.watch_all(viewer, player))
                for simulation in simulations
                for viewer, player in ((SPECTATOR, None), (0, simulation.players[0]), (1, simulation.players[1]))
            ]
            for simulation in simulations:
                clients.create_task(simulation.play_out())
    flaky.mend()
    for at, simulation in enumerate(simulations):
        await settle(world, simulation, [each.result() for each in watching[3 * at : 3 * at + 3]])
    assert flaky.broken > 0, "nothing was broken: the simulation proves nothing"


async def settle(world: World, simulation: Simulation, received: list[list[tuple[int, str]]]) -> None:
    """The log, the watchers, `verify` and a cold process agree."""
    rows = await world.log.read(simulation.game_id)
    log = [(row.version, row.hash.hex()) for row in rows]
    assert [version for version, _ in log] == list(range(1, len(log) + 1))
    for transcript in received:
        assert transcript == log
    stored = {each.command_id: each for each in await world.log.commands(simulation.game_id)}
    for key, versions in simulation.accepted.items():
        assert (stored[key].first_version, stored[key].last_version) == (versions[0], versions[-1])
    verdict = await verify_game(world, simulation.game_id)
    assert verdict is not None and verdict.finding is None and verdict.revealed
    cold = await GameLoader(world).at_head(simulation.game_id)
    warm = await simulation.processes[0].games.at_head(simulation.game_id)
    assert cold is not None and warm is not None and cold.state == warm.state and cold.state.over


FIRST, *OTHERS = CURRENT


@pytest.mark.parametrize("ruleset", [FIRST, *(pytest.param(id, marks=pytest.mark.campaign) for id in OTHERS)])
async def test_simulation(world: World, ruleset: str, record_property) -> None:
    print(f"EMBERLOG_SIM_SEED={SEED}")
    record_property("seed", SEED)
    await run(world, ruleset, games=4, seed=SEED)
