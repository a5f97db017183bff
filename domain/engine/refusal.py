"""The error tree of the domain, and `Refused`, the rules' no.

What can go wrong, whose fault it is, and what happens then:

    Refused             the player's: the rules say no. Code, rule ids, facts.  -> answered, recorded, nothing changes
    (Conflict)          nobody's: another command came first. Decide again.     -> services.ports.Conflict
    AssertionError      ours: `evolve` met an event that `decide` may not make. -> masked, logged, that game is parked
"""

from collections.abc import Mapping

Fact = str | int | bool | None | tuple["Fact", ...] | Mapping[str, "Fact"]
"""A value that a refusal or a line may carry beside its sentence: JSON without floats."""


class Refused(Exception):
    """A command the rules do not allow.

    `code`: snake_case, stable, for programs (`not_your_turn`); the ruleset's catalogue `refusals` explains each one.
    `rules`: ids of the rules that say no, the most specific first. `facts`: what the player needs to understand the no,
    and never anything hidden from them. `text`: one plain sentence with placeholders for seats (`viewer.seat_name`).
    """

    def __init__(self, code: str, text: str, *, rules: tuple[str, ...], **facts: Fact) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
        self.rules = rules
        self.facts: Mapping[str, Fact] = facts

    def __str__(self) -> str:
        return f"{self.text} [{self.code}; {', '.join(self.rules)}]"
