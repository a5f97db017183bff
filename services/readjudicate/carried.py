"""A state of a game under another version of its ruleset. Both versions are of one generation: they share the type of
their states, and a state says by which version it is played."""

from typing import Any

import msgspec

from domain.engine.ruleset import AnyRuleset
from domain.game import GameState


class AnotherGeneration(Exception):
    """The two versions do not share the type of their states, so that no state can be carried over."""


def check_generation(first: AnyRuleset, second: AnyRuleset) -> None:
    """Raises AnotherGeneration unless a state of one version is a state of the other."""
    if first.id != second.id or first.state is not second.state:
        raise AnotherGeneration(
            f"{first.id} {first.version} and {second.id} {second.version} do not share the shape of their states."
        )


def carried(state: GameState, to: AnyRuleset) -> GameState:
    """The same game, played by `to` from here on."""
    if state.ruleset_version == to.version:
        return state
    position = carried_position(state.position, to)
    return msgspec.structs.replace(state, position=position, ruleset_version=to.version)


def carried_position(position: Any, to: AnyRuleset) -> Any:  # noqa: ANN401
    """The position of a game, if it has one, played by `to` from here on."""
    return position if position is None or position.ruleset_version == to.version else to.carry(position)
