"""Questions across games: public events by rule, type, ruleset, own principal and time (GAME-OPENDATA-01)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from domain.engine.step import Step

DAY_US: Final = 86_400_000_000
WIDE_US: Final = 31 * DAY_US
"""The longest time that may be asked for without a type, a rule or oneself."""
KEYS_MAX: Final = 10
FOREVER_US: Final = 2**62


class TooWide(Exception):
    """A question would read too much. The text is a sentence."""


@dataclass(frozen=True, slots=True)
class EventPlace:
    """Where an event is in the order: the newest first."""

    shows_us: int
    game_id: str
    version: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoice:
    """Which events. Empty and None: all. An event has one of `types`, or cites one of `rules`; not both are given.

    `since_us`, `until_us`: from when everybody may know of it, the end not included.
    """

    ruleset: str | None = None
    ruleset_version: int | None = None
    types: Sequence[str] = ()
    rules: Sequence[str] = ()
    principal: str | None = None
    seat: int | None = None
    since_us: int = 0
    until_us: int = FOREVER_US


@dataclass(frozen=True, slots=True)
class EventRow:
    """A public event. `facts`: what spectators are told of it, as JSON."""

    place: EventPlace
    ruleset: str
    ruleset_version: int
    type: str
    seat: int | None
    rules: Sequence[str]
    facts: object


class PublicEvents(Protocol):
    """What the projection `public_events` has written."""

    async def events(
        self, choice: EventChoice, *, after: EventPlace | None, limit: int, now_us: int
    ) -> Sequence[EventRow]:
        """The chosen events that everybody may know of at `now_us`, past the place `after`, the newest first."""
        ...


def checked(choice: EventChoice, now_us: int) -> EventChoice:
    """The choice, if it is narrow enough. Raises TooWide."""
    if choice.types and choice.rules:
        raise TooWide("Name types or rules, not both.")
    if len(choice.types) > KEYS_MAX or len(choice.rules) > KEYS_MAX:
        raise TooWide(f"Name at most {KEYS_MAX} types or rules.")
    if choice.principal is not None and (choice.types or choice.rules):
        raise TooWide("Ask for your own events without types and rules, and choose among them.")
    narrowed = replace(choice, until_us=min(choice.until_us, now_us + 1))
    if not (choice.types or choice.rules or choice.principal) and narrowed.until_us - choice.since_us > WIDE_US:
        raise TooWide("Name a type, a rule, yourself, or at most 31 days.")
    return narrowed
