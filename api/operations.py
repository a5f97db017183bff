"""What every transport does with an operation: find the caller, spend its cost, check, run."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec
from graphql import OperationDefinitionNode, OperationType

from api.auth import Authenticator
from api.callers import Places, Streams
from api.delivery.event_stream import PackedPieces
from api.delivery.persisted import PersistedOperations
from api.execution.cost import BASE, TOKEN
from api.execution.effort import Effort
from api.execution.execute import (
    CheckedDocument,
    Executor,
    OperationRequest,
    WireError,
    counted,
    problem_errors,
    response_bytes,
)
from api.execution.introspection import Introspection, only_introspects
from api.execution.pacer import SLICE_POINTS, Pacer
from api.execution.relay import Relay, Sink, Subscription
from api.execution.share import Payment, SentEntry, SharedEntries, failure_of
from api.execution.stepwise import in_slices
from api.graphql.scalars import time_of
from api.graphql.schema import SCHEMA
from api.graphql.subscription import GameSteps
from api.limits import Caller, Rates, Remaining, remaining_of
from api.metrics import Metrics
from api.problems import Problem, problem_of
from api.services import ApiServices, Context
from api.sessions import Sessions
from services.audit.unavailable import UnavailableCounts
from services.audit.visits import Visits
from services.errors import Unavailable
from services.reads.freshness import Staleness

SMALL_TOKENS: Final = 80
"""Texts of so many tokens are checked at once: it takes about as long as a slice."""

SENT_POINTS: Final = 30
"""What it takes to send a step, however small. Callers do not pay all of it, but send no more than a slice at once."""


@dataclass(frozen=True, slots=True)
class CheckedOperation:
    """An operation that may run. `requested`: its cost; for a subscription that of one step."""

    checked: CheckedDocument
    operation: OperationDefinitionNode
    requested: int
    remaining: Remaining

    @property
    def kind(self) -> OperationType:
        """Query, mutation or subscription."""
        return self.operation.operation


@dataclass(frozen=True, slots=True)
class RejectedOperation:
    """An operation that may not run. `errors`: as they go over the wire. `requested`: what it has cost so far."""

    errors: list[WireError]
    requested: int
    remaining: Remaining

    def response(self) -> bytes:
        """The whole answer in bytes."""
        return with_cost(msgspec.json.encode({"errors": self.errors}), self.requested, self.remaining)


@dataclass
class Operations:
    """The one way in to an application. All its transports share it."""

    services: ApiServices
    metrics: Metrics = field(default_factory=Metrics)
    executor: Executor = field(init=False)
    shared_entries: SharedEntries = field(init=False)
    relay: Relay = field(init=False)
    authenticator: Authenticator = field(init=False)
    sessions: Sessions = field(init=False)
    rates: Rates = field(init=False)
    visits: Visits = field(init=False)
    unavailable_counts: UnavailableCounts = field(init=False)
    places: Places = field(init=False)
    checks: Places = field(init=False)
    sockets: Streams = field(init=False)
    events: Streams = field(init=False)
    pacer: Pacer = field(default_factory=Pacer)
    introspection: Introspection = field(default_factory=Introspection)
    persisted: PersistedOperations = field(default_factory=PersistedOperations)
    packed: PackedPieces = field(default_factory=PackedPieces)

    def __post_init__(self) -> None:
        limits = self.services.limits
        self.executor = Executor(SCHEMA._schema, limits)
        self.shared_entries = SharedEntries(self.executor)
        self.relay = Relay(self.services.watch, self.shared_entries)
        world = self.services.world
        self.authenticator = Authenticator(world.principals)
        self.sessions = Sessions(world.principals, world.revocations, self.authenticator)
        self.rates = Rates(limits)
        self.visits = Visits(world.audit, world.now_us)
        self.unavailable_counts = UnavailableCounts(world.audit, world.now_us, world.entropy, self.metrics.unavailable)
        self.places = Places(limits, limits.operations_at_once_max)
        self.checks = Places(limits, 1)
        self.sockets = Streams(limits, "websockets")
        self.events = Streams(limits, "streams of events")

    async def caller(self, authorization: str | None, address: str, client: str = "") -> Caller:
        """Who calls. `client`: the program, as it names itself. The lookups of tokens have a limit of their own by
        address. Raises Problem."""
        known = await self.authenticator.caller(authorization, lambda: self.rates.look_up(address))
        if known is None:
            return Caller(None, address)
        if self.services.visits:
            self.visits.note(known.principal, address, client)
        return Caller(known.principal, address, known.token_hash)

    def begin(self, caller: Caller) -> None:
        """Spends what any operation costs, before it is read. Raises Problem RATE_LIMITED."""
        self.rates.take(caller, BASE)

    def context(self, caller: Caller, *, last_event_id: str = "") -> Context:
        """A new context for one operation that was just read whole. `last_event_id`: the header `Last-Event-ID`."""
        return Context(
            self.services,
            self.metrics,
            caller.principal,
            effort=self._effort(caller),
            received_us=self.services.world.now_us(),
            last_event_id=last_event_id,
            admit=lambda: self.rates.admit(caller.address),
            forget=self.sessions.forget,
            token_hash=caller.token_hash,
        )

    def _effort(self, caller: Caller) -> Effort:
        limits = self.services.limits
        return Effort(self.pacer, caller.key, points_max=limits.cost_max, bytes_max=limits.answer_bytes_max)

    def resolved(self, request: OperationRequest) -> OperationRequest:
        """The request with its text, if it came with a hash alone. Raises Problem PERSISTED_QUERY_NOT_FOUND."""
        if request.query or request.hash is None:
            return request
        return replace(request, query=self.persisted.text(request.hash))

    async def check(
        self, request: OperationRequest, context: Context, caller: Caller
    ) -> CheckedOperation | RejectedOperation:
        """The operation with its cost, which is spent; or why it may not run. Raises Problem RATE_LIMITED."""
        cost = BASE
        checked = self.executor.cached(request.query)
        if checked is None:
            tokens = self.executor.tokens_of(request.query)
            cost += tokens * TOKEN
            self.rates.take(caller, tokens * TOKEN, requested=cost)
            checked = await self._checked(request.query, tokens, caller)
        if checked.errors:
            return RejectedOperation(counted(checked.errors, context), cost, self.rates.remaining(caller))
        operation = checked.operation(request.operation_name)
        if operation is None:
            problem = Problem("BAD_REQUEST", "Name one of the document's operations.")
            return self.rejected(problem, context, caller, cost)
        price = self.executor.price(checked, operation, request.variables)
        try:
            self._compare(price)
            remaining = self.rates.take(caller, price - BASE, requested=cost - BASE + price)
        except Problem as problem:
            if problem.code != "TOO_EXPENSIVE":
                raise
            return self.rejected(problem, context, caller, cost)
        if request.hash is not None:
            self.persisted.put(request.hash, request.query, caller.key)
        return CheckedOperation(checked, operation, cost - BASE + price, remaining)

    async def _checked(self, query: str, tokens: int, caller: Caller) -> CheckedDocument:
        """A text that was not checked lately. Raises Problem RATE_LIMITED if too many of the caller's texts wait."""
        if tokens <= SMALL_TOKENS:
            if self.rates.is_greedy(caller):
                await self.pacer.next_slice(caller.key)
            return self.executor.check(query)
        async with self.checks.place(caller):
            cached = self.executor.cached(query)
            if cached is not None:
                return cached
            return await in_slices(self.pacer, caller.key, lambda step: self.executor.check(query, step))

    def _compare(self, price: int) -> None:
        most = self.services.limits.cost_max
        if price > most:
            text = f"This operation costs {price} points; at most {most} are allowed. Ask for smaller pages."
            raise Problem("TOO_EXPENSIVE", text, requested=price, max=most)

    def cost_facts(self, caller: Caller) -> Mapping[str, Any]:
        """What a request has cost that did not become an operation, and what its caller has left."""
        return cost_facts(BASE, self.rates.remaining(caller))

    def rejected(self, problem: Problem, context: Context, caller: Caller, cost: int = BASE) -> RejectedOperation:
        """An operation that may not run because of this problem. `cost`: what it has cost so far."""
        return RejectedOperation(problem_errors(problem, context), cost, self.rates.remaining(caller))

    async def run(
        self, operation: CheckedOperation, request: OperationRequest, context: Context, caller: Caller
    ) -> bytes:
        """The response to a query or a mutation, in bytes. Raises Problem RATE_LIMITED if too many wait before it."""
        response = await self.executed(operation, request, context, caller)
        return with_cost(response, operation.requested, self.rates.remaining(caller), context.staleness)

    async def executed(
        self, operation: CheckedOperation, request: OperationRequest, context: Context, caller: Caller
    ) -> bytes:
        """`run` without what the response says of its cost."""
        begun = time.perf_counter()
        async with self.places.place(caller):
            if self.rates.is_greedy(caller):
                await context.effort.turn()
                response = await self._fresh(operation, request, context, caller)
            else:
                with context.effort.brisk():
                    response = await self._fresh(operation, request, context, caller)
        self.rates.settle(caller, max(0, context.effort.points - operation.requested))
        self.metrics.operations.labels(operation.kind.value).observe(time.perf_counter() - begun)
        return response

    async def follow(
        self, operation: CheckedOperation, request: OperationRequest, context: Context, caller: Caller
    ) -> AsyncIterator[SentEntry]:
        """Every step of a subscription, as fast as its caller can pay for them. Raises what `SharedEntries` raises."""
        pay, cost = self._payment(caller), operation.requested - BASE
        async with aclosing(self.shared_entries.follow(operation.checked, request, context, cost, pay)) as steps:  # type: ignore[type-var]
            says_cost = True
            async for sent in steps:
                if says_cost:  # the first one only: the others are the same bytes for all watchers
                    remaining = self.rates.remaining_of_streams(caller)
                    yield sent._replace(payload=with_cost(sent.payload, operation.requested, remaining))
                    says_cost = False
                else:
                    yield sent

    async def relayed(
        self, operation: CheckedOperation, request: OperationRequest, context: Context, caller: Caller, sink: Sink
    ) -> bool:
        """Sends the steps of a game to a sink until it is over. Returns False, and sends nothing, for any other
        subscription, which must be followed. Raises SubscriptionFailed, and what the sink raises."""
        document = operation.checked.document
        assert document is not None
        source = await self.shared_entries.source(document, request, context)
        if not isinstance(source, GameSteps):
            return False
        try:
            to = await source.open()
        except Exception as error:
            raise failure_of(error, document, request, context) from error
        if to.alone:
            return False
        context.pay = self._payment(caller)
        subscription = Subscription(
            document,
            request,
            context,
            cost=operation.requested - BASE,
            pay=context.pay,
            payer=caller.key,
            allowance=lambda: self.rates.of_streams(caller),
            requested=operation.requested,
            with_cost=lambda first, requested, allowance: with_cost(first, requested, remaining_of(allowance)),
            sink=sink,
        )
        await self.relay.follow(subscription, to)
        return True

    def _payment(self, caller: Caller) -> Payment:
        """Spends points of a subscription of the caller, who works no more than a slice at once while greedy."""
        worked = 0

        async def pay(points: int) -> None:
            nonlocal worked
            await self.rates.pay_for_step(caller, points)
            worked += max(points, SENT_POINTS)
            if worked >= SLICE_POINTS and self.rates.is_greedy_with_streams(caller):
                worked = 0
                await self.pacer.next_slice(caller.key)

        return pay

    async def _fresh(
        self, operation: CheckedOperation, request: OperationRequest, context: Context, caller: Caller
    ) -> bytes:
        """The answer, no older than what the caller has had before. Notes in the context how old it may be."""
        freshness = self.services.freshness
        if freshness is None:
            return await self._response(operation, request, context)
        async with freshness.reading(caller.key, writes=operation.kind is OperationType.MUTATION) as reading:
            response = await self._response(operation, request, context)
        if reading is not None:
            context.staleness = await freshness.staleness(reading)
        return response

    async def _response(self, operation: CheckedOperation, request: OperationRequest, context: Context) -> bytes:
        """The answer without its cost. What is asked about the schema alone is computed once for all callers."""
        assert operation.checked.document is not None
        about_schema = only_introspects(operation.checked.document, operation.operation)
        cached = self.introspection.cached(request) if about_schema else None
        if cached is not None:
            return cached
        result = await self.executor.run(operation.checked, request, context)
        await context.effort.pause()
        try:
            await context.write_glances_down()
        except Unavailable as error:
            raise problem_of(error, context.at) from error
        response = response_bytes(result, context)
        if about_schema and not result.errors and context.effort.problem is None:
            self.introspection.put(request, response)
        return response


def with_cost(
    response: bytes, requested: int, remaining: Remaining | None, staleness: Staleness | None = None
) -> bytes:
    """An answer, which is a JSON object, with `extensions.cost` at its end, and `extensions.staleness`."""
    extensions: dict[str, object] = {"cost": cost_facts(requested, remaining)}
    if staleness is not None:
        extensions["staleness"] = {"asOf": time_of(staleness.as_of_us), "ageMsMax": -(-staleness.age_us // 1_000)}
    return b'%b,"extensions":%b}' % (response[:-1], msgspec.json.encode(extensions))


def cost_facts(requested: int, remaining: Remaining | None) -> Mapping[str, Any]:
    """What every answer says about its cost. `remaining` None: the answer is for everybody, and names no allowance."""
    if remaining is None:
        return {"requested": requested}
    return {
        "requested": requested,
        "left": remaining.left,
        "limit": remaining.limit,
        "fullAfterMs": remaining.full_ms,
    }
