"""How often the best bot of each ruleset beats others. Run it: `python -m tests.bench.bots [--games N] [--seed WORD] [RULESET ...]`.

One bot sits with others of one kind; its seat goes round. A row shows the share of games it wins (a shared first place counts as
its part) with a 95 % interval by Wilson, the mean points, and the time a decision takes, its view included. Asserts nothing.
"""

import argparse
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from domain.engine.chance import Chance, bot_seed, play_seed
from domain.engine.ruleset import Bot
from domain.engine.score import Outcome
from domain.rulesets import CURRENT
from domain.rulesets.london.commands import TakeLoan

DECISIONS_MAX: Final = 5_000
ALL_MODULES: Final = ("advanced", "extra_chiefs", "extra_crew", "big_buildings", "fire_festival")
BEST: Final = "best"


def thrifty(view: Any, legal: tuple[Any, ...], chance: Chance) -> Any:
    """A random bot that never borrows: London's random one ruins itself with loans, which flatters any bot that beats it."""
    return chance.pick([command for command in legal if not isinstance(command, TakeLoan)])


@dataclass(frozen=True)
class Contest:
    """One best bot against `other` in all other seats. `seats`: counts that take turns. `options`: those switched on."""

    ruleset: str
    seats: tuple[int, ...]
    other: str
    options: tuple[str, ...] = ()
    games: float = 1.0
    """The share of the requested number of games."""


CONTESTS: Final = (
    Contest("great_fire", (4,), "random"),
    Contest("london", (2, 3, 4), "random"),
    Contest("london", (2, 3, 4), "thrifty"),
    Contest("london", (4,), BEST, games=0.1),
    Contest("brigade", (4,), "random"),
    Contest("brigade", (4,), "random", ALL_MODULES),
)
"""The last bot a ruleset names is its best."""


@dataclass
class Tally:
    """Sums over the games of a contest; of the time, what the best bot took."""

    games: int = 0
    won: float = 0.0
    points: int = 0
    points_of_others: float = 0.0
    decisions: int = 0
    ns: int = 0

    def count(self, outcome: Outcome, seat: int) -> None:
        """`seat`: where the best bot sat."""
        points = [place.points for place in outcome.places]
        self.games += 1
        self.won += (seat in outcome.winners) / len(outcome.winners) if outcome.winners else 0.0
        self.points += points[seat]
        self.points_of_others += (sum(points) - points[seat]) / (len(points) - 1)


@dataclass(frozen=True)
class Arena:
    """Where a contest takes place."""

    contest: Contest
    seed: str
    tally: Tally = field(default_factory=Tally)

    def play(self, number: int) -> None:
        """Game `number`, from 0."""
        seats = self.contest.seats[number % len(self.contest.seats)]
        seat = number // len(self.contest.seats) % seats
        secret = f"{self.contest.ruleset} bots {self.seed} {number}".encode()
        self.tally.count(self._end(seats, seat, secret), seat)

    def _end(self, seats: int, best: int, secret: bytes) -> Outcome:
        ruleset = CURRENT[self.contest.ruleset]
        bots = self._bots()
        state = ruleset.initial(seats, ruleset.options(**dict.fromkeys(self.contest.options, True)))
        own = [Chance(bot_seed(secret, seat), 0) for seat in range(seats)]
        seed, version = play_seed(secret, ()), 0
        for event in ruleset.set_up(state, Chance(seed, version)):
            state, version = ruleset.evolve(state, event), version + 1
        for _ in range(DECISIONS_MAX):
            outcome = ruleset.outcome(state)
            if outcome is not None:
                return outcome
            seat = ruleset.to_act(state)[0]
            legal = ruleset.legal(state, seat)
            began = time.perf_counter_ns()
            command = bots[BEST if seat == best else self.contest.other](ruleset.view(state, seat), legal, own[seat])
            if seat == best:
                self.tally.ns += time.perf_counter_ns() - began
                self.tally.decisions += 1
            for event in ruleset.decide(state, command, Chance(seed, version)):
                state, version = ruleset.evolve(state, event), version + 1
        raise AssertionError("a game did not end")

    def _bots(self) -> Mapping[str, Bot[Any, Any]]:
        own = CURRENT[self.contest.ruleset].bots
        return {**own, BEST: list(own.values())[-1], "thrifty": thrifty}


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def row(contest: Contest, games: int, seed: str) -> str:
    """The result of the contest, as a line."""
    arena = Arena(contest, seed)
    for number in range(max(1, round(games * contest.games))):
        arena.play(number)
    tally = arena.tally
    low, high = interval(tally.won, tally.games)
    seats = "/".join(map(str, contest.seats))
    who = f"{list(CURRENT[contest.ruleset].bots)[-1]} against {contest.other}, {seats} seats"
    return (
        f"{contest.ruleset + (', all modules' if contest.options else ''):<22} {who:<39} {tally.games:>5} games"
        f"  won {tally.won / tally.games:6.1%} ({low:.1%} to {high:.1%})"
        f"  points {tally.points / tally.games:6.1f} to {tally.points_of_others / tally.games:6.1f}"
        f"  {tally.ns / tally.decisions / 1_000:8.1f} us a decision"
    )


def main() -> None:
    """A line for each contest of the rulesets named, or of all."""
    parser = argparse.ArgumentParser(description="How often the best bots win.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=", ".join(CURRENT))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="1666")
    given = parser.parse_args()
    for contest in CONTESTS:
        if not given.rulesets or contest.ruleset in given.rulesets:
            print(row(contest, given.games, given.seed), flush=True)


if __name__ == "__main__":
    main()
