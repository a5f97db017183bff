"""What a feed sends: a game of the caller after one of its commands, and what is new in it."""

import enum
from collections.abc import AsyncGenerator, Hashable
from typing import Final

import strawberry

from api.graphql.fields import Info, field
from api.graphql.game import GameNode, game_node
from api.graphql.scalars import Cursor
from api.problems import Problem
from domain.game.terms import Fault
from services.feeds.cursors import BadCursor, CaughtUp, Cursors, Place
from services.feeds.updates import Change, Update
from services.ports import Principal
from services.tokens import ScopeMissing

NO_CURSOR: Final = "No feed of this service has given this cursor."


@strawberry.enum(name="GameNews", description="What a command has brought to one of the caller's games.")
class GameNewsKind(enum.Enum):
    JOINED = strawberry.enum_value("joined", description="The caller has a seat in it since this command.")
    STARTED = strawberry.enum_value("started", description="Play began with this command.")
    MY_TURN = strawberry.enum_value("my_turn", description="After this command the caller's seat may act.")
    ENDED = strawberry.enum_value("ended", description="This command ended it: it is over, or was abandoned.")


@strawberry.type(
    name="GameUpdate",
    description="A game of the caller as it was after one of its commands. One entry has no game: it says that "
    "you have caught up.",
)
class GameUpdateNode:
    """An entry of a feed. It is for one caller: `Game.legal` and `Game.mySeat` are theirs."""

    update: strawberry.Private[Update | CaughtUp]
    principal: strawberry.Private[Principal]
    written: strawberry.Private[str]

    faults: strawberry.Private[tuple[Fault, ...]] = ()

    @property
    def cursor_after(self) -> str:
        """Implements `cursor_after` of `api.graphql.feeds.entry.Entry`."""
        return self.written

    @property
    def share_key(self) -> tuple[Hashable, ...]:
        """Implements `Entry`. Names are part of it: they may change or be erased at any time (GAME-PERSON-01)."""
        if isinstance(self.update, CaughtUp):
            return (self.principal, self.written)
        visible = self.update.visible
        names = (visible.names.title, *visible.seat_names)
        return (self.principal, self.written, visible.game_id, visible.version, self.update.changes, names)

    @property
    def for_principal(self) -> Principal:
        """Implements `Entry`: it is for this caller alone."""
        return self.principal

    @property
    def at(self) -> str:
        """Implements `at` of `Entry`."""
        if isinstance(self.update, CaughtUp):
            return "no game"
        return f"game {self.update.visible.game_id} version {self.update.visible.version}"

    @field("Where to go on after a lost connection. Use it only with `myGames` and `myTurns`.")
    def cursor(self) -> Cursor:
        return self.written

    @field(
        "What is new with this command. Without `after` your games come first, each with what its last "
        "command has brought: often nothing."
    )
    def news(self) -> list[GameNewsKind]:
        return [] if isinstance(self.update, CaughtUp) else [GameNewsKind(each) for each in self.update.changes]

    @field(
        "true in one entry of each subscription, which has no game. Everything that was there when you subscribed came "
        "before it, and what follows comes as it happens."
    )
    def is_caught_up(self) -> bool:
        return isinstance(self.update, CaughtUp)

    @field(
        "The game after this command, as the caller may see it: `version`, `legal`, `mySeat` and the rest. Null in the "
        "entry that says that you have caught up, and in no other.",
        GameNode | None,
    )
    def game(self, info: Info) -> GameNode | None:
        return None if isinstance(self.update, CaughtUp) else game_node(info, self.update.visible)


async def follow_games(info: Info, after: str | None, only: Change | None) -> AsyncGenerator[GameUpdateNode, None]:
    """The feed of the caller's games past a cursor; with `only`, entries with that change alone. Raises Problem."""
    services, principal = info.context.services, info.context.principal
    if principal is None:
        raise Problem("NOT_AUTHENTICATED", "This is the feed of one caller's games. Send a token.")
    if "read" not in principal.scopes:
        raise ScopeMissing("read")
    cursors = await services.my_games.cursors()
    place = place_after(cursors, after, info.context.last_event_id)
    try:
        async for update in services.my_games.follow(principal, place, info.context.pay):
            if isinstance(update, CaughtUp):
                yield GameUpdateNode(update=update, principal=principal, written=cursors.write(update.pos))
            elif only is None or only in update.changes:
                written = cursors.write(update.pos, update.list_pos)
                yield GameUpdateNode(update=update, principal=principal, written=written)
    except BadCursor as error:
        raise Problem("BAD_CURSOR", NO_CURSOR) from error


def place_after(cursors: Cursors, after: str | None, last_event_id: str) -> Place | None:
    """The later one of the two places that a client may name; None: it names none. Raises Problem BAD_CURSOR."""
    places: list[Place] = []
    for text, is_argument in ((after, True), (last_event_id or None, False)):
        try:
            places += [] if text is None else [cursors.read(text)]
        except BadCursor as error:
            if is_argument:
                raise Problem("BAD_CURSOR", NO_CURSOR) from error
    return max(places, key=lambda place: (place.pos, place.list_pos is None), default=None)
