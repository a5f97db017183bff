"""What a caller may choose of the list of games, and in which order it is paged through."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class GameOrder(Enum):
    """How a list of games is ordered. Games that are equal in it are ordered by their ids."""

    LAST_MOVE = "last_move"
    WAITING = "waiting"
    OPENED = "opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoice:
    """Which games to list. None chooses nothing.

    `free_seat`: whether a seat has neither a person nor a bot. `since_us`: moved at that moment or later. `title`:
    begins the title, or is made of whole words of it. `player`: the name that a seat has in that game, or the id of a
    person who sits there under their own name. `person`: such an id, and never a name, which anybody may choose.
    `seat`: the id of a principal who may play a seat, and sits there under their own name. `mine`: the caller's id, for
    games that they host or sit in; these are shown to them as their seat sees them. `not_mine`: the caller's id, for
    all others. Case does not matter in texts.
    """

    ruleset: str | None = None
    phase: str | None = None
    sandbox: bool | None = None
    free_seat: bool | None = None
    since_us: int | None = None
    title: str | None = None
    player: str | None = None
    person: str | None = None
    seat: str | None = None
    mine: str | None = None
    not_mine: str | None = None

    @property
    def is_tallied(self) -> bool:
        """Whether a tally of all games answers how many are chosen. Else they are counted, up to `COUNT_MAX`."""
        others = (self.since_us, self.title, self.player, self.person, self.seat, self.mine, self.not_mine)
        return all(other is None for other in others)


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """From where to go on. `before`: moment and game id of the last row of the page before.

    `as_of_us`: when the paging began. The order is that of then, so that a game that moves meanwhile keeps its place:
    no page repeats or loses it. Games that were opened later are on no page.
    """

    order: GameOrder = GameOrder.LAST_MOVE
    before: tuple[int, str] | None = None
    as_of_us: int | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A person's games of one ruleset that count. `won`: with the first place, alone or shared."""

    ruleset: str
    running: int
    finished: int
    won: int


EVERY_GAME: Final = GameChoice()
COUNT_MAX: Final = 10_000
"""A count that reads what it counts ends here: then there are so many or more."""
FIRST_PAGE: Final = GamePage()


def title_words(text: str) -> list[str]:
    """The words of a title as they are compared."""
    return text.lower().split()
