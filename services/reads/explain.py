"""Why a step happened, what was refused, and the highlights of a game, as a given viewer may know them."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from domain.engine.chance import Draw
from domain.engine.message import Message
from domain.engine.score import Track
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, seat_of
from domain.game import GameState
from domain.game.clocks.events import FlagFell, GameResumed, GameStopped
from domain.game.commands import GAME_COMMAND_TYPES
from domain.game.events import GameAbandoned, GameEnded, SeedRevealed
from domain.game.rulings.decide import needs_past
from domain.game.take_back.events import StepsTakenBack
from domain.log.record import Recorded, decode_command
from domain.log.refusals import decode_refusal
from services.languages import GAME, NamedLine, NamedMessage, NamedRefusal
from services.log.replay import History
from services.ports import StoredCommand
from services.reads.horizon import VisibleGame, VisibleHead
from services.reads.look import Look, VisibleStep, private, step_for, within
from services.world import World

COMMANDS_PAGE = 200

_CLOCK_MOMENTS = frozenset[type]((FlagFell, GameStopped, GameResumed))
_ENDS = frozenset[type]((GameEnded, GameAbandoned))
"""Types are looked up: `isinstance` takes a quarter of a microsecond for each Struct that an event is not."""

HighlightKind = Literal["turn", "score", "reveal", "flag", "stop", "taken_back", "end"]


@dataclass(frozen=True, slots=True)
class Why:
    """A step and its cause.

    `steps`: all steps of the same command, as the viewer sees them. `command`, `phrase`, `stored`: the command and how
    it is recorded, or None for a viewer that may not know it. `draws`: the outcomes of chance, once the game is over.
    """

    step: VisibleStep
    steps: tuple[VisibleStep, ...]
    command: Any | None
    phrase: NamedMessage | None
    stored: StoredCommand | None
    draws: tuple[Draw, ...] | None


@dataclass(frozen=True, slots=True)
class RefusalRecord:
    """A refused command, at the version it met. `command_id`: the place to read on from."""

    command_id: str
    version: Step
    time_us: int
    seat: Seat | None
    refusal: NamedRefusal
    received_us: int
    principal: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment of a game: a turn began, points changed, something hidden became public, steps were taken back, the
    end."""

    version: Step
    kind: HighlightKind
    words: NamedMessage | NamedLine
    seat: Seat | None


class NoSuchRefusal(Exception):
    """A caller wants to read on after a refusal that they cannot know of."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"Game {game_id} has no such refusal for you.")


class Explain:
    """Explanations, read from the log."""

    def __init__(self, world: World, look: Look) -> None:
        self._world = world
        self._look = look

    async def why(self, visible: VisibleGame, viewer: Viewer, version: Step) -> Why:
        """Why step `version` happened. Raises NoSuchStep."""
        history = visible.history
        step = history.steps[within(visible, version) - 1]
        stored = await self._world.log.command(visible.game_id, step.body.command)
        command = None if stored is None else decode_command(history.game.script, stored.body)
        if stored is None or not _may_know(visible, viewer, stored):
            stored = command = None
        first: int = step.version
        last: int = step.version
        while first > 1 and history.steps[first - 2].body.command == step.body.command:
            first -= 1
        while last < visible.version and history.steps[last].body.command == step.body.command:
            last += 1
        before = Step(first - 1)
        return Why(
            step=step_for(history, step, viewer, visible.version),
            steps=tuple(step_for(history, other, viewer, visible.version) for other in history.steps[first - 1 : last]),
            command=command,
            phrase=None if command is None else self._phrase(visible, viewer, before, command),
            stored=stored,
            draws=None if command is None else await self._draws(visible, command, before, step.body.time_us),
        )

    def phrase_of(self, visible: VisibleGame, stored: StoredCommand) -> NamedMessage | None:
        """A command that was carried out, as a sentence, by what its seat saw before it. The caller may read it. None
        for one of the game or a refused one."""
        if stored.outcome == "refused" or stored.seat is None:
            return None
        command = decode_command(visible.game.script, stored.body)
        return self._phrase(visible, seat_of(stored.seat), Step(stored.first_version - 1), command)

    def _phrase(self, visible: VisibleGame, viewer: Viewer, before: Step, command: Any) -> NamedMessage | None:  # noqa: ANN401
        """The command as a sentence, by what the viewer saw at the step `before` it."""
        if type(command) in GAME_COMMAND_TYPES:
            return None
        view = self._look.view_at(visible.history, viewer, before)
        ruleset = visible.game.ruleset
        return NamedMessage(ruleset.id, ruleset.phrase(view.position, command), visible.seat_names)

    async def _draws(
        self,
        visible: VisibleGame,
        command: Any,  # noqa: ANN401
        before: Step,
        at_us: int,
    ) -> tuple[Draw, ...] | None:
        """The draws of the command, computed by deciding it anew on the state after the step `before` it; None while
        the game goes on."""
        if not visible.state.over:
            return None
        if before == BEFORE_FIRST:
            return ()
        game, state = visible.game, visible.history.state_at(before)
        past = await self._look.past_at(visible.history, before) if needs_past(command) else ()
        chance = game.chance(state)
        game.decide(state, command, chance, at_us, past)
        return tuple(chance.draws)

    async def refusals(
        self,
        visible: VisibleHead,
        viewer: Viewer,
        *,
        after: str | None = None,
        limit: int | None = None,
        pause: Callable[[], Awaitable[None]] | None = None,
    ) -> list[RefusalRecord]:
        """The refused commands that `viewer` may know of: a seat's own; all of them for the arbiter.

        `after`: the command id of the last one that the caller has; `limit`: how many at most. `pause` is called
        after each read and may let other callers go on. Raises NoSuchRefusal.
        """
        if viewer == SPECTATOR:
            return []
        records: list[RefusalRecord] = []
        done = 0 if after is None else await self._place_of(visible, viewer, after)
        while page := await self._world.log.commands(visible.game_id, after=done, limit=COMMANDS_PAGE):
            done += len(page)
            records += [_refusal(command, visible) for command in page if _may_know_refusal(visible, viewer, command)]
            if len(page) < COMMANDS_PAGE or (limit is not None and len(records) >= limit):
                break
            if pause is not None:
                await pause()
        return records[:limit]

    async def refusal(self, visible: VisibleHead, viewer: Viewer, command_id: str) -> RefusalRecord | None:
        """One refused command; None if there is none that `viewer` may know of."""
        command = await self._world.log.command(visible.game_id, command_id)
        may_know = command is not None and _may_know_refusal(visible, viewer, command)
        return _refusal(command, visible) if command is not None and may_know else None

    async def _place_of(self, visible: VisibleHead, viewer: Viewer, command_id: str) -> int:
        """How many commands there are up to a refused one that the viewer may know of."""
        command = await self._world.log.command(visible.game_id, command_id)
        if command is None or not _may_know_refusal(visible, viewer, command):
            raise NoSuchRefusal(visible.game_id)
        return command.ordinal


def last_of_play(history: History, version: Step) -> Step:
    """The last step up to `version` that people played for: the secret is opened after the end, in the same command."""
    while version > BEFORE_FIRST + 1 and type(history.steps[version - 1].event) is SeedRevealed:
        version = Step(version - 1)
    return version


def highlights(visible: VisibleGame, viewer: Viewer, after: Step = BEFORE_FIRST) -> Iterator[Highlight]:
    """The highlights of a game past the step `after`, in order, as far as the caller may see it."""
    for each in highlights_by_step(visible, viewer, after):
        yield from each


def highlights_by_step(visible: VisibleGame, viewer: Viewer, after: Step) -> Iterator[list[Highlight]]:
    """The same, step by step: those who read many may pause between two steps."""
    history, game, names = visible.history, visible.game, visible.seat_names
    state = history.state_at(after) if after > BEFORE_FIRST else None
    turn = history.turns[after - 1] if after > BEFORE_FIRST else 0
    totals = _banked_before(visible, viewer, after)
    for step in history.steps[after : visible.version]:
        state = game.evolve(state, step.event, step.moment)
        turn, before = history.turns[step.version - 1], turn
        moments = _turns_and_reveals(visible, viewer, step, state, new_turn=turn > before)
        if step.body.state is not None:  # points are compared once a command
            points = _banked(game.tracks(state, viewer))
            moments += _gains(step.version, totals, points, names)
            totals = points or totals
        yield moments


def _banked_before(visible: VisibleGame, viewer: Viewer, after: Step) -> dict[Seat, int]:
    """The points of the seats after the last command at or before the step `after`."""
    history = visible.history
    ends = (step.version for step in reversed(history.steps[:after]) if step.body.state is not None)
    last = next(ends, None)
    return {} if last is None else _banked(history.game.tracks(history.state_at(last), viewer))


def _banked(tracks: Sequence[Track]) -> dict[Seat, int]:
    points = dict[Seat, int]()
    for track in tracks:
        points[track.seat] = points.get(track.seat, 0) + track.banked
    return points


def _turns_and_reveals(
    visible: VisibleGame, viewer: Viewer, step: Recorded, state: GameState, *, new_turn: bool
) -> list[Highlight]:
    history, game, kind = visible.history, visible.game, type(step.event)
    moments: list[Highlight] = []
    if new_turn:
        seat = next(iter(game.to_act(state)), None)
        begun = Message("highlight-turn", {"turn": history.turns[step.version - 1]})
        moments.append(Highlight(step.version, "turn", NamedMessage(GAME, begun, visible.seat_names), seat))
    if kind is SeedRevealed or kind in game.ruleset.reveals:
        line = step_for(history, step, viewer, visible.version).line
        if line is not None:
            moments.append(Highlight(step.version, "reveal", line, line.seat))
    if kind in _CLOCK_MOMENTS:
        line = step_for(history, step, viewer, visible.version).line
        assert line is not None, "the lines of clocks are public"
        moments.append(Highlight(step.version, "flag" if kind is FlagFell else "stop", line, line.seat))
    if kind is StepsTakenBack:
        line = step_for(history, step, viewer, visible.version).line
        assert line is not None, "everybody may know of a take-back"
        moments.append(Highlight(step.version, "taken_back", line, line.seat))
    if kind in _ENDS:
        moments.append(Highlight(step.version, "end", NamedMessage(GAME, Message("highlight-end"), ()), None))
    return moments


def _gains(
    version: Step, totals: Mapping[Seat, int], points: Mapping[Seat, int], names: tuple[str, ...]
) -> list[Highlight]:
    """What each seat gained or lost since `totals`; nothing before there are any."""
    gains = {seat: banked - totals.get(seat, 0) for seat, banked in points.items()} if totals else {}
    return [
        Highlight(version, "score", NamedMessage(GAME, _gain(seat, gain), names), seat)
        for seat, gain in gains.items()
        if gain
    ]


def _gain(seat: Seat, gain: int) -> Message:
    return Message("highlight-gained" if gain > 0 else "highlight-lost", {"seat": seat, "points": abs(gain)})


def _may_know_refusal(visible: VisibleHead, viewer: Viewer, command: StoredCommand) -> bool:
    """Whether a stored command was refused, and `viewer` may know of it."""
    own = command.seat is not None and command.seat == viewer
    return command.outcome == "refused" and command.first_version <= visible.version and (viewer == ARBITER or own)


def _may_know(visible: VisibleGame, viewer: Viewer, command: StoredCommand) -> bool:
    """Whether `viewer` may read a stored command: a seat its own, everybody all of them once the game is over."""
    return _all_open(visible, viewer) or viewer in (command.seat, _seat_taken_by(visible, command))


def _seat_taken_by(visible: VisibleGame, command: StoredCommand) -> Seat | None:
    """The seat of somebody who had none when they sent the command: they have it by taking it (GAME-SEAT-01).

    None for the command that opened the game, which may hold the seed of all chance.
    """
    opened = command.first_version == BEFORE_FIRST + 1
    return None if opened or command.seat is not None else visible.state.seat_of(command.principal)


def _all_open(visible: VisibleGame, viewer: Viewer) -> bool:
    return viewer == ARBITER or (visible.state.over and not private(visible.state))


def _refusal(stored: StoredCommand, visible: VisibleHead) -> RefusalRecord:
    return RefusalRecord(
        command_id=stored.command_id,
        version=stored.first_version,
        time_us=stored.time_us,
        seat=stored.seat,
        refusal=NamedRefusal(decode_refusal(stored.answer), visible.game.ruleset.id, visible.seat_names),
        received_us=stored.received_us,
        principal=stored.principal,
        body=stored.body,
    )
