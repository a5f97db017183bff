"""Everything that can be read: games, steps, views, rules; lists page by page, and streams."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeVar

from emberlog_client import operations as ops
from emberlog_client.connection import Connection
from emberlog_client.patch import patched
from emberlog_client.problems import RequestProblem
from emberlog_client.request import Request
from emberlog_client.schema import JSON, GameOrder, Phase, ViewerInput

T = TypeVar("T")
Node_co = TypeVar("Node_co", covariant=True)

STEPS_PAGE = 100
RULES_PAGE = 500
TRACKS_PAGE = 500
CHANCES_PAGE = 500
PAGE = 50
GAMES_NOTED_MAX = 1_000


class Edge(Protocol[Node_co]):
    """An edge of a connection, as Relay has it."""

    @property
    def node(self) -> Node_co: ...


class Page(Protocol[Node_co]):
    """A page of a connection, as Relay has it."""

    @property
    def edges(self) -> Sequence[Edge[Node_co]]: ...

    @property
    def page_info(self) -> ops.PageInfo: ...


async def pages(page_after: Callable[[str | None], Awaitable[Page[T]]]) -> AsyncIterator[T]:
    """The nodes of a list, page by page."""
    after: str | None = None
    while True:
        page = await page_after(after)
        for edge in page.edges:
            yield edge.node
        if not page.page_info.has_next_page or page.page_info.end_cursor is None:
            return
        after = page.page_info.end_cursor


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after one of its steps. `view`: all that you may know then, as in `viewJson`. `step`: None for the moment
    at which a watcher joined."""

    version: int
    view: JSON
    step: ops.Step | None = None


class Reads:
    """The reading half of a client."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._versions: dict[str, int] = {}
        """Up to where the answers to commands have shown a game, the latest games last."""

    async def run(self, request: Request[T]) -> T:
        """The result of one operation. Raises RequestProblem if the service says no."""
        return await self._connection.result(request)

    async def me(self) -> ops.Me | None:
        """The caller; None for a spectator without a token."""
        return await self.run(ops.me())

    async def profile(self, principal: str) -> ops.Profile | None:
        """A player's name and results. `games_of` lists their games."""
        return await self.run(ops.profile(id=principal))

    def games_of(self, principal: str) -> AsyncIterator[ops.ListedGame]:
        """The games in which somebody sits, or sat, under their own name, the one with the latest move first."""

        async def page(after: str | None) -> ops.GamePage:
            request = ops.games_of(id=principal, first=PAGE, after=after)
            return there(await self.run(request), "principal").page

        return pages(page)

    async def exhibition(self) -> Sequence[ops.Game]:
        """The games that bots always play for those who watch; empty where the service has none."""
        return await self.run(ops.exhibition())

    async def languages(self) -> Sequence[ops.Language]:
        """The languages that `locale` may be, English first."""
        return await self.run(ops.languages())

    async def catalogues(self) -> Sequence[ops.Catalogues]:
        """All that the games say in every language, for programs that build sentences themselves."""
        return await self.run(ops.catalogues())

    async def rulesets(self) -> Sequence[ops.Ruleset]:
        """What can be played here, with seats, options and bots."""
        return await self.run(ops.rulesets())

    async def rule(self, rule: str, *, version: int | None = None) -> ops.WholeRule | None:
        """A rule by its id, in the words of the rulebook, for the newest version of its ruleset or the one given."""
        return await self.run(ops.rule(id=rule, version=version))

    def rules(self, ruleset: str) -> AsyncIterator[ops.WholeRule]:
        """The rules of a ruleset in their order; of every game, for `game`."""
        return pages(lambda after: self.run(ops.rules(ruleset=ruleset, first=RULES_PAGE, after=after)))

    async def components(self, ruleset: str) -> JSON:
        """The printed components of a ruleset: board, cards, counts."""
        return there(await self.run(ops.components(ruleset=ruleset)), "ruleset").components

    def games(
        self,
        *,
        mine: bool | None = None,
        seat: str | None = None,
        player: str | None = None,
        title: str | None = None,
        phase: Phase | str | None = None,
        ruleset: str | None = None,
        sandbox: bool | None = None,
        free_seat: bool | None = None,
        since: datetime | None = None,
        order_by: GameOrder | str | None = None,
    ) -> AsyncIterator[ops.ListedGame]:
        """Games that fit all the filters, page by page; the one with the latest move first, or as `order_by` says."""
        request = ops.games(
            mine=mine,
            seat=seat,
            player=player,
            title=title,
            phase=phase,
            ruleset=ruleset,
            sandbox=sandbox,
            free_seat=free_seat,
            since=since,
            order_by=order_by,
            first=PAGE,
        )
        return pages(lambda after: self.run(request.varied(after=after) if after else request))

    async def count_games(
        self,
        *,
        mine: bool | None = None,
        seat: str | None = None,
        player: str | None = None,
        title: str | None = None,
        phase: Phase | str | None = None,
        ruleset: str | None = None,
        sandbox: bool | None = None,
        free_seat: bool | None = None,
        since: datetime | None = None,
    ) -> int:
        """How many games `games` lists with these filters."""
        request = ops.count_games(
            mine=mine,
            seat=seat,
            player=player,
            title=title,
            phase=phase,
            ruleset=ruleset,
            sandbox=sandbox,
            free_seat=free_seat,
            since=since,
        )
        return (await self.run(request)).total_count

    async def game(self, game: str, *, with_view: bool = False, with_json: bool = False) -> ops.Game:
        """A game as it is now: whose turn it is, what you may play, and with `with_view` all that you may know.
        `with_json` adds the exact JSON of each legal command."""
        return there(await self.run(ops.game(game=game, with_view=with_view, with_json=with_json)), "game")

    async def terms(self, game: str) -> ops.Terms:
        """What a game was opened with, which never changes: options, delay, sandbox, the version of its ruleset."""
        return there(await self.run(ops.terms(game=game)), "game")

    async def view(self, game: str, *, at: int | None = None, as_: ViewerInput | None = None) -> Moment:
        """All that a viewer may know after step `at`, the last one if left out."""
        read = there(await self.run(ops.view(game=game, at=at, as_=as_)), "game")
        return Moment(read.version if at is None else at, read.view)

    def history(
        self, game: str, *, after: int = 0, as_: ViewerInput | None = None, with_patch: bool = False
    ) -> AsyncIterator[ops.Step]:
        """The steps that there are now, page by page."""

        async def page(cursor: str | None) -> ops.StepPage:
            start = cursor or str(after)
            request = ops.steps(game=game, after=start, first=STEPS_PAGE, as_=as_, with_patch=with_patch)
            return there(await self.run(request), "game").page

        return pages(page)

    def highlights(self, game: str, *, as_: ViewerInput | None = None) -> AsyncIterator[ops.Highlight]:
        """The moments for the timeline of a replay."""

        async def page(cursor: str | None) -> ops.HighlightPage:
            return there(
                await self.run(ops.highlights(game=game, after=cursor, first=STEPS_PAGE, as_=as_)), "game"
            ).page

        return pages(page)

    async def scores(self, game: str, *, as_: ViewerInput | None = None) -> ops.Scores:
        """The score after the step `version`: `points`, seat by seat and source by source."""
        return there(await self.run(ops.scores(game=game, as_=as_)), "game")

    async def score_tracks(
        self, game: str, *, after: int = 0, as_: ViewerInput | None = None, changes_only: bool = False
    ) -> AsyncIterator[ops.ScoreRow]:
        """The scores at each step past `after`, as far as they are written: that may be some steps behind the game."""
        while True:
            request = ops.score_tracks(
                game=game, from_=after + 1, to=after + TRACKS_PAGE, as_=as_, changes_only=changes_only
            )
            read = there(await self.run(request), "game")
            for row in read.tracks:
                yield row
            after += TRACKS_PAGE
            if after >= read.version:
                return

    def win_chances(self, game: str, *, after: int = 0) -> AsyncIterator[ops.Chances]:
        """The chances of the seats at steps past `after`, as far as they are computed: later there may be more."""

        async def page(cursor: str | None) -> ops.ChancesPage:
            request = ops.win_chances(game=game, after=cursor or (str(after) if after else None), first=CHANCES_PAGE)
            return there(await self.run(request), "game").page

        return pages(page)

    async def key_moments(self, game: str, *, first: int = 5) -> Sequence[ops.KeyMoment]:
        """The largest changes of win chances, in order of their steps."""
        return there(await self.run(ops.key_moments(game=game, first=first)), "game").moments

    def steps(
        self, game: str, *, after: int = 0, as_: ViewerInput | None = None, with_patch: bool = False
    ) -> AsyncIterator[ops.Step]:
        """Every step after `after`, as it comes, none missed and none twice. Ends when the game is over.

        Without `as_` you look as your own seat, and as a spectator once you have given it up. If you name your seat,
        that ends with `VIEWER_NOT_ALLOWED`."""
        request = ops.game_steps(game=game, as_=as_, with_patch=with_patch)
        return self._connection.stream(request, lambda step: step.cursor, str(after))

    def _note(self, game: ops.Game) -> None:
        """Remember how far an answer has shown a game."""
        self._versions[game.id] = max(game.version, self._versions.pop(game.id, 0))
        if len(self._versions) > GAMES_NOTED_MAX:
            del self._versions[next(iter(self._versions))]

    async def watch(
        self, game: str, *, after: int | None = None, as_: ViewerInput | None = None
    ) -> AsyncIterator[Moment]:
        """The game as it is now, or after step `after`, and then after every further step, with its view.

        The views are made of patches, so this costs one request and one stream. Earlier views stay as they were."""
        moment = Moment(0, None) if after == 0 else await self.view(game, at=after, as_=as_)
        if moment.version:
            yield moment
        async for step in self.steps(game, after=moment.version, as_=as_, with_patch=True):
            moment = Moment(step.version, patched(moment.view, step.patch), step)
            yield moment


def there(result: T | None, kind: Literal["game", "ruleset", "principal"]) -> T:
    """A result that is there. Raises RequestProblem with the code of the service for what is not."""
    if result is None:
        raise RequestProblem(
            {"ruleset": "unknown_ruleset"}.get(kind, f"UNKNOWN_{kind.upper()}"), f"There is no such {kind}."
        )
    return result
