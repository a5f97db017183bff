"""How games of captains end, for the balance of the reconstructed event deck (section 17 of the rules).

`python -m tests.rulesets.brigade.ends [--version N] [--games N] [--seats N ...]` prints one row for each number of
seats. Captains play the base game in all seats. Asserts nothing.
"""

import argparse
from collections import Counter
from typing import Any

from domain.engine.chance import Chance
from domain.engine.ruleset import AnyRuleset
from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.rulesets import RULESETS
from domain.rulesets.brigade import RULESET
from tests.rulesets.brigade.position import BASE
from tests.rulesets.games import play


def ends_of(box: AnyRuleset, seats: int, games: int) -> tuple[Counter[str], float]:
    """The endings of the first `games` games of captains, and the mean number of turns."""
    captain = box.bots["captain"]

    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], _: object, chance: Chance) -> Any:
        return captain(box.view(state, seat), legal, chance)

    endings, turns = Counter[str](), 0
    for number in range(games):
        game = play(box, seats, BASE, f"ends brigade {number}", choose)
        last = game.steps[-1].after
        outcome: Outcome | None = box.outcome(last)
        assert outcome is not None
        endings[outcome.ending] += 1
        turns += box.turn(last)
    return endings, turns / games


def row_of(box: AnyRuleset, seats: int, games: int) -> str:
    """The shares of the endings as a row of a table."""
    endings, turns = ends_of(box, seats, games)
    share = {ending: f"{count / games:.0%}" for ending, count in endings.items()}
    parts = (share.get(ending, "0%") for ending in ("evacuation", "guild", "citizens", "all_out"))
    return f"{box.version:7} {seats:5} {games:5} " + " ".join(f"{part:>10}" for part in parts) + f" {turns:7.1f}"


def main() -> None:
    """Prints a row for each number of seats that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", type=int, default=RULESET.version)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    asked = parser.parse_args()
    print("version seats games evacuation      guild   citizens    all_out   turns")
    for seats in asked.seats:
        print(row_of(RULESETS["brigade", asked.version], seats, asked.games), flush=True)


if __name__ == "__main__":
    main()
