"""The rulebook as it lies in docs/rules. Reads files once, at start; knows no rule."""

from pathlib import Path
from typing import Final

from services.rulebook import Pages

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "rules"


def read_rulebook(folder: Path = FOLDER) -> Pages:
    """All pages of rules in `folder`. Raises OSError when it is not there."""
    if not folder.is_dir():
        raise FileNotFoundError(f"the rules are not in {folder}: run Emberlog from its checkout")
    return Pages({page.stem: page.read_text(encoding="utf-8") for page in sorted(folder.glob("*.md"))})
