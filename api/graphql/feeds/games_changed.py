"""What `gamesChanged` sends: what lists show of a game since its last change."""

from collections.abc import AsyncGenerator, Hashable
from typing import Final

import strawberry

from api.graphql.feeds.my_games import NO_CURSOR, place_after
from api.graphql.fields import Info, field, selects_any
from api.graphql.lists.games import OF_CALLER, ListedGame
from api.graphql.scalars import Cursor
from api.problems import Problem
from domain.game.terms import Fault
from services.feeds.cursors import BadCursor, CaughtUp
from services.feeds.games_changed import GameChange
from services.listing import GameChoice
from services.ports import Principal
from services.reads import lists

NO_FAULTS: Final[tuple[Fault, ...]] = ()


@strawberry.type(
    name="ListedGameChange",
    description="A game in a list whose public facts have changed; or the one entry without a game, which says that "
    "you have caught up.",
)
class ListedGameChange:
    """An entry of the feed, the same for everybody who follows with the same filters. `caller`: for those who select
    what it says of themselves."""

    change: strawberry.Private[GameChange | CaughtUp]
    written: strawberry.Private[str]
    caller: strawberry.Private[Principal | None] = None
    faults: strawberry.Private[tuple[Fault, ...]] = NO_FAULTS

    @property
    def cursor_after(self) -> str:
        """Implements `cursor_after` of `api.graphql.feeds.entry.Entry`."""
        return self.written

    @property
    def share_key(self) -> tuple[Hashable, ...]:
        """Implements `share_key` of `Entry`. Names are part of it: they may change at any time (GAME-PERSON-01)."""
        if isinstance(self.change, CaughtUp):
            return (self.written,)
        game = self.change.game
        names = (game.title, game.seats, game.players)
        own = None if self.caller is None else (self.caller, game.holders)
        return (self.written, game.game_id, game.version, self.change.is_listed, names, own)

    @property
    def for_principal(self) -> Principal | None:
        """Implements `for_principal` of `Entry`: a list shows public facts, unless somebody wants their own."""
        return self.caller

    @property
    def at(self) -> str:
        """Implements `at` of `Entry`."""
        if isinstance(self.change, CaughtUp):
            return "no game"
        return f"game {self.change.game.game_id} version {self.change.game.version}"

    @field("Where to go on after a lost connection. Use it only with `gamesChanged`, with any filters.")
    def cursor(self) -> Cursor:
        return self.written

    @field("Whether there is a game and it fits the filters now. false: it did before, so take it out of your list.")
    def is_listed(self) -> bool:
        return not isinstance(self.change, CaughtUp) and self.change.is_listed

    @field(
        "true in one entry of each subscription, which has no game. Everything that had changed when you subscribed "
        "came before it. Without `after` it comes first, and whatever changes from then on follows it."
    )
    def is_caught_up(self) -> bool:
        return isinstance(self.change, CaughtUp)

    @field(
        "What lists show of the game now. Null in the entry that says that you have caught up, and in no other.",
        ListedGame | None,
    )
    def game(self) -> lists.ListedGame | None:
        return None if isinstance(self.change, CaughtUp) else self.change.game


async def follow_list(info: Info, choice: GameChoice, after: str | None) -> AsyncGenerator[ListedGameChange, None]:
    """The changes of the list of games past a cursor. Raises Problem."""
    feed = info.context.services.games_changed
    caller = info.context.principal if selects_any(info.selected_fields, OF_CALLER) else None
    cursors = await feed.cursors()
    place = place_after(cursors, after, info.context.last_event_id)
    try:
        async for change in feed.follow(choice, place, info.context.pay):
            if isinstance(change, CaughtUp):
                yield ListedGameChange(change=change, written=cursors.write(change.pos))
                continue
            has_part = caller is not None and caller.id in (*change.game.holders, change.game.host)
            own = caller if has_part else None  # all others share what a spectator gets
            yield ListedGameChange(change=change, written=cursors.write(change.change.pos), caller=own)
    except BadCursor as error:
        raise Problem("BAD_CURSOR", NO_CURSOR) from error
