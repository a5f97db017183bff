"""By which rules a game in the log is folded."""

from collections.abc import Mapping

from domain.engine.ruleset import AnyRuleset, RulesetKey
from domain.game import Game
from projections.ports import LogHead

Rulesets = Mapping[RulesetKey, AnyRuleset]
"""Rulesets by id and version."""


def game_for(rulesets: Rulesets, head: LogHead) -> Game | None:
    """The game logic of the ruleset and version that the game is played by; None if this build lacks it."""
    ruleset = rulesets.get((head.ruleset, head.ruleset_version))
    return None if ruleset is None else Game(ruleset)
