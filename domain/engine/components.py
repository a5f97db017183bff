"""Reads the printed components of a ruleset. This is the one place in `domain` that opens a file, at import."""

import tomllib
from pathlib import Path
from typing import Any


def printed_components(module_file: str) -> dict[str, Any]:
    """The `components.toml` beside a module (pass its `__file__`), as written, with the `source` of each entry."""
    return tomllib.loads(Path(module_file).with_name("components.toml").read_text(encoding="utf-8"))
