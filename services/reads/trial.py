"""What a command would lead to, judged by what its seat knows. Nothing is written.

The command is tried in several worlds, in which everything that the seat cannot know is dealt anew and every draw is
different. What is the same in all worlds is certain; the rest is an example. Nothing here depends on what is hidden:
the chance of the trials follows from what the seat sees, so the same question always has the same answer.

Several commands may be tried one after another (GAME-WHATIF-02). They go on only over what is certain.
"""

import enum
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game import Game, GameState
from domain.game.events import SeedRevealed
from domain.game.view import GameView
from services.languages import NamedLine
from services.reads.horizon import VisibleHead
from services.reads.look import named

WORLDS: Final = 6
"""Worlds tried. An event that is the same in all of them is called certain."""


class Gain(NamedTuple):
    """A change of points (`Track.banked`, `Track.if_over`)."""

    banked: int
    if_over: int


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One event as the seat would see it. `line` None: the seat would not know it. `certain`: the same in every
    world."""

    line: NamedLine | None
    certain: bool


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """What one source of one seat's score would gain, as far as the seat that tries the command may see it."""

    seat: Seat
    source: str
    banked: int
    if_over: int
    certain: bool


class PlanEnd(enum.Enum):
    """Why nothing can be planned on top of a command."""

    CHANCE = "chance"
    NEWS = "news"
    OTHERS = "others"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Trial:
    """What the command would lead to. `refused`: the rules' refusal, and then nothing else. `ends`: the game would
    be over. `depth`: how many commands were tried before it. `plan_end`: why none can follow; None if one can.
    `view`: what the seat would know then, if that is certain. `legal`: what it could play then."""

    version: Step
    refused: Refused | None
    events: tuple[Foreseen, ...]
    scores: tuple[ScoreChange, ...]
    ends: bool
    worlds: int
    depth: int = 0
    plan_end: PlanEnd | None = None
    view: GameView | None = None
    legal: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _WorldResult:
    """What the command led to in one of the worlds. `gains`: (seat, source) -> the change of its points. `drew`:
    whether chance decided anything. `after`, `view`: the game then, and what the seat knows of it."""

    lines: tuple[NamedLine | None, ...]
    gains: dict[tuple[Seat, str], Gain]
    drew: bool
    after: GameState
    view: GameView

    @property
    def visible_part(self) -> object:
        """All that the seat would know of it."""
        return self.lines, self.gains, self.view


async def dry_run(
    visible: VisibleHead,
    seat: Seat,
    command: Any,  # noqa: ANN401
    pause: Callable[[], Awaitable[None]],
    after: Sequence[Any] = (),
) -> Trial:
    """Tries `command` of `seat` on what that seat knows after the last step it sees.

    `after`: commands that are tried before it, each on top of the one before. The trial is of the first of them that is
    refused or that nothing can follow, else of `command`. Calls `pause` before each command in each world, which may
    let other callers go on.
    """
    worlds: list[GameState | None] = [None] * WORLDS
    for depth, each in enumerate((*after, command)):
        results: list[_WorldResult] = []
        for number, world in enumerate(worlds):
            await pause()
            first = after[0] if after else command
            begun = world or _another_world(visible.game, visible.state, seat, first, number)
            try:
                results.append(_try_in_world(visible, begun, seat, each, f"{number} {depth}" if depth else f"{number}"))
            except Refused as refused:
                return Trial(visible.version, refused, (), (), ends=False, worlds=number + 1, depth=depth)
        trial = _trial(visible, seat, results, depth)
        if trial.plan_end is not None:
            break
        worlds = [result.after for result in results]
    return trial


def _trial(visible: VisibleHead, seat: Seat, results: list[_WorldResult], depth: int) -> Trial:
    """What several worlds say together."""
    first = results[0]
    foreseen = tuple(
        Foreseen(line, all(len(other.lines) > at and other.lines[at] == line for other in results))
        for at, line in enumerate(first.lines)
    )
    scores = tuple(
        ScoreChange(of, source, *gain, certain=all(other.gains.get((of, source)) == gain for other in results))
        for (of, source), gain in first.gains.items()
    )
    end = _plan_end(visible.game, seat, results)
    is_open = end in (PlanEnd.CHANCE, PlanEnd.NEWS)
    return Trial(
        visible.version,
        None,
        foreseen,
        scores,
        ends=first.after.over,
        worlds=WORLDS,
        depth=depth,
        plan_end=end,
        view=None if is_open else first.view,
        legal=() if end else tuple(visible.game.legal(first.after, seat)),
    )


def _plan_end(game: Game, seat: Seat, results: list[_WorldResult]) -> PlanEnd | None:
    first = results[0]
    if any(each.drew for each in results):
        return PlanEnd.CHANCE
    if any(each.visible_part != first.visible_part for each in results):
        return PlanEnd.NEWS
    if first.after.over:
        return PlanEnd.OVER
    return None if seat in game.to_act(first.after) else PlanEnd.OTHERS


def _try_in_world(
    visible: VisibleHead,
    world: GameState,
    seat: Seat,
    command: Any,  # noqa: ANN401
    number: str,
) -> _WorldResult:
    """Carries the command out in a world. `number`: that of the world and of the command. Raises Refused."""
    game, state = visible.game, visible.state
    chance = _chance(game, state, seat, command, f"draws {number}")
    events, after = game.advance(world, command, chance, state.at_us)
    lines = tuple(
        named(game.tell(event, seat), visible.seat_names) for event in events if not isinstance(event, SeedRevealed)
    )
    view = game.view(after, seat, visible.names)
    return _WorldResult(lines, _gains(game, world, after, seat), bool(chance.draws), after, view)


def _another_world(game: Game, state: GameState, seat: Seat, command: object, number: int) -> GameState:
    """The game as the seat knows it, with everything else dealt anew and different secrets."""
    if state.position is None:
        return state
    chance = _chance(game, state, seat, command, f"world {number}")
    position = game.in_force(state).redeal(state.position, seat, chance)
    return msgspec.structs.replace(state, position=position, secret=bytes(32).hex(), seed=bytes(32).hex())


def _chance(game: Game, state: GameState, seat: Seat, command: object, what: str) -> Chance:
    view = game.view(state, seat).position
    known = canonical({"view": view, "command": command, "what": what, "seat": seat})
    return Chance(hashlib.sha256(b"emberlog.trial" + known).digest(), state.version)


def _gains(game: Game, before: GameState, after: GameState, seat: Seat) -> dict[tuple[Seat, str], Gain]:
    was = {(track.seat, track.source): track for track in game.tracks(before, seat)}
    gains: dict[tuple[Seat, str], Gain] = {}
    for track in game.tracks(after, seat):
        old = was.get((track.seat, track.source))
        gain = Gain(track.banked - (old.banked if old else 0), track.if_over - (old.if_over if old else 0))
        if any(gain):
            gains[track.seat, track.source] = gain
    return gains
