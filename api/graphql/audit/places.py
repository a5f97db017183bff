"""The place of a step in the order of all games, read once for the neighbouring steps of an answer."""

import asyncio
from typing import Final

from graphql import OperationType

from api.graphql.fields import Info
from domain.engine.step import Step
from services.audit.places import signed_places

STRETCH: Final = 100
"""How many steps are looked up at once."""
STRETCH_POINTS: Final = 60
"""What a stretch costs: a note and some rows are read."""


async def place_of(info: Info, game_id: str, version: Step) -> int | None:
    """The place, once a signed note covers it.

    Nothing on a stream: it sends a step to all of its watchers before the step is signed, and then never once more.
    """
    if info.operation.operation is OperationType.SUBSCRIPTION:
        return None
    first = (version - 1) // STRETCH * STRETCH + 1
    places, effort = info.context.places, info.context.effort
    if (game_id, first) not in places:
        effort.spend(STRETCH_POINTS)
        services, stretch = info.context.services, range(first, first + STRETCH)
        reading = signed_places(services.world.audit, services.tree, game_id, "step", stretch)
        places[game_id, first] = asyncio.ensure_future(reading)
    return (await places[game_id, first]).get(version)
