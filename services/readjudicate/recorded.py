"""The commands of a recorded game with the steps that each led to, in the order of their decisions."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, overload

from domain.engine.step import Moment, Step
from domain.game import Game, GameState
from domain.game.commands import GAME_COMMAND_TYPES, ForkGame, OpenGame
from domain.game.rulings.commands import DecideAppeal, MakeRuling
from domain.game.take_back.past import Done, Past
from domain.log.record import command_reader, event_reader
from services.ports import RawStep, StoredCommand


class _LaterMade(Sequence[Done]):
    """The commands that were carried out. Few commands are decided on them, so the game is folded once more for those,
    and no state is kept for the others."""

    def __init__(self, carried_out: Iterator[Done]) -> None:
        self.length = 0
        self._carried_out = carried_out
        self._made: list[Done] = []

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, at: int) -> Done: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Done]: ...
    def __getitem__(self, at: int | slice) -> Done | Sequence[Done]:
        self._made += islice(self._carried_out, self.length - len(self._made))
        return self._made[at]


class RecordedCommand:
    """A command, and the game before it as it was recorded; None before it was opened. `past`: the commands that led to
    `before`, as long as no later one has been taken. What it led to is read when somebody asks for it."""

    __slots__ = ("_after", "_events", "_known", "_read", "before", "command", "past", "rows", "stored")

    def __init__(
        self,
        read: "_Reading",
        stored: StoredCommand,
        command: Any,  # noqa: ANN401
        before: GameState | None,
        rows: Sequence[RawStep],
        past: Past,
    ) -> None:
        self.stored, self.command, self.before, self.rows, self.past = stored, command, before, rows, past
        self._read = read
        self._events: tuple[Any, ...] | None = None
        self._known: tuple[Any, ...] = ()
        self._after = None if rows else before

    @property
    def events(self) -> tuple[Any, ...]:
        """What it led to; nothing where it was refused."""
        if self._events is None:
            self._events = (*self._known, *self._read.events(self.rows[len(self._known) :]))
        return self._events

    @property
    def after(self) -> GameState | None:
        """The game after it, as it was recorded."""
        if self._after is None and self.rows:
            self._after = self._folded()
        return self._after

    def _folded(self) -> GameState:
        at_us, before = self.stored.time_us, self.before
        if before is None:
            return self._read.game.evolve(None, self.events[0], Moment(at_us, ends=True))
        return self._read.game.after(before, self.events, Moment(at_us, ends=True, seat=self.stored.seat))

    def begins_with(self, events: tuple[Any, ...]) -> None:
        """Spares to read the first events, where they are known by other means."""
        self._known = events

    def led_to(self, there: GameState) -> None:
        """Spares the fold, where its result is known by other means."""
        self._after = there


class _Reading:
    """How what is stored of a game is read."""

    def __init__(self, game: Game) -> None:
        self.game, self.event, self.command = game, event_reader(game.script), command_reader(game.script)

    def events(self, rows: Sequence[RawStep]) -> tuple[Any, ...]:
        """The events of some steps."""
        read = self.event
        return tuple([read(row.body) for row in rows])


class Recording:
    """A recorded game that is gone through command by command. `next`: the place of the command to be taken. It checks
    no hash: `verify` does."""

    def __init__(self, game: Game, rows: Sequence[RawStep], stored: Sequence[StoredCommand]) -> None:
        self.rows, self.stored, self.next = rows, stored, 0
        self._read = _Reading(game)
        self._past, self._carried_out = _LaterMade(_carried_out(game, rows, stored)), 0
        self._here: GameState | None = None
        self._taken: RecordedCommand | None = None

    @property
    def here(self) -> GameState | None:
        """The game before the next command, as it was recorded; None before it was opened."""
        if self._taken is not None:
            self._here, self._taken = self._taken.after, None
        return self._here

    @property
    def command_reader(self) -> Callable[[bytes], Any]:
        """Reads the body of a command."""
        return self._read.command

    @property
    def event_reader(self) -> Callable[[bytes], Any]:
        """Reads the event of the body of a step."""
        return self._read.event

    def take(self) -> RecordedCommand:
        """Reads the next command, and goes on behind it."""
        here, each = self.here, self.stored[self.next]
        led_to = () if each.outcome == "refused" else self.rows[0 if here is None else here.version : each.last_version]
        self._past.length = self._carried_out
        self._taken = RecordedCommand(self._read, each, self._read.command(each.body), here, led_to, self._past)
        self.next += 1
        self._carried_out += bool(led_to)
        return self._taken

    def skip(self, commands: Sequence[StoredCommand], there: GameState) -> None:
        """Goes on behind the next commands, which are known to lead there."""
        self._here, self._taken = there, None
        self.next += len(commands)
        self._carried_out += sum([each.outcome == "accepted" for each in commands])


def _carried_out(game: Game, rows: Sequence[RawStep], stored: Sequence[StoredCommand]) -> Iterator[Done]:
    for each in recorded_commands(game, rows, stored):
        if each.stored.outcome == "accepted":
            yield Done.on(each.before, each.stored.first_version, each.stored.seat, each.command, each.events)


def recorded_commands(
    game: Game, rows: Sequence[RawStep], stored: Sequence[StoredCommand]
) -> Iterator[RecordedCommand]:
    """Folds a game, and yields its commands."""
    recording = Recording(game, rows, stored)
    while recording.next < len(stored):
        yield recording.take()


def names_version(command: object) -> bool:
    """Whether a command says by which version the game is played: it cannot be decided by another one."""
    if type(command) not in GAME_COMMAND_TYPES:
        return False
    if isinstance(command, (MakeRuling, DecideAppeal)):
        return command.ruling is not None and command.ruling.kind == "ruleset"
    return isinstance(command, (OpenGame, ForkGame))


def step_before(each: RecordedCommand) -> Step:
    """The step that a command was decided on."""
    return Step(0 if each.before is None else each.before.version)
