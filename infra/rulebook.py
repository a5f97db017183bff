"""Reads the pages of rules: `rules.md` in the package of the game and of each ruleset."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from domain.rulesets import RULESETS
from services.rulebook import Pages

GAME: Final = "game"
"""The page of the rules that all games share. Each other page has the name of its ruleset."""
DOCS: Final = Path(__file__).resolve().parents[1] / "docs" / "rules"


def read_rulebook() -> Pages:
    """All pages of rules. A package without a page adds none."""
    pages = {GAME: page_of("domain.game", GAME)}
    pages |= {ruleset.id: page_of(f"domain.rulesets.{ruleset.id}", ruleset.id) for ruleset in RULESETS.values()}
    return Pages({name: page.read_text(encoding="utf-8") for name, page in pages.items() if page.is_file()})


def page_of(package: str, name: str) -> Traversable:
    """The file of a page of rules."""
    page = files(package) / "rules.md"
    return page if page.is_file() else DOCS / f"{name}.md"  # delete from " if" on, and DOCS, once all pages have moved
