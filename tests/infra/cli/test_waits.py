"""Who is refused because there is too much to do waits, and gives up after a while: a client, and a service that starts."""

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from infra.cli import client
from infra.cli.client import Api, ApiProblem
from infra.cli.problems import Problem
from infra.cli.processes import service
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


# ---------------------------------------------------------------- a service that starts

OVERLOADED = {"code": "TOO_MANY_CONNECTIONS", "message": "The process is full."}
WITHOUT_LOG = {"status": "away", "parts": {"log": "The database does not answer.", "redis": "answers"}}
WITHOUT_REDIS = {"status": "away", "parts": {"log": "answers", "redis": "Redis does not answer."}}
READY = {"status": "ready", "parts": {"log": "answers", "redis": "answers"}}


class Starting(Hostile):
    """Answers `/ready` with each of these in turn, and then always with the last one. All but READY are a 503."""

    def __init__(self, *answers: object) -> None:
        super().__init__()
        self.answers, self.requests = answers, 0

    async def __call__(self, scope, receive, send) -> None:
        answer = self.answers[min(self.requests, len(self.answers) - 1)]
        self.requests += 1
        body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        status = 200 if answer == READY else 503
        await send({"type": "http.response.start", "status": status, "headers": self.headers})
        await send({"type": "http.response.body", "body": body})


def started(app: Starting) -> list[str]:
    with serving(app) as url:
        return service._wait_until_ready(url, [SimpleNamespace(running=True, log=Path("logs/api.log"))])


@pytest.mark.parametrize("refusal", [OVERLOADED, b"Too many connections.", [], {"parts": None}], ids=str)
def test_a_service_that_is_refused_while_it_starts_asks_until_it_is_ready(refusal) -> None:
    app = Starting(refusal, refusal, WITHOUT_LOG, refusal, READY)
    assert started(app) == [] and app.requests == 5


@pytest.mark.parametrize(
    ("answers", "why"),
    [([OVERLOADED], "See logs/api.log."), ([WITHOUT_LOG, OVERLOADED], "The database does not answer.")],
    ids=["of nothing but refusals", "with the last that was said of its parts"],
)
def test_a_service_that_stays_refused_ends_with_a_sentence(answers, why, monkeypatch) -> None:
    monkeypatch.setattr(service, "READY_SECONDS_MAX", 0.4)
    with pytest.raises(Problem, match="was not ready") as failure:
        started(Starting(*answers))
    assert why in str(failure.value)


def test_a_refusal_does_not_count_as_a_part_that_is_not_needed(monkeypatch) -> None:
    monkeypatch.setattr(service, "OPTIONAL_SECONDS_MAX", 0.0)
    app = Starting(OVERLOADED, WITHOUT_REDIS)
    assert started(app) == ["Redis does not answer."] and app.requests == 2
