"""Prints the state hashes of one game of every ruleset, for a test that runs it under several PYTHONHASHSEEDs."""

from domain.engine.codec import digest, state_hash
from domain.rulesets import CURRENT
from tests.rulesets.games import mixed, option_sets, play


def main() -> None:
    """Prints one line a game: the ruleset, and the hash of all its state hashes in order."""
    for id, box in CURRENT.items():
        game = play(box, box.seats_min, option_sets(id)[-1], "hashes", mixed(box))
        hashes = [state_hash(box.hashed(step.after)) for step in (game.set_up, *game.steps)]
        print(id, len(hashes), digest("".join(hashes).encode()))


if __name__ == "__main__":
    main()
