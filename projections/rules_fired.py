"""In which games a rule fired, and how often: counts the rules that the spectators' lines cite.

Sandboxes do not count (GAME-SAND-01). A game whose spectators are delayed gets its rows when it is over, and they are
due no earlier than its end (GAME-DELAY-02).
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR
from domain.game import Game, GameState
from domain.log.record import Recorded
from projections.ports import Projection


class RuleInGame(msgspec.Struct, frozen=True):
    """A rule that fired in a game.

    `version`: the first step that cites it. `times`: how many steps cite it so far. `shows_us`: from when everybody may
    know, in microseconds since 1970 (UTC); in a game without delay, when the rule first fired.
    """

    rule: str
    game_id: str
    version: Step
    times: int
    shows_us: int


class Citations(msgspec.Struct, frozen=True):
    """The citations of one rule so far: the first step that cites it, that step's time, and how many steps do."""

    version: Step
    time_us: int
    times: int


CitationsByRule = Mapping[str, Citations]


def fold(
    game: Game, accumulator: CitationsByRule | None, step: Recorded, state: GameState
) -> tuple[CitationsByRule, tuple[RuleInGame, ...]]:
    """A row for every rule that `step` cites; at the end of a delayed game, for every rule of the game."""
    fired = {} if accumulator is None else accumulator
    line = None if state.sandbox is not None else game.tell(step.event, SPECTATOR)
    cited = () if line is None else tuple(dict.fromkeys(line.rules))
    if cited:
        fired = {**fired, **{rule: _one_more(fired.get(rule), step) for rule in cited}}
    if state.delay is None:
        return fired, tuple(_row(step, rule, fired[rule], fired[rule].time_us) for rule in cited)
    if not state.over:
        return fired, ()
    shows_us = step.body.time_us + state.delay.seconds * 1_000_000
    return fired, tuple(_row(step, rule, fired[rule], shows_us) for rule in fired)


def _one_more(before: Citations | None, step: Recorded) -> Citations:
    if before is None:
        return Citations(step.version, step.body.time_us, 1)
    return Citations(before.version, before.time_us, before.times + 1)


def _row(step: Recorded, rule: str, citations: Citations, shows_us: int) -> RuleInGame:
    return RuleInGame(rule, step.body.stream, citations.version, citations.times, shows_us)


RULES_FIRED: Final = Projection("rules_fired", fold)
