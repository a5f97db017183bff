"""Where the corpus is recorded: the real use cases on a log in memory, with a clock and chance of their own.

The same scene gives the same log, byte for byte.
"""

import random
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final, Protocol

from domain.engine.ruleset import RulesetKey
from domain.engine.step import Step
from domain.engine.viewer import Seat, Viewer, seats_of
from domain.game import Game, GameState
from services.commands.answers import Accepted, Answer, RefusedAnswer
from services.commands.bot_player import BotPlayer
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.log.read_log import game_for
from services.log.replay import Histories
from services.ports import Principal, Role
from services.reads.look import Look
from tests.api.memory import memory_world
from tests.fakes import FakeEventLog, FakeHosting, FakeParkings

OPENED_US: Final = 1_767_225_600_000_000
"""When every scene begins, in microseconds since 1970 (UTC)."""
TICK_US: Final = 1_234_567
"""How far the clock moves whenever it is read."""


def person(number: int, *roles: Role) -> Principal:
    """A principal with ids like those that the service gives."""
    return Principal(f"p_{number:016x}", f"Person {number}", frozenset(roles), f"t_{number:016x}")


PLAYERS: Final = tuple(person(number) for number in range(1, 9))
"""They play the seats, in order. The first one is the host."""
HOST: Final = PLAYERS[0]
STRANGER: Final = person(100)
"""A principal without a seat."""
JUDGE: Final = person(200, "arbiter")


class Scene:
    """The use cases on a log that is empty at first."""

    def __init__(self) -> None:
        self.log = FakeEventLog()
        self.now_us = OPENED_US
        self.secrets = random.Random()
        self.world = replace(
            memory_world(),
            log=self.log,
            parkings=FakeParkings(self.log),
            hosting=FakeHosting(),
            now_us=self._tick,
            entropy=lambda: self.secrets.randbytes(32),
        )
        self.games = GameLoader(self.world)
        self.histories = Histories(self.world)
        self.play = Play(self.world, self.games, self.histories)
        self.seating = Seating(self.play)
        self.bots = BotPlayer(self.games, self.play, monotonic=lambda: self.now_us / 1_000_000)
        self.forks = Forks(self.play, self._tick)

    def _tick(self) -> int:
        self.now_us += TICK_US
        return self.now_us


class UseCase(Protocol):
    """A use case of `Seating` on one game."""

    def __call__(self, principal: Principal, game_id: str, command_id: str, /, **named: Any) -> Awaitable[Answer]:
        """Carries one command out."""
        ...


class SceneGame:
    """One game of a scene. All its chance, secrets and ids follow from its name."""

    def __init__(self, scene: Scene, name: str, key: RulesetKey) -> None:
        self.scene = scene
        self.name = name
        self.key = key
        self.game_id = ""
        self._ids = random.Random(f"ids of {name}")
        self._state: GameState | None = None

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        assert self._state is not None, f"{self.name} was not opened"
        return self._state

    @property
    def game(self) -> Game:
        """The rules of the game."""
        return game_for(self.game_id, *self.key)

    def new_id(self) -> str:
        """A version 4 UUID."""
        return str(uuid.UUID(int=self._ids.getrandbits(128), version=4))

    async def open(self, seats: int, *, by: Principal = HOST, **named: Any) -> Answer:
        """Opens the game. `named`: what else `Seating.open` takes."""
        self.scene.secrets = random.Random(f"secrets of {self.name}")
        id, version = self.key
        given = {"options": {}, "title": "", "ruleset": id, "ruleset_version": version, **named}
        answer = await self.scene.seating.open(by, self.new_id(), seats=seats, **given)
        return await self._opened(answer)

    async def fork(self, origin: "SceneGame", by: Principal, viewer: Viewer, **named: Any) -> Answer:
        """Opens the game as a fork of another. `named`: what else `Forks.fork` takes."""
        self.scene.secrets = random.Random(f"secrets of {self.name}")
        visible = await Look(self.scene.world, self.scene.histories).game(by, origin.game_id)
        assert visible is not None
        given: dict[str, Any] = {"at": None, "seat": None, "title": "", **named}
        return await self._opened(await self.scene.forks.fork(by, self.new_id(), visible, viewer, **given))

    async def _opened(self, answer: Answer) -> Answer:
        if isinstance(answer, Accepted):
            self.game_id = answer.game_id
            self._state = answer.head.state
        return answer

    async def fill(self, seats: int, **named: Any) -> None:
        """Opens the game, seats the players, and begins."""
        accepted(await self.open(seats, **named))
        for seat in seats_of(seats):
            accepted(await self.take(PLAYERS[seat], seat))
        accepted(await self.do(self.scene.seating.begin, HOST))

    async def take(self, principal: Principal, seat: Seat | None, **named: Any) -> Answer:
        """Takes a seat, with a share that follows from the name."""
        given = {"name": "", "share": f"{self.name} {seat}", **named}
        return await self.do(self.scene.seating.take, principal, seat=seat, **given)

    async def do(self, use_case: UseCase, principal: Principal, **named: Any) -> Answer:
        """Carries a use case out, and reads the game's new state."""
        answer = await use_case(principal, self.game_id, self.new_id(), **named)
        await self.refresh()
        return answer

    async def send(self, seat: Seat, command: Any, *, by: Principal | None = None, received_us: int = 0) -> Answer:
        """Sends a command for the player of a seat. `received_us`: when it had been read; 0: now."""
        request = CommandRequest(
            game_id=self.game_id,
            command_id=self.new_id(),
            build=lambda principal, own, authority: command,
            needs_seat=by is None,
            received_us=received_us,
        )
        answer = await self.scene.play.submit(by or self.player(seat), request)
        await self.refresh()
        return answer

    async def refresh(self) -> None:
        """Reads the game's state."""
        loaded = await self.scene.games.at_head(self.game_id)
        assert loaded is not None
        self._state = loaded.state

    def player(self, seat: Seat) -> Principal:
        """Who plays a seat."""
        return next(each for each in PLAYERS if each.id == self.state.seats[seat].principal)

    def to_act(self) -> Seat | None:
        """The first person's seat that may act; None when a bot or nobody may."""
        acting = self.game.to_act(self.state)
        return next((seat for seat in acting if self.state.seats[seat].principal), None)

    def idle(self) -> Seat:
        """A seat that may not act."""
        acting = self.game.to_act(self.state)
        return next(seat for seat in seats_of(len(self.state.seats)) if seat not in acting)

    async def play_on(self, commands: int, choose: "Choice") -> None:
        """Plays that many commands of persons and bots, fewer if the game ends before."""
        for _ in range(commands):
            seat = self.to_act()
            if seat is not None:
                accepted(await self.send(seat, choose(self, seat, self.game.legal(self.state, seat))))
            elif self.game.to_act(self.state):
                await self._play_bot()
            else:
                return

    async def _play_bot(self) -> None:
        """Lets a bot play one command, as the bot player of a sandbox with a pace does."""
        before: Step = self.state.version
        for _ in range(1_000):
            await self.scene.bots.visit(self.game_id)
            await self.refresh()
            if self.state.version > before:
                return
            self.scene.now_us += 1_000_000
        raise AssertionError(f"{self.name}: no bot plays")


Choice = Callable[[SceneGame, Seat, tuple[Any, ...]], Any]
"""(the game, a seat, its legal commands) -> one of them."""


def accepted(answer: Answer) -> Accepted:
    """The answer, which has to be an acceptance."""
    assert isinstance(answer, Accepted), answer
    return answer


def refused(answer: Answer, code: str) -> None:
    """Asserts that a command was refused with this code."""
    assert isinstance(answer, RefusedAnswer) and answer.code == code, (code, answer)
