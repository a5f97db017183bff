"""Programs that play over the public API while parts of the service fail. They retry what may be retried."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx

from domain.rulesets import CURRENT
from tests.continuity.players import LiveGame
from tests.continuity.retrying_client import RetryingClient, bearing
from tests.faults.tasks import beside

RETRYABLE: Final = frozenset({"UNAVAILABLE", "RATE_LIMITED"})
TRIES_MAX: Final = 2_000


class PatientClient(RetryingClient):
    """Repeats a request unchanged until there is an answer, also when the answer says to try again later.

    `urls`: the processes of the service; a request that failed at one goes to another. `later`: how often an
    answer said so, by its code. `gaps`: the seconds from a request to its answer, for those that had to be repeated.
    """

    def __init__(self, urls: list[str], dice: random.Random) -> None:
        super().__init__(urls[0], dice)
        self._urls = urls
        self.later: Counter[str] = Counter()
        self.seconds: list[float] = []
        self.gaps: list[float] = []

    async def ask_counting_retries(
        self, document: str, *, token: str | None = None, **variables: Any
    ) -> tuple[dict[str, Any], int]:
        sent = {"query": document, "variables": variables}
        began = time.monotonic()
        for tries in range(TRIES_MAX):
            url = self._dice.choice(self._urls)
            try:
                answer = await self._http.post(f"{url}/graphql", json=sent, headers=bearing(token))
            except httpx.TransportError as error:
                self.lost[type(error).__name__] += 1
                await asyncio.sleep(self._dice.uniform(0.02, 0.1))
                continue
            body = answer.json()
            codes = _codes(body)
            if codes and codes <= RETRYABLE:
                self.later.update(codes)
                await asyncio.sleep(self._dice.uniform(0.02, 0.1))
                continue
            assert answer.status_code == httpx.codes.OK and not codes, answer.text[:2_000]
            seconds = time.monotonic() - began
            (self.gaps if tries else self.seconds).append(seconds)
            return dict(body["data"]), tries
        raise AssertionError(f"no answer in {TRIES_MAX} tries: {dict(self.lost)}, {dict(self.later)}")

    async def post(self, document: str, *, token: str | None = None, **variables: Any) -> dict[str, Any]:
        """The whole answer to one request, errors too, without a retry."""
        sent = {"query": document, "variables": variables}
        answer = await self._http.post(f"{self._urls[0]}/graphql", json=sent, headers=bearing(token))
        return dict(answer.json())


def _codes(body: dict[str, Any]) -> set[str]:
    """The codes of all problems in an answer, GraphQL's or a whole problem."""
    if "errors" in body:
        return {error["extensions"]["code"] for error in body["errors"]}
    return {body["code"]} if "code" in body else set()


class Bots:
    """Games in which programs play the seats of people, one after the other. `games`: with all that was acknowledged."""

    def __init__(self, client: PatientClient, dice: random.Random) -> None:
        self.client = client
        self._dice = dice
        self.games: list[LiveGame] = []

    async def open(
        self, ruleset: str, *, players: int = 2, bots: int = 0, delay: dict[str, int] | None = None
    ) -> LiveGame:
        """A game of `players` people, and bots of the service, that has begun. `delay`: for spectators."""
        game = LiveGame(self.client, random.Random(self._dice.random()))
        await game.open(ruleset, players + bots, players, {}, None, delay)
        self.games.append(game)
        await game.begin(players + bots)
        return game

    @property
    def acknowledged(self) -> int:
        return sum(len(game.accepted) for game in self.games)

    @property
    def counted(self) -> Counter[str]:
        return sum((game.counted for game in self.games), Counter())

    @asynccontextmanager
    async def playing(
        self, games: int, rulesets: Sequence[str] = tuple(CURRENT), *, people_only: bool = False
    ) -> AsyncIterator[None]:
        """Play so many games at a time for the length of the block; a game that is over is followed by another.

        `people_only`: no seat waits for a bot of the service, which needs a worker. Otherwise people take two seats.
        """
        tasks = [asyncio.create_task(self._play_on(rulesets, people_only)) for _ in range(games)]
        async with beside(tasks):
            yield

    async def _play_on(self, rulesets: Sequence[str], people_only: bool) -> None:
        while True:
            box = CURRENT[self._dice.choice(rulesets)]
            players = max(2, box.seats_min) if people_only else 2
            game = await self.open(box.id, players=players, bots=max(0, box.seats_min - players))
            await game.play()

    async def reach(self, commands: int, seconds: float = 60.0) -> None:
        """Wait until so many more commands were acknowledged."""
        wanted = self.acknowledged + commands
        async with asyncio.timeout(seconds):
            while self.acknowledged < wanted:  # noqa: ASYNC110  games count for themselves
                await asyncio.sleep(0.01)
