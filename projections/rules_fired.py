"""In which games a rule fired, and how often: by the rules that a spectator's lines cite. Pure; knows no rule's words.

Sandboxes count for nothing (GAME-SAND-01) and are left out. Of a game whose spectators are behind nothing is said before it
is over, and then no sooner than its end may be shown (GAME-DELAY-02).
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.engine.viewer import SPECTATOR
from domain.game import Game, GameState, Recorded
from projections.ports import Projection


class RuleInGame(msgspec.Struct, frozen=True):
    """A rule that fired in a game. `version`: the first step that cites it; `times`: how many do so far. `shows_us`: from when on
    anybody may know, in microseconds since 1970 (UTC); of a game without delay, when it first fired."""

    rule: str
    game_id: str
    version: int
    times: int
    shows_us: int


class Fired(msgspec.Struct, frozen=True):
    """A rule so far: the first step that cites it and its time, and how many steps do."""

    version: int
    time_us: int
    times: int


Memo = Mapping[str, Fired]


def fold(game: Game, memo: Memo | None, step: Recorded, state: GameState) -> tuple[Memo, tuple[RuleInGame, ...]]:
    """A row for every rule that `step` cites; at the end of a delayed game, for every rule of the game."""
    fired = {} if memo is None else memo
    line = None if state.sandbox is not None else game.tell(step.event, SPECTATOR)
    cited = () if line is None else tuple(dict.fromkeys(line.rules))
    if cited:
        fired = {**fired, **{rule: _once_more(fired.get(rule), step) for rule in cited}}
    if state.delay is None:
        return fired, tuple(_row(step, rule, fired[rule], fired[rule].time_us) for rule in cited)
    if not state.over:
        return fired, ()
    shows_us = step.body.time_us + state.delay.seconds * 1_000_000
    return fired, tuple(_row(step, rule, fired[rule], shows_us) for rule in fired)


def _once_more(before: Fired | None, step: Recorded) -> Fired:
    if before is None:
        return Fired(step.version, step.body.time_us, 1)
    return Fired(before.version, before.time_us, before.times + 1)


def _row(step: Recorded, rule: str, fired: Fired, shows_us: int) -> RuleInGame:
    return RuleInGame(rule, step.body.game, fired.version, fired.times, shows_us)


RULES_FIRED: Final = Projection("rules_fired", fold)
