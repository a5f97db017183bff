"""What a command would lead to, judged by what its seat knows. Nothing is written.

The command is tried in several worlds, in which everything that the seat cannot know is dealt anew and every draw is
different. What is the same in all worlds is certain; the rest is an example. Nothing here depends on what is hidden:
the chance of the trials follows from what the seat sees, so the same question always has the same answer.
"""

import hashlib
from collections.abc import Awaitable, Callable
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


@dataclass(frozen=True, slots=True)
class Trial:
    """What the command would lead to. `refused`: the rules' refusal, and then nothing else. `ends`: the game would
    be over."""

    version: Step
    refused: Refused | None
    events: tuple[Foreseen, ...]
    scores: tuple[ScoreChange, ...]
    ends: bool
    worlds: int


@dataclass(frozen=True, slots=True)
class _WorldResult:
    """What the command led to in one of the worlds. `gains`: (seat, source) -> the change of its points."""

    lines: tuple[NamedLine | None, ...]
    gains: dict[tuple[Seat, str], Gain]
    ends: bool


async def dry_run(
    visible: VisibleHead,
    seat: Seat,
    command: Any,  # noqa: ANN401
    pause: Callable[[], Awaitable[None]],
) -> Trial:
    """Tries `command` of `seat` on what that seat knows after the last step it sees. Calls `pause` before each
    world, which may let other callers go on."""
    game, state = visible.game, visible.state
    names = visible.seat_names
    results: list[_WorldResult] = []
    for number in range(WORLDS):
        await pause()
        try:
            results.append(_try_in_world(game, state, seat, command, number, names))
        except Refused as refused:
            return Trial(visible.version, refused, (), (), ends=False, worlds=number + 1)
    first = results[0]
    foreseen = tuple(
        Foreseen(line, all(len(other.lines) > at and other.lines[at] == line for other in results))
        for at, line in enumerate(first.lines)
    )
    scores = tuple(
        ScoreChange(of, source, *gain, certain=all(other.gains.get((of, source)) == gain for other in results))
        for (of, source), gain in first.gains.items()
    )
    return Trial(visible.version, None, foreseen, scores, ends=first.ends, worlds=WORLDS)


def _try_in_world(
    game: Game,
    state: GameState,
    seat: Seat,
    command: Any,  # noqa: ANN401
    number: int,
    names: tuple[str, ...],
) -> _WorldResult:
    """Carries the command out in world `number`. Raises Refused."""
    world = _another_world(game, state, seat, command, number)
    events, after = game.advance(world, command, _chance(game, state, seat, command, f"draws {number}"), state.at_us)
    lines = tuple(named(game.tell(event, seat), names) for event in events if not isinstance(event, SeedRevealed))
    return _WorldResult(lines, _gains(game, world, after, seat), after.over)


def _another_world(game: Game, state: GameState, seat: Seat, command: object, number: int) -> GameState:
    """The game as the seat knows it, with everything else dealt anew and different secrets."""
    if state.position is None:
        return state
    chance = _chance(game, state, seat, command, f"world {number}")
    position = game.ruleset.redeal(state.position, seat, chance)
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
