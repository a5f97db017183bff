"""Games in lists, with their titles and the names of those who sit there."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

from domain.engine.step import Step
from domain.game.names import GameNames, name_of_seat
from services.names import Names
from services.ports import GameListRow, RuleGameRow


@dataclass(frozen=True, slots=True)
class ListedGame(GameListRow):
    """A game in a list, named. `seats`: the names of the seats, "" for a free one."""

    title: str
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListedRuleGame:
    """A game in which a rule fired, named. The rest is as in `RuleGameRow`."""

    game: ListedGame
    version: Step
    times: int
    shows_us: int


_ROW: Final = tuple(each.name for each in fields(GameListRow))


async def listed(names: Names, rows: Sequence[GameListRow]) -> list[ListedGame]:
    """The games of a page of a list, named in one call."""
    named = await names.of_games({row.game_id: set(row.persons) - {""} for row in rows})
    return [_listed(row, named[row.game_id]) for row in rows]


async def listed_rule_games(names: Names, rows: Sequence[RuleGameRow]) -> list[ListedRuleGame]:
    """The games of a page of those in which a rule fired, named in one call."""
    games = await listed(names, [row.game for row in rows])
    return [ListedRuleGame(game, row.version, row.times, row.shows_us) for game, row in zip(games, rows, strict=True)]


def _listed(row: GameListRow, names: GameNames) -> ListedGame:
    occupants = enumerate(zip(row.persons, row.bots, strict=True), start=1)
    seats = tuple(name_of_seat(number, person, bot, names, is_fork=row.fork) for number, (person, bot) in occupants)
    facts = {name: getattr(row, name) for name in _ROW}
    return ListedGame(**facts, title=names.title, seats=seats)
