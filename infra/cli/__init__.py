"""`emberlog`, the command line: translates between a terminal and the use cases."""

import sys

PYTHON_MIN = (3, 11)
NOT_AVAILABLE = 3
OWN_PACKAGES = frozenset({"api", "domain", "infra", "projections", "services"})


def main() -> None:
    """Run the command line and leave with its exit code (see `problems`)."""
    if sys.version_info < PYTHON_MIN:
        _leave(
            "Emberlog needs Python 3.11 or later; this is Python {}.{}. Install it with a later one.".format(
                *sys.version_info
            )
        )
    try:
        from infra.cli.app import run  # only here: importing this package to read a constant must stay cheap
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in OWN_PACKAGES:
            raise
        _leave(
            f"The package {missing} is not installed in the environment of {sys.executable}. Install Emberlog there "
            "again: "
            "pip install emberlog"
        )
    sys.exit(run(sys.argv[1:]))


def _leave(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
    sys.exit(NOT_AVAILABLE)
