"""The commands that led to a game, for take-backs: read from the log once, and then only what is new."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game import GameState
from domain.game.take_back.past import Done, Past
from domain.log.record import decode_command
from services.errors import LogDamaged
from services.ports import EventLog, StoredCommand

if TYPE_CHECKING:
    from services.log.replay import History

PASTS_CACHED_MAX: Final = 256
"""Games whose commands stay in memory; some hundred commands each."""
PAGE_COMMANDS: Final = 2_000


class _Accepted(NamedTuple):
    """A command that was carried out. `seat`: its sender's."""

    first: Step
    last: Step
    seat: Seat | None
    id: str
    command: Any


class _Commands(NamedTuple):
    """The accepted commands of a game among its first `read` commands."""

    read: int
    accepted: tuple[_Accepted, ...]


class Pasts:
    """Reads the commands of games."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._cached: OrderedDict[str, _Commands] = OrderedDict()

    async def of(self, history: "History", version: Step) -> Past:
        """All commands that led to step `version` of a game. Raises LogDamaged where a step names another command."""
        known = await self._commands(history)
        return [_done(history, each) for each in known.accepted if each.last <= version]

    async def _commands(self, history: "History") -> _Commands:
        game_id = history.game_id
        known = self._cached.get(game_id, _Commands(0, ()))
        while page := await self._log.commands(game_id, after=known.read, limit=PAGE_COMMANDS):
            accepted = [_accepted(history, each) for each in page if each.outcome == "accepted"]
            known = _Commands(known.read + len(page), (*known.accepted, *accepted))
            if len(page) < PAGE_COMMANDS:
                break
        self._cached[game_id] = known
        self._cached.move_to_end(game_id)
        while len(self._cached) > PASTS_CACHED_MAX:
            self._cached.popitem(last=False)
        return known


def _accepted(history: "History", stored: StoredCommand) -> _Accepted:
    command = decode_command(history.game.script, stored.body)
    return _Accepted(stored.first_version, stored.last_version, stored.seat, stored.command_id, command)


def _done(history: "History", accepted: _Accepted) -> Done:
    steps = history.steps[accepted.first - 1 : accepted.last]
    if len(steps) != accepted.last - accepted.first + 1 or any(step.body.command != accepted.id for step in steps):
        raise LogDamaged(history.game_id, accepted.first, "its stored command is another one")
    events = tuple(step.event for step in steps)
    return Done(accepted.first, accepted.seat, accepted.command, events, _state_before(history, accepted.first))


def _state_before(history: "History", first: Step) -> Callable[[], GameState]:
    return lambda: history.state_at(Step(first - 1))
