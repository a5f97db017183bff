"""What `gamesChanged` sends: what lists show of a game since its last change."""

from collections.abc import AsyncGenerator, Hashable
from typing import Final

import strawberry

from api.graphql.feeds.my_games import NO_CURSOR, place_after
from api.graphql.fields import Info, field
from api.graphql.lists.games import ListedGame
from api.graphql.scalars import Cursor
from api.problems import Problem
from domain.game.terms import Fault
from services.feeds.cursors import BadCursor
from services.feeds.games_changed import GameChange
from services.listing import GameChoice
from services.reads import lists

NO_FAULTS: Final[tuple[Fault, ...]] = ()


@strawberry.type(name="ListedGameChange", description="A game in a list whose public facts have changed.")
class ListedGameChange:
    """An entry of the feed. It is the same for everybody who follows with the same filters."""

    change: strawberry.Private[GameChange]
    written: strawberry.Private[str]
    faults: strawberry.Private[tuple[Fault, ...]] = NO_FAULTS

    @property
    def cursor_after(self) -> str:
        """Implements `cursor_after` of `api.graphql.feeds.entry.Entry`."""
        return self.written

    @property
    def share_key(self) -> tuple[Hashable, ...]:
        """Implements `share_key` of `Entry`. Names are part of it: they may change at any time (GAME-PERSON-01)."""
        game = self.change.game
        return (self.written, game.game_id, game.version, self.change.is_listed, game.title, game.seats, game.players)

    @property
    def for_principal(self) -> None:
        """Implements `for_principal` of `Entry`: a list shows public facts."""
        return None

    @property
    def at(self) -> str:
        """Implements `at` of `Entry`."""
        return f"game {self.change.game.game_id} version {self.change.game.version}"

    @field("Where to go on after a lost connection. Use it only with `gamesChanged`, with any filters.")
    def cursor(self) -> Cursor:
        return self.written

    @field("Whether the game fits the filters now. false: it did before, so take it out of your list.")
    def is_listed(self) -> bool:
        return self.change.is_listed

    @field("What lists show of the game now.", ListedGame)
    def game(self) -> lists.ListedGame:
        return self.change.game


async def follow_list(info: Info, choice: GameChoice, after: str | None) -> AsyncGenerator[ListedGameChange, None]:
    """The changes of the list of games past a cursor. Raises Problem."""
    feed = info.context.services.games_changed
    cursors = await feed.cursors()
    place = place_after(cursors, after, info.context.last_event_id)
    try:
        async for change in feed.follow(choice, place):
            yield ListedGameChange(change=change, written=cursors.write(change.change.pos))
    except BadCursor as error:
        raise Problem("BAD_CURSOR", NO_CURSOR) from error
