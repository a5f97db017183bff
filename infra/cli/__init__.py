"""`emberlog`, the one command line. Translates between a terminal and the use cases; holds no rule and names no ruleset."""

import sys


def main() -> None:
    """Run the command line and leave with its exit code (see `problems`)."""
    from infra.cli.app import run  # only here: importing this package to read a constant must stay cheap

    sys.exit(run(sys.argv[1:]))
