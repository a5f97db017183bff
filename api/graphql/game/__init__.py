"""One game, at the version at which it was read."""

import strawberry

from api.graphql.fields import Info
from api.graphql.game.play import GamePlay
from api.graphql.game.replay import GameReplay
from services.reads.horizon import VisibleHead


@strawberry.type(name="Game", description="One play of a ruleset: a sequence of steps with one version.")
class GameNode(GamePlay, GameReplay):
    """What it is (`facts`), what can be read of it as a viewer (`replay`), and the caller's own part in it (`play`)."""


def game_node(info: Info, visible: VisibleHead) -> GameNode:
    """The game as the caller may see it now."""
    info.context.at = f"game {visible.game_id} version {visible.version}"
    return GameNode(visible=visible, id=strawberry.ID(visible.game_id), version=visible.version)
