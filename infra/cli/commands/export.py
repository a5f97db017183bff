"""`emberlog export`: a game as lines of JSON."""

import asyncio
import sys
from typing import BinaryIO

from infra.cli.options import GameId, Token, ViewerName
from infra.cli.problems import no_such_game
from infra.cli.servers import game_id_of, open_use_cases, principal_of
from infra.cli.viewers import permitted_viewer
from infra.settings import Settings
from services.export import export_game
from services.look import Look
from services.ports import Principal
from services.world import World


def export(game: GameId, viewer: ViewerName = None, token: Token = None) -> None:
    """Write a game as lines of JSON.

    A finished game is written with the exact bodies that were hashed and with all commands. An unfinished one is
    written as far as the viewer may know it.

    Example: `emberlog export GAME > game.ndjson`
    """

    async def write() -> None:
        async with open_use_cases(Settings.load()) as use_cases:
            principal = await principal_of(use_cases, token)
            await write_game(use_cases.world, use_cases.look, principal, game_id_of(game), viewer)

    asyncio.run(write())


async def write_game(
    world: World,
    look: Look,
    principal: Principal | None,
    game_id: str,
    viewer: str | None,
    to: BinaryIO = sys.stdout.buffer,
) -> None:
    """Write the game to `to`, one JSON object per line."""
    visible_game = await look.game(principal, game_id)
    if visible_game is None:
        raise no_such_game(game_id)
    async for line in export_game(world, visible_game, permitted_viewer(look, principal, visible_game, viewer)):
        to.write(line + b"\n")
    to.flush()
