"""Why a step happened, what was refused, and the moments of a game worth a highlight. Shows through eyes it was handed only."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from domain.engine.chance import Draw
from domain.engine.refusal import Fact
from domain.engine.viewer import ARBITER, SPECTATOR, Seat, Viewer, with_names
from domain.game.commands import GAME_COMMANDS
from domain.game.events import GameAbandoned, GameEnded, SeedRevealed
from domain.game.record import decode_command
from services.horizon import VisibleGame
from services.look import Look, VisibleStep, private, step_for, within
from services.ports import StoredCommand
from services.world import World

COMMANDS_PAGE = 2_000

HighlightKind = Literal["turn", "score", "reveal", "end"]


@dataclass(frozen=True, slots=True)
class Why:
    """A step with what brought it. `steps`: all steps of the same command, as these eyes see them. `command`, `phrase`, `seat`: what was
    asked and by whom, for eyes that may know it; else None. `draws`: what chance gave, once the game is over."""

    step: VisibleStep
    steps: tuple[VisibleStep, ...]
    command: Any | None
    phrase: str | None
    seat: Seat | None
    draws: tuple[Draw, ...] | None


@dataclass(frozen=True, slots=True)
class RefusalRecord:
    """A refused command, at the version it met."""

    version: int
    time_us: int
    seat: Seat | None
    code: str
    text: str
    rules: tuple[str, ...]
    facts: dict[str, Fact]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment: a turn began, points changed, something hidden was turned up, the end."""

    version: int
    kind: HighlightKind
    text: str
    seat: Seat | None


class Explain:
    """Explanations out of the log."""

    def __init__(self, world: World, look: Look) -> None:
        self._world = world
        self._look = look

    async def why(self, seen: VisibleGame, viewer: Viewer, version: int) -> Why:
        """Why step `version` happened. Raises NoSuchStep."""
        history = seen.history
        step = history.steps[within(seen, version) - 1]
        stored = await self._world.log.command(seen.game_id, step.body.command)
        command = None if stored is None else decode_command(history.game.ruleset, stored.body)
        if stored is None or not _may_know(seen, viewer, stored.seat):
            stored = command = None
        first = last = step.version
        while first > 1 and history.steps[first - 2].body.command == step.body.command:
            first -= 1
        while last < seen.version and history.steps[last].body.command == step.body.command:
            last += 1
        return Why(
            step=step_for(history, step, viewer),
            steps=tuple(step_for(history, each, viewer) for each in history.steps[first - 1 : last]),
            command=command,
            phrase=None if command is None else self._phrase(seen, viewer, first, command),
            seat=None if stored is None else stored.seat,
            draws=_draws(seen, command, first) if command is not None and seen.state.over else None,
        )

    def _phrase(self, seen: VisibleGame, viewer: Viewer, first: int, command: Any) -> str | None:  # noqa: ANN401
        """What a command asked, by what these eyes saw before its first step."""
        if isinstance(command, GAME_COMMANDS):
            return None
        before = self._look.view_at(seen.history, viewer, first - 1)
        return with_names(seen.history.game.ruleset.phrase(before.position, command), seen.state.names)

    async def refusals(self, seen: VisibleGame, viewer: Viewer) -> list[RefusalRecord]:
        """Refused commands that these eyes may know of: a seat's own; all of them for eyes that know everything."""
        if viewer == SPECTATOR:
            return []
        found: list[RefusalRecord] = []
        done = 0
        while page := await self._world.log.commands(seen.game_id, after=done, limit=COMMANDS_PAGE):
            done += len(page)
            found += [
                _refusal(each, seen.state.names)
                for each in page
                if each.outcome == "refused"
                and each.first_version <= seen.version
                and (viewer == ARBITER or (each.seat == viewer and each.seat is not None))
            ]
            if len(page) < COMMANDS_PAGE:
                break
        return found


def highlights(seen: VisibleGame, viewer: Viewer) -> Iterator[Highlight]:
    """The moments of a game up to where the caller sees it, in order."""
    history, game = seen.history, seen.history.game
    turn, state, totals = 0, None, dict[Seat, int]()
    for step in history.steps[: seen.version]:
        state = game.evolve(state, step.event)
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
                text = f"{state.names[seat]} {'gained' if gain > 0 else 'lost'} {abs(gain)}"
                yield Highlight(step.version, "score", text, seat)
        totals = points or totals


def _may_know(seen: VisibleGame, viewer: Viewer, seat: Seat | None) -> bool:
    """Whether these eyes may read a kept command: a seat its own, everybody all of them once the game is over."""
    return _all_open(seen, viewer) or (seat is not None and viewer == seat)


def _all_open(seen: VisibleGame, viewer: Viewer) -> bool:
    return viewer == ARBITER or (seen.state.over and not private(seen.state))


def _draws(seen: VisibleGame, command: Any, first: int) -> tuple[Draw, ...]:  # noqa: ANN401
    """What the command asked of chance, found by deciding it again on the state it met."""
    if first == 1:
        return ()
    game = seen.history.game
    state = seen.history.state_at(first - 1)
    chance = game.chance(state)
    game.decide(state, command, chance)
    return tuple(chance.draws)


def _refusal(stored: StoredCommand, names: tuple[str, ...]) -> RefusalRecord:
    kept = msgspec.json.decode(stored.answer)
    return RefusalRecord(
        version=stored.first_version,
        time_us=stored.time_us,
        seat=stored.seat,
        code=kept["code"],
        text=with_names(kept["text"], names),
        rules=tuple(kept["rules"]),
        facts=kept["facts"],
    )
