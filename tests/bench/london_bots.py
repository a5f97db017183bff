"""How often London's best bot beats the random one: `python -m tests.bench.london_bots [games]`. Asserts nothing."""

import sys
from collections.abc import Mapping, Sequence

from domain.engine.chance import Chance
from domain.engine.ruleset import Bot
from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import Command, TakeLoan
from domain.rulesets.london.view import View

Points = list[int]


def thrifty(view: View, legal: tuple[Command, ...], chance: Chance) -> Command:
    """A random bot that never borrows: the random one ruins itself with loans, which flatters whoever beats it."""
    return chance.pick([command for command in legal if not isinstance(command, TakeLoan)])


BOTS: Mapping[str, Bot[View, Command]] = {**RULESET.bots, "thrifty": thrifty}


def play(seats: Sequence[str], seed: int) -> tuple[Points, list[int]]:
    """Points and places, by seat, of one game of these bots."""
    secret = seed.to_bytes(32, "big")
    state = RULESET.initial(len(seats), RULESET.options())
    step = 1
    for event in RULESET.set_up(state, Chance(secret, step)):
        state = RULESET.evolve(state, event)
    while (outcome := RULESET.outcome(state)) is None:
        step += 1
        seat = RULESET.to_act(state)[0]
        choose = BOTS[seats[seat]]
        command = choose(RULESET.view(state, seat), RULESET.legal(state, seat), Chance(b"bot" + secret, step))
        for event in RULESET.decide(state, command, Chance(secret, step)):
            state = RULESET.evolve(state, event)
    return [place.points for place in outcome.places], [place.place for place in outcome.places]


def measure(best: str, other: str, games: int) -> None:
    """One `best` against `other` in all other seats, over all seat counts and seats."""
    won, points, against = 0, 0, 0
    for game in range(games):
        seats = 2 + game % 3
        hero = game // 3 % seats
        scores, places = play([best if seat == hero else other for seat in range(seats)], game)
        won += places[hero] == 1
        points += scores[hero]
        against += sum(scores[seat] for seat in range(seats) if seat != hero) // (seats - 1)
    print(f"{best} against {other}: first in {won} of {games} games ({won / games:.1%})")
    print(f"  mean points {points / games:.1f} against {against / games:.1f}")


def main(games: int = 200) -> None:
    """The best bot against random ones, against random ones that never borrow, and among themselves."""
    best = list(RULESET.bots)[-1]
    measure(best, "random", games)
    measure(best, "thrifty", games)
    own = [play([best] * 4, 10_000 + game)[0] for game in range(max(1, games // 10))]
    print(f"{best} among themselves, four seats: mean points {sum(map(sum, own)) / len(own) / 4:.1f}")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
