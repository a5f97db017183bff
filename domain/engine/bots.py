"""The bot that every ruleset has. Looks at nothing but the list of legal commands."""

from domain.engine.chance import Chance
from domain.engine.ruleset import C, V


def random_bot(view: V, legal: tuple[C, ...], chance: Chance) -> C:
    """Any legal command, each as likely as the others."""
    return legal[chance.below(len(legal))]
