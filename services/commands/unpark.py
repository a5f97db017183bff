"""Unparks a game once what was wrong is mended. Verifies its log first."""

from dataclasses import dataclass

from domain.engine.step import Step
from services.log.findings import Finding
from services.log.verify import Progress, verify_game
from services.world import World


@dataclass(frozen=True, slots=True)
class Unparked:
    """The game takes commands again."""


@dataclass(frozen=True, slots=True)
class NotParked:
    """The game was not parked. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class StillDamaged:
    """The log does not hold, so the game stays parked. `finding`: the first thing that is wrong."""

    finding: Finding


async def unpark(
    world: World, game_id: str, *, anyway: bool = False, on_progress: Progress = lambda done, total: None
) -> Unparked | NotParked | StillDamaged:
    """Lets a parked game take commands. `anyway`: without verifying it. Raises UnsupportedVersion unless `anyway`."""
    if await world.parkings.parked(game_id) is None:
        return NotParked()
    finding = None if anyway else await _first_finding(world, game_id, on_progress)
    if finding is not None:
        return StillDamaged(finding)
    return Unparked() if await world.parkings.unpark(game_id) else NotParked()


async def _first_finding(world: World, game_id: str, on_progress: Progress) -> Finding | None:
    verdict = await verify_game(world, game_id, on_progress)
    if verdict is None:
        return Finding(Step(1), "head", "the log has no such game")
    return verdict.finding
