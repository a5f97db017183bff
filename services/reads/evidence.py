"""What proves a game: its steps and commands exactly as they were recorded, and what the rules said at a moment."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import ARBITER, Seat
from services.ports import Principal, RawStep, StoredCommand
from services.principals import in_game
from services.reads.horizon import VisibleGame, VisibleHead
from services.reads.look import may_look, within
from services.world import World


class BetweenCommands(Exception):
    """A step is not the last one of its command: nobody could act after it. `last`: the last one."""

    def __init__(self, version: Step, last: Step) -> None:
        super().__init__(f"Nobody could act after step {version}: its command went on to step {last}.")
        self.last = last


def is_record_open(principal: Principal | None, visible: VisibleHead) -> bool:
    """Whether the caller may have the exact records of a game: it is over for them, and nothing in it is hidden from
    them. Before that a record would tell the secret of all chance (GAME-CHANCE-03, GAME-FORK-03)."""
    reader = in_game(principal, visible.game_id)
    return visible.state.over and may_look(reader, visible.state, ARBITER)


async def recorded_steps(world: World, visible: VisibleHead, after: Step, size: int) -> Sequence[RawStep]:
    """Steps as they stand in the log, at most `size`, none past what the caller may see. Nothing is checked."""
    rows = await world.log.read(visible.game_id, after=after, limit=size)
    return [row for row in rows if row.version <= visible.version]


async def recorded_commands(world: World, visible: VisibleHead, after: int, size: int) -> Sequence[StoredCommand]:
    """Decided commands as they stand in the log, refused ones too, at most `size`."""
    rows = await world.log.commands(visible.game_id, after=after, limit=size)
    return [row for row in rows if row.last_version <= visible.version]


def objections_at(visible: VisibleGame, at: Step, seat: Seat, command: msgspec.Struct) -> Sequence[Refused]:
    """Every rule that forbade a command of `seat` after step `at`. Raises NoSuchStep, BetweenCommands."""
    history, step = visible.history, within(visible, at)
    last = step
    while last < visible.version and history.steps[last - 1].body.state is None:
        last = Step(last + 1)
    if last != step:
        raise BetweenCommands(step, last)
    of_seat: Any = msgspec.structs.replace(command, seat=seat)
    return tuple(visible.game.objections(history.state_at(step), of_seat))
