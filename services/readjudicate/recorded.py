"""The commands of a recorded game with the steps that each led to, in the order of their decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from domain.engine.step import Moment, Step
from domain.game import Game, GameState
from domain.game.commands import ForkGame, OpenGame
from domain.game.rulings.commands import DecideAppeal, MakeRuling
from domain.game.take_back.past import Done, Past
from domain.log.record import decode_body, decode_command
from services.ports import RawStep, StoredCommand


@dataclass(frozen=True, slots=True)
class RecordedCommand:
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
    at, script, past = 0, game.script, list[Done]()
    for each in stored:
        command = decode_command(script, each.body)
        if each.outcome == "refused":
            yield RecordedCommand(each, command, state, (), state, past)
            continue
        before = state
        decoded = [decode_body(script, row.body) for row in rows[at : each.last_version]]
        events = tuple(event for _, event in decoded)
        at = each.last_version
        if state is None:
            state = game.evolve(None, events[0], Moment(each.time_us, ends=True))
        else:
            state = game.after(state, events, Moment(each.time_us, ends=True, seat=decoded[-1][0].seat))
        yield RecordedCommand(each, command, before, events, state, past)
        past.append(Done.on(before, Step(each.first_version), each.seat, command, events))


def names_version(command: object) -> bool:
    """Whether a command says by which version the game is played: it cannot be decided by another one."""
    ruling = command.ruling if isinstance(command, MakeRuling | DecideAppeal) else None
    return isinstance(command, OpenGame | ForkGame) or (ruling is not None and ruling.kind == "ruleset")


def step_before(each: RecordedCommand) -> Step:
    """The step that a command was decided on."""
    return Step(0 if each.before is None else each.before.version)
