"""The state of a game: its seats, its chance and the ruleset's own state on the table. Holds no rule."""

from typing import Any, Literal

import msgspec

from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.game.commands import Options
from domain.game.terms import Delay, Sandbox, Terms

Phase = Literal["open", "playing", "over", "abandoned"]


class SeatState(msgspec.Struct, frozen=True):
    """One seat. `principal` None: nobody holds it, it is free or the house's. `bot` empty: no bot plays it."""

    principal: str | None = None
    name: str = ""
    share: str = ""
    bot: str = ""
    resigned: bool = False

    @property
    def taken(self) -> bool:
        """Whether somebody, or a bot, sits here."""
        return self.principal is not None or self.bot != ""


class GameState(msgspec.Struct, frozen=True):
    """A game after `version` events.

    `secret` and `seed` (hex) never leave the service before the end. They are part of the state so that its hash, which is
    published at every step, cannot be guessed back into hidden cards.
    """

    version: int
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
        return f"GameState({self.ruleset}, version={self.version}, {self.phase})"  # reprs end up in logs: no secrets

    @property
    def over(self) -> bool:
        """Whether nothing more can happen, so that everything may be seen."""
        return self.phase in ("over", "abandoned")

    @property
    def delay(self) -> Delay | None:
        """How far spectators are behind, if they are (GAME-DELAY-01)."""
        return self.terms.delay if isinstance(self.terms, Terms) else None

    @property
    def sandbox(self) -> Sandbox | None:
        """What makes this a sandbox, if it is one (GAME-SAND-01)."""
        return self.terms.sandbox if isinstance(self.terms, Terms) else None

    @property
    def sealed(self) -> bool:
        """Whether this is a sandbox that nobody but its host and arbiters may know of (GAME-FORK-04)."""
        sandbox = self.sandbox
        return sandbox is not None and sandbox.origin is not None and sandbox.origin.sealed

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called, in order."""
        return tuple(seat.name or f"Seat {at + 1}" for at, seat in enumerate(self.seats))

    def seat_of(self, principal: str) -> Seat | None:
        """The seat that `principal` holds, if any."""
        for at, seat in enumerate(self.seats):
            if seat.principal == principal:
                return at
        return None
