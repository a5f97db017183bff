"""What the evidence of a game is made of, and for whom."""

from dataclasses import dataclass

from services.log.signed_tree import SignedTree
from services.ports import Principal
from services.reads.horizon import VisibleGame
from services.rulebook import Rulebook
from services.world import World


class NoEvidence(Exception):
    """A game has no bundle for this reader, or not yet. The text is a sentence."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The world, the signed tree, the rules, and the game as far as the reader sees it."""

    world: World
    tree: SignedTree
    rulebook: Rulebook
    reader: Principal | None
    visible: VisibleGame
