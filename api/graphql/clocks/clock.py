"""What a clock shows after a step, and how a game is stopped."""

import enum
from datetime import datetime
from typing import Annotated

import strawberry

from api.graphql.clocks.terms import US
from api.graphql.fields import field
from api.graphql.scalars import Milliseconds, time_of
from domain.game.clocks.sleep import Sleep
from domain.game.clocks.state import Stopped
from services.reads.clocks import ClockNow


@strawberry.type(name="Sleep", description="Daily hours of sleep, which do not count (GAME-CLOCK-08).")
class SleepNode:
    """Declares the fields only: resolvers return the domain's `Sleep`."""

    from_minute: int = strawberry.field(description="The minute of the seat's own day at which it begins, 0 to 1439.")
    minutes: int = strawberry.field(description="How long it lasts.")
    offset_minutes: int = strawberry.field(description="How far the seat's own day is ahead of UTC.")


@strawberry.type(
    name="Clock",
    description="The clock of a seat that a person plays, as it was right after a step. While it runs, count down from "
    "the time of that step, by `Query.now`.",
)
class ClockNode:
    now: strawberry.Private[ClockNow]

    @field("Whose clock it is, counted from 0.")
    def seat(self) -> int:
        return self.now.reading.seat

    @field("All that the seat could spend until its flag falls, the free time of this stint too.")
    def left(self) -> Milliseconds:
        return self.now.reading.left_us // US

    @field("What of it is the bank: it stays when the stint ends.")
    def bank(self) -> Milliseconds:
        return self.now.reading.bank_us // US

    @field("When `left` was so: at the time of the step.")
    def at(self) -> datetime:
        return time_of(self.now.at_us)

    @field("Whether its time counted then, or only sleep keeps it from counting.")
    def running(self) -> bool:
        return self.now.reading.running

    @field(
        "When its flag falls if the seat does nothing, the allowance for the way included, or when it fell; null while "
        "no time counts.",
        datetime | None,
    )
    def due_at(self) -> datetime | None:
        due_us = self.now.reading.due_us
        return None if due_us is None else time_of(due_us)

    @field("Whether its flag had fallen by then and nobody had called it (GAME-CLOCK-05).")
    def fallen(self) -> bool:
        return self.now.reading.fallen

    @field("How often its flag was called (GAME-CLOCK-06).")
    def flags(self) -> int:
        return self.now.clock.flags

    @field("Whether each of its decisions has at least the overtime, since a flag was called (GAME-CLOCK-06).")
    def overtime(self) -> bool:
        return self.now.clock.overtime

    @field("Whether it was in its hours of sleep then (GAME-CLOCK-08).")
    def asleep(self) -> bool:
        return self.now.reading.asleep

    @field("The hours of sleep of this stint; null for none.", SleepNode | None)
    def sleep(self) -> Sleep | None:
        return self.now.clock.sleep

    @field("The hours of sleep from the next stint on; null for none.", SleepNode | None)
    def next_sleep(self) -> Sleep | None:
        return self.now.clock.next_sleep

    @field("What is left of its stock of rest (GAME-CLOCK-08).")
    def rest_left(self) -> Milliseconds:
        return self.now.clock.rest_left_us // US

    @field("The rest that it has taken for its next stint.")
    def rest_next(self) -> Milliseconds:
        return self.now.clock.rest_next_us // US


@strawberry.enum(name="StopReason", description="By what right a game was stopped.")
class StopReasonNode(enum.Enum):
    ARBITER = "arbiter"
    VOTE = "vote"
    SERVICE = "service"


@strawberry.type(name="Stop", description="A stopped game takes no command of its ruleset (GAME-STOP-01).")
class StopNode:
    stopped: strawberry.Private[Stopped]
    reason: strawberry.Private[str | None]

    @field("The step that stopped the game.")
    def version(self) -> int:
        return self.stopped.step

    @field("By what right it was stopped.", StopReasonNode)
    def why(self) -> str:
        return self.stopped.why

    @field("When the game goes on by itself; null: when it is resumed.", datetime | None)
    def until(self) -> datetime | None:
        return None if self.stopped.until_us is None else time_of(self.stopped.until_us)

    @field("The words beside it, for arbiters of the game and for its seats; null for others and for none.")
    def note(self) -> str | None:
        return self.reason


AtStep = Annotated[int | None, strawberry.argument(description="A step, 1..`version`; left out: the last one.")]
