"""Builds the verifiers: `emberlog-verify.pyz` for Python, `verify.html` for browsers. The same sources, the same bytes.

`python -m tools.verifier [FOLDER]`; the folder is `dist` unless another is named.
"""

import io
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from api.web.verifier import PAGE, verifier_page

ROOT: Final = Path(__file__).parents[1]
ZIPAPP: Final = "emberlog-verify.pyz"
_SUFFIXES: Final = (".py", ".toml")
_MAIN: Final = "import sys\nfrom verifier.__main__ import main\nsys.exit(main())\n"
_TIME: Final = (1980, 1, 1, 0, 0, 0)


def sources() -> Iterator[Path]:
    """The files that a verifier consists of: the domain, and its command line."""
    for folder in ("domain", "verifier"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in _SUFFIXES and "golden" not in path.parts and "__pycache__" not in path.parts:
                yield path


def zipapp() -> bytes:
    """The verifier for Python as one file."""
    packed = io.BytesIO()
    packed.write(b"#!/usr/bin/env python3\n")
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in [("__main__.py", _MAIN.encode()), *((_name(path), path.read_bytes()) for path in sources())]:
            info = zipfile.ZipInfo(name, _TIME)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, data)
    return packed.getvalue()


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main(folder: Path) -> None:
    """Write the verifiers into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / ZIPAPP
    path.write_bytes(zipapp())
    path.chmod(0o755)
    page = folder / PAGE
    page.write_bytes(verifier_page())
    print(path, page)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")
