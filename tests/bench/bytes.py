"""How many bytes a client receives, plain and in gzip: `python -m tests.bench.bytes`. No time is measured.

A random game of each ruleset is played over a world in memory; then it is followed and read over loopback as clients do.
"""

import asyncio
from typing import Final

import httpx

from domain.rulesets import CURRENT
from services.commands.play import Play
from services.log.load_game import GameLoader
from tests.api.conftest import Served, services_over, serving
from tests.api.memory import memory_world
from tests.bench.service import Player

FOLLOW: Final = 'subscription($id: ID!) { gameSteps(game: $id, after: "0") { version patch } }'
PAGE: Final = "query($id: ID!) { game(id: $id) { steps(first: 500) { edges { node { version patch } } } } }"
VIEW: Final = "query($id: ID!) { game(id: $id) { viewJson } }"
RULES: Final = "query($id: String!) { rules(ruleset: $id, first: 500) { edges { node { id title text } } } }"


async def received(served: Served, query: str, id: str, *, coding: str, accept: str = "application/json") -> int:
    """The bytes of the body of an answer, as they come over the wire."""
    headers = {"accept": accept, "accept-encoding": coding}
    body = {"query": query, "variables": {"id": id}}
    async with (
        httpx.AsyncClient(timeout=60, trust_env=False) as http,
        http.stream("POST", f"{served.url}/graphql", json=body, headers=headers) as answer,
    ):
        assert answer.headers.get("content-encoding", "identity") == coding or coding == "gzip"
        return sum([len(piece) async for piece in answer.aiter_raw()])


async def measure() -> None:
    """One line for each ruleset and way to read."""
    world = memory_world()
    games = GameLoader(world)
    play = Play(world, games)
    async with serving(services_over(world)) as served:
        for ruleset in CURRENT:
            player = Player(play, games, ruleset, 1)
            await player.open()
            game, steps = player.game_id, 0
            while player.game_id == game:
                await player.play()
                head = await games.at_head(game, fresh=False)
                steps = steps if head is None else head.state.version
            print(f"{ruleset}, a whole game of {steps} steps")
            for what, query, id, accept in (
                ("followed by patches, as events", FOLLOW, game, "text/event-stream"),
                ("a page of 500 steps with patches", PAGE, game, "application/json"),
                ("the view at its end", VIEW, game, "application/json"),
                ("all its rules", RULES, ruleset, "application/json"),
            ):
                plain = await received(served, query, id, coding="identity", accept=accept)
                packed = await received(served, query, id, coding="gzip", accept=accept)
                print(f"  {what}: {plain:,} bytes plain, {packed:,} in gzip", flush=True)


if __name__ == "__main__":
    asyncio.run(measure())
