"""`python -m tools.docs_site [FOLDER]` builds the site, by default where the API serves it from. A warning fails."""

import sys
import time
from pathlib import Path

from tools.docs_site.build import BuildFailed, build
from tools.docs_site.places import OUT


def main(arguments: list[str]) -> int:
    """Build, and print what was built."""
    out = Path(arguments[0]).resolve() if arguments else OUT
    began = time.monotonic()
    try:
        build(out)
    except (BuildFailed, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    files = [path for path in out.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    pages = sum(path.suffix == ".html" for path in files)
    print(f"{out}: {pages} pages, {len(files)} files, {size / 1e6:.1f} MB, in {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
