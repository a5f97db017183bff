"""Why a step happened, what was refused, and the highlights of a game, as a given viewer may know them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from domain.engine.chance import Draw
from domain.engine.refusal import Fact
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, with_names
from domain.game.commands import GAME_COMMANDS
from domain.game.events import GameAbandoned, GameEnded, SeedRevealed
from domain.log.record import decode_command
from domain.log.refusals import decode_refusal
from services.ports import StoredCommand
from services.reads.horizon import VisibleGame
from services.reads.look import Look, VisibleStep, private, step_for, within
from services.world import World

COMMANDS_PAGE = 2_000

HighlightKind = Literal["turn", "score", "reveal", "end"]


@dataclass(frozen=True, slots=True)
class Why:
    """A step and its cause.

    `steps`: all steps of the same command, as the viewer sees them. `command`, `phrase`, `seat`: the command and its
    seat, or None for a viewer that may not know it. `draws`: the outcomes of chance, once the game is over.
    """

    step: VisibleStep
    steps: tuple[VisibleStep, ...]
    command: Any | None
    phrase: str | None
    seat: Seat | None
    draws: tuple[Draw, ...] | None


@dataclass(frozen=True, slots=True)
class RefusalRecord:
    """A refused command, at the version it met."""

    version: Step
    time_us: int
    seat: Seat | None
    code: str
    text: str
    rules: tuple[str, ...]
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment of a game: a turn began, points changed, something hidden became public, the end."""

    version: Step
    kind: HighlightKind
    text: str
    seat: Seat | None


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
        if stored is None or not _may_know(visible, viewer, stored.seat):
            stored = command = None
        first: int = step.version
        last: int = step.version
        while first > 1 and history.steps[first - 2].body.command == step.body.command:
            first -= 1
        while last < visible.version and history.steps[last].body.command == step.body.command:
            last += 1
        before = Step(first - 1)
        return Why(
            step=step_for(history, step, viewer),
            steps=tuple(step_for(history, other, viewer) for other in history.steps[first - 1 : last]),
            command=command,
            phrase=None if command is None else self._phrase(visible, viewer, before, command),
            seat=None if stored is None else stored.seat,
            draws=None if command is None else _draws(visible, command, before, step.body.time_us),
        )

    def _phrase(self, visible: VisibleGame, viewer: Viewer, before: Step, command: Any) -> str | None:  # noqa: ANN401
        """The command as a sentence, by what the viewer saw at the step `before` it."""
        if isinstance(command, GAME_COMMANDS):
            return None
        view = self._look.view_at(visible.history, viewer, before)
        return with_names(visible.history.game.ruleset.phrase(view.position, command), visible.seat_names)

    async def refusals(self, visible: VisibleGame, viewer: Viewer) -> list[RefusalRecord]:
        """The refused commands that `viewer` may know of: a seat's own; all of them for the arbiter."""
        if viewer == SPECTATOR:
            return []
        records: list[RefusalRecord] = []
        done = 0
        while page := await self._world.log.commands(visible.game_id, after=done, limit=COMMANDS_PAGE):
            done += len(page)
            records += [
                _refusal(command, visible.seat_names)
                for command in page
                if command.outcome == "refused"
                and command.first_version <= visible.version
                and (viewer == ARBITER or (command.seat == viewer and command.seat is not None))
            ]
            if len(page) < COMMANDS_PAGE:
                break
        return records


def highlights(visible: VisibleGame, viewer: Viewer) -> Iterator[Highlight]:
    """The highlights of a game in order, as far as the caller may see it."""
    history, game = visible.history, visible.history.game
    turn, state, totals, names = 0, None, dict[Seat, int](), visible.seat_names
    for step in history.steps[: visible.version]:
        state = game.evolve(state, step.event, step.moment)
        now = history.turns[step.version - 1]
        if now > turn:
            turn = now
            seat = next(iter(game.to_act(state)), None)
            yield Highlight(step.version, "turn", f"Turn {now}", seat)
        if isinstance(step.event, (*game.ruleset.reveals, SeedRevealed)):
            line = step_for(history, step, viewer).line
            if line is not None:
                yield Highlight(step.version, "reveal", line.text, line.seat)
        if isinstance(step.event, GameEnded | GameAbandoned):
            yield Highlight(step.version, "end", "The end", None)
        if step.body.state is None:
            continue  # points are compared once a command
        points = dict[Seat, int]()
        for track in game.tracks(state, viewer):
            points[track.seat] = points.get(track.seat, 0) + track.banked
        for seat, banked in points.items():
            gain = banked - totals.get(seat, 0)
            if gain and totals:
                text = f"{names[seat]} {'gained' if gain > 0 else 'lost'} {abs(gain)}"
                yield Highlight(step.version, "score", text, seat)
        totals = points or totals


def _may_know(visible: VisibleGame, viewer: Viewer, seat: Seat | None) -> bool:
    """Whether `viewer` may read a stored command: a seat its own, everybody all of them once the game is over."""
    return _all_open(visible, viewer) or (seat is not None and viewer == seat)


def _all_open(visible: VisibleGame, viewer: Viewer) -> bool:
    return viewer == ARBITER or (visible.state.over and not private(visible.state))


def _draws(visible: VisibleGame, command: Any, before: Step, at_us: int) -> tuple[Draw, ...] | None:  # noqa: ANN401
    """The draws of the command, computed by deciding it anew on the state after the step `before` it; None while the
    game goes on."""
    if not visible.state.over:
        return None
    if before == BEFORE_FIRST:
        return ()
    game = visible.history.game
    state = visible.history.state_at(before)
    chance = game.chance(state)
    game.decide(state, command, chance, at_us)
    return tuple(chance.draws)


def _refusal(stored: StoredCommand, names: tuple[str, ...]) -> RefusalRecord:
    refused = decode_refusal(stored.answer)
    return RefusalRecord(
        version=stored.first_version,
        time_us=stored.time_us,
        seat=stored.seat,
        code=refused.code,
        text=with_names(refused.text, names),
        rules=refused.rules,
        facts=refused.facts,
    )
