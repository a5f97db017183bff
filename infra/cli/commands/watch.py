"""`emberlog watch`: a game live, over the public API alone, so that it prints what any client could receive."""

import asyncio
from typing import Annotated, Any, Final

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from infra.cli.client import Api, as_promised
from infra.cli.options import GameId, Locale, Token, Url, ViewerName, known_locale, out
from infra.cli.problems import no_such_game
from infra.cli.render.safe import bounded
from infra.cli.servers import game_id_of
from infra.cli.viewers import viewer_of
from infra.settings import Settings
from services.languages import ENGLISH

_GAME: Final = "query ($game: ID!) { game(id: $game) { version title phase } }"
_STEPS: Final = """
subscription ($game: ID!, $after: Cursor, $as: ViewerInput, $locale: String!) {
  gameSteps(game: $game, after: $after, as: $as) { version line { text(locale: $locale) rules { id } } }
}
"""


class _Game(msgspec.Struct):
    version: int
    title: str
    phase: str


class _Rule(msgspec.Struct):
    id: str


class _Line(msgspec.Struct):
    text: str
    rules: list[_Rule]


class _Step(msgspec.Struct):
    version: int
    line: _Line | None


def watch(
    game: GameId,
    after: Annotated[
        int | None, typer.Option("--after", min=0, help="Start after this step (0: from the first). Default: now.")
    ] = None,
    viewer: ViewerName = None,
    locale: Locale = ENGLISH,
    url: Url = None,
    token: Token = None,
) -> None:
    """Watch a game live, over the public API.

    Every step comes once and in order, even if the connection breaks in between.

    Example: `emberlog watch GAME --after 0`
    """
    spoken = known_locale(locale)

    async def print_live() -> None:
        async with Api(url or Settings.load().api_url, token) as api:
            await print_steps(api, game_id_of(game), viewer_of(viewer), after, out, spoken)

    asyncio.run(print_live())


def viewer_input(viewer: Viewer | None) -> dict[str, Any] | None:
    """A viewer as the API takes it. None: the caller's own."""
    if viewer is None:
        return None
    if viewer == SPECTATOR:
        return {"kind": "SPECTATOR"}
    return {"kind": "ARBITER"} if viewer == ARBITER else {"seat": viewer}


async def print_steps(
    api: Api, game_id: str, viewer: Viewer | None, after: int | None, out: Console, locale: str = ENGLISH
) -> None:
    """Print every step after `after` (None: from now on) as it comes, until the game is over."""
    listed = (await api.ask(_GAME, game=game_id)).get("game")
    if listed is None:
        raise no_such_game(game_id)
    game = as_promised(listed, _Game)
    start = game.version if after is None else after
    if out.is_terminal:
        title = bounded(game.title) or game_id
        out.print(Text(f"{title}: {bounded(game.phase.lower())}, step {game.version}. Ctrl-C stops.", style="dim"))
    steps = api.follow(
        _STEPS, field="gameSteps", after=start, **{"game": game_id, "as": viewer_input(viewer), "locale": locale}
    )
    async for step in steps:
        out.print(_line_of(as_promised(step, _Step)), soft_wrap=True)


def _line_of(step: _Step) -> Text:
    """A step in one line, however long the service's is."""
    number = (f"{step.version:>5}  ", "dim")
    if step.line is None:
        return Text.assemble(number, ("Something happened that this viewer may not know.", "dim italic"))
    rules = bounded(", ".join(rule.id for rule in step.line.rules))
    return Text.assemble(number, bounded(step.line.text), (f"  [{rules}]", "dim cyan"))
