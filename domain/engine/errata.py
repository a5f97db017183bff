"""Errata: numbered corrections of a ruleset. A version of a ruleset is its rules with the errata up to it."""

from typing import Protocol

import msgspec


class Versioned(Protocol):
    """A state that knows which version of its ruleset it is played by."""

    @property
    def ruleset_version(self) -> int: ...


class Erratum(msgspec.Struct, frozen=True, kw_only=True):
    """One correction (GAME-VERSION-03): the rule's words before and after, and the first version with the new ones.

    `id`: `<prefix of the ruleset's rules>-E<number>`. `rule`: the id of the corrected rule. `before`: what the rule
    said, or how it was played, until then. `after`: what holds since.
    """

    id: str
    since: int
    rule: str
    before: str
    after: str

    def holds(self, state: Versioned) -> bool:
        """Whether a game in this state is played by the corrected rule. The only question that code may ask about a
        version: so every branch names its erratum."""
        return state.ruleset_version >= self.since
