"""What the sharing of subscriptions needs to know of an entry that one sends."""

from collections.abc import Hashable
from typing import Protocol

from domain.game.terms import Fault
from services.ports import Principal


class Entry(Protocol):
    """One entry of a subscription: the root object of its execution."""

    @property
    def cursor_after(self) -> str:
        """The cursor to resume from after this entry."""
        ...

    @property
    def share_key(self) -> tuple[Hashable, ...]:
        """Equal for entries whose results are the same for an operation."""
        ...

    @property
    def for_principal(self) -> Principal | None:
        """The one caller whose entry it is; None: it is the same for everybody who gets it."""
        ...

    @property
    def at(self) -> str:
        """The game and version, for the log."""
        ...

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What a sandbox has ordered to go wrong when it is sent (GAME-SAND-03)."""
        ...
