"""What a command would bring, without carrying it out, by what its seat knows. Writes nothing.

The command is tried on worlds in which all that the seat cannot know was dealt again and every draw is another: what is the
same in all of them is certain, the rest is an example. Nothing here depends on what is hidden: the chance of the trials follows from
what the seat sees, so the same question has the same answer and asking often tells nothing more.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.ruleset import Line
from domain.engine.viewer import Seat
from domain.game import Game, GameState
from domain.game.events import SeedRevealed
from services.horizon import VisibleGame
from services.look import named

WORLDS: Final = 6
"""Worlds tried. An event that is the same in all of them is called certain."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One event as the seat would see it. `line` None: it would not be told. `certain`: the same in every world tried."""

    line: Line | None
    certain: bool


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """What one source of one seat's score would gain, as far as the asking seat may see it."""

    seat: Seat
    source: str
    banked: int
    if_over: int
    certain: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """What the command would bring. `refused`: the rules' no, and nothing else then. `ends`: whether the game would be over."""

    version: int
    refused: Refused | None
    events: tuple[Foreseen, ...]
    scores: tuple[ScoreChange, ...]
    ends: bool
    worlds: int


def dry_run(seen: VisibleGame, seat: Seat, command: Any) -> Trial:  # noqa: ANN401
    """Try `command` of `seat` on what that seat knows at the last step it sees."""
    game, state = seen.history.game, seen.state
    outcomes: list[tuple[tuple[Line | None, ...], dict[tuple[Seat, str], tuple[int, int]], bool]] = []
    for number in range(WORLDS):
        world = _another_world(game, state, seat, command, number)
        try:
            events, after = game.advance(world, command, _chance(game, state, seat, command, f"draws {number}"))
        except Refused as refused:
            return Trial(seen.version, refused, (), (), ends=False, worlds=number + 1)
        told = tuple(
            named(game.tell(event, seat), state.names) for event in events if not isinstance(event, SeedRevealed)
        )
        outcomes.append((told, _gains(game, world, after, seat), after.over))
    first, gains, ends = outcomes[0]
    foreseen = tuple(
        Foreseen(line, all(len(told) > at and told[at] == line for told, _, _ in outcomes))
        for at, line in enumerate(first)
    )
    scores = tuple(
        ScoreChange(of, source, *gain, certain=all(other.get((of, source)) == gain for _, other, _ in outcomes))
        for (of, source), gain in gains.items()
    )
    return Trial(seen.version, None, foreseen, scores, ends=ends, worlds=WORLDS)


def _another_world(game: Game, state: GameState, seat: Seat, command: object, number: int) -> GameState:
    """The game as the seat knows it, with everything else dealt again and other secrets behind it."""
    if state.position is None:
        return state
    chance = _chance(game, state, seat, command, f"world {number}")
    position = game.ruleset.redeal(state.position, seat, chance)
    return msgspec.structs.replace(state, position=position, secret=bytes(32).hex(), seed=bytes(32).hex())


def _chance(game: Game, state: GameState, seat: Seat, command: object, what: str) -> Chance:
    view = game.view(state, seat).position
    known = canonical({"view": view, "command": command, "what": what, "seat": seat})
    return Chance(hashlib.sha256(b"emberlog.trial" + known).digest(), state.version)


def _gains(game: Game, before: GameState, after: GameState, seat: Seat) -> dict[tuple[Seat, str], tuple[int, int]]:
    was = {(track.seat, track.source): track for track in game.tracks(before, seat)}
    gains: dict[tuple[Seat, str], tuple[int, int]] = {}
    for track in game.tracks(after, seat):
        old = was.get((track.seat, track.source))
        gain = (track.banked - (old.banked if old else 0), track.if_over - (old.if_over if old else 0))
        if gain != (0, 0):
            gains[track.seat, track.source] = gain
    return gains
