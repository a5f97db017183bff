"""The rulebook: the `rules.md` of every ruleset and of the game round them, read once at start from the installed packages."""

from importlib.resources import files

from domain.rulesets import RULESETS
from services.rulebook import Pages


def read_rulebook() -> Pages:
    """All pages of rules by name: `game`, and the id of each ruleset. Raises OSError for a page that is missing."""
    packages = {"game": "domain.game", **{id: f"domain.rulesets.{id}" for id in RULESETS}}
    return Pages(
        {name: (files(package) / "rules.md").read_text(encoding="utf-8") for name, package in packages.items()}
    )
