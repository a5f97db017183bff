"""Lines and refusals with the names of the seats, to be told in any language."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.engine.message import Message
from domain.engine.refusal import Fact, Refused
from domain.engine.ruleset import Line
from domain.engine.viewer import Seat
from services.languages.catalogues import ENGLISH
from services.languages.render import line_text, refusal_text, render


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line, and what the seats are called."""

    line: Line
    names: tuple[str, ...]

    @property
    def type(self) -> str:
        """The event's type (`<ruleset>.<Event>`)."""
        return self.line.type

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind it, the most specific first."""
        return self.line.rules

    @property
    def seat(self) -> Seat | None:
        """The seat that acted, if one did."""
        return self.line.seat

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The event's fields that the viewer may know, by name."""
        return self.line.facts

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.text_in(ENGLISH)

    def text_in(self, locale: str) -> str:
        """The sentence in a language of the catalogues."""
        return line_text(self.line, locale, self.names)


@dataclass(frozen=True, slots=True)
class NamedMessage:
    """A message of a scope, and what the seats are called."""

    scope: str
    message: Message
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.text_in(ENGLISH)

    def text_in(self, locale: str) -> str:
        """The sentence in a language of the catalogues."""
        return render(self.scope, self.message, locale, self.names)


@dataclass(frozen=True, slots=True)
class NamedRefusal:
    """A refusal in a game of a ruleset ("" for none), and what the seats are called."""

    refused: Refused
    ruleset: str
    names: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.text_in(ENGLISH)

    def text_in(self, locale: str) -> str:
        """The sentence in a language of the catalogues."""
        return refusal_text(self.refused, self.ruleset, locale, self.names)
