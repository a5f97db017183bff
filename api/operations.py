"""What every transport does with an operation: authenticate, count, check, run."""

import time
from dataclasses import dataclass, field
from typing import Any

from graphql import OperationType

from api.auth import Authenticator
from api.execution.execute import CheckedDocument, Executor, OperationRequest, encoded, errors_of, response_of
from api.execution.share import SharedSteps
from api.graphql.schema import SCHEMA
from api.limits import Rates, Remaining
from api.metrics import Metrics
from api.problems import Problem
from api.services import ApiServices, Context
from services.ports import Principal


@dataclass(frozen=True, slots=True)
class CheckedOperation:
    """An operation that may run."""

    checked: CheckedDocument
    kind: OperationType


@dataclass(frozen=True, slots=True)
class RejectedOperation:
    """An operation that may not run. `errors`: as they go over the wire."""

    errors: list[dict[str, Any]]


@dataclass
class Operations:
    """The one way in to an application. All its transports share it."""

    services: ApiServices
    metrics: Metrics = field(default_factory=Metrics)
    executor: Executor = field(init=False)
    shared_steps: SharedSteps = field(init=False)
    authenticator: Authenticator = field(init=False)
    rates: Rates = field(init=False)

    def __post_init__(self) -> None:
        self.executor = Executor(SCHEMA._schema, self.services.limits)
        self.shared_steps = SharedSteps(self.executor)
        self.authenticator = Authenticator(self.services.world.principals)
        self.rates = Rates(self.services.limits)

    async def caller(self, authorization: str | None, address: str) -> Principal | None:
        """Who calls; None for a spectator. The lookups of tokens have a limit of their own by address. Raises
        Problem."""
        return await self.authenticator.caller(
            authorization, lambda: self.rates.take(f"tokens from {address}", anonymous=True)
        )

    def count(self, principal: Principal | None, address: str) -> Remaining:
        """Count one operation of this caller. Raises Problem RATE_LIMITED."""
        if principal is None:
            return self.rates.take(f"address {address}", anonymous=True)
        return self.rates.take(f"principal {principal.id}", anonymous=False)

    def context(self, principal: Principal | None, address: str, *, last_event_id: str = "") -> Context:
        """A new context for one operation that was just read whole. `last_event_id`: the header `Last-Event-ID`."""
        return Context(
            self.services,
            self.metrics,
            principal,
            received_us=self.services.world.now_us(),
            last_event_id=last_event_id,
            admit=lambda: self.rates.admit(f"newcomers from {address}"),
        )

    def check(self, request: OperationRequest, context: Context) -> CheckedOperation | RejectedOperation:
        """The operation with its kind, or why it may not run."""
        checked = self.executor.check(request.query)
        if checked.errors:
            return RejectedOperation(errors_of(checked.errors, context))
        kind = checked.kind(request.operation_name)
        if kind is None:
            problem = Problem("BAD_REQUEST", "Name one of the document's operations.")
            return RejectedOperation(problem_errors(problem, context))
        return CheckedOperation(checked, kind)

    async def run(self, operation: CheckedOperation, request: OperationRequest, context: Context) -> bytes:
        """The response to a query or a mutation, in bytes."""
        begun = time.perf_counter()
        result = await self.executor.run(operation.checked, request, context)
        response = encoded(response_of(result, context))
        self.metrics.operations.labels(operation.kind.value).observe(time.perf_counter() - begun)
        return response


def problem_errors(problem: Problem, context: Context) -> list[dict[str, Any]]:
    """A problem as GraphQL errors. Counts it."""
    context.metrics.problems.labels(problem.code).inc()
    return [{"message": problem.text, "extensions": {"code": problem.code, **problem.facts}}]
