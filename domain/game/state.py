"""The state of a game: its seats, its chance, and the ruleset's own state."""

from typing import Any, Literal

import msgspec

from domain.engine.score import Outcome
from domain.engine.step import Step
from domain.engine.viewer import Seat, seat_of
from domain.game.commands import Options
from domain.game.terms import Delay, Sandbox, Terms

Phase = Literal["open", "playing", "over", "abandoned"]


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. `principal` None: it is free, or a bot plays it. `bot` empty: no bot plays it."""

    principal: str | None = None
    name: str = ""
    share: str = ""
    bot: str = ""
    resigned: bool = False

    @property
    def taken(self) -> bool:
        """Whether somebody, or a bot, sits here."""
        return self.principal is not None or self.bot != ""


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """A game after `version` events.

    `secret` and `seed` (hex) never leave the service before the end. They are part of the state so that nobody can
    guess hidden cards from its hash, which is published at every step.
    """

    version: Step
    phase: Phase
    ruleset: str
    ruleset_version: int
    title: str
    host: str
    options: Options
    seats: tuple[SeatState, ...]
    commitment: str
    secret: str
    seed: str = ""
    position: Any = msgspec.field(default=None, name="table")
    """The ruleset's state, from `GameBegun` on. In the hashed bytes its name is `table` until format 1 renames it."""
    result: Outcome | None = None
    terms: Terms | msgspec.UnsetType = msgspec.UNSET

    def __repr__(self) -> str:
        return (
            f"GameState({self.ruleset}, version={self.version}, {self.phase})"  # a repr may end up in a log: no secrets
        )

    @property
    def over(self) -> bool:
        """Whether nothing more can happen, so that everything is public."""
        return self.phase in ("over", "abandoned")

    @property
    def delay(self) -> Delay | None:
        """The delay for spectators, if there is one (GAME-DELAY-01)."""
        return self.terms.delay if isinstance(self.terms, Terms) else None

    @property
    def sandbox(self) -> Sandbox | None:
        """The terms of the sandbox, if the game is one (GAME-SAND-01)."""
        return self.terms.sandbox if isinstance(self.terms, Terms) else None

    @property
    def sealed(self) -> bool:
        """Whether only the host and arbiters may know of this sandbox (GAME-FORK-04)."""
        sandbox = self.sandbox
        return sandbox is not None and sandbox.origin is not None and sandbox.origin.sealed

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, in order."""
        return tuple(seat.name or f"Seat {at + 1}" for at, seat in enumerate(self.seats))

    def seat_of(self, principal: str) -> Seat | None:
        """The seat that `principal` holds, if any."""
        for number, seat in enumerate(self.seats):
            if seat.principal == principal:
                return seat_of(number)
        return None
