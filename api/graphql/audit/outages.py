"""Outages: when a part of the service was away, and when it ran and could not answer."""

from datetime import UTC, datetime
from typing import Final

import strawberry

from api.graphql.fields import Info, field
from api.graphql.scalars import time_of
from services.audit.ports import Outage, UnavailableMinute

OUTAGES_MAX: Final = 200
MINUTES_MAX: Final = 500
_INT_MAX: Final = 2**31 - 1
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@strawberry.type(name="Outage", description="A time in which no process of one part of the service ran.")
class OutageNode:
    each: strawberry.Private[Outage]

    @field("The part of the service, such as `api`.")
    def process(self) -> str:
        return self.each.process

    @field("When it was last known to run.")
    def started_at(self) -> datetime:
        return time_of(self.each.from_us)

    @field("When it was known to run once more.")
    def ended_at(self) -> datetime:
        return time_of(self.each.to_us)


@strawberry.type(
    name="UnavailableMinute", description="Requests that one process answered by `UNAVAILABLE` in a minute."
)
class UnavailableMinuteNode:
    each: strawberry.Private[UnavailableMinute]

    @field("When the minute began; an answer may be counted up to ten seconds late.")
    def started_at(self) -> datetime:
        return time_of(self.each.minute_us)

    @field("Which process: a random name that it has as long as it runs.")
    def process(self) -> str:
        return self.each.process

    @field("How many of its answers said so, to all callers together.")
    def answers(self) -> int:
        return min(self.each.answers, _INT_MAX)


def micros(moment: datetime) -> int:
    """A moment from a request in microseconds since 1970; one without a zone is in UTC."""
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return (aware - _EPOCH) // datetime.resolution


async def outages_between(info: Info, begin: datetime, end: datetime) -> list[OutageNode]:
    """The outages that touch a time."""
    rows = await info.context.services.world.audit.outages(from_us=micros(begin), to_us=micros(end), limit=OUTAGES_MAX)
    return [OutageNode(each=each) for each in rows]


async def unavailable_between(info: Info, begin: datetime, end: datetime) -> list[UnavailableMinuteNode]:
    """The minutes of a time in which a process answered UNAVAILABLE."""
    audit = info.context.services.world.audit
    rows = await audit.unavailable(from_us=micros(begin), to_us=micros(end), limit=MINUTES_MAX)
    return [UnavailableMinuteNode(each=each) for each in rows]
