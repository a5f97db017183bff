"""The ports: what the use cases need of the outside world, and the answers it may give.

Every port may raise `Unavailable` and `LogDamaged`, which are in `services.errors`. The port `Parkings` is in
`services.parkings`, `Names` in `services.names`, `TokenStore` in `services.tokens`; what a stream is, is in
`services.streams`.
"""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import msgspec

from domain.engine.ruleset import RulesetKey
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Seat
from domain.log.record import Written
from services.listing import EVERY_GAME, FIRST_PAGE, GameChoice, GamePage, ResultRow
from services.parkings import Parked
from services.principals import Principal as Principal  # noqa: PLC0414
from services.principals import Principals as Principals  # noqa: PLC0414
from services.principals import Role as Role  # noqa: PLC0414
from services.streams import Head, Opening, StreamKind


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """One decided command, with its events when it was accepted.

    `expected_version` and `expected_hash`: the head it was decided on (0 and 32 zero bytes for an opening).
    `request_hash`: 32 bytes over everything the client sent, so that a second use of a command id for something else is
    noticed. `body`: the command, canonical JSON. `answer`: canonical JSON of the refusal, b"" when accepted.
    `received_us`: when the whole request had been read; `time_us`: the same, but never before the last step.
    `token_id`: by which token the principal came, as `recorded_token` writes it; "" for the service's own bots.
    `opening`: what the first command of a stream makes it; every refused opening has it: each may be the first.
    """

    game_id: str
    command_id: str
    request_hash: bytes
    principal: str
    seat: Seat | None
    body: bytes
    outcome: Literal["accepted", "refused"]
    answer: bytes
    time_us: int
    received_us: int
    token_id: str
    expected_version: Step
    expected_hash: bytes
    events: tuple[Written, ...] = ()
    opening: Opening | None = None

    @property
    def first_version(self) -> Step:
        """Its first step; for a refused command, the version it was decided on."""
        return Step(self.expected_version + 1) if self.events else self.expected_version

    @property
    def last_version(self) -> Step:
        """Its last step; for a refused command, the version it was decided on."""
        return Step(self.expected_version + len(self.events))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCommand:
    """A command in the log, chained to the one before (`domain.log.record.command_link`).

    `first_version`..`last_version`: its steps; for a refused one, the version it was decided on. `token_id`: see
    `Append`. `ordinal`: 1..n within the game; `link`: its place in the chain. Both are empty in the answer to a
    repeated command.
    """

    game_id: str
    command_id: str
    request_hash: bytes
    principal: str
    seat: Seat | None
    body: bytes
    outcome: Literal["accepted", "refused"]
    answer: bytes
    time_us: int
    received_us: int
    token_id: str
    first_version: Step
    last_version: Step
    ordinal: int = field(default=0, compare=False)
    link: bytes = field(default=b"", compare=False)


class Appended(msgspec.Struct, frozen=True):
    """The entry is in the log, synchronously committed."""

    version: Step


@dataclass(frozen=True, slots=True)
class Duplicate:
    """This command id was answered before; `stored` is that command. Nothing was written."""

    stored: StoredCommand


@dataclass(frozen=True, slots=True)
class CommandIdReused:
    """This command id was used for another request. Nothing was written."""

    stored: StoredCommand


@dataclass(frozen=True, slots=True)
class Conflict:
    """The head is not the expected one. Nothing was written."""

    version: Step


@dataclass(frozen=True, slots=True)
class NoSuchGame:
    """The log has no stream of this id that takes the command, or, for an opening, the id is taken."""

    game_id: str


AppendResult = Appended | Duplicate | CommandIdReused | Conflict | NoSuchGame | Parked


@dataclass(frozen=True, slots=True)
class RawStep:
    """One row of the log, before anything in it has been checked."""

    version: Step
    type: str
    schema: int
    prev_hash: bytes
    hash: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of the global order: dense positions 1..n, assigned after the commit.

    A command follows its steps. `number`: the version of a step, the ordinal of a command. `leaf`: `record.log_leaf`.
    """

    pos: int
    game_id: str
    kind: Literal["step", "command"]
    number: int
    leaf: bytes


class EventLog(Protocol):
    """The append-only log. What `append` acknowledged is on disk."""

    async def append(self, entry: Append) -> AppendResult:
        """Writes a command and its events, or nothing. First it looks the command id up, then the parking of the game,
        then it compares the head."""
        ...

    async def head(self, game_id: str) -> Head | None:
        """The head of a stream of any kind, None for no such stream. `read_log.game_head` is for games alone."""
        ...

    async def versions(self, game_ids: Collection[str]) -> Mapping[str, Step]:
        """The last version of each of these streams that is there."""
        ...

    async def read(self, game_id: str, *, after: Step = BEFORE_FIRST, limit: int = 10_000) -> Sequence[RawStep]:
        """Steps with version > `after`, in order, at most `limit`."""
        ...

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> Sequence[StoredCommand]:
        """Stored commands in the order of decision, accepted and refused alike; skips the first `after`."""
        ...

    async def command(self, game_id: str, command_id: str) -> StoredCommand | None:
        """One stored command; None when the game has no command of this id."""
        ...

    async def entries(self, *, after: int = 0, limit: int = 10_000) -> Sequence[LogEntry]:
        """The global order past position `after`."""
        ...

    async def places(self, game_id: str) -> Sequence[LogEntry]:
        """One game's entries, by position. The newest steps and commands may not have theirs yet."""
        ...

    async def streams(self, kind: StreamKind, *, after: str | None = None, limit: int = 1_000) -> Sequence[str]:
        """The ids of the streams of a kind past the id `after`, in order, at most `limit`."""
        ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state at a version, as bytes that only the same source (`fingerprint`) can read."""

    version: Step
    state: bytes


class Snapshots(Protocol):
    """A cache of states. Without it everything still works, only more slowly."""

    async def latest(self, game_id: str, fingerprint: str, *, at_most: Step) -> Snapshot | None: ...

    async def save(self, game_id: str, fingerprint: str, snapshot: Snapshot) -> None: ...


# ---------------------------------------------------------------- messages


class Notifier(Protocol):
    """Tells the processes that a game may have moved. A hint: it may be lost or doubled, and it carries no truth."""

    async def notify(self, game_id: str, version: Step) -> None:
        """Does not raise when the broker is away: watchers also poll."""
        ...

    def notifications(self) -> AsyncIterator[tuple[str, int]]:
        """All notifications from now on, as (game id, version). It never ends, and it reconnects by itself."""
        ...


class Revocations(Protocol):
    """Tells the processes that tokens may have ended. A hint: each process asks `Principals` what is true."""

    async def announce(self, ids: Collection[str]) -> None:
        """The ids of tokens, or of principals with all their tokens. Does not raise when the broker is away: every
        process asks by itself some seconds later."""
        ...

    def announcements(self) -> AsyncIterator[str]:
        """All ids announced by other processes from now on. It never ends, and it reconnects by itself."""
        ...


class Jobs(Protocol):
    """Wakes the workers: "this game may have moved". A job may be lost or doubled."""

    async def poke(self, game_id: str) -> None:
        """Does not raise when the broker is away: the sweep finds games that lag behind."""
        ...


@dataclass(frozen=True, slots=True)
class Watching:
    """How many subscriptions follow a game.

    `total`: all of them. `public`: only those that anybody may count. In a game with a delay these are the outsiders:
    players and arbiters leave when it ends, and outsiders must not learn of that early (GAME-DELAY-02).
    """

    total: int = 0
    public: int = 0

    def __add__(self, more: "Watching") -> "Watching":
        return Watching(self.total + more.total, self.public + more.public)


class Audience(Protocol):
    """How the processes of a service exchange their counts of watchers. A hint: it may be late or lost."""

    async def meet(self, here: Mapping[str, Watching]) -> Mapping[str, Watching]:
        """Replaces the counts of this process with `here`, and returns the sum of the other processes' counts.

        Counts expire after some seconds unless they are renewed, so a killed process soon stops counting. Does not
        raise: while the broker is away, the other processes count as nothing.
        """
        ...


# ---------------------------------------------------------------- projections, read side


@dataclass(frozen=True, slots=True)
class TrackPoint:
    """One seat's score at one step, split by source. `visible_to`: the seats that may see that source; None:
    everybody."""

    seat: Seat
    source: str
    banked: int
    if_over: int
    visible_to: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class TrackRow:
    """All tracks of a game at one step."""

    version: Step
    points: tuple[TrackPoint, ...]


@dataclass(frozen=True, slots=True)
class WinChanceRow:
    """The sums of the playouts from one step (`projections.analysis.chances.WinChances`)."""

    version: Step
    playouts: int
    won: tuple[int, ...]
    points: tuple[int, ...]
    nobody: int
    cost_us: int


@dataclass(frozen=True, slots=True)
class GameListRow:
    """A game in a list: public facts only after the last step that spectators may see by now.

    `persons`: by seat, the principal whose name the seat has; "" for a free seat and for a bot's own. `bots`: by seat,
    the bot that plays it, or "". `leaders`: the seats in front by public points; empty before play. `turn`: how many
    turns had begun. `fork`: whether it continues from another game. `holders`, `host`: by seat, who may play it now,
    and who opened it; a caller may know that of themselves only. `place_us`: the moment by which the page that it is
    on is ordered. `services.reads.lists` adds names and titles.
    """

    game_id: str
    ruleset: str
    phase: str
    version: Step
    turn: int
    persons: tuple[str, ...]
    bots: tuple[str, ...]
    to_act: tuple[Seat, ...]
    leaders: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    sandbox: bool
    fork: bool
    opened_us: int
    moved_us: int
    holders: tuple[str, ...] = field(default=(), compare=False)
    host: str = field(default="", compare=False)
    place_us: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RuleGameRow:
    """A game in which a rule fired.

    `version`: the first step that cites it; `times`: how many steps do. `shows_us`: since when anybody may know of it;
    such lists are ordered by that.
    """

    game: GameListRow
    version: Step
    times: int
    shows_us: int


class ProjectionReader(Protocol):
    """What the projections have written so far; it may lag behind the log.

    Lists show what spectators may know at `now_us`: games with a delay as far as it allows (GAME-DELAY-02).
    """

    async def tracks(
        self, game_id: str, *, after: Step = BEFORE_FIRST, up_to: Step | None = None
    ) -> Sequence[TrackRow]: ...

    async def win_chances(self, game_id: str, *, after: Step, up_to: Step, limit: int) -> Sequence[WinChanceRow]:
        """The chances by what spectators know, at the analysed steps after `after` up to `up_to`, in order."""
        ...

    async def games(
        self, choice: GameChoice = EVERY_GAME, page: GamePage = FIRST_PAGE, *, limit: int, now_us: int
    ) -> Sequence[GameListRow]:
        """The games that a caller chose, in the order of the page. `limit`: how many at most."""
        ...

    async def count_games(self, choice: GameChoice = EVERY_GAME, *, now_us: int) -> int:
        """How many `games` lists. Unless the choice is tallied it ends at `COUNT_MAX`, as `count_rule_games` does."""

    async def games_by_id(self, game_ids: Sequence[str], *, now_us: int) -> Sequence[GameListRow]:
        """What lists show of these games, in any order, without those that they do not show."""
        ...

    async def results(self, principal: str, *, now_us: int) -> Sequence[ResultRow]:
        """What became of the games of a person that count, by ruleset: those in which they sit under their own name."""
        ...

    async def rule_games(
        self, rule: str, *, before: tuple[int, str] | None, limit: int, now_us: int
    ) -> Sequence[RuleGameRow]:
        """Games in which the rule fired, the newest first. `before`: (shows_us, game_id) of the last row of the page
        before."""
        ...

    async def count_rule_games(self, rule: str, *, now_us: int) -> int: ...


Clock = Callable[[], int]
"""Returns the time now, in microseconds since 1970 (UTC)."""

Entropy = Callable[[], bytes]
"""Returns 32 bytes that nobody can guess."""

Fingerprint = Callable[[RulesetKey], str]
"""Id and version of a ruleset -> a hash of the source that folds its states."""
