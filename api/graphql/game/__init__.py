"""One game, at the version at which it was read."""

import strawberry

from api.graphql.fields import Info, field
from api.graphql.game.audit import GameAudit
from api.graphql.game.clocks import GameClocks
from api.graphql.game.evidence import GameEvidence
from api.graphql.game.play import GamePlay
from api.graphql.game.replay import GameReplay
from api.graphql.game.take_back import GameTakeBack
from api.graphql.node import Node
from services.reads.horizon import VisibleHead


@strawberry.type(name="Game", description="One play of a ruleset: a sequence of steps with one version.")
class GameNode(GamePlay, GameReplay, GameEvidence, GameAudit, GameClocks, GameTakeBack, Node):
    """What it is (`facts`), what can be read of it as a viewer (`replay`), what proves it
    (`evidence`), what arbiters ruled and the audit desk reads (`rulings`, `audit`), its clocks (`clocks`), what may be
    taken back (`take_back`), and the caller's own part in it (`play`)."""

    @field("A UUID in lower case; it never changes.")
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.visible.game_id)


def game_node(info: Info, visible: VisibleHead) -> GameNode:
    """The game as the caller may see it now."""
    info.context.at = f"game {visible.game_id} version {visible.version}"
    return GameNode(visible=visible, version=visible.version)
