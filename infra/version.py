"""The version of Emberlog: of the installed package, or of the checkout it runs from."""

import importlib.metadata
import tomllib
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[1] / "pyproject.toml"


def version() -> str:
    """The version as `X.Y.Z`, or "unknown" when nothing says it."""
    try:
        return importlib.metadata.version("emberlog")
    except importlib.metadata.PackageNotFoundError:
        pass
    try:
        return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        return "unknown"
