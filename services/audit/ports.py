"""What the audit desk needs of the world: the commands by who, when and what, and the evidence beside the log."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol

from domain.engine.step import Step
from domain.engine.viewer import Seat
from services.ports import StoredCommand
from services.principals import Scope, TokenKind

KeyEventKind = Literal["token_made", "token_renewed", "token_revoked", "code_made", "code_used", "code_revoked"]

EntryKind = Literal["step", "command"]
"""What has a position in the order of all games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerChoice:
    """Which commands of a game. None: all. `from_us`, `to_us`: when they were received, the end not included.

    `up_to`: decided on no later step than this one.
    """

    up_to: Step
    seat: Seat | None = None
    outcome: Literal["accepted", "refused"] | None = None
    principal: str | None = None
    from_us: int | None = None
    to_us: int | None = None

    def has(self, command: StoredCommand) -> bool:
        """Whether a command is one of them."""
        first = command.first_version if command.outcome == "refused" else command.last_version
        return (
            first <= self.up_to
            and self.seat in (None, command.seat)
            and self.outcome in (None, command.outcome)
            and self.principal in (None, command.principal)
            and (self.from_us is None or command.received_us >= self.from_us)
            and (self.to_us is None or command.received_us < self.to_us)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRecord:
    """A token as an auditor sees it, also one that has ended. Times in microseconds since 1970 (UTC).

    `game_id`: the one game that it is for; None for all. `used_on`: the last day of use. `made_by`: the token that made
    it; "" for none.
    """

    id: str
    principal: str
    kind: TokenKind
    label: str
    scopes: tuple[Scope, ...]
    game_id: str | None
    made_us: int
    expires_us: int
    revoked_us: int | None
    used_on: date | None
    made_by: str


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """What became of a token or a recovery code. `by_key`: the token that made it, or that the code gave."""

    at_us: int
    principal: str
    key_id: str
    what: KeyEventKind
    by_key: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """Steps that a connection of a seat has taken, by the time of the service."""

    game_id: str
    seat: Seat
    connection: str
    first_us: int
    last_us: int
    token_id: str
    first_version: Step
    last_version: Step


@dataclass(frozen=True, slots=True, order=True)
class Visit:
    """A token was used from an address in the hour that began then. `client`: the program, as it names itself."""

    principal: str
    hour_us: int
    token_id: str
    address: str
    client: str = ""


@dataclass(frozen=True, slots=True, order=True)
class UnavailableMinute:
    """How many requests a process answered by UNAVAILABLE in the minute that began then."""

    minute_us: int
    process: str
    answers: int


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which no process of a kind said that it runs."""

    process: str
    from_us: int
    to_us: int


class AuditStore(Protocol):
    """The evidence. Only `put_receipts`, `put_visits` and `put_unavailable` write."""

    async def ledger(self, game_id: str, choice: LedgerChoice, *, after: int, limit: int) -> Sequence[StoredCommand]:
        """The chosen commands past the ordinal `after`, in order."""
        ...

    async def places(self, game_id: str, kind: EntryKind, numbers: Collection[int]) -> Mapping[int, int]:
        """The positions of a game's steps in the global order, by version, or of its commands, by ordinal. The newest
        may have none yet."""
        ...

    async def tokens_of(self, principals: Collection[str]) -> Sequence[TokenRecord]:
        """All tokens of these principals, also those that have ended."""
        ...

    async def key_events(self, principal: str, *, from_us: int, to_us: int, limit: int) -> Sequence[KeyEvent]: ...

    async def commands_of(self, principal: str, *, from_us: int, to_us: int, limit: int) -> Sequence[StoredCommand]:
        """The accepted commands of a principal in all games, by the time of their decision."""
        ...

    async def thinking_times(self, principal: str, ruleset: str, *, limit: int) -> Sequence[int]:
        """How long a person thought about the newest decisions of the games of a ruleset that are over: from the step
        before until the whole request had been read, in microseconds. What a bot decided does not count."""
        ...

    async def receipts(self, game_id: str, seat: Seat, *, from_us: int, to_us: int, limit: int) -> Sequence[Receipt]:
        """Those that touch a time, in order."""
        ...

    async def put_receipts(self, receipts: Sequence[Receipt]) -> None:
        """Stores receipts. Storing one twice does no harm."""
        ...

    async def put_visits(self, visits: Sequence[Visit], now_us: int) -> None:
        """Stores visits, and forgets those that are older than 30 days. Storing one twice does no harm."""
        ...

    async def visits(self, principals: Collection[str], *, from_us: int, to_us: int, limit: int) -> Sequence[Visit]:
        """The visits of hours that touch a time, ordered by person, hour, token, address and client."""
        ...

    async def outages(self, *, from_us: int, to_us: int, limit: int) -> Sequence[Outage]:
        """Those that touch a time, in order."""
        ...

    async def put_unavailable(self, process: str, answers: Mapping[int, int], now_us: int) -> None:
        """Stores how many requests a process answered by UNAVAILABLE, by the beginning of the minute, and forgets those
        of more than 90 days ago. A larger number for the same minute replaces the smaller one."""
        ...

    async def unavailable(self, *, from_us: int, to_us: int, limit: int) -> Sequence[UnavailableMinute]:
        """Those of minutes that touch a time, by minute and process."""
        ...
