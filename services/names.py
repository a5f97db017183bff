"""The port of names: what persons, their seats and games are called. They stand beside the log and can be erased."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from domain.game.names import GameNames


@dataclass(frozen=True, slots=True)
class Erasure:
    """What became of the request to erase a person.

    `already_us`: when the person was erased before, in microseconds since 1970 (UTC); None when they were erased just
    now. The rest is what was deleted: names of seats, titles of games, notes, and tokens that were still valid.
    """

    already_us: int | None
    seat_names: int = 0
    titles: int = 0
    notes: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class NamesGiven:
    """The names that come with a command.

    `seats`: principal id -> the name under which they sit; `title`: of the game, empty for none.
    """

    seats: Mapping[str, str] = field(default_factory=dict)
    title: str = ""


NO_NAMES_GIVEN: Final = NamesGiven()


class Names(Protocol):
    """The names beside the log. Nothing of them is hashed, so each of them may change or be erased at any time."""

    async def of_games(self, persons: Mapping[str, Collection[str]]) -> Mapping[str, GameNames]:
        """`persons`: game id -> the principals to name. Returns the names of each of these games.

        A principal is called by the name of their seat in that game, else by their own. Unknown principals are left
        out; erased ones are `FORMER_PLAYER`.
        """
        ...

    async def put_title(self, game_id: str, title: str, by: str) -> None:
        """Gives a game its title, which `by` wrote. A game that has one keeps it."""
        ...

    async def put_seat_name(self, game_id: str, principal: str, name: str, *, replaces: bool) -> None:
        """The name under which a principal sits in a game. `replaces` False: an earlier one stays."""
        ...

    async def rename(self, principal: str, name: str) -> bool:
        """Calls a person by another name everywhere: the names of their seats go. Returns False when there is no such
        person, or when they were erased."""
        ...

    async def erase(self, principal: str) -> Erasure | None:
        """Deletes all names of a person, the titles and the words of the notes that they wrote, and revokes their
        tokens. None: there is no such person."""
        ...

    async def running_games(self, principal: str) -> Sequence[str]:
        """The games in which a principal has a seat and that are not over, as far as the list of games knows."""
        ...
