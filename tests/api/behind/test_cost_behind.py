"""`extensions.cost` tells an outsider nothing of what lies past a delay's horizon.

Two services over the same log, each with empty caches and full buckets that are not refilled: whatever work one of them
has counted more than the other would show in `left`.
"""

from typing import Any

import httpx
import pytest

from api import operations as api_operations
from tests.api.behind.outsiders import Asker, assert_same, client_with_horizon, lists, move_on, reads
from tests.api.conftest import Served, services_over, serving
from tests.api.test_cost_facts import Frozen
from tests.services.clock import Clock


class ExactAsker(Asker):
    """Compares the cost, too."""

    async def raw(self, document: str, by: str | None, **variables: Any) -> str:
        sent = {"query": document, "variables": variables}
        answer = await self.http.post(f"{self.served.url}/graphql", json=sent, headers=self.served.headers(by))
        return f"{answer.status_code} {answer.text}"


async def everything(served: Served, http: httpx.AsyncClient, game: str, horizon: int) -> dict[str, str]:
    """All answers of a service that has just started."""
    async with serving(services_over(served.world)) as fresh:
        fresh.tokens = served.tokens
        asker = ExactAsker(fresh, http)
        return {**await reads(asker, game, horizon), **await lists(asker)}


@pytest.mark.rules("GAME-DELAY-02")
@pytest.mark.campaign
async def test_the_cost_of_outsiders_is_the_same_whatever_happens_past_their_horizon(
    served: Served, http: httpx.AsyncClient, asker: Asker, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, horizon = await client_with_horizon(asker, clock)
    assert await move_on(client, 1) > horizon
    monkeypatch.setattr(api_operations, "Rates", Frozen)
    before = await everything(served, http, client.game, horizon)
    assert '"cost":{"requested":' in before["game None"]
    await move_on(client, 12)
    assert_same(before, await everything(served, http, client.game, horizon))
