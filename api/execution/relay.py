"""Steps of a game for sockets: each is executed and encoded once, and written to all who wait for it at once.

A watcher catches up by itself, some steps at a time. Then it joins the group of those who follow the same operation in
the same way, and waits without a task of its own waking: the group writes what is new to every socket. A socket that
does not take it, or whose caller has spent too much, leaves the group and catches up by itself once more. So nobody
waits for a slow one, and nothing is queued for it: it has a cursor.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol, TypeAlias

from graphql import DocumentNode

from api.execution.execute import OperationRequest
from api.execution.share import Key, Payment, SharedEntries, SubscriptionFailed, failure_of, points_to_send
from api.graphql.step import StepNode, share_key_of
from api.graphql.subscription import OpenSteps
from api.limits import Allowance
from api.services import Context
from domain.engine.step import Step
from services.reads.look import ViewerNotAllowed
from services.reads.watch import Watch
from services.reads.watcher import Batch, Watcher

AT_ONCE: Final = 64
"""Sockets that are written to before others get a turn: less than a millisecond."""
WRITE_BYTES: Final = 32 * 1024
AHEAD_SECONDS: Final = 0.01

Made: TypeAlias = dict[bytes, bytes]
"""What one list of payloads is on the wire, by what stands before each of them."""


class Sink(Protocol):
    """Where the steps of a watcher go."""

    @property
    def takes_more(self) -> bool:
        """Whether it takes more now."""
        ...

    async def ready(self) -> None:
        """Returns once it takes more. Raises when it never will."""
        ...

    def write(self, payloads: Sequence[bytes], first: int, made: Made) -> None:
        """Sends these results, of the step `first` and those that follow it. Call it only while it takes more."""
        ...


@dataclass(slots=True, eq=False)
class Subscription:
    """One watcher's operation. `cost`: of one step, in points; `pay`: spends points of the caller and waits for them;
    `payer`: the caller's key; `allowance`: what they have. `requested`: what the whole operation was said to cost, the
    check of its text included; `with_cost`: the first result, with what it says of this and of what is left."""

    document: DocumentNode
    request: OperationRequest
    context: Context
    cost: int
    pay: Payment
    payer: str
    allowance: Callable[[], Allowance]
    requested: int
    with_cost: Callable[[bytes, int, Allowance], bytes]
    sink: Sink
    says_cost: bool = True
    watcher: Watcher = field(init=False)
    operation: Key = field(init=False)
    pushed: "asyncio.Future[bool]" = field(init=False)
    """Set when the group is left: whether the game is over."""

    def first_with_cost(self, payloads: list[bytes], allowance: Allowance) -> list[bytes]:
        """The results with the cost in the first one, if these are the first ones. `allowance`: of the payer."""
        if not self.says_cost:
            return payloads
        return [self.with_cost(payloads[0], self.requested, allowance), *payloads[1:]]

    def affords(self, points: int, allowances: dict[str, Allowance]) -> bool:
        """Spends points, unless the caller has to wait for them. `allowances`: those that were looked up, by payer."""
        allowance = allowances.get(self.payer)
        if allowance is None:
            allowance = allowances[self.payer] = self.allowance()
        if allowance.left < points:
            return False
        allowance.left -= points
        return True


class Relay:
    """The groups of this process."""

    def __init__(self, watch: Watch, shared: SharedEntries) -> None:
        self._watch = watch
        self._shared = shared
        self._groups: dict[Key, _Group] = {}

    async def follow(self, subscription: Subscription, to: OpenSteps) -> None:
        """Sends the steps until the game is over. Raises SubscriptionFailed, and what its sink raises."""
        context = subscription.context
        with self._watch.one(context.principal, to.game_id, to.viewer, after=to.start) as watcher:
            subscription.watcher = watcher
            subscription.operation = self._shared.operation_key(subscription.document, subscription.request)
            while not await self._caught_up(subscription) and not await self._live(subscription):
                watcher.known = max(watcher.known, watcher.cursor)

    async def _caught_up(self, subscription: Subscription) -> bool:
        """Sends what there is. Returns whether the game is over."""
        async with aclosing(self._watch.batches(subscription.watcher)) as batches:  # type: ignore[type-var]
            while True:
                try:
                    batch = await anext(batches)
                except StopAsyncIteration:
                    return True
                except Exception as error:
                    raise self._failure(subscription, error) from error
                if batch is None:
                    return False
                await self._send(subscription, batch)

    async def _send(self, subscription: Subscription, batch: Batch) -> None:
        """Sends the steps of a batch: together what is there, and at once what had to be computed and paid for."""
        payloads: list[bytes] = []
        computed = 0
        for number in range(batch.first, batch.last + 1):
            payload = self._shared.cached(self._key(subscription, batch, Step(number)))
            if payload is None:
                await self._write(subscription, payloads, number - len(payloads))
                payloads, payload = [], await self._computed(subscription, batch, Step(number))
                computed += 1
            payloads.append(payload)
        subscription.context.metrics.shared.labels("before").inc(batch.last + 1 - batch.first - computed)
        await self._write(subscription, payloads, batch.last + 1 - len(payloads))
        await asyncio.sleep(0)  # a client that catches up must not keep the others waiting

    async def _write(self, subscription: Subscription, payloads: list[bytes], first: int) -> None:
        if not payloads:
            return
        await subscription.pay(sum(map(points_to_send, payloads)))
        payloads = subscription.first_with_cost(payloads, subscription.allowance())
        subscription.says_cost = False
        for some in _pieces(payloads):
            await subscription.sink.ready()
            subscription.sink.write(some, first, {})
            first += len(some)

    async def payloads(self, payer: Subscription, batch: Batch) -> list[bytes]:
        """The results for the steps of a batch; this subscription pays for those that nobody needed before."""
        payloads: list[bytes] = []
        for number in range(batch.first, batch.last + 1):
            payload = self._shared.cached(self._key(payer, batch, Step(number)))
            payloads.append(await self._computed(payer, batch, Step(number)) if payload is None else payload)
        return payloads

    def _key(self, subscription: Subscription, batch: Batch, version: Step) -> Key:
        names, taken_back_at = batch.names_at(version), batch.history.taken_back_at(version, batch.visible)
        before = batch.viewer_before_of(version)
        key = share_key_of(batch.history.game_id, version, batch.viewer, before, names, taken_back_at)
        return (*subscription.operation, *key)

    async def _computed(self, payer: Subscription, batch: Batch, version: Step) -> bytes:
        node = StepNode(step=batch.step(version), history=batch.history)
        pay = partial(payer.pay, payer.cost)
        return await self._shared.payload(payer.document, payer.request, payer.context, payer.operation, node, pay)

    async def _live(self, subscription: Subscription) -> bool:
        """Waits in the group until it is left. Returns whether the game is over."""
        watcher = subscription.watcher
        watcher.viewer = watcher.own_viewer if watcher.viewer is None else watcher.viewer
        key = (*subscription.operation, watcher.game_id, watcher.principal, watcher.viewer, watcher.is_strict)
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = _Group(self, self._watch, watcher, partial(self._forget, key))
        if group.version > watcher.cursor:  # it has read further meanwhile
            await asyncio.sleep(AHEAD_SECONDS)
            return False
        try:
            return await group.join(subscription)
        except Exception as error:
            raise self._failure(subscription, error) from error
        finally:
            group.leave(subscription)

    def _forget(self, key: Key, group: "_Group") -> None:
        if self._groups.get(key) is group:
            del self._groups[key]

    def _failure(self, subscription: Subscription, error: Exception) -> Exception:
        if isinstance(error, SubscriptionFailed):
            return error
        return failure_of(error, subscription.document, subscription.request, subscription.context)


class _Group:
    """Those who follow the same operation in the same way and have caught up. `version`: the last step that was written
    to them."""

    def __init__(self, relay: Relay, watch: Watch, first: Watcher, forget: Callable[["_Group"], object]) -> None:
        begins = first.cursor if first.visible_version is None else min(first.cursor, first.visible_version)
        self._relay = relay
        self._watch = watch
        self._watcher = Watcher(first.world, first.principal, first.game_id, first.viewer, begins, begins)
        self._watcher.public, self._watcher.viewer_before = first.public, first.viewer_before
        self._is_strict = first.is_strict
        self._forget = forget
        self._members: dict[Subscription, Step] = {}
        """Each with its cursor, so that a push need not look at watchers, which no cache of the processor has then."""
        self._task: asyncio.Task[None] | None = None
        self.version = begins

    def join(self, member: Subscription) -> Awaitable[bool]:
        """Waits for steps past the member's cursor, which is not before `version`. Raises what reading raises."""
        member.pushed = asyncio.get_running_loop().create_future()
        self._members[member] = member.watcher.cursor
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return member.pushed

    def leave(self, member: Subscription) -> None:
        """The member has gone. The group ends with its last one."""
        self._members.pop(member, None)
        if not self._members:
            self._end()

    def _end(self) -> None:
        self._forget(self)
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    async def _run(self) -> None:
        try:
            async with aclosing(self._watch.batches(self._watcher)) as batches:  # type: ignore[type-var]
                async for batch in batches:
                    if batch is not None and self._members:
                        await self._push(batch)
                    if not self._members:
                        return
        except ViewerNotAllowed as error:
            if self._is_strict:
                self._close(error)
            for member in tuple(self._members):  # those who gave their seat up go on by themselves, as spectators
                self._leave_behind(member)
        except Exception as error:
            self._close(error)
        else:
            self._close(None)
        finally:
            self._forget(self)

    def _close(self, error: Exception | None) -> None:
        """The game is over, or cannot be read on: so all of them learn."""
        self._forget(self)
        for member in tuple(self._members):
            self._members.pop(member)
            if member.pushed.done():
                continue
            if error is None:
                member.pushed.set_result(True)
            else:
                member.pushed.set_exception(error)

    async def _push(self, batch: Batch) -> None:
        payloads = await self._relay.payloads(self._payer(), batch)
        self.version = batch.last  # from here on only those join who have these steps
        written = await self._write(payloads, batch.last)
        for number, (member, first) in enumerate(written, start=1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            if member in self._members:
                self._note(member, first, batch)
        if self._members:
            before = sum(batch.last + 1 - first for _, first in written) - len(payloads)
            next(iter(self._members)).context.metrics.shared.labels("before").inc(max(0, before))

    async def _write(self, payloads: list[bytes], last: Step) -> list[tuple[Subscription, int]]:
        """Writes to all who take it; the others are left behind. Returns to whom, each with the first step that was new
        to them. Nothing is noted meanwhile: the last of them would wait for it."""
        push = _Push(payloads, last)
        written: list[tuple[Subscription, int]] = []
        for number, member in enumerate(tuple(self._members), start=1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            cursor = self._members.get(member)
            if cursor is None or cursor >= last:
                continue
            if push.give(member, cursor + 1):
                written.append((member, cursor + 1))
            else:
                self._leave_behind(member)
        return written

    def _note(self, member: Subscription, first: int, batch: Batch) -> None:
        """The member has the steps from `first` to the last of the batch."""
        watcher = member.watcher
        if watcher.public is not self._watcher.public:
            self._watch.recount(watcher, batch.history)
        self._members[member] = watcher.cursor = watcher.known = batch.last
        watcher.viewer_before = batch.viewer
        watcher.note_taken(batch.history, Step(first), batch.last)

    def _payer(self) -> Subscription:
        """Who pays for what nobody needed before: one who has the points, if there is one."""
        for member in self._members:
            if member.allowance().left >= member.cost:
                return member
        return next(iter(self._members))

    def _leave_behind(self, member: Subscription) -> None:
        """The member goes on by itself, from its cursor."""
        member.watcher.viewer = self._watcher.viewer if member.watcher.viewer is None else member.watcher.viewer
        self._members.pop(member)
        if not member.pushed.done():
            member.pushed.set_result(False)


class _Push:
    """Results up to that of the step `last`, on their way to the members of a group. Who get the same share the bytes:
    what first results say of their cost and of what their caller has left is the same for watchers of one caller."""

    def __init__(self, payloads: list[bytes], last: Step) -> None:
        self._payloads = payloads
        self._ends = last + 1
        self._points = sum(map(points_to_send, payloads))
        self._allowances: dict[str, Allowance] = {}
        self._made: dict[tuple[int, tuple[str, int] | None], tuple[list[bytes], Made]] = {}
        """By the first step, and by caller and cost where the results say them."""

    def give(self, member: Subscription, first: int) -> bool:
        """Writes the results of the step `first` and those that follow it. Returns False, and writes nothing, if the
        member does not take them now, or if its caller has to wait for points."""
        if not member.sink.takes_more or not member.affords(self._points, self._allowances):
            return False
        kind = (first, (member.payer, member.requested) if member.says_cost else None)
        made = self._made.get(kind)
        if made is None:
            newer = self._payloads[first - self._ends :]
            made = self._made[kind] = (member.first_with_cost(newer, self._allowances[member.payer]), {})
        member.says_cost = False
        member.sink.write(made[0], first, made[1])
        return True


def _pieces(payloads: list[bytes]) -> Iterator[list[bytes]]:
    """Payloads in lists of at most about `WRITE_BYTES`: a socket holds no more than that beyond its limit."""
    some: list[bytes] = []
    size = 0
    for payload in payloads:
        if some and size + len(payload) > WRITE_BYTES:
            yield some
            some, size = [], 0
        some.append(payload)
        size += len(payload)
    if some:
        yield some


__all__ = ["Made", "Relay", "Sink", "Subscription"]
