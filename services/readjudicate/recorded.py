"""The commands of a recorded game with the steps that each led to, in the order of their decisions."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, overload

import msgspec

from domain.engine.codec import canonical
from domain.engine.step import Moment, Step
from domain.game import Game, GameState
from domain.game.commands import ForkGame, OpenGame
from domain.game.rulings.commands import DecideAppeal, MakeRuling
from domain.game.take_back.past import Done, Past
from domain.log.record import body_reader, command_reader
from services.ports import RawStep, StoredCommand
from services.readjudicate.carried import carried_position

_AHEAD: Final = b'{"command":%b,"data":'
"""How the body of a step begins: its event follows, and no object's text begins another one's."""


class _Reading:
    """How what is stored of a game is read."""

    def __init__(self, game: Game) -> None:
        self.game, self.body, self.command = game, body_reader(game.script), command_reader(game.script)


class _LaterMade(Sequence[Done]):
    """The commands that were carried out. Few commands are decided on them, so the game is folded once more for those,
    and no state is kept for the others."""

    def __init__(self, carried_out: Iterator[Done]) -> None:
        self._carried_out = carried_out
        self._made: list[Done] = []
        self._length = 0

    def lengthen(self) -> None:
        """One more was carried out."""
        self._length += 1

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Done: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Done]: ...
    def __getitem__(self, at: int | slice) -> Done | Sequence[Done]:
        self._made += islice(self._carried_out, self._length - len(self._made))
        return self._made[at]


class Later:
    """A game some commands of its ruleset later: nothing has moved but its position, its version and its time.

    It is written out as a state where somebody asks for one. `position`: by another version, carried back then.
    """

    __slots__ = ("_state", "at_us", "base", "position", "version")

    def __init__(self, base: GameState, position: Any, version: Step, at_us: int) -> None:  # noqa: ANN401
        self.base, self.position, self.version, self.at_us = base, position, version, at_us
        self._state: GameState | None = None

    def state(self, game: Game) -> GameState:
        """The game as it was recorded."""
        if self._state is None:
            position = carried_position(self.position, game.in_force(self.base))
            self._state = msgspec.structs.replace(self.base, position=position, version=self.version, at_us=self.at_us)
        return self._state


class RecordedCommand:
    """A command, and the game before it as it was recorded. `past`: the commands that led to `before`, as long as no
    later one has been yielded. What it led to is read when somebody asks for it."""

    __slots__ = ("_after", "_events", "_read", "_rows", "command", "here", "past", "stored")

    def __init__(
        self,
        read: "_Reading",
        stored: StoredCommand,
        command: Any,  # noqa: ANN401
        here: GameState | Later | None,
        rows: Sequence[RawStep],
        past: Past,
    ) -> None:
        self.stored, self.command, self.here, self.past = stored, command, here, past
        self._read, self._rows = read, rows
        self._events: tuple[Any, ...] | None = None
        self._after = None if rows else here

    @property
    def before(self) -> GameState | None:
        """The game before it; None before it was opened. `here` is the same, as it is at hand."""
        return self.here.state(self._read.game) if isinstance(self.here, Later) else self.here

    @property
    def events(self) -> tuple[Any, ...]:
        """What it led to; nothing where it was refused."""
        if self._events is None:
            read = self._read.body
            self._events = tuple([read(row.body)[1] for row in self._rows])
        return self._events

    @property
    def after(self) -> GameState | None:
        """The game after it, as it was recorded."""
        there = self.there
        return there.state(self._read.game) if isinstance(there, Later) else there

    @property
    def there(self) -> GameState | Later | None:
        """The same as `after`, as it is at hand."""
        if self._after is None and self._rows:
            self._after = self._folded()
        return self._after

    def _folded(self) -> GameState:
        at_us, before = self.stored.time_us, self.before
        if before is None:
            return self._read.game.evolve(None, self.events[0], Moment(at_us, ends=True))
        seat = self._read.body(self._rows[-1].body)[0].seat
        return self._read.game.after(before, self.events, Moment(at_us, ends=True, seat=seat))

    def led_to(self, there: Later) -> None:
        """Spares the fold, where its result is known by other means."""
        self._after = there

    def is_written_as(self, events: Sequence[Any]) -> bool:
        """Whether the record holds exactly these events: they are written, which is cheaper than reading the record."""
        if len(events) != len(self._rows):
            return False
        head, schemas = _AHEAD % canonical(self.stored.command_id), self._read.game.ruleset.schemas
        for event, row in zip(events, self._rows, strict=True):
            if not row.body.startswith(head + canonical(event)) or row.schema != schemas.get(row.type, 1):
                return False
        return True


def recorded_commands(
    game: Game, rows: Sequence[RawStep], stored: Sequence[StoredCommand]
) -> Iterator[RecordedCommand]:
    """Folds a game, and yields its commands. It checks no hash: `verify` does."""
    read = _Reading(game)
    past = _LaterMade(_carried_out(read, rows, stored))
    return _folded(read, rows, stored, past)


def _carried_out(read: _Reading, rows: Sequence[RawStep], stored: Sequence[StoredCommand]) -> Iterator[Done]:
    for each in _folded(read, rows, stored, _LaterMade(iter(()))):
        if each.stored.outcome == "accepted":
            yield Done.on(each.before, each.stored.first_version, each.stored.seat, each.command, each.events)


def _folded(
    read: _Reading, rows: Sequence[RawStep], stored: Sequence[StoredCommand], past: _LaterMade
) -> Iterator[RecordedCommand]:
    here: GameState | Later | None = None
    at = 0
    for each in stored:
        led_to = () if each.outcome == "refused" else rows[at : each.last_version]
        recorded = RecordedCommand(read, each, read.command(each.body), here, led_to, past)
        yield recorded
        if led_to:
            at, here = each.last_version, recorded.there
            past.lengthen()


def names_version(command: object) -> bool:
    """Whether a command says by which version the game is played: it cannot be decided by another one."""
    if isinstance(command, (MakeRuling, DecideAppeal)):
        return command.ruling is not None and command.ruling.kind == "ruleset"
    return isinstance(command, (OpenGame, ForkGame))


def step_before(each: RecordedCommand) -> Step:
    """The step that a command was decided on."""
    return Step(0 if each.before is None else each.before.version)
