"""The version of this build: that of the installed package, or of the checkout it runs from."""

import tomllib
from importlib import metadata
from pathlib import Path


def version() -> str:
    """For example `0.2.0`."""
    try:
        return metadata.version("emberlog")
    except metadata.PackageNotFoundError:
        project = Path(__file__).resolve().parents[1] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
