"""Reads the rules: `rules.md` in the package of the game and of each ruleset."""

from functools import cache
from importlib.resources import files
from typing import Final

from domain.rulesets import CURRENT
from services.rulebook import Pages

GAME: Final = "game"
"""The page of the rules that all games share. Each other page has the id of its ruleset."""


@cache
def read_rulebook() -> Pages:
    """Returns all pages of rules, which a process reads once. Raises FileNotFoundError for a package without its page:
    a broken installation."""
    packages = {GAME: "domain.game"} | {id: f"domain.rulesets.{id}" for id in CURRENT}
    return Pages(
        {name: (files(package) / "rules.md").read_text(encoding="utf-8") for name, package in packages.items()},
        (erratum for ruleset in CURRENT.values() for erratum in ruleset.errata),
    )
