"""Reads a room's printed components. The one place in `domain` that opens a file, at import."""

import tomllib
from pathlib import Path
from typing import Any


def printed_components(room: str) -> dict[str, Any]:
    """The `components.toml` beside the module file `room` (pass `__file__`), as written, `source` marks included."""
    return tomllib.loads(Path(room).with_name("components.toml").read_text(encoding="utf-8"))
