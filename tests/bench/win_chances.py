"""How fast win chances are computed, and how far they are from those of ten times more playouts.

Run it: `python -m tests.bench.win_chances [--playouts N] [--positions P] [RULESET ...]`. The strongest bots play a game; at places
spread over it, chances of N playouts are compared with those of ten times N others. A row shows playouts a second of processor
time, the mean and the largest difference of a seat's chance, and the standard error that the pages would show. Asserts nothing.
"""

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from domain.engine.chance import Chance
from domain.engine.score import PARTS_OF_WIN
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR
from domain.game import GameState
from domain.rulesets import CURRENT
from projections.analysis.chances import Estimate, playout_bot
from projections.analysis.playouts import PlayoutKey
from tests.browser.boards import played

SEATS: Final = 4
TIMES_MORE: Final = 10
PLAYOUTS: Final = 40
POSITIONS: Final = 4


@dataclass
class Sample:
    """Sums over the places of a game."""

    ruleset: str
    playouts: int = 0
    seconds: float = 0.0
    differences: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        mean = sum(self.differences) / len(self.differences)
        error = sum(self.errors) / len(self.errors)
        return (
            f"{self.ruleset:12} {self.playouts / self.seconds:8.1f} playouts/s of processor time; difference to "
            f"{TIMES_MORE} times more: mean {mean:.3f}, most {max(self.differences):.3f}; standard error {error:.3f}"
        )


def bot_game(ruleset: str) -> list[GameState]:
    """The states of a game in which the bot of the playouts has every seat."""
    box = CURRENT[ruleset]
    bot = box.bots[playout_bot(box)]

    def choose(position: Any, seat: Any, legal: tuple[Any, ...], _dice: Any, chance: Chance) -> Any:
        return bot(box.view(position, seat), legal, chance)

    return list(played(ruleset, SEATS, "win chances", choose).states)


def spread(states: list[GameState], places: int) -> Iterator[GameState]:
    """So many states of the play, from its first quarter to its last."""
    running = [state for state in states if state.position is not None and state.result is None]
    for place in range(1, places + 1):
        yield running[place * len(running) // (places + 1)]


def shares(estimate: Estimate) -> list[float]:
    return [won / PARTS_OF_WIN / estimate.done for won in estimate.tally.won]


def sample(ruleset: str, playouts: int, places: int) -> Sample:
    """Few and many playouts at each place. They share none: the many begin where the few end."""
    sums = Sample(ruleset)
    box = CURRENT[ruleset]
    for state in spread(bot_game(ruleset), places):
        key = PlayoutKey("bench", Step(state.version), SPECTATOR)
        few = Estimate(box, state, key, playouts)
        many = replace(few, key=replace(key, game_id="bench of more"), playouts=playouts * TIMES_MORE)
        before = time.process_time()
        few.advance(playouts)
        many.advance(many.playouts)
        sums.seconds += time.process_time() - before
        sums.playouts += few.done + many.done
        for less, more in zip(shares(few), shares(many), strict=True):
            sums.differences.append(abs(less - more))
            sums.errors.append(math.sqrt(max(less * (1 - less), 0.25 / playouts) / playouts))
    return sums


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=list(CURRENT))
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    arguments = parser.parse_args()
    for ruleset in arguments.rulesets:
        print(sample(ruleset, arguments.playouts, arguments.positions), flush=True)


if __name__ == "__main__":
    main()
