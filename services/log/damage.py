"""Damage that somebody met who only reads: the game is parked, so that no process takes a command for it."""

import asyncio
import logging
from typing import Final

from domain.engine.step import Step
from domain.log.reading import error_location
from services.world import World

PARK_SECONDS_MAX: Final = 2.0
"""How long a reader waits for the parking. One that fails is tried again by the next reader, or by the next command."""

_log = logging.getLogger("emberlog.damage")


async def park_damaged(world: World, game_id: str, version: Step, why: str) -> bool:
    """Parks a game that is damaged at step `version`. Returns whether it is parked now.

    Parking twice does no harm. It never raises: what the caller reads does not depend on it.
    """
    try:
        async with asyncio.timeout(PARK_SECONDS_MAX):
            await world.parkings.park(game_id, version, why)
    except Exception as error:  # whatever fails, the reader gets what they asked for
        reason = getattr(error, "what", None) or error_location(error)
        _log.warning("game %s is damaged at step %d and could not be parked: %s", game_id, version, reason)
        return False
    return True
