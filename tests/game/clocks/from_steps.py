"""The banks of a game's clocks from what any spectator reads of its steps. It imports nothing of the clocks.

For clocks of the kind `BANK` without sleep and rest, whose flags follow the rules. Times are in microseconds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

STEP = """version time commandId turn line { type seat facts } view { toAct }"""
"""What it needs of a step."""
GIVEN_BY_ARBITERS = (
    "RulingMade",
    "GameStopped",
    "GameResumed",
    "TimeAdjusted",
    "FlagFell",
    "AppealDecided",
    "TimeCalled",
)
"""The first events of commands that no seat gives. (In these tests nobody claims a flag but the service.)"""


@dataclass
class Bank:
    """The bank of one seat, and its stint, in microseconds."""

    left: int
    person: bool = False
    acting: bool = False
    since: int | None = None
    counted: int = 0
    allowed: int = 0
    turn: int = 0
    credited: int = 0
    free: int = 0
    overtime: bool = False

    def count(self, at: int) -> None:
        """Counts the time until now."""
        if self.acting and self.since is not None:
            self.counted += max(at - self.since, 0)
            self.since = at

    @property
    def now(self) -> int:
        """What a clock shows of the bank."""
        return max(self.left - max(self.counted - self.free, 0), 0)


@dataclass
class FromSteps:
    """`terms`: of `Game.clock`, in milliseconds."""

    terms: dict[str, Any]
    seats: int
    banks: list[Bank] = field(default_factory=list)
    stopped: bool = False
    until: int | None = None

    def __post_init__(self) -> None:
        self.banks = [Bank(self._us("bankMs")) for _ in range(self.seats)]

    def _us(self, name: str) -> int:
        return int(self.terms[name]) * 1_000

    def after_commands(self, steps: Sequence[Any]) -> Iterator[tuple[int, list[int]]]:
        """After each command the number of its last step, and what the bank of each seat shows."""
        for _, group in groupby(steps, key=lambda step: step["commandId"]):
            command = list(group)
            self._command(command)
            yield command[-1]["version"], [bank.now for bank in self.banks]

    def _command(self, steps: list[Any]) -> None:
        at, last = microseconds(steps[-1]["time"]), steps[-1]
        if self.stopped and self.until is not None and self.until <= at:
            self._resume(self.until)
        for bank in self.banks:
            bank.count(at)
        for step in steps:
            self._event(step["line"], at)
        name = steps[0]["line"]["type"].removeprefix("game.")
        giver = None if name in GIVEN_BY_ARBITERS else steps[0]["line"]["seat"]
        for seat, bank in enumerate(self.banks):
            acts = bank.person and seat in last["view"]["toAct"]
            if bank.acting and (seat == giver or not acts):
                self._settle(bank, own=seat == giver)
            if bank.acting and not acts:
                self._end(bank)
            elif acts and not bank.acting:
                self._begin(bank, last["turn"], at)

    def _event(self, line: Any, at: int) -> None:
        name, seat, facts = line["type"].removeprefix("game."), line["seat"], line["facts"]
        match name:
            case "SeatTaken" | "SeatHandedOver":
                self.banks[seat].person = True
            case "BotSeated" | "SeatResigned" | "SeatForfeited":
                self.banks[seat].person = False
            case "TimeAdjusted":
                self._adjust(self.banks[seat], facts["seconds"] * (-1_000_000 if facts["taken"] else 1_000_000))
            case "FlagFell":
                self._fall(self.banks[seat])
            case "GameStopped":
                self.stopped = True
                self.until = None if facts["until"] is None else microseconds(facts["until"])
                for bank in self.banks:
                    bank.since = None
            case "GameResumed":
                self._resume(at)

    def _resume(self, at: int) -> None:
        self.stopped, self.until = False, None
        for bank in self.banks:
            bank.since = at if bank.acting else None

    def _allowance(self, bank: Bank) -> int:
        return max(min(self._us("lagMs"), self._us("lagMaxMs") - bank.allowed), 0)

    def _settle(self, bank: Bank, *, own: bool) -> None:
        lag = min(bank.counted, self._allowance(bank)) if own else 0
        free = min(bank.counted - lag, bank.free)
        spent = min(bank.counted - lag - free, bank.left)
        bank.allowed += bank.counted - free - spent
        bank.free, bank.left, bank.counted = bank.free - free, bank.left - spent, 0

    def _adjust(self, bank: Bank, us: int) -> None:
        if us > 0 and bank.acting and bank.counted >= bank.left + bank.free + self._allowance(bank):
            self._settle(bank, own=False)
        bank.left += us

    def _fall(self, bank: Bank) -> None:
        bank.left, bank.counted, bank.overtime = 0, 0, True
        self._end(bank)

    def _begin(self, bank: Bank, turn: int, at: int) -> None:
        bank.acting, bank.turn, bank.counted, bank.allowed = True, turn, 0, 0
        bank.free = max(self._us("overtimeMs") - bank.left, 0) if bank.overtime else 0
        bank.since = None if self.stopped else at

    def _end(self, bank: Bank) -> None:
        if bank.turn > bank.credited:
            cap = self._us("capMs")
            bank.left += max(min(self._us("addMs"), cap - bank.left), 0) if cap else self._us("addMs")
            bank.credited = bank.turn
        bank.acting, bank.since, bank.free = False, None, 0


def microseconds(moment: str) -> int:
    """A moment of the API in microseconds since 1970."""
    parsed = datetime.fromisoformat(moment)
    return int(parsed.replace(microsecond=0).timestamp()) * 1_000_000 + parsed.microsecond
