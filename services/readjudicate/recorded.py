"""The commands of a recorded game with the steps that each led to, in the order of their decisions."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

from domain.engine.step import Moment, Step
from domain.engine.viewer import Seat
from domain.game import Game, GameState
from domain.game.commands import ForkGame, OpenGame
from domain.game.rulings.commands import DecideAppeal, MakeRuling
from domain.game.take_back.past import Done, Past
from domain.log.record import body_reader, command_reader
from services.ports import RawStep, StoredCommand


class _LaterMade(Sequence[Done]):
    """The commands that were carried out, each made when somebody asks for it: few commands are decided on them."""

    def __init__(self) -> None:
        self._made: list[Done | tuple[GameState | None, Step, Seat | None, Any, tuple[Any, ...]]] = []

    def append(self, *how: Any) -> None:  # noqa: ANN401  what `Done.on` takes
        self._made.append(how)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, at: int) -> Done: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Done]: ...
    def __getitem__(self, at: int | slice) -> Done | Sequence[Done]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        each = self._made[at]
        if not isinstance(each, Done):
            each = self._made[at] = Done.on(*each)
        return each


class RecordedCommand(NamedTuple):
    """A command, and the game before it as it was recorded. `events`: none of a refused one. `past`: the commands that
    led to `before`, as long as no later one has been yielded."""

    stored: StoredCommand
    command: Any
    before: GameState | None
    events: tuple[Any, ...]
    after: GameState | None
    past: Past


def recorded_commands(
    game: Game, rows: Sequence[RawStep], stored: Sequence[StoredCommand]
) -> Iterator[RecordedCommand]:
    """Folds a game, and yields its commands. It checks no hash: `verify` does."""
    state: GameState | None = None
    at, past, read_body, read_command = 0, _LaterMade(), body_reader(game.script), command_reader(game.script)
    for each in stored:
        command = read_command(each.body)
        if each.outcome == "refused":
            yield RecordedCommand(each, command, state, (), state, past)
            continue
        before = state
        decoded = [read_body(row.body) for row in rows[at : each.last_version]]
        events = tuple([event for _, event in decoded])
        at = each.last_version
        if state is None:
            state = game.evolve(None, events[0], Moment(each.time_us, ends=True))
        else:
            state = game.after(state, events, Moment(each.time_us, ends=True, seat=decoded[-1][0].seat))
        yield RecordedCommand(each, command, before, events, state, past)
        past.append(before, each.first_version, each.seat, command, events)


def names_version(command: object) -> bool:
    """Whether a command says by which version the game is played: it cannot be decided by another one."""
    ruling = command.ruling if isinstance(command, MakeRuling | DecideAppeal) else None
    return isinstance(command, OpenGame | ForkGame) or (ruling is not None and ruling.kind == "ruleset")


def step_before(each: RecordedCommand) -> Step:
    """The step that a command was decided on."""
    return Step(0 if each.before is None else each.before.version)
