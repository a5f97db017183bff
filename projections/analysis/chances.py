"""The win chances of every seat after one step, from many playouts. Whole numbers only: every machine counts the same.

A win counts `PARTS_OF_WIN` parts, and a shared first place its share of them, so that no part is ever lost to rounding.
"""

from dataclasses import dataclass, field

import msgspec

from domain.engine.ruleset import AnyRuleset
from domain.engine.score import PARTS_OF_WIN, Outcome
from domain.engine.step import Step
from domain.engine.viewer import Viewer
from domain.game import GameState
from domain.game.rules import ranked
from projections.analysis.playouts import PlayoutKey, play_out


class WinChances(msgspec.Struct, frozen=True):
    """What the playouts from step `version` came to, as far as `viewer` knows the game.

    `playouts`: how many; 0: the outcome was known, and the sums are those of one game. `won`: by seat, parts of wins
    (`PARTS_OF_WIN` for each). `points`: by seat, the sum of the final points. `nobody`: playouts that nobody won.
    `cost_us`: processor time; it is the only part that differs between machines.
    """

    game_id: str
    viewer: Viewer
    version: Step
    playouts: int
    won: tuple[int, ...]
    points: tuple[int, ...]
    nobody: int
    cost_us: int


@dataclass(slots=True)
class Tally:
    """Sums over playouts of a game with `seats` seats."""

    seats: int
    won: list[int] = field(init=False)
    points: list[int] = field(init=False)
    nobody: int = 0

    def __post_init__(self) -> None:
        self.won, self.points = [0] * self.seats, [0] * self.seats

    def count(self, outcome: Outcome | None) -> None:
        """One playout more; None: it had no end."""
        winners = () if outcome is None else outcome.winners
        self.nobody += not winners
        for seat in winners:
            self.won[seat] += PARTS_OF_WIN // len(winners)
        for place in () if outcome is None else outcome.places:
            self.points[place.seat] += place.points


@dataclass(slots=True)
class Estimate:
    """The playouts from one state, some at a time. `playouts`: how many in all."""

    ruleset: AnyRuleset
    state: GameState
    key: PlayoutKey
    playouts: int
    done: int = 0
    tally: Tally = field(init=False)

    def __post_init__(self) -> None:
        self.tally = Tally(len(self.state.seats))
        outcome = self.state.result or self.ruleset.outcome(self.state.position)
        if outcome is not None:
            self.playouts = 0
            self.tally.count(ranked(self.state, outcome))

    @property
    def is_complete(self) -> bool:
        """Whether every playout is done."""
        return self.done >= self.playouts

    def advance(self, playouts: int) -> None:
        """Plays at most so many of the playouts that are left."""
        bot = self.ruleset.bots[playout_bot(self.ruleset)]
        for number in range(self.done, min(self.done + playouts, self.playouts)):
            outcome = play_out(self.ruleset, self.state.position, self.key, number, bot)
            self.tally.count(None if outcome is None else ranked(self.state, outcome))
            self.done = number + 1

    def result(self, cost_us: int) -> WinChances:
        """The sums so far."""
        key, tally = self.key, self.tally
        won, points = tuple(tally.won), tuple(tally.points)
        return WinChances(key.game_id, key.viewer, key.version, self.done, won, points, tally.nobody, cost_us)


def playout_bot(ruleset: AnyRuleset) -> str:
    """The name of the bot that plays the playouts of a ruleset: the strongest, which it names last.

    Measured over finished games of bots: its forecasts have a smaller Brier score than those of random play at the same
    number of playouts, most of all in rulesets where random play ends games otherwise than players do.
    """
    return list(ruleset.bots)[-1]


def estimate(ruleset: AnyRuleset, state: GameState, key: PlayoutKey, playouts: int) -> WinChances:
    """All playouts from one state at once."""
    whole = Estimate(ruleset, state, key, playouts)
    whole.advance(playouts)
    return whole.result(0)
