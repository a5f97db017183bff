"""The state of a game: its seats, its chance, and the ruleset's own state."""

from typing import Any, Literal

import msgspec

from domain.engine.score import Outcome
from domain.engine.step import Step
from domain.engine.viewer import Seat, seat_of
from domain.game.clocks.state import ClockState, Stopped
from domain.game.clocks.terms import ClockTerms
from domain.game.commands import Options
from domain.game.rulings.bench import Bench
from domain.game.take_back.motion import Motion
from domain.game.terms import NO_TAKE_BACKS, Delay, RulingTerms, Sandbox, TakeBacks, Terms

Phase = Literal["open", "playing", "over", "abandoned"]


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """One seat.

    `principal`: who plays it; None: it is free, or a bot plays it. `person`: the principal whose name it has, also
    after a bot took over; empty for none. `bot` empty: no bot plays it.
    """

    principal: str | None = None
    person: str = ""
    share: str = ""
    bot: str = ""
    resigned: bool = False

    @property
    def taken(self) -> bool:
        """Whether somebody, or a bot, sits here."""
        return self.principal is not None or self.bot != ""


class Replaced(msgspec.Struct, frozen=True):
    """Who lost a seat to a substitute, by which ruling (GAME-APPEAL-01)."""

    ruling: int
    seat: Seat
    principal: str


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """A game after `version` events.

    `at_us`: when its last command was given, in microseconds since 1970 (UTC).
    `ruleset_version`: by which it goes on.
    `secret` and `seed` (hex) never leave the service before the end. They are part of the state so that nobody can
    guess hidden cards from its hash, which is published at every step.
    """

    version: Step
    phase: Phase
    ruleset: str
    ruleset_version: int
    at_us: int
    host: str
    options: Options
    seats: tuple[SeatState, ...]
    commitment: str
    secret: str
    seed: str = ""
    position: Any = None
    """The ruleset's state, from `GameBegun` on."""
    result: Outcome | None = None
    terms: Terms | msgspec.UnsetType = msgspec.UNSET
    left: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The principals who left a seat before play began; in a fork also everybody who had a part in the game that it
    continues (services/log/origins.py). It is not hashed: the hashes of format 1 do not cover it."""

    replaced: tuple[Replaced, ...] | msgspec.UnsetType = msgspec.UNSET
    """Who lost a seat to a substitute. It follows from the steps, and is not hashed either."""
    forfeited: tuple[Seat, ...] | msgspec.UnsetType = msgspec.UNSET
    """The seats that were lost on time or by a ruling; they rank as those that resigned. Not hashed either."""

    bench: Bench | msgspec.UnsetType = msgspec.UNSET
    """Calls, rulings and appeals; without bytes until there is one."""
    clock: ClockState | msgspec.UnsetType = msgspec.UNSET
    """The clocks, from the end of the command that began play; without bytes in a game that has none."""
    stopped: Stopped | msgspec.UnsetType = msgspec.UNSET
    """How the game is stopped, until the command after that (GAME-STOP-01)."""

    motion: Motion | msgspec.UnsetType = msgspec.UNSET
    """The open motion; without bytes while there is none."""
    backs: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """By seat, how often it has freely taken back what it had shown; without bytes until one has."""

    def __repr__(self) -> str:
        return (
            f"GameState({self.ruleset}, version={self.version}, {self.phase})"  # a repr may end up in a log: no secrets
        )

    @property
    def hashed(self) -> "GameState":
        """The part that format 1 hashes: without what follows from the steps."""
        if self.left is self.replaced is self.forfeited is msgspec.UNSET:
            return self
        return msgspec.structs.replace(self, left=msgspec.UNSET, replaced=msgspec.UNSET, forfeited=msgspec.UNSET)

    @property
    def over(self) -> bool:
        """Whether nothing more can happen, so that everything is public."""
        return self.phase in ("over", "abandoned")

    @property
    def delay(self) -> Delay | None:
        """The delay for spectators, if there is one (GAME-DELAY-01)."""
        return None if self.terms is msgspec.UNSET else self.terms.delay

    @property
    def clock_terms(self) -> ClockTerms | None:
        """The terms of the clocks, if it has any (GAME-CLOCK-01)."""
        if self.terms is msgspec.UNSET or self.terms.clock is msgspec.UNSET:
            return None
        return self.terms.clock

    @property
    def ruling_terms(self) -> RulingTerms:
        """What the game says of calls and appeals."""
        given = self.terms.rulings if isinstance(self.terms, Terms) else msgspec.UNSET
        return given if isinstance(given, RulingTerms) else RulingTerms()

    @property
    def sandbox(self) -> Sandbox | None:
        """The terms of the sandbox, if the game is one (GAME-SAND-01)."""
        return None if self.terms is msgspec.UNSET else self.terms.sandbox

    @property
    def take_backs(self) -> TakeBacks:
        """Whether and how players may take back (GAME-BACK-01)."""
        given = self.terms.take_backs if isinstance(self.terms, Terms) else msgspec.UNSET
        return given if isinstance(given, TakeBacks) else NO_TAKE_BACKS

    def has_forfeited(self, seat: Seat) -> bool:
        """Whether `seat` was lost on time or by a ruling, and not resigned (GAME-CLOCK-06, GAME-RULING-03)."""
        return isinstance(self.forfeited, tuple) and seat in self.forfeited

    def backs_of(self, seat: Seat) -> int:
        """How often `seat` has freely taken back what it had shown (GAME-BACK-03)."""
        return self.backs[seat] if isinstance(self.backs, tuple) else 0

    @property
    def sealed(self) -> bool:
        """Whether only the host and arbiters may know of this sandbox (GAME-FORK-04)."""
        sandbox = self.sandbox
        return sandbox is not None and sandbox.origin is not None and sandbox.origin.sealed

    @property
    def is_fork(self) -> bool:
        """Whether it continues from another game (GAME-FORK-01)."""
        sandbox = self.sandbox
        return sandbox is not None and sandbox.origin is not None

    @property
    def participants(self) -> frozenset[str]:
        """The host, and everybody who holds a seat."""
        return frozenset((self.host, *(seat.principal for seat in self.seats if seat.principal is not None)))

    def has_had_seat(self, principal: str) -> bool:
        """Whether `principal` holds a seat, or has held one: it was left, resigned, or handed to a bot.

        In a fork also whether they held one in the game that it continues.
        """
        former = self.left if isinstance(self.left, tuple) else ()
        return principal in former or any(principal in (seat.principal, seat.person) for seat in self.seats)

    def seat_of(self, principal: str) -> Seat | None:
        """The seat that `principal` holds, if any."""
        for number, seat in enumerate(self.seats):
            if seat.principal == principal:
                return seat_of(number)
        return None
