"""The shape of a report, and what several of them need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal, get_args

import msgspec

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import ARBITER, Seat, Viewer
from domain.log.record import Recorded
from services.audit.ledger import Reach, ledger_reach
from services.audit.not_allowed import not_allowed
from services.languages import NamedLine
from services.log.signed_tree import SignedTree
from services.ports import Principal, StoredCommand
from services.principals import in_game
from services.reads.evidence import is_record_open
from services.reads.horizon import VisibleGame
from services.reads.look import ViewerNotAllowed, may_look, named
from services.reads.patch import Change
from services.rulebook import Rulebook
from services.rulings.sightings import Glance, is_sighting
from services.world import World

Case = Literal["undone", "not-me", "site-down", "engine", "shuffle"]
CASES: Final[tuple[Case, ...]] = get_args(Case)
FORMAT: Final = 1
ROWS_MAX: Final = 2_000
DRAWS: Final = (
    "Each draw is a number from 0 up, of so many as “of” says: of 45 it is 0 to 44. Its step is the last one before "
    "the command that drew."
)
_PAGE: Final = 2_000
_CHANGES: Final[Mapping[str, str]] = {"add": "new", "remove": "gone", "replace": "changed"}


class BadReport(Exception):
    """A report lacks something that it needs, or it names something that does not exist. The text is a sentence."""


class Section(msgspec.Struct, frozen=True):
    """A part of a report. `facts`: pairs of a name and a value. `rows`: a table, whose heads are `columns`."""

    heading: str
    text: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Report(msgspec.Struct, frozen=True):
    """A whole report. `rules`: the build that computed it, by a hash of the source of its rules."""

    format: int
    case: Case
    title: str
    game: str
    ruleset: str
    ruleset_version: int
    steps: int
    head: str
    rules: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRequest:
    """What a report is about. Which of these a case needs, docs/handbook says."""

    case: Case
    seat: Seat | None = None
    step: Step | None = None
    since: Step | None = None
    command_id: str | None = None
    from_us: int | None = None
    to_us: int | None = None
    by_version: int | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Who asks about which game, and where the answers are. `viewers`: as which viewers the report shows the game."""

    world: World
    tree: SignedTree
    rulebook: Rulebook
    principal: Principal | None
    visible: VisibleGame
    viewers: list[Viewer] = field(default_factory=list)

    def glances(self) -> list[Glance]:
        """What of it is to be written down before the report is given (GAME-ROLE-05)."""
        visible = self.visible
        reader = in_game(self.principal, visible.game_id)
        others = (each for each in dict.fromkeys(self.viewers) if is_sighting(visible.state, each, reader))
        return [Glance(visible.game_id, each, visible.version) for each in others]

    @property
    def reach(self) -> Reach | None:
        """What of the ledger the caller may read."""
        return ledger_reach(self.principal, self.visible.game_id, self.visible.state)

    def check_auditor(self, who: str) -> None:
        """Raises ViewerNotAllowed unless the caller may audit the game. `who`: who may, in a sentence."""
        if self.reach != "all":
            raise self.not_allowed(who)
        self.viewers.append(ARBITER)

    def check_open(self, who: str) -> None:
        """Raises ViewerNotAllowed unless the caller audits the game, or may have its records."""
        if self.reach != "all" and not is_record_open(self.principal, self.visible):
            raise self.not_allowed(who)
        self.viewers.append(ARBITER)

    def check_viewer(self, viewer: Viewer, who: str) -> None:
        """Raises ViewerNotAllowed unless the caller may look as this viewer."""
        if not self.may_view(viewer):
            raise self.not_allowed(who, viewer)

    def may_view(self, viewer: Viewer) -> bool:
        """Whether the caller may look as this viewer. A report that asks shows something of what they would see."""
        may = may_look(in_game(self.principal, self.visible.game_id), self.visible.state, viewer)
        if may:
            self.viewers.append(viewer)
        return may

    def not_allowed(self, who: str, viewer: Viewer = ARBITER) -> ViewerNotAllowed:
        """The answer to a caller who may not have the report."""
        return not_allowed(self.principal, self.visible, who, viewer)

    async def commands(self) -> Sequence[StoredCommand]:
        """Every command up to the last visible step, in order."""
        every: list[StoredCommand] = []
        while page := await self.world.log.commands(self.visible.game_id, after=len(every), limit=_PAGE):
            every += page
        return [each for each in every if each.last_version <= self.visible.version]

    async def command(self, command_id: str) -> StoredCommand:
        """A command of the game. Raises BadReport."""
        for each in await self.commands():
            if each.command_id == command_id:
                return each
        raise BadReport("This game has no such command.")

    def seat(self, seat: Seat | None) -> Seat:
        """A seat of the game. Raises BadReport."""
        if seat is None or not 0 <= seat < len(self.visible.state.seats):
            raise BadReport(f"Name one of the seats 0 to {len(self.visible.state.seats) - 1}.")
        return seat

    def step(self, step: Step | None) -> Step:
        """A step that the caller may see. Raises BadReport."""
        if step is None or not 1 <= step <= self.visible.version:
            raise BadReport(f"Name one of the steps 1 to {self.visible.version}.")
        return step

    def line_of(self, step: Recorded, viewer: Viewer) -> NamedLine | None:
        """What a viewer was told of a step, its seats called by the numbers that a report has."""
        names = tuple(f"Seat {seat}" for seat in range(len(self.visible.state.seats)))
        return named(self.visible.game.tell(step.event, viewer), names)

    def bytes_of(self, case: Case, title: str, sections: Sequence[Section]) -> bytes:
        """The report as it is given to people."""
        visible = self.visible
        state = visible.state
        key = (state.ruleset, state.ruleset_version)
        return canonical(
            Report(
                FORMAT, case, title, visible.game_id, *key, visible.version, visible.hash.hex(),
                self.world.fingerprint(key), tuple(sections),
            )
        )  # fmt: skip

    def rules_section(self, ids: Sequence[str]) -> Section:
        """The words of some rules as the game is played by them."""
        rows: list[tuple[str, ...]] = []
        for id in dict.fromkeys(ids):
            rule = self.rulebook.rule(id)
            if rule is not None:
                page_version = self.visible.state.ruleset_version
                rows.append((id, rule.at(page_version).text, ", ".join(each.id for each in rule.errata)))
        return Section("The rules", columns=("rule", "words", "errata"), rows=tuple(rows))


def moment(time_us: int | None) -> str:
    """A time as text, to the microsecond; "" for none."""
    if time_us is None:
        return ""
    whole = datetime.fromtimestamp(time_us // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{whole}.{time_us % 1_000_000:06d}Z"


def seconds(time_us: int | None) -> str:
    """A length of time as text, in seconds; "" for none."""
    return "" if time_us is None else f"{time_us // 1_000_000}.{time_us % 1_000_000 // 1_000:03d} s"


def in_short(*sentences: str) -> Section:
    """What a report comes to, for readers who stop here. `sentences`: those that are empty are left out."""
    return Section("In short", tuple(filter(None, sentences)))


def change_rows(patch: Sequence[Change]) -> tuple[tuple[str, ...], ...]:
    """What changed in a view, as rows of what, where and the value. The number of the step is left out."""
    return tuple(
        (
            _CHANGES[str(change["op"])],
            str(change["path"]),
            canonical(change["value"]).decode() if "value" in change else "",
        )
        for change in patch
        if change["path"] != "/version"
    )[:ROWS_MAX]


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def seat_text(seat: int | None) -> str:
    """A seat as text."""
    return "" if seat is None else f"seat {seat}"
