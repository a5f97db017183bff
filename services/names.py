"""The port of names: what persons, their seats and games are called. They stand beside the log and can be erased."""

import hashlib
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from domain.game.names import GameNames


@dataclass(frozen=True, slots=True)
class Person:
    """Who is behind a principal. `name` None: they were erased, at `erased_us` (microseconds since 1970, UTC)."""

    name: str | None
    erased_us: int | None = None


@dataclass(frozen=True, slots=True)
class Erasure:
    """What became of the request to erase a person (GAME-PERSON-02).

    `already_us`: when the person was erased before, in microseconds since 1970 (UTC); None when they were erased just
    now. The rest is what was deleted: names of seats, titles of games, the words of notes, and tokens that were still
    valid.
    """

    already_us: int | None
    seat_names: int = 0
    titles: int = 0
    notes: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A person's words beside the log. An event that refers to them has `hash`, SHA-256 of the salt and the words."""

    salt: bytes
    words: str

    @property
    def hash(self) -> str:
        """What stands in the log (hex)."""
        return hashlib.sha256(self.salt + self.words.encode()).hexdigest()


def note_id(hash: str) -> str:
    """The id of the note that an event refers to by its hash."""
    return str(uuid.UUID(hex=hash[:32]))


@dataclass(frozen=True, slots=True)
class NamesGiven:
    """The names that come with a command.

    `seats`: principal id -> the name under which they sit; `title`: of the game, empty for none. `note`: the words of a
    call, a ruling or an appeal.
    """

    seats: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    note: Note | None = None


class Names(Protocol):
    """The names beside the log (GAME-PERSON-01). None of them is hashed, so each may be changed or erased at any time.

    Names and titles are stored as they come: who takes them from a person cleans them first (`domain.game.texts`).
    """

    async def person(self, principal: str) -> Person | None:
        """Who is behind a principal. None: there is no such principal."""
        ...

    async def of_games(self, persons: Mapping[str, Collection[str]]) -> Mapping[str, GameNames]:
        """The names of several games in one call. `persons`: game id -> the principals to name.

        Every game that was named has an entry. A principal is called by the name of their seat in that game, else by
        their own. Unknown principals are left out; erased ones are `FORMER_PLAYER`.
        """
        ...

    async def put_title(self, game_id: str, title: str, by: str) -> None:
        """Gives a game its title, which `by` wrote.

        A game that has one keeps it. An empty title is not stored, and neither is one by an erased person.
        """
        ...

    async def put_seat_name(self, game_id: str, principal: str, name: str) -> None:
        """The name under which a principal sits, or is about to sit, in a game. It replaces an earlier one.

        The name of an erased person is not stored.
        """
        ...

    async def put_note(self, game_id: str, note: Note, by: str) -> None:
        """Stores words that a command refers to. Those of an erased person are not stored."""
        ...

    async def notes(self, game_id: str, hashes: Collection[str]) -> Mapping[str, str]:
        """The words behind these hashes; erased and unknown ones are left out."""
        ...

    async def salted_notes(self, game_id: str, hashes: Collection[str]) -> Mapping[str, Note]:
        """The same with the salts, so that a reader of the words can check them against the log."""
        ...

    async def rename(self, principal: str, name: str) -> bool:
        """Calls a person by another name everywhere: the names of their seats go.

        Returns False when there is no such person, or when they were erased.
        """
        ...

    async def erase(self, principal: str) -> Erasure | None:
        """Deletes all names of a person, the titles and the words of the notes that they wrote, and the labels of
        their tokens; revokes these and their recovery codes. None: there is no such person.

        The caller makes sure before that they hold no seat: see `running_games`.
        """
        ...

    async def running_games(self, principal: str) -> Sequence[str]:
        """The games that are not over in which a principal holds a seat, the last moved first.

        As far as the list of games knows. A seat that was resigned or handed to a bot is held by nobody.
        """
        ...
