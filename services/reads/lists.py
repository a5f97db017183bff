"""Games in lists, with their titles and the names of those who sit there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

from domain.engine.step import Step
from domain.game.names import FORMER_PLAYER, GameNames, name_of_seat
from services.names import Names
from services.ports import GameListRow, RuleGameRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame(GameListRow):
    """A game in a list, named.

    `seats`: the names of the seats, "" for a free one. `players`: by seat, the principal who sits there under their own
    name, or None.
    """

    title: str
    seats: tuple[str, ...]
    players: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class ListedRuleGame:
    """A game in which a rule fired, named. The rest is as in `RuleGameRow`."""

    game: ListedGame
    version: Step
    times: int
    shows_us: int


NO_GAME: Final = ""
"""The id of no game: in it everybody is called by their own name."""
_ROW: Final = tuple(each.name for each in fields(GameListRow))


async def listed(names: Names, rows: Sequence[GameListRow]) -> list[ListedGame]:
    """The games of a page of a list, named in one call."""
    everybody = {person for row in rows for person in row.persons} - {""}
    persons: dict[str, set[str]] = {row.game_id: set(row.persons) - {""} for row in rows}
    named = await names.of_games({**persons, NO_GAME: everybody})
    return [_listed(row, named[row.game_id], named[NO_GAME].persons) for row in rows]


async def listed_rule_games(names: Names, rows: Sequence[RuleGameRow]) -> list[ListedRuleGame]:
    """The games of a page of those in which a rule fired, named in one call."""
    games = await listed(names, [row.game for row in rows])
    return [ListedRuleGame(game, row.version, row.times, row.shows_us) for game, row in zip(games, rows, strict=True)]


def _listed(row: GameListRow, names: GameNames, own: Mapping[str, str]) -> ListedGame:
    occupants = enumerate(zip(row.persons, row.bots, strict=True), start=1)
    seats = tuple(name_of_seat(number, person, bot, names, is_fork=row.fork) for number, (person, bot) in occupants)
    players = tuple(person if under_own_name(person, names, own) else None for person in row.persons)
    facts = {name: getattr(row, name) for name in _ROW}
    return ListedGame(**facts, title=names.title, seats=seats, players=players)


def under_own_name(person: str, names: GameNames, own: Mapping[str, str]) -> bool:
    """Whether the name in a game says who has it. One with a name of its own does not, nor does an erased person's."""
    name = own.get(person)
    return name is not None and name != FORMER_PLAYER and name.lower() == names.persons[person].lower()
