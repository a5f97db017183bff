"""What a client without rules receives, over a whole game of each ruleset: a move's answer, and the stream of patches."""

import random

import httpx
import pytest

from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served
from tests.api.game_client import open_game
from tests.bench.bytes import FOLLOW, received
from tests.bench.moves import WHOLE
from tests.dice import new_id

pytestmark = pytest.mark.campaign

MOVE_BYTES_MAX = 2_048
GAME_BYTES_MAX = 110_000
"""Of a whole game that is followed by patches."""

LEGAL = "query($g: ID!) { game(id: $g) { toAct legal { json } } }"


@pytest.mark.parametrize("ruleset", CURRENT)
async def test_a_move_and_a_followed_game_are_small(
    served: Served, ask: Ask, http: httpx.AsyncClient, ruleset: str
) -> None:
    game = await open_game(served, ask, ruleset=ruleset, seats=CURRENT[ruleset].seats_max, seed=5)
    chance = random.Random(5)
    sizes: list[int] = []
    while to_act := (await ask(LEGAL, g=game.game))["game"]["toAct"]:
        by = game.players[to_act[0]]
        command = chance.choice((await ask(LEGAL, by=by, g=game.game))["game"]["legal"])["json"]
        body = {"query": WHOLE, "variables": {"id": new_id(), "game": game.game, "command": command}}
        headers = {**served.headers(by), "accept-encoding": "gzip"}
        async with http.stream("POST", f"{served.url}/graphql", json=body, headers=headers) as answer:
            pieces = [piece async for piece in answer.aiter_raw()]
        sizes.append(sum(map(len, pieces)))
    stream = await received(served, FOLLOW, game.game, coding="gzip", accept="text/event-stream")
    print(f"{ruleset}: {len(sizes)} moves, at most {max(sizes)} bytes; followed to its end {stream} bytes")
    assert len(sizes) > 10 and max(sizes) <= MOVE_BYTES_MAX
    assert stream <= GAME_BYTES_MAX
