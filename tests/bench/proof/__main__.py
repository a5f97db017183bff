"""`python -m tests.bench.proof PART`: figures of proof and audit, each beside others of the same run. Nothing asserts a time.

Parts: `verifier` [--steps N], `readjudicated` [--rounds N] [--seats N], `events` [--rows N], `trees` [--leaves N] [--pymerkle FOLDER],
`signer` [--leaves N] [--seconds S].
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Final

from tests.bench.proof import events, readjudicated, signing, trees, verifier

PARTS: Final[Mapping[str, Callable[[argparse.Namespace], None]]] = {
    "verifier": verifier.run,
    "readjudicated": readjudicated.run,
    "events": events.run,
    "trees": trees.run,
    "signer": signing.run,
}


def main(arguments: list[str] | None = None) -> None:
    """Measure the part that is named, and print its figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.proof", description=sys.modules[__name__].__doc__)
    parser.add_argument("part", choices=tuple(PARTS))
    parser.add_argument("--steps", type=int, default=1_000_000, help="verifier: how many steps to check")
    parser.add_argument("--rounds", type=int, default=5, help="readjudicated: how often each game is decided")
    parser.add_argument("--seats", type=int, default=0, help="readjudicated: at which number of seats; else the fewest")
    parser.add_argument("--rows", type=int, default=1_000_000, help="events: how many there are")
    parser.add_argument("--leaves", type=int, default=200_000, help="trees, signer: how many leaves")
    parser.add_argument("--seconds", type=float, default=30.0, help="signer: how long games are played")
    parser.add_argument("--pymerkle", default="", help="trees: a folder to import pymerkle from")
    wanted = parser.parse_args(arguments)
    PARTS[wanted.part](wanted)


if __name__ == "__main__":
    main()
