"""Feeds over many games: what is new in your own ones, and what changes in lists."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol, TypeVar

from emberlog_client import operations as ops
from emberlog_client.evidence import Evidence
from emberlog_client.reads import PAGE, pages
from emberlog_client.request import Request
from emberlog_client.schema import Phase

GameT = TypeVar("GameT", ops.Game, ops.ListedGame)
Game_co = TypeVar("Game_co", covariant=True)
EntryT = TypeVar("EntryT", bound="Entry[object]")
CaughtUp = Callable[[str], object]
"""Is called once, with a cursor, when everything that was there has come."""


class Entry(Protocol[Game_co]):
    """An entry of a feed. The one that says that you have caught up has no game."""

    @property
    def cursor(self) -> str: ...

    @property
    def game(self) -> Game_co | None: ...


@dataclass(frozen=True, slots=True)
class News:
    """A game of yours after one of its commands. `news`: `JOINED`, `STARTED`, `MY_TURN` and `ENDED`, as many as
    apply."""

    cursor: str
    game: ops.Game
    news: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A game in a list. `is_listed` false: it does not fit your filters any more, so take it out."""

    cursor: str
    game: ops.ListedGame
    is_listed: bool


class Feeds(Evidence):
    """The part of a client that follows many games at once. A feed goes on over lost connections, and never ends by
    itself; with `follow=False` it ends when you have what was there."""

    async def my_turns(
        self,
        *,
        after: str | None = None,
        with_view: bool = False,
        with_json: bool = False,
        follow: bool = True,
        on_caught_up: CaughtUp | None = None,
    ) -> AsyncIterator[News]:
        """Your turns in all your games, as they come: first every game in which it is your turn now.

        What an answer to a command of this client has overtaken is left out."""
        request = ops.my_turns(with_view=with_view, with_json=with_json)
        async for each in self._entries(request, after, follow, on_caught_up):
            if each.game is not None and each.game.version >= self._versions.get(each.game.id, 0):
                yield News(each.cursor, each.game, tuple(each.news))

    async def my_games(
        self,
        *,
        after: str | None = None,
        with_view: bool = False,
        with_json: bool = False,
        follow: bool = True,
        on_caught_up: CaughtUp | None = None,
    ) -> AsyncIterator[News]:
        """What is new in all your games, as it comes: first each of them that is not over, as it is."""
        request = ops.my_games(with_view=with_view, with_json=with_json)
        async for each in self._entries(request, after, follow, on_caught_up):
            if each.game is not None:
                yield News(each.cursor, each.game, tuple(each.news))

    async def games_changed(
        self,
        *,
        player: str | None = None,
        title: str | None = None,
        phase: Phase | str | None = None,
        ruleset: str | None = None,
        sandbox: bool | None = None,
        after: str | None = None,
        follow: bool = True,
        on_caught_up: CaughtUp | None = None,
    ) -> AsyncIterator[Change]:
        """Games that come into a list, change in it or leave it, as it happens from now on."""
        request = ops.games_changed(player=player, title=title, phase=phase, ruleset=ruleset, sandbox=sandbox)
        async for each in self._entries(request, after, follow, on_caught_up):
            if each.game is not None:
                yield Change(each.cursor, each.game, each.is_listed)

    async def live_games(
        self,
        *,
        player: str | None = None,
        title: str | None = None,
        phase: Phase | str | Sequence[Phase | str] | None = None,
        ruleset: str | None = None,
        sandbox: bool | None = None,
        on_caught_up: CaughtUp | None = None,
    ) -> AsyncIterator[Change]:
        """A whole list, the game with the latest move first, and then what changes in it, without a gap.

        `phase` may be several, such as `["OPEN", "PLAYING"]` for a lobby: then the games of one come after those of the
        other, all changes come by one stream, and a game that only goes from one phase to the other stays in the list.
        """
        phases = (phase,) if phase is None or isinstance(phase, str) else tuple(phase)
        request = ops.games(player=player, title=title, ruleset=ruleset, sandbox=sandbox, first=PAGE)
        listed: set[str] = set()
        cursor = ""
        for one in phases:
            first = await self.run(request.varied(phase=one, withChanges=True))
            cursor = cursor or first.changes_cursor or ""
            async for game in self._from(first, request.varied(phase=one)):
                listed.add(game.id)
                yield Change(cursor, game, is_listed=True)
        async for change in self.games_changed(
            player=player,
            title=title,
            phase=phases[0] if len(phases) == 1 else None,
            ruleset=ruleset,
            sandbox=sandbox,
            after=cursor,
            on_caught_up=on_caught_up,
        ):
            fits = change.is_listed and (len(phases) == 1 or change.game.phase in phases)
            if fits or len(phases) == 1 or change.game.id in listed:
                (listed.add if fits else listed.discard)(change.game.id)
                yield Change(change.cursor, change.game, fits)

    def _from(self, first: ops.GamePage, request: Request[ops.GamePage]) -> AsyncIterator[ops.ListedGame]:
        """The games of a list whose first page is there."""

        async def page(after: str | None) -> ops.GamePage:
            return first if after is None else await self.run(request.varied(after=after))

        return pages(page)

    async def _entries(
        self, request: Request[EntryT], after: str | None, follow: bool, on_caught_up: CaughtUp | None
    ) -> AsyncIterator[EntryT]:
        """The entries of a feed, without its mark."""
        has_caught_up = False
        stream = self._connection.stream(request, _cursor, after, is_caught_up=_is_caught_up)
        async with aclosing(stream) as entries:
            async for each in entries:
                if each.game is not None:
                    yield each
                elif not has_caught_up:
                    has_caught_up = True
                    if on_caught_up is not None:
                        on_caught_up(each.cursor)
                    if not follow:
                        return


def _cursor(entry: Entry[object]) -> str:
    return entry.cursor


def _is_caught_up(entry: Entry[object]) -> bool:
    return entry.game is None
