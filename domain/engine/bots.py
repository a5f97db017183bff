"""The bot that every ruleset has: it plays any legal command."""

from domain.engine.chance import Chance
from domain.engine.ruleset import C, V


def random_bot(view: V, legal: tuple[C, ...], chance: Chance) -> C:
    """Returns one of the `legal` commands, each equally likely."""
    return legal[chance.below(len(legal))]
