"""The domain's no. Knows no transport and no status code.

What can go wrong, and whose it is:

    Refused             the player's: the rules say no. Code, rule ids, facts.  -> shown, kept, nothing changes
    (Conflict)          nobody's: another command came first. Decide again.     -> services.ports.Conflict
    AssertionError      ours: `evolve` met an event that `decide` may not make. -> masked, logged, that game is parked
"""

from collections.abc import Mapping

Fact = str | int | bool | None | tuple["Fact", ...] | Mapping[str, "Fact"]
"""What a refusal or a line may carry beside its sentence: JSON without floats."""


class Refused(Exception):
    """A command the rules do not allow.

    `code`: snake_case, stable, for programs (`not_your_turn`). `rules`: ids of the rules that say no, the most telling
    first. `facts`: what the asking seat may know and needs to understand the no; never anything hidden from it.
    `text`: one plain sentence, seats written as marks (`viewer.mark`).
    """

    def __init__(self, code: str, text: str, *, rules: tuple[str, ...], **facts: Fact) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
        self.rules = rules
        self.facts: Mapping[str, Fact] = facts

    def __str__(self) -> str:
        return f"{self.text} [{self.code}; {', '.join(self.rules)}]"
