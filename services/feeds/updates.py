"""What a command has brought to one of a caller's games: a start, a turn, a seat, the end. Pure reads of a history."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Seat
from domain.game import GameState
from domain.game.events import GameForked, SeatTaken
from domain.log.record import Recorded
from services.feeds.moves import Move
from services.log.replay import History
from services.ports import Principal
from services.principals import in_game
from services.reads.horizon import VisibleGame, is_delayed, unknown_to, visible_until

Change = Literal["joined", "started", "my_turn", "ended"]
"""What may be new for a caller: they have a seat now; play has begun; their seat may act; the game is over."""


@dataclass(frozen=True, slots=True)
class Update:
    """A game of the caller after one of its commands. `pos`: the place of that command in the global order.

    `list_pos`: of an update in a first list, where the order was when that began.
    """

    pos: int
    visible: VisibleGame
    changes: tuple[Change, ...]
    list_pos: int | None = None


def update_of(principal: Principal, history: History, move: Move) -> Update | None:
    """What a move of a game is to a principal; None when it is not theirs, or not theirs to know at once.

    A game is theirs while they hold a seat in it. It is their host's as well, unless a delay applies to the host
    (GAME-DELAY-01): what a delay hides is never in a feed, not even later. `changes` may be empty.
    """
    head = history.head
    if in_game(principal, history.game_id) is None:
        return None  # their token is for another game
    if head is None or history.version < move.version or unknown_to(principal, head) or is_delayed(principal, head):
        return None
    state = history.state_at(move.version)
    seat = state.seat_of(principal.id)
    if seat is None and state.host != principal.id:
        return None
    visible = visible_until(history, state, is_delayed=False)
    return Update(move.pos, visible, tuple(_changes(principal, history, move, state, seat)))


def _changes(
    principal: Principal, history: History, move: Move, state: GameState, seat: Seat | None
) -> Iterator[Change]:
    steps = history.steps[move.low : move.version]
    if seat is not None and any(_seats(principal, history, step) for step in steps):
        yield "joined"
    if move.low < history.begun <= move.version:
        yield "started"
    if seat is not None and seat in history.game.to_act(state):
        yield "my_turn"
    if steps and state.over and not (move.low and history.state_at(move.low).over):
        yield "ended"


def _seats(principal: Principal, history: History, step: Recorded) -> bool:
    """Whether a step gives the principal a seat."""
    match step.event:
        case SeatTaken(by=by):
            return by == principal.id
        case GameForked():
            return history.state_at(step.version).seat_of(principal.id) is not None
        case _:
            return False


def moves_to_tell(principal: Principal, history: History, low: Step, version: Step) -> list[tuple[Step, Step]]:
    """The commands after step `low`, up to step `version`, of which a caller who was away hears: (low, version) each.

    The last one, and before it those that gave them a seat or began the play. What has come and gone between them, such
    as turns that were played, is left out.
    """
    ends = {_end_of(history, version)}
    for step in itertools.islice(history.steps, low, version):
        if step.version == history.begun or _seats(principal, history, step):
            ends.add(_end_of(history, step.version))
    return [(_begin_of(history, end), end) for end in sorted(ends)]


def _end_of(history: History, version: Step) -> Step:
    """The last step of the command that brought step `version`."""
    command = history.steps[version - 1].body.command
    while version < history.version and history.steps[version].body.command == command:
        version = Step(version + 1)
    return version


def _begin_of(history: History, version: Step) -> Step:
    """The last step before the command that brought step `version`."""
    command = history.steps[version - 1].body.command
    while version > BEFORE_FIRST and history.steps[version - 1].body.command == command:
        version = Step(version - 1)
    return version
