"""What everybody may know of events, across games: the spectators' lines, with the rules that they cite.

Sandboxes do not count (GAME-SAND-01). A game whose spectators are delayed gets its rows when it is over, and they are
due no earlier than its end for spectators (GAME-DELAY-02, GAME-OPENDATA-01).
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.engine.refusal import Fact
from domain.engine.ruleset import Line
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR, Seat
from domain.game import Game, GameState
from domain.log.record import Recorded
from projections.ports import Projection


class PublicEvent(msgspec.Struct, frozen=True):
    """A step, as everybody may know it from `shows_us` on. `principal`: who acted; "" where no seat did."""

    game_id: str
    version: Step
    shows_us: int
    ruleset: str
    ruleset_version: int
    type: str
    seat: Seat | None
    principal: str
    rules: tuple[str, ...]
    facts: Mapping[str, Fact]


Waiting = tuple[PublicEvent, ...]
"""The events of a delayed game that is not over."""


def fold(
    game: Game, accumulator: Waiting | None, step: Recorded, state: GameState
) -> tuple[Waiting, tuple[PublicEvent, ...]]:
    """A row for a step that spectators are told of; at the end of a delayed game, for every step of it."""
    waiting: Waiting = accumulator or ()
    line = None if state.sandbox is not None else game.tell(step.event, SPECTATOR)
    made: Waiting = () if line is None else (_row(step, state, line),)
    if state.delay is None:
        return (), made
    waiting = (*waiting, *made)
    if not state.over:
        return waiting, ()
    shows_us = step.body.time_us + state.delay.seconds * 1_000_000
    return (), tuple(msgspec.structs.replace(each, shows_us=shows_us) for each in waiting)


def _row(step: Recorded, state: GameState, line: Line) -> PublicEvent:
    principal = step.body.principal if line.seat is not None and line.seat == step.body.seat else ""
    return PublicEvent(
        step.body.stream, step.version, step.body.time_us, state.ruleset, state.ruleset_version, line.type, line.seat,
        principal, tuple(dict.fromkeys(line.rules)), line.facts,
    )  # fmt: skip


PUBLIC_EVENTS: Final = Projection("public_events", fold)
