"""Where the site is built from, and where it is built to."""

from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
OUT: Final = ROOT / "api" / "web" / "site"
SCHEMA: Final = ROOT / "docs" / "schema.graphql"
PREFIX: Final = "/docs/"
"""The address that the API serves the site at."""
