"""One service for all attacks of a worker, with a long game in it that is over, and a judge."""

import asyncio
import os
import random
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.attacks.judge import Judge, probing
from tests.attacks.target import Target, under_attack, whole_service
from tests.conftest import Servers

SECONDS_DEFAULT: Final = 15.0
SECONDS: Final = float(os.environ.get("EMBERLOG_ATTACK_SECONDS") or SECONDS_DEFAULT)
"""How long the random parts of the suite may take together."""
WHOLE: Final = bool(os.environ.get("EMBERLOG_ATTACK_WHOLE"))
"""Whether to attack what `emberlog up` starts, and not an API and a worker on the servers of the tests."""
SEED: Final = os.environ.get("EMBERLOG_SIM_SEED") or str(random.SystemRandom().randrange(10**9))
GAME_SECONDS_MAX: Final = 60.0
REFUSALS: Final = 60

Json = dict[str, Any]


def share(part: float) -> float:
    """Seconds for one of the random attacks."""
    return SECONDS * part


class Refused(Exception):
    """The service refused an operation with a code, its only argument."""


class Owner:
    """Somebody with a token who plays by the rules."""

    def __init__(self, target: Target) -> None:
        transport = httpx.HTTPTransport(local_address="127.0.0.20")
        self.http = httpx.Client(base_url=target.url, timeout=60, trust_env=False, transport=transport)
        token = self.ask('mutation { register(name: "Owner") { token } }')["register"]["token"]
        self.http.headers["authorization"] = f"Bearer {token}"
        self.token: str = token

    def ask(self, document: str, **variables: Any) -> Json:
        """The data; waits when it was too much."""
        for _ in range(100):
            response = self.http.post("/graphql", json={"query": document, "variables": variables}).json()
            if "errors" not in response:
                return dict(response["data"])
            code = response["errors"][0]["extensions"]
            if code["code"] != "RATE_LIMITED":
                raise Refused(code["code"])
            time.sleep(code["retryAfterMs"] / 1000)
        raise AssertionError("no answer")

    def order(self, text: str) -> Json:
        """The answer to one command, or its problem's code as the type. `ID` stands for the command's id."""
        return self.orders([text])[0]

    def orders(self, texts: Sequence[str]) -> list[Json]:
        """The answers to commands in one request, in order."""
        fields = [
            "a{}: {} {{ __typename ... on CommandAccepted {{ gameId }} }}".format(
                number, text.replace("ID", f'commandId: "{uuid.uuid4()}"')
            )
            for number, text in enumerate(texts)
        ]
        try:
            answers = self.ask(f"mutation {{ {' '.join(fields)} }}")
        except Refused as refused:
            return [{"__typename": refused.args[0]}] * len(texts)
        return [dict(answers[f"a{number}"]) for number in range(len(texts))]


@pytest.fixture(scope="package")
def target(servers: Servers, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """The service under attack."""
    print(f"EMBERLOG_SIM_SEED={SEED}")
    folder = tmp_path_factory.mktemp("attacks")
    with whole_service(folder) if WHOLE else under_attack(servers, template, folder) as started:
        yield started


@pytest.fixture(scope="package")
def judge(target: Target) -> Iterator[Judge]:
    """With a baseline measured before the first attack."""
    with probing(target) as prober:
        made = Judge(target, prober)
        made.measure_baseline(3.0)
        yield made


@pytest.fixture(scope="package")
def long_game(target: Target) -> str:
    """A game of bots that is over, with some refused commands of its host."""
    owner = Owner(target)
    game = str(owner.order('openGame(ID, ruleset: "london", seats: 4, sandbox: {})')["gameId"])
    for seat in range(4):
        owner.order(f'seatBot(game: "{game}", ID, seat: {seat}, bot: "random")')
    for _ in range(REFUSALS // 5):
        owner.ask("mutation { " + " ".join(_refused(game, at) for at in range(5)) + " }")
    owner.order(f'beginGame(game: "{game}", ID)')
    deadline = time.monotonic() + GAME_SECONDS_MAX
    while time.monotonic() < deadline:
        look = owner.ask(f'{{ game(id: "{game}") {{ phase version }} }}')["game"]
        if look["phase"] == "OVER":
            return game
        time.sleep(0.3)
    raise AssertionError(f"the bots do not finish their game: {look}")


def _refused(game: str, at: int) -> str:
    return f'r{at}: leaveSeat(game: "{game}", commandId: "{uuid.uuid4()}", seat: 99) {{ __typename }}'


def together(coroutine: Any) -> Any:
    """Runs attackers in a loop of their own."""
    return asyncio.run(coroutine)


@pytest.fixture
def dice(request: pytest.FixtureRequest) -> random.Random:
    """Chance of the test's own, from the seed that is printed."""
    return random.Random(f"{SEED} {request.node.name}")


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For what attackers keep."""
    return tmp_path_factory.mktemp("attackers")
