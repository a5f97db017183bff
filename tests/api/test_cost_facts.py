"""`extensions.cost` tells a caller nothing that they may not see: no hidden card, and no step past a delay.

The caller's clock stands still here, so that `left` and `fullAfterMs` are exact: any work that was counted shows.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

import httpx
import pytest

from api import operations as api_operations
from api.limits import Rates
from domain.engine.viewer import SPECTATOR
from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served, asking, services_over, serving
from tests.api.game_client import MINE, SUBMIT, GameClient, game_in_the_middle
from tests.api.memory import memory_world
from tests.api.test_twins import ALL, fork, hidden
from tests.dice import new_id

LARGE: Final = """query L($g: ID!) { game(id: $g) { legal { json text } scoreTracks { version points { seat banked } }
  a: highlights(first: 500) { edges { node { text } } } steps(first: 500) { edges { node { viewJson patch line { text } } } } } }"""
GAMES: Final = "{ games(first: 100) { totalCount edges { node { id title phase version } } } }"


async def costs_of(ask: Ask, by: str | None, game: str, json_: Any) -> list[Mapping[str, int]]:
    """What the service says about the cost of everything that can be asked of a game."""
    tried = {"g": game, "try": json_, "other": {"type": "nothing"}, "seated": by is not None and json_ is not None}
    answers = [
        await ask(ALL, by=by, errors=True, **tried),
        await ask(MINE, by=by, errors=True, game=game),
        await ask(LARGE, by=by, errors=True, g=game),
        await ask(GAMES, by=by, errors=True),
        await ask(SUBMIT, by=by, errors=True, game=game, id=new_id(), json={"type": "nothing"}),
    ]
    return [answer["extensions"]["cost"] for answer in answers]


def spent(costs: list[Mapping[str, int]]) -> list[int]:
    """What each of some operations has taken from the bucket, work beyond its estimate included."""
    limit = costs[0]["limit"]
    return [before["left"] - after["left"] for before, after in zip([{"left": limit}, *costs], costs, strict=False)]


class Frozen(Rates):
    """Buckets that are not refilled while the test runs."""

    def __init__(self, limits: Any) -> None:
        super().__init__(limits, now=lambda: 0.0)


@pytest.fixture(autouse=True)
def _no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_operations, "Rates", Frozen)


async def middle(served: Served, http: httpx.AsyncClient, ruleset: str) -> GameClient:
    return await game_in_the_middle(served, asking(served, http), ruleset, 30)


@pytest.mark.rules("GAME-HID-01", "GAME-FORK-02")
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_twins_cost_the_same(ruleset: str) -> None:
    world = memory_world()
    async with (
        serving(services_over(world)) as served,
        httpx.AsyncClient(trust_env=False, timeout=30, verify=False) as http,
    ):
        client = await middle(served, http, ruleset)
        by = await client.acting()
        seat = client.players.index(by)
        ask = asking(served, http)
        twins = [await fork(ask, client, by, seat) for _ in range(2)]
        assert await hidden(served, twins[0], seat) != await hidden(served, twins[1], seat)
        assert await hidden(served, twins[0], SPECTATOR) != await hidden(served, twins[1], SPECTATOR)
        legal = (await client.mine(by))["legal"]
        await served.principal("Stranger")
        tokens = served.tokens
        for viewer in (by, "Stranger", None):
            tried = legal[0]["json"] if viewer == by else None
            by_twin = []
            for twin in twins:
                async with serving(services_over(world)) as fresh:  # its buckets are full, its caches empty
                    fresh.tokens = tokens
                    by_twin.append(await costs_of(asking(fresh, http), viewer, twin, tried))
            assert by_twin[0] == by_twin[1], json.dumps([spent(costs) for costs in by_twin])
