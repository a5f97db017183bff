"""The error tree of the domain, and `Refused`, the rules' no.

What can go wrong, whose fault it is, and what happens then:

    Refused             the player's: the rules say no. Code, rule ids, facts.  -> answered, recorded, nothing changes
    (Conflict)          nobody's: another command came first. Decide again.     -> services.ports.Conflict
    AssertionError      ours: `evolve` met an event that `decide` may not make. -> masked, logged, that game is parked
    LaterBuild          nobody's: a later build wrote a step that this one cannot read. -> the game is left alone
"""

from collections.abc import Mapping

from domain.engine.message import Message

Fact = str | int | bool | None | tuple["Fact", ...] | Mapping[str, "Fact"]
"""A value that a refusal or a line may carry beside its sentence: JSON without floats."""


class LaterBuild(Exception):
    """A step that only a later build can read. Nothing is wrong with it."""


class Refused(Exception):
    """A command the rules do not allow.

    `code`: snake_case, stable, for programs (`not_your_turn`); the ruleset's catalogue `refusals` explains each one.
    `rules`: ids of the rules that say no, the most specific first. `facts`: what the player needs to understand the no,
    and never anything hidden from them. The sentence is a function of code and facts, in every language: the message
    `refusal-<code>`. `text`: the English sentence of a refusal that was stored; None for one that was just raised.
    """

    def __init__(self, code: str, text: str | None = None, /, *, rules: tuple[str, ...], **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.rules = rules
        self.facts: Mapping[str, Fact] = facts

    @property
    def message(self) -> Message:
        """What it says, without a language."""
        return Message(f"refusal-{self.code}", self.facts)

    def __str__(self) -> str:
        return f"{self.code} [{', '.join(self.rules)}]"
