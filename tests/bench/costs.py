"""Processor time of operations beside what they are estimated to cost: `python -m tests.bench.costs`.

Each runs in this process over a world in memory, so the time of Postgres is not in it. The last column should be about
the same everywhere: `api.execution.cost` says what a point is worth. `tests/api/test_costs.py` holds it within bounds.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx
from graphql import get_introspection_query
from rich.console import Console
from rich.table import Table as Grid

from api.execution.execute import OperationRequest
from api.limits import ApiLimits, Caller
from api.operations import CheckedOperation, Operations
from tests.api.conftest import asking, services_over, serving
from tests.api.game_client import FOLLOW, GameClient, game_in_the_middle
from tests.api.memory import memory_world
from tests.dice import new_id

RUNS: Final = 5
COMMANDS: Final = 60

_FIVE_STEPS: Final = "edges { node { version hash line { text } } }"

OPERATIONS: Final[Mapping[str, str]] = {
    "one field": "{ me { id } }",
    "200 aliases of __typename": "{ " + " ".join(f"a{n}: __typename" for n in range(200)) + " }",
    "game, four fields": "query($g: ID!) { game(id: $g) { id version phase toAct } }",
    "what a player reads before a move": "query($g: ID!) { game(id: $g) { version toAct mySeat legal { json } } }",
    "legal with sentences": "query($g: ID!) { game(id: $g) { legal { type json text } } }",
    "viewJson at the end": "query($g: ID!) { game(id: $g) { viewJson } }",
    "viewJson at one step": "query($g: ID!) { game(id: $g) { viewJson(at: 21) } }",
    "viewJson at 60 steps": "query($g: ID!) { game(id: $g) { "
    + " ".join(f"a{n}: viewJson(at: {n})" for n in range(1, 61))
    + " } }",
    "view, common fields": "query($g: ID!) { game(id: $g) { view { version phase toAct seats { seat name bot } } } }",
    "50 steps with lines": "query($g: ID!) { game(id: $g) { steps(first: 50) { " + _FIVE_STEPS + " } } }",
    "500 steps with lines and rules": "query($g: ID!) { game(id: $g) { steps(first: 500) { edges { node {"
    " version line { text rules { id } } } } } } }",
    "100 steps with patches": "query($g: ID!) { game(id: $g) { steps(first: 100) { edges { node { version patch } } } } }",
    "100 steps with views": "query($g: ID!) { game(id: $g) { steps(first: 100) { edges { node { viewJson } } } } }",
    "highlights": "query($g: ID!) { game(id: $g) { highlights { edges { node { version kind text } } } } }",
    "500 highlights": "query($g: ID!) { game(id: $g) { highlights(first: 500) { edges { node { version } } } } }",
    "scoresNow": "query($g: ID!) { game(id: $g) { scoresNow { seat source banked ifOver } } }",
    "scoreTracks": "query($g: ID!) { game(id: $g) { scoreTracks { version points { seat banked } } } }",
    "why": "query($g: ID!) { game(id: $g) { why(step: 12) { rules { id } steps { version } } } }",
    "whyNot": "query($g: ID!, $c: JSON) { game(id: $g) { whyNot(commandJson: $c) { code text } } }",
    "dryRun": "query($g: ID!, $c: JSON) { game(id: $g) { dryRun(commandJson: $c) { worlds events { line { text } } } } }",
    "refusals": "query($g: ID!) { game(id: $g) { refusals { edges { node { text } } } } }",
    "a page of games": "{ games(first: 50) { edges { node { id title phase version seats leaders } } } }",
    "rules with text": '{ rules(ruleset: "london", first: 500) { edges { node { id title text source } } } }',
    "components": "{ rulesets { id components } }",
    "options": "{ rulesets { options { name title description default values kind } } }",
    "introspection": get_introspection_query(),
    "one type": '{ __type(name: "Game") { fields { name args { name } type { name ofType { name } } } } }',
    "submit": "mutation($g: ID!, $c: JSON, $id: ID!) { submit(game: $g, commandId: $id, commandJson: $c) { __typename } }",
    "fork": "mutation($g: ID!, $id: ID!) { fork(game: $g, commandId: $id, at: 30) { __typename } }",
    "a step of a subscription": FOLLOW,
}


@dataclass(frozen=True)
class Measured:
    """One operation: what it is estimated to cost, and the processor time that it took, in microseconds."""

    name: str
    points: int
    micros: float
    answer_bytes: int

    @property
    def micros_a_point(self) -> float:
        """What one of its points is worth."""
        return self.micros / self.points


@asynccontextmanager
async def played(ruleset: str, commands: int = COMMANDS) -> AsyncIterator[GameClient]:
    """A game in its middle, served in this process."""
    limits = ApiLimits(principal_points_burst=1e9, anonymous_points_burst=1e9)
    async with (
        serving(services_over(memory_world(), limits)) as served,
        httpx.AsyncClient(trust_env=False, timeout=60) as http,
    ):
        yield await game_in_the_middle(served, asking(served, http), ruleset, commands)


async def measure(client: GameClient, name: str) -> Measured:
    """The least of some runs of one operation, as the player who is to act. A new text each time for introspection."""
    operations = Operations(client.served.services)
    player = await client.acting()
    legal = (await client.mine(player))["legal"]
    caller = await operations.caller(client.served.headers(player)["authorization"], "here")
    best: Measured | None = None
    for number in range(RUNS):
        variables = {"g": client.game, "game": client.game, "c": legal[0]["json"], "id": new_id()}
        text = OPERATIONS[name] + " " * number
        one = await _once(operations, caller, OperationRequest(text, variables), name)
        best = one if best is None or one.micros < best.micros else best
        if name == "submit":
            break
    assert best is not None
    return best


async def _once(operations: Operations, caller: Caller, request: OperationRequest, name: str) -> Measured:
    operations.executor.check(request.query)
    context = operations.context(caller)
    begun = time.thread_time()
    checked = await operations.check(request, context, caller)
    assert isinstance(checked, CheckedOperation), checked
    if name == "a step of a subscription":
        answer = await _one_step(operations, checked, request, caller)
    else:
        answer = await operations.run(checked, request, context, caller)
    assert b'"errors"' not in answer, answer[:500]
    return Measured(name, checked.requested, (time.thread_time() - begun) * 1e6, len(answer))


async def _one_step(operations: Operations, checked: Any, request: OperationRequest, caller: Caller) -> bytes:
    async for sent in operations.follow(checked, request, operations.context(caller), caller):
        return sent.payload
    raise AssertionError("the game has a step")


async def everything(ruleset: str) -> list[Measured]:
    """All operations on one game of a ruleset."""
    async with played(ruleset) as client:
        return [await measure(client, name) for name in OPERATIONS]


def main() -> None:
    """Measure, and print the figures."""
    for ruleset in ("great_fire", "london", "brigade"):
        grid = Grid("operation", "points", "us", "bytes", "us a point", title=ruleset)
        for each in asyncio.run(everything(ruleset)):
            figures = (f"{each.points:,}", f"{each.micros:,.0f}", f"{each.answer_bytes:,}")
            grid.add_row(each.name, *figures, f"{each.micros_a_point:.1f}")
        Console(width=120).print(grid)


if __name__ == "__main__":
    main()
