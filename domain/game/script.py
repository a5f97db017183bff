"""What the events and commands of a game look like: its own, and those of its ruleset."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.engine.ruleset import AnyRuleset, RulesetKey, Upcast
from domain.game.commands import GAME_COMMANDS
from domain.game.events import GAME_EVENTS


@dataclass(frozen=True, slots=True)
class GameScript:
    """The `domain.log.record.Script` of the games of one ruleset in one version."""

    ruleset: AnyRuleset

    @property
    def key(self) -> RulesetKey:
        """Id and version of the ruleset."""
        return self.ruleset.key

    @property
    def events(self) -> tuple[type, ...]:
        """The types of all events, the game's own first."""
        return (*GAME_EVENTS, *self.ruleset.events)

    @property
    def commands(self) -> tuple[type, ...]:
        """The types of all commands, the game's own first."""
        return (*GAME_COMMANDS, *self.ruleset.commands)

    @property
    def schemas(self) -> Mapping[str, int]:
        """Event type -> its schema, where it is not 1."""
        return self.ruleset.schemas

    @property
    def upcasts(self) -> Mapping[tuple[str, int], Upcast]:
        """(event type, schema) -> the upcast to the next one."""
        return self.ruleset.upcasts
