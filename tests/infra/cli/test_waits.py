"""The terminal's client waits when the API says that it is asked for too much, and gives up after a while."""

import asyncio
import json

import pytest

from infra.cli import client
from infra.cli.client import Api, ApiProblem
from tests.infra.cli.test_hostile import Hostile, serving

LIMITED = {"message": "Too much.", "extensions": {"code": "RATE_LIMITED", "retryAfterMs": 1}}


class Busy(Hostile):
    """Refuses the first `refusals` requests for their rate."""

    def __init__(self, refusals: int) -> None:
        super().__init__(data={"version": 7})
        self.refusals, self.requests = refusals, 0

    async def __call__(self, scope, receive, send) -> None:
        self.requests += 1
        body = {"errors": [LIMITED]} if self.requests <= self.refusals else {"data": {"version": 7}}
        self.body = json.dumps(body).encode()
        await super().__call__(scope, receive, send)


def answered(app: Hostile) -> object:
    async def ask(url: str) -> object:
        async with Api(url) as api:
            return await api.ask("{ version }")

    with serving(app) as url:
        return asyncio.run(ask(url))


def test_a_request_refused_for_its_rate_is_sent_once_more_after_the_wait() -> None:
    app = Busy(refusals=2)
    assert answered(app) == {"version": 7} and app.requests == 3


def test_a_request_that_stays_refused_ends_as_a_problem(monkeypatch) -> None:
    monkeypatch.setattr(client, "ANSWER_SECONDS", 4 * client.WAIT_SECONDS_MIN)
    app = Busy(refusals=1_000)
    with pytest.raises(ApiProblem, match="Too much"):
        answered(app)
    assert app.requests == 5, "four waits and a last try"
