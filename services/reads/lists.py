"""Games in lists, with their titles and the names of those who sit there."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

from domain.engine.step import Step
from domain.game.names import GameNames
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


def seat_names(
    persons: Sequence[str], bots: Sequence[str], names: GameNames, *, is_fork: bool = False
) -> tuple[str, ...]:
    """What the seats are called: by their person, else by their bot; "" for a free one."""
    occupants = enumerate(zip(persons, bots, strict=True), start=1)
    return tuple(_seat_name(number, person, bot, names, is_fork=is_fork) for number, (person, bot) in occupants)


def _seat_name(number: int, person: str, bot: str, names: GameNames, *, is_fork: bool) -> str:
    if person:
        name = names.persons.get(person, f"Seat {number}")
        # In a fork bots play for persons who know nothing of it, so nobody must take their moves for the person's own.
        return f"{name} (bot)" if is_fork and bot else name
    return f"{bot.capitalize()} bot {number}" if bot else ""


def _listed(row: GameListRow, names: GameNames) -> ListedGame:
    facts = {name: getattr(row, name) for name in _ROW}
    return ListedGame(**facts, title=names.title, seats=seat_names(row.persons, row.bots, names, is_fork=row.fork))
