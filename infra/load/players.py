"""The players of a load run: sandboxes that random moves are played in, one after the other."""

import asyncio
import random
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from infra.cli.client import Api, ApiProblem
from infra.cli.problems import ExitCode, Problem
from infra.load.figures import Figures
from infra.load.plan import Plan

RULESETS: Final = "{ rulesets { id seatsMin seatsMax } }"
REGISTER: Final = "mutation ($name: String!) { register(name: $name) { token } }"
OPEN: Final = """mutation ($id: ID!, $ruleset: String!, $seats: Int!) {
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, title: "load test", sandbox: {}) {
    ... on CommandAccepted { gameId } ... on CommandProblem { text } } }"""
SIT: Final = """mutation ($id: ID!, $game: ID!) {
  answer: takeSeat(commandId: $id, game: $game) { ... on CommandProblem { text } } }"""
BEGIN: Final = """mutation ($id: ID!, $game: ID!) {
  answer: beginGame(commandId: $id, game: $game) { ... on CommandProblem { text } } }"""
RESIGN: Final = "mutation ($id: ID!, $game: ID!) { resign(commandId: $id, game: $game) { __typename } }"
LOOK: Final = "query ($game: ID!) { game(id: $game) { version toAct legal { json } } }"
PLAY: Final = """mutation ($id: ID!, $game: ID!, $command: JSON!) {
  answer: submit(commandId: $id, game: $game, commandJson: $command) {
    ... on CommandAccepted { version } ... on CommandProblem { text } } }"""

RETRIES_MAX: Final = 20
RETRY_SECONDS: Final = 0.25
RECENT_STEPS: Final = 2_000


@dataclass(frozen=True)
class Company:
    """Those who play all games: one of each seat."""

    ruleset: str
    players: tuple[Api, ...]


async def company_of(plan: Plan) -> Company:
    """The players, with their tokens. Raises Problem and ApiProblem."""
    api = Api(plan.url)
    rulesets = {each["id"]: each for each in (await api.ask(RULESETS))["rulesets"]}
    name = plan.ruleset or next(iter(rulesets))
    if name not in rulesets:
        raise Problem(f"That service has no ruleset {name}; it has {', '.join(rulesets)}.", ExitCode.NOT_THERE)
    seats = int(rulesets[name]["seatsMin"])
    tokens = list(plan.tokens)
    if plan.tokens and len(plan.tokens) < seats:
        raise Problem(f"{name} has at least {seats} seats: give --token so many times.", ExitCode.USAGE)
    while len(tokens) < seats:
        tokens.append((await api.ask(REGISTER, name=f"Load {len(tokens) + 1}"))["register"]["token"])
    return Company(name, tuple(Api(plan.url, token) for token in tokens[:seats]))


@dataclass
class PlayedGame:
    """One place for games: when a game is over, another one takes it."""

    company: Company
    figures: Figures
    pace: float
    rnd: random.Random
    game_id: str = ""
    acknowledged: dict[int, float] = field(default_factory=dict)
    """When the players heard of a step: of the last `RECENT_STEPS`."""
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self) -> None:
        """Seats everybody, and begins. Raises ApiProblem."""
        host, seats = self.company.players[0], len(self.company.players)
        answer = await self._sent(host, OPEN, ruleset=self.company.ruleset, seats=seats)
        game_id = answer["gameId"]
        for player in self.company.players:
            await self._sent(player, SIT, game=game_id)
        await self._sent(host, BEGIN, game=game_id)
        self.acknowledged.clear()
        self.game_id = game_id
        self.figures.games += 1
        self.opened.set()

    async def play(self) -> None:
        """Plays on and on."""
        while True:
            try:
                if not await self._move():
                    await self.open()
            except (ApiProblem, httpx.TransportError) as error:
                self.figures.problem(str(error) or type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    async def _move(self) -> bool:
        began = time.monotonic()
        look = await self._look(0)
        if not look["toAct"]:
            return False
        seat = look["toAct"][0]
        look = look if seat == 0 else await self._look(seat)
        if not look["legal"]:
            return True
        command = self.rnd.choice(look["legal"])["json"]
        sent = time.monotonic()
        answer = await self._sent(self.company.players[seat], PLAY, game=self.game_id, command=command)
        now = time.monotonic()
        self.figures.commands.add((now - sent) * 1e3)
        for version in range(look["version"] + 1, answer["version"] + 1):
            self.acknowledged[version] = now
        while len(self.acknowledged) > RECENT_STEPS:
            del self.acknowledged[next(iter(self.acknowledged))]
        if self.pace:
            await asyncio.sleep(max(0.0, 1 / self.pace - (time.monotonic() - began)))
        return True

    async def _look(self, seat: int) -> dict[str, Any]:
        began = time.monotonic()
        game: dict[str, Any] = (await self.company.players[seat].ask(LOOK, game=self.game_id))["game"]
        self.figures.reads.add((time.monotonic() - began) * 1e3)
        return game

    async def _sent(self, by: Api, document: str, **variables: object) -> dict[str, Any]:
        """The answer to one command, which is sent with the same id until it is answered. Raises ApiProblem."""
        command_id = str(uuid.uuid4())
        for _ in range(RETRIES_MAX):
            try:
                answer: dict[str, Any] = (await by.ask(document, id=command_id, **variables))["answer"]
            except httpx.TransportError as error:
                self.figures.problem(str(error) or type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if "text" in answer:
                raise ApiProblem(str(answer["text"]))
            return answer
        raise ApiProblem("The service did not answer a command, however often it was sent.")

    async def leave(self) -> None:
        """Resigns every seat, so that bots end the game and nothing of the run stays open."""
        if not self.game_id:
            return
        for player in self.company.players:
            await player.ask(RESIGN, id=str(uuid.uuid4()), game=self.game_id)
