"""Four bots that play games over the API while it is attacked, as a program of its own, and an audit of all they were told.

`python -m tests.attacks.players URL SEED`. Ends when stdin ends; then prints one line of JSON: what was acknowledged, lost,
doubled, and how long commands took.
"""

import asyncio
import json
import random
import sys
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any, Final

import httpx

from tests.continuity.players import BEGIN, LOOK, OPEN, REGISTER, SUBMIT, TAKE

BOTS: Final = 4
TRIES_MAX: Final = 200
ADDRESS: Final = "127.0.0.10"
Json = dict[str, Any]


class Bot:
    """One player: asks until answered, and writes down what was acknowledged."""

    def __init__(self, url: str, dice: random.Random) -> None:
        self.url = url
        self.dice = dice
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
        self.http = httpx.AsyncClient(timeout=30, trust_env=False, transport=transport)
        self.token = ""
        self.accepted: dict[str, Json] = {}
        self.seconds: list[float] = []
        self.timed: list[tuple[float, float]] = []
        """(when, seconds) of the commands that were answered at the first try."""
        self.problems: list[str] = []

    async def ask(self, document: str, **variables: Any) -> Json:
        """The data. Sends the same request again while there is no answer, or one that says to try again."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        for _ in range(TRIES_MAX):
            try:
                answer = await self.http.post(
                    f"{self.url}/graphql", json={"query": document, "variables": variables}, headers=headers
                )
                response = answer.json()
            except (httpx.TransportError, ValueError) as error:
                self.problems.append(type(error).__name__)
                await asyncio.sleep(0.1)
                continue
            if "errors" not in response:
                return dict(response["data"])
            code = response["errors"][0]["extensions"]["code"]
            self.problems.append(code)
            assert code in ("RATE_LIMITED", "UNAVAILABLE"), response
            await asyncio.sleep(response["errors"][0]["extensions"].get("retryAfterMs", 200) / 1000)
        raise AssertionError("no answer")

    async def order(self, document: str, **variables: Any) -> Json:
        """One command under one id."""
        id, begun = str(uuid.UUID(int=self.dice.getrandbits(128), version=4)), time.monotonic()
        in_vain = len(self.problems)
        answer: Json = (await self.ask(document, id=id, **variables))["answer"]
        self.seconds.append(time.monotonic() - begun)
        if len(self.problems) == in_vain:
            self.timed.append((begun, self.seconds[-1]))
        if answer["__typename"] == "CommandAccepted":
            self.accepted[id] = answer
        return answer


async def play_games(
    bots: list[Bot], ended: threading.Event, begun: Callable[[str], object] = lambda game: None
) -> None:
    """One game after another, all four at the same time. `begun`: called with the id of each game once it has begun."""
    for number, bot in enumerate(bots):
        bot.token = (await bot.ask(REGISTER, name=f"Rower {number}"))["register"]["token"]
    while not ended.is_set():
        host = bots[0]
        opened = await host.order(OPEN, ruleset="great_fire", seats=BOTS, options={}, sandbox=None)
        game = opened["gameId"]
        for seat, bot in enumerate(bots):
            await bot.order(TAKE, game=game, seat=seat, name=f"Rower {seat}")
        await host.order(BEGIN, game=game)
        begun(game)
        await asyncio.gather(*(_play(bot, game, seat, ended) for seat, bot in enumerate(bots)))


async def _play(bot: Bot, game: str, seat: int, ended: threading.Event) -> None:
    while not ended.is_set():
        look = (await bot.ask(LOOK, game=game))["game"]
        if look["phase"] in ("OVER", "ABANDONED"):
            return
        if seat not in look["toAct"]:
            await asyncio.sleep(0.05)
            continue
        await bot.order(SUBMIT, game=game, json=bot.dice.choice(look["legal"])["json"], version=None)


async def audit(bots: list[Bot]) -> Json:
    """Every acknowledged command is in the log, once, with the same hashes."""
    document = """query($game: ID!, $after: Cursor) { game(id: $game) { steps(after: $after, first: 200) {
      pageInfo { hasNextPage endCursor } edges { node { version hash commandId } } } } }"""
    steps: dict[tuple[str, int], tuple[str, str]] = {}
    for game in {answer["gameId"] for bot in bots for answer in bot.accepted.values()}:
        after, more = None, True
        while more:
            page = (await bots[0].ask(document, game=game, after=after))["game"]["steps"]
            for edge in page["edges"]:
                node = edge["node"]
                steps[game, node["version"]] = (node["commandId"], node["hash"])
            after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
    brought: dict[tuple[str, str], list[int]] = {}
    for (game, version), (by, _) in steps.items():
        brought.setdefault((game, by), []).append(version)
    lost = doubled = 0
    for bot in bots:
        for id, answer in bot.accepted.items():
            versions = [step["version"] for step in answer["steps"]]
            lost += any(
                steps.get((answer["gameId"], step["version"])) != (id, step["hash"]) for step in answer["steps"]
            )
            doubled += sorted(brought.get((answer["gameId"], id), [])) != versions
    seconds = sorted(each for bot in bots for each in bot.seconds)
    return {
        "steps": len(steps),
        "acked": sum(len(bot.accepted) for bot in bots),
        "lost": lost,
        "doubled": doubled,
        "problems": sorted({problem for bot in bots for problem in bot.problems}),
        "p50_ms": round(seconds[len(seconds) // 2] * 1000, 1),
        "p99_ms": round(seconds[int(len(seconds) * 0.99)] * 1000, 1),
    }


async def main(url: str, seed: str) -> None:
    """Plays until stdin ends, then audits."""
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    bots = [Bot(url, random.Random(f"{seed} {number}")) for number in range(BOTS)]
    await play_games(bots, ended)
    print(json.dumps(await audit(bots)), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
