"""What stands before every operation, on every transport: who calls, how often, and whether the operation may run at all."""

import time
from dataclasses import dataclass, field
from typing import Any

from graphql import OperationType

from api.auth import Door
from api.execution.execute import Asked, Checked, Executor, answer_of, encoded, errors_of
from api.graphql.schema import SCHEMA
from api.execution.share import Sharing
from api.limits import Left, Rates
from api.metrics import Metrics
from api.problems import Problem
from api.services import ApiServices, Context
from services.ports import Principal


@dataclass(frozen=True, slots=True)
class Turned:
    """An operation that may not run. `errors`: as they go over the wire."""

    errors: list[dict[str, Any]]


@dataclass
class Gate:
    """One app's way in. Every transport holds the same one."""

    services: ApiServices
    metrics: Metrics = field(default_factory=Metrics)
    executor: Executor = field(init=False)
    sharing: Sharing = field(init=False)
    door: Door = field(init=False)
    rates: Rates = field(init=False)

    def __post_init__(self) -> None:
        self.executor = Executor(SCHEMA._schema, self.services.limits)
        self.sharing = Sharing(self.executor)
        self.door = Door(self.services.world.principals)
        self.rates = Rates(self.services.limits)

    async def caller(self, authorization: str | None, address: str) -> Principal | None:
        """Who calls. An address has an allowance of tokens to be looked up, apart from its operations. Raises Problem."""
        return await self.door.caller(authorization, lambda: self.rates.take(f"tokens from {address}", anonymous=True))

    def count(self, principal: Principal | None, address: str) -> Left:
        """One more operation of this caller. Raises Problem RATE_LIMITED."""
        if principal is None:
            return self.rates.take(f"address {address}", anonymous=True)
        return self.rates.take(f"principal {principal.id}", anonymous=False)

    def context(self, principal: Principal | None, address: str, *, resume_after: int = 0) -> Context:
        """A fresh one for one operation."""
        return Context(
            self.services,
            self.metrics,
            principal,
            resume_after=resume_after,
            admit=lambda: self.rates.admit(f"newcomers from {address}"),
        )

    def check(self, asked: Asked, context: Context) -> tuple[Checked, OperationType] | Turned:
        """The operation with its kind, or why it may not run."""
        checked = self.executor.check(asked.query)
        if checked.errors:
            return Turned(errors_of(checked.errors, context))
        kind = checked.kind(asked.operation_name)
        if kind is None:
            return Turned(problem_errors(Problem("BAD_REQUEST", "Name one of the document's operations."), context))
        return checked, kind

    async def run(self, checked: Checked, kind: OperationType, asked: Asked, context: Context) -> bytes:
        """The answer to a query or a mutation, in bytes."""
        begun = time.perf_counter()
        answer = encoded(answer_of(await self.executor.run(checked, asked, context), context))
        self.metrics.operations.labels(kind.value).observe(time.perf_counter() - begun)
        return answer


def problem_errors(problem: Problem, context: Context) -> list[dict[str, Any]]:
    """A problem as GraphQL errors; counted."""
    context.metrics.problems.labels(problem.code).inc()
    return [{"message": problem.text, "extensions": {"code": problem.code, **problem.facts}}]
