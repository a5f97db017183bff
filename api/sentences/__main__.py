"""Lists what the schema has no sentence for, and the lines of the files that fit nothing."""

import sys

from api.graphql.schema import REPORT


def main() -> int:
    """Prints one coordinate a line; returns 1 if there is any."""
    for what, coordinates in REPORT._asdict().items():
        for coordinate in coordinates:
            sys.stdout.write(f"{what}: {coordinate}\n")
    return int(any(REPORT))


if __name__ == "__main__":
    sys.exit(main())
