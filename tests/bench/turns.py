"""How long it takes until a turn is known: `python -m tests.bench.turns <address>`.

Bots of one token play `--games` games of two seats at a running service from `myTurns` alone. A turn's latency is the time
from the answer to the command that brought it to the entry that says so.
"""

import argparse
import asyncio
import random
import time
import uuid
from collections.abc import Sequence
from typing import Any

from infra.cli.client import Api
from tests.bench.over_api import BEGIN, OPEN, SIT, share

REGISTER = "mutation($name: String!) { register(name: $name) { token } }"
PLAY = """mutation($id: ID!, $game: ID!, $command: JSON!) {
  answer: submit(commandId: $id, game: $game, commandJson: $command) {
    __typename ... on CommandAccepted { version } ... on CommandProblem { code } } }"""
TURNS = "subscription($after: Cursor) { myTurns(after: $after) { cursor game { id version mySeat legal { json } } } }"


class Bots:
    """One bot for each seat; all of them play in the same games. `answered`: when a version was acknowledged."""

    def __init__(self, url: str, tokens: Sequence[str], seconds: float, pace: float) -> None:
        self._url = url
        self._tokens = tokens
        self._end = time.perf_counter() + seconds
        self._pace = pace
        self._rnd = random.Random(1)
        self.answered: dict[tuple[str, int], float] = {}
        self.came: dict[tuple[str, int], float] = {}
        self.moves: list[float] = []

    async def play(self) -> None:
        """Plays until the time is over."""
        bots = [asyncio.create_task(self._bot(token)) for token in self._tokens]
        await asyncio.sleep(max(0.0, self._end - time.perf_counter()))
        for bot in bots:
            bot.cancel()
        await asyncio.gather(*bots, return_exceptions=True)

    async def _bot(self, token: str) -> None:
        hands = [Api(self._url, token) for _ in range(4)]
        tasks: set[asyncio.Task[None]] = set()
        turns = 0
        async for entry in Api(self._url, token)._one_connection(TURNS, {}, "myTurns"):
            game = entry["game"]
            self.came[game["id"], game["version"]] = time.perf_counter()
            turns += 1
            task = asyncio.create_task(self._move(hands[turns % len(hands)], game))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def _move(self, hand: Api, game: Any) -> None:
        await asyncio.sleep(self._pace * self._rnd.random())
        if not game["legal"]:
            return
        command, id = self._rnd.choice(game["legal"])["json"], str(uuid.uuid4())
        start = time.perf_counter()
        answer = (await hand.ask(PLAY, id=id, game=game["id"], command=command))["answer"]
        if answer["__typename"] == "CommandAccepted":
            now = time.perf_counter()
            self.moves.append((now - start) * 1e3)
            self.answered[game["id"], answer["version"]] = now

    def latencies(self) -> list[float]:
        """Milliseconds from the answer to the entry, for every turn that a command of these bots brought."""
        both = self.came.keys() & self.answered.keys()
        return [(self.came[key] - self.answered[key]) * 1e3 for key in both]


async def open_games(url: str, tokens: Sequence[str], ruleset: str, games: int) -> None:
    """So many begun games in which everybody sits."""
    players = [Api(url, token) for token in tokens]
    for _ in range(games):
        answer = await players[0].ask(OPEN, id=str(uuid.uuid4()), ruleset=ruleset, seats=len(players))
        game = answer["answer"]["gameId"]
        for player in players:
            await player.ask(SIT, id=str(uuid.uuid4()), game=game)
        await players[0].ask(BEGIN, id=str(uuid.uuid4()), game=game)


async def main() -> None:
    """Opens the games, plays, and prints the percentiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--ruleset", default="london")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds a bot thinks at most")
    given = parser.parse_args()
    newcomer = Api(given.address)
    made = [await newcomer.ask(REGISTER, name=f"Bench {number}") for number in range(given.seats)]
    tokens = [answer["register"]["token"] for answer in made]
    await open_games(given.address, tokens, given.ruleset, given.games)
    bots = Bots(given.address, tokens, given.seconds, given.pace)
    await bots.play()
    for name, samples in (("turn", bots.latencies()), ("move", bots.moves)):
        if samples:
            print(f"{name}: {len(samples)} samples, p50 {share(samples, 50):.1f} ms, p99 {share(samples, 99):.1f} ms")


if __name__ == "__main__":
    asyncio.run(main())
