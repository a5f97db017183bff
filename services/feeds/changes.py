"""The port of list changes: the order in which what lists show of games has changed, for everybody alike.

The cursor of `gamesChanged` is a place in this order. The order of the log would not do: what a list shows of a game
changes later than the game itself, by the workers and by a delay, and with a delay in time it changes without any
command. So list changes have an order of their own. Places are given one caller after the other, under a lock, to what
everybody may see: they become visible in their order, and no place is spent on what a delay hides (GAME-DELAY-02).
Only the last change of a game has a place. So a client that was away reads each game once, however often it changed.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

CLOCKS_APART_US: Final = 60_000_000
"""By how much the clocks of two processes may differ without a loss. A change that one process made visible by its
clock is shown by the others, too, though it is not due by theirs for a moment."""


class ListChange(NamedTuple):
    """The last change of what lists show of a game. `begun_pos`, `ended_pos`: the places of the changes with which it
    was no longer open, and was over or abandoned; 0: not yet. `shows_us`: since when it may be shown (0: at once).
    `left`: who was at a seat before, and has left it -> the place of the change with which they were gone."""

    game_id: str
    pos: int
    begun_pos: int
    ended_pos: int
    shows_us: int = 0
    left: tuple[tuple[str, int], ...] = ()

    def phase_at(self, place: int, phase: str) -> str:
        """The phase that lists showed at a place; `phase`: the one that they show now."""
        if self.ended_pos and self.ended_pos <= place:
            return phase
        return "playing" if self.begun_pos and self.begun_pos <= place else "open"


class ListChanges(Protocol):
    """The order of list changes. May raise Unavailable."""

    async def order(self, now_us: int) -> int:
        """Gives places to what has changed until now. Returns the last place."""
        ...

    async def list_moment(self, now_us: int) -> int:
        """The moment at which lists show every change that has a place: `now_us`, or a bit later if the clock of
        another process is ahead."""
        ...

    async def changes(self, after: int, limit: int) -> Sequence[ListChange]:
        """The changes past a place, in order, at most `limit`."""
        ...
