"""`emberlog replay`: prints one step of a game, or steps through the game with keys."""

import asyncio
from typing import Annotated

import typer

from infra.cli.options import GameId, Locale, Token, ViewerName, known_locale, out
from infra.cli.problems import no_such_game
from infra.cli.render.replay import Replay, step_through
from infra.cli.servers import game_id_of, open_use_cases, principal_of
from infra.cli.viewers import permitted_viewer
from infra.settings import Settings
from services.languages import ENGLISH


def replay(
    game: GameId,
    step: Annotated[int | None, typer.Option("--step", min=1, help="Print this step and exit.")] = None,
    viewer: ViewerName = None,
    locale: Locale = ENGLISH,
    token: Token = None,
) -> None:
    """Step through a game with keys, or print one step: what happened, by which rules, and the view after it.

    Examples: `emberlog replay GAME`, `emberlog replay GAME --step 42 --as 1`
    """
    asyncio.run(_replay(game, step, viewer, known_locale(locale), token))


async def _replay(game: str, step: int | None, viewer: str | None, locale: str, token: str | None) -> None:
    async with open_use_cases(Settings.load()) as use_cases:
        principal = await principal_of(use_cases, token)
        visible_game = await use_cases.look.game(principal, game_id_of(game))
        if visible_game is None:
            raise no_such_game(game)
        permitted = permitted_viewer(use_cases.look, principal, visible_game, viewer)
        frames = Replay(use_cases.look, visible_game, permitted, locale)
        if step is None and out.is_terminal:
            step_through(out, frames, 1)
        else:
            out.print(frames.frame(frames.last if step is None else step))
