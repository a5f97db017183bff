"""Cost: no request below 64 KB may cost more than half a second of processor, answer more than 5 MB, or hold others up."""

import json
import random
import time
from typing import Any, Final

import httpx
import pytest
from graphql import GraphQLField, is_required_argument

from tests.attacks.conftest import SECONDS, share, together
from tests.attacks.documents import REFUSED, Fuzzer, known, many
from tests.attacks.judge import CPU_SECONDS_MAX, Judge, Verdict
from tests.attacks.wire import client
from tests.permissions.documents import fields_of, read_of
from tests.speed import slowness

pytestmark = [pytest.mark.campaign, pytest.mark.xdist_group("attacks")]

NAMES: Final = tuple(known("00000000-0000-4000-8000-000000000000"))
CLOCK_SECONDS: Final = 0.04
"""What the prober and the system's clock may add to the figure of one request."""


async def _send(judge: Judge, verdict: Verdict, request: dict[str, Any], what: str) -> float:
    """One request from a fresh address; the processor time it took."""
    async with client() as http:
        before = judge.target.cpu_seconds()
        try:
            answer = await http.post(
                f"{judge.target.url}/graphql",
                content=json.dumps(request).encode(),
                headers={"content-type": "application/json"},
            )
        except httpx.TransportError as error:
            verdict.expect(False, f"{what}: {type(error).__name__}")
            return 0.0
        spent = judge.target.cpu_seconds() - before
        codes = verdict.answer(answer.status_code, answer.content, what)
        verdict.figures = {
            "bytes": len(answer.content),
            "codes": ",".join(codes[:2]) or "none",
            "request_cpu": round(spent, 2),
        }
    verdict.expect(_is_cheap(spent), f"{what}: {spent:.2f} s of processor")
    return spent


def _is_cheap(spent: float) -> bool:
    """Whether a request cost no more than one may, on an idle machine."""
    return spent <= CPU_SECONDS_MAX + CLOCK_SECONDS or spent <= CPU_SECONDS_MAX * slowness() + CLOCK_SECONDS


@pytest.mark.parametrize("name", NAMES)
def test_a_known_costly_request_is_cheap_or_refused(judge: Judge, long_game: str, name: str) -> None:
    request = known(long_game)[name]
    with judge.attack(name) as verdict:
        together(_send(judge, verdict, request, name))
        verdict.expect(name not in REFUSED or verdict.figures["codes"] != "none", "it was carried out")


def test_the_known_requests_one_after_another_leave_nothing_behind(judge: Judge, long_game: str) -> None:
    requests = known(long_game)
    with judge.attack("all known requests, one after another") as verdict:

        async def attack() -> None:
            begun = time.monotonic()
            for name, request in requests.items():
                if time.monotonic() - begun < max(share(0.4), 6):
                    await _send(judge, verdict, request, name)

        together(attack())


def test_no_random_operation_costs_much(judge: Judge, long_game: str, dice: random.Random) -> None:
    values = {"game": json.dumps(long_game), "id": json.dumps(long_game), "ruleset": '"london"'}
    costs: list[float] = []
    with judge.attack("random operations") as verdict:

        async def attack() -> None:
            begun = time.monotonic()
            for number, request in enumerate(Fuzzer(dice, values).requests()):
                if time.monotonic() - begun > share(0.4):
                    return
                query = str(request["query"])
                if query.startswith("subscription"):
                    continue  # streams are another attack
                costs.append(await _send(judge, verdict, request, f"random operation {number}, {query[:200]}"))

        together(attack())
        verdict.figures = {"operations": len(costs), "dearest": round(max(costs), 2)}
    assert len(costs) > SECONDS / 60


def _largest(name: str, field: GraphQLField, game: str) -> str:
    """One field with all that is below it, in the largest page, or "" if it takes what a reader does not have."""
    given = {
        "first": "100",
        "step": "200",
        "id": '"GAME-SEAT-01"',
        "ruleset": '"london"',
        "at": "300",
        "version": "300",
    }
    own = {each: given[each] for each in field.args if each in given}
    if any(is_required_argument(argument) and each not in own for each, argument in field.args.items()):
        return ""
    arguments = ", ".join(
        f"{each}: {value}" for each, value in own.items() if each != "version" or name.startswith("Game")
    )
    text = read_of(name, arguments)
    return text if name.startswith("Query.") else f'game(id: "{game}") {{ {text} }}'


@pytest.mark.parametrize("times", [1, 4, 15])
def test_no_field_costs_much_alone_or_some_times(judge: Judge, long_game: str, times: int) -> None:
    """Whatever the limits and the schema are: the largest pages of every field that a stranger can read of a long game."""
    costs: list[tuple[float, str]] = []
    with judge.attack(f"every field {times} times") as verdict:

        async def attack() -> None:
            for type_name in ("Query", "Game"):
                for field_name, field in fields_of(type_name).items():
                    text = _largest(f"{type_name}.{field_name}", field, long_game)
                    if text and field_name != "game":
                        request = {"query": f"{{ {many(text, times)} }}"}
                        costs.append((await _send(judge, verdict, request, field_name), field_name))

        together(attack())
        verdict.figures = {"requests": len(costs), "dearest": sorted(costs)[-3:]}
