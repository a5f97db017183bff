"""Questions across games: public events by rule, type, ruleset, own principal and time (GAME-OPENDATA-01)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import msgspec

from domain.engine.step import Step

DAY_US: Final = 86_400_000_000
WIDE_US: Final = 31 * DAY_US
"""The longest time that may be asked for without a type, a rule or oneself."""
KEYS_MAX: Final = 10
FACTS_CHARS_MAX: Final = 400
EXAMINED_MAX: Final = 1_000
"""How many events a page looks at, at most, for facts and phases: no index has these, and it would cost more bytes than
the facts themselves."""
FOREVER_US: Final = 2**62


class BadFacts(Exception):
    """No event can have such facts. The text is a sentence."""


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

    `phase`: of its game now, as lists have it. `facts`: a JSON object that is contained in its facts.
    `since_us`, `until_us`: from when everybody may know of it, the end not included.
    """

    ruleset: str | None = None
    ruleset_version: int | None = None
    types: Sequence[str] = ()
    rules: Sequence[str] = ()
    principal: str | None = None
    seat: int | None = None
    phase: str | None = None
    facts: str = ""
    since_us: int = 0
    until_us: int = FOREVER_US

    @property
    def is_examined(self) -> bool:
        """Whether events must be looked at one by one."""
        return bool(self.phase or self.facts)


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


@dataclass(frozen=True, slots=True)
class EventPage:
    """Chosen events, the newest first. `further`: where to go on when there may be others that were not examined."""

    rows: Sequence[EventRow]
    further: EventPlace | None = None


class PublicEvents(Protocol):
    """What the projection `public_events` has written."""

    async def events(self, choice: EventChoice, *, after: EventPlace | None, limit: int, now_us: int) -> EventPage:
        """The chosen events that everybody may know of at `now_us`, past the place `after`."""
        ...


def facts_of(given: object) -> str:
    """The facts of a choice, from a caller. Raises BadFacts."""
    if not isinstance(given, dict) or not given:
        raise BadFacts('Facts are an object with at least one fact, such as {"card": "ale"}.')
    try:
        text = msgspec.json.encode(given).decode()
    except (ValueError, TypeError, OverflowError, RecursionError, msgspec.MsgspecError) as error:
        raise BadFacts("Facts are JSON that the log can have.") from error
    if len(text) > FACTS_CHARS_MAX or "\\u0000" in text:
        raise BadFacts(f"Facts have at most {FACTS_CHARS_MAX} characters, none of them a zero.")
    return text


def checked(choice: EventChoice, now_us: int) -> EventChoice:
    """The choice, if it is narrow enough. Raises TooWide."""
    if choice.types and choice.rules:
        raise TooWide("Name types or rules, not both.")
    if len(choice.types) > KEYS_MAX or len(choice.rules) > KEYS_MAX:
        raise TooWide(f"Name at most {KEYS_MAX} types or rules.")
    if choice.principal is not None and (choice.types or choice.rules):
        raise TooWide("Ask for your own events without types and rules, and choose among them.")
    if choice.facts and not (choice.types or choice.rules or choice.principal):
        raise TooWide("Facts narrow types, rules or your own events: name one of these, too.")
    narrowed = replace(choice, until_us=min(choice.until_us, now_us + 1))
    if not (choice.types or choice.rules or choice.principal) and narrowed.until_us - choice.since_us > WIDE_US:
        raise TooWide("Name a type, a rule, yourself, or at most 31 days.")
    return narrowed
