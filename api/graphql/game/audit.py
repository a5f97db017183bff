"""What the audit desk reads of a game: the ledger, what a seat knew, tempo, receipts, and reports."""

import enum
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

import strawberry

from api.graphql.audit.outages import micros
from api.graphql.audit.proofs import StepProofNode
from api.graphql.command import LegalCommand, legal_commands
from api.graphql.fields import Info, field
from api.graphql.game.audit_nodes import (
    AuditReportNode,
    KnowledgeNode,
    LedgerConnection,
    LedgerEdge,
    LedgerEntryNode,
    ReceiptNode,
    TempoNode,
)
from api.graphql.game.rulings import GameRulings
from api.graphql.paging import LEDGER_DEFAULT, LEDGER_MAX, forward_info, forward_page
from api.graphql.record import CommandOutcome
from api.graphql.scalars import Cursor, canonical_id, step_of
from api.graphql.seat import ViewerInput, viewer_of
from api.problems import Problem
from domain.engine.step import Step
from domain.engine.viewer import ARBITER, Seat, Viewer, seat_of
from services.audit.knowledge import knowledge_of
from services.audit.ledger import ledger_reach, read_ledger
from services.audit.not_allowed import KNOWLEDGE, RECEIPTS, TEMPO, not_allowed
from services.audit.ports import LedgerChoice, Receipt
from services.audit.reports.cases import report_of
from services.audit.reports.report import BadReport, Desk, ReportRequest
from services.audit.reports.season import GAMES_MAX
from services.audit.tempo import tempo_of, usual_times
from services.reads.evidence import recorded_commands
from services.reads.look import ViewerNotAllowed, within
from services.reads.proofs import proof_of_step

RECEIPTS_MAX: Final = 200
KNOWLEDGE_POINTS: Final = 400
REPORT_POINTS: Final = 4_000
SEASON_POINTS: Final = 800
"""What each game of a season costs, which the report on a shuffle draws again."""
TEMPO_POINTS: Final = 2_000
"""What these cost, beside the fields that are read: whole histories are folded."""

OfSeat = Annotated[int, strawberry.argument(description="The seat in question, counted from 0.")]
LONG_US: Final = 2**62


@strawberry.enum(name="AuditCase", description="Which complaint a report answers.")
class AuditCase(enum.Enum):
    UNDONE = "undone"
    NOT_ME = "not-me"
    SITE_DOWN = "site-down"
    ENGINE = "engine"
    SHUFFLE = "shuffle"


@strawberry.type
class GameAudit(GameRulings):
    """The part of `Game` that the audit desk reads."""

    @field(
        "Every command that reached the rules, accepted and refused. Arbiters see all of it. When the game is over its "
        "host and seats see it too, but for tokens; before that a seat sees its own. At most 200 a page."
    )
    async def ledger(
        self,
        info: Info,
        seat: int | None = None,
        outcome: CommandOutcome | None = None,
        principal: strawberry.ID | None = None,
        from_: Annotated[datetime | None, strawberry.argument(name="from")] = None,
        to: datetime | None = None,
        first: int | None = None,
        after: Cursor | None = None,
    ) -> LedgerConnection:
        size, place = forward_page(first, LEDGER_DEFAULT, LEDGER_MAX), step_of(after) or 0
        choice = LedgerChoice(
            up_to=self.visible.version,
            seat=None if seat is None else seat_of(_small(seat)),
            outcome=None if outcome is None else outcome.value,
            principal=None if principal is None else str(principal),
            from_us=_micros(from_),
            to_us=_micros(to),
        )
        services, caller = info.context.services, info.context.principal
        page = await read_ledger(services.world, services.tree, caller, self.visible, choice, after=place, size=size)
        if ledger_reach(caller, self.visible.game_id, self.visible.state) == "all":  # commands say what seats know
            one_seat = choice.seat is not None and choice.seat < len(self.state.seats)
            info.context.glance(self.visible, choice.seat if choice.seat is not None and one_seat else ARBITER)
        visible = await services.look.whole(self.visible)
        edges = [
            LedgerEdge(cursor=str(each.stored.ordinal), node=LedgerEntryNode(entry=each, visible=visible))
            for each in page.entries
        ]
        return LedgerConnection(
            edges=edges, page_info=forward_info([each.cursor for each in edges], after=after, has_next_page=page.more)
        )

    @field("What a seat could know after step `at`, and what it gained since step `since`. For those who may look so.")
    async def knowledge(self, info: Info, seat: OfSeat, at: int | None = None, since: int = 1) -> KnowledgeNode:
        viewer = self._audited_viewer(info, seat)
        visible = await info.context.services.look.whole(self.visible)
        info.context.effort.spend(KNOWLEDGE_POINTS)
        await info.context.effort.pause()
        last = within(visible, None if at is None else Step(at))
        return KnowledgeNode(known=knowledge_of(visible, viewer, last, Step(since)))

    @field(
        "What a seat could play after step `at`; empty between the steps of one command. For those who may look so.",
        list[LegalCommand],
    )
    async def legal_at(self, info: Info, seat: OfSeat, at: int) -> list[LegalCommand]:
        viewer = self._audited_viewer(info, seat)
        visible = await info.context.services.look.whole(self.visible)
        info.context.effort.spend(KNOWLEDGE_POINTS)
        await info.context.effort.pause()
        legal = info.context.services.look.legal_at(visible.history, viewer, within(visible, Step(at)))
        return [] if legal is None else legal_commands(legal.commands, legal.position, self.visible.seat_names)

    @field(
        "Facts of a seat's tempo. For arbiters; for its host and seats once the game is over, but for `usual`, which "
        "comes of other games."
    )
    async def tempo(self, info: Info, seat: OfSeat) -> TempoNode:
        reach = ledger_reach(info.context.principal, self.visible.game_id, self.visible.state)
        of_seat = self._audited_seat(seat)
        if reach not in ("all", "without_tokens"):
            raise not_allowed(info.context.principal, self.visible, TEMPO, of_seat)
        info.context.glance(self.visible, of_seat)
        visible = await info.context.services.look.whole(self.visible)
        info.context.effort.spend(TEMPO_POINTS)
        await info.context.effort.pause()
        rows = await recorded_commands(info.context.services.world, visible, 0, 100_000)
        store = info.context.services.world.audit
        usual = await usual_times(store, visible, of_seat) if reach == "all" else None
        return TempoNode(facts=tempo_of(visible, rows, of_seat, usual))

    @field("Which steps the connections of a seat have taken, at most 200. For arbiters, and for the seat itself.")
    async def receipts(
        self,
        info: Info,
        seat: OfSeat,
        from_: Annotated[datetime | None, strawberry.argument(name="from")] = None,
        to: datetime | None = None,
    ) -> list[ReceiptNode]:
        of_seat, caller = self._audited_seat(seat), info.context.caller_in(self.visible.game_id)
        reach = ledger_reach(caller, self.visible.game_id, self.visible.state)
        own = caller is not None and self.state.seat_of(caller.id) == of_seat
        if reach != "all" and not own:
            raise not_allowed(info.context.principal, self.visible, RECEIPTS, of_seat)
        info.context.glance(self.visible, of_seat)
        begin, end = _micros(from_), _micros(to)
        rows: Sequence[Receipt] = await info.context.services.world.audit.receipts(
            self.visible.game_id,
            of_seat,
            from_us=0 if begin is None else begin,
            to_us=LONG_US if end is None else end,
            limit=RECEIPTS_MAX,
        )
        return [ReceiptNode(each=each) for each in rows]

    @field(
        "A report on one complaint, from the log and the evidence beside it. The handbook for organisers says what a "
        "case needs of the arguments, and who may have it."
    )
    async def audit_report(
        self,
        info: Info,
        case: AuditCase,
        seat: int | None = None,
        step: int | None = None,
        since: int | None = None,
        command_id: strawberry.ID | None = None,
        from_: Annotated[datetime | None, strawberry.argument(name="from")] = None,
        to: datetime | None = None,
        by_version: int | None = None,
    ) -> AuditReportNode:
        services = info.context.services
        visible = await services.look.whole(self.visible)
        info.context.effort.spend(REPORT_POINTS)
        if case.value == "shuffle":
            info.context.effort.spend(GAMES_MAX * SEASON_POINTS)
        await info.context.effort.pause()
        request = ReportRequest(
            case=case.value,
            seat=None if seat is None else seat_of(_small(seat)),
            step=None if step is None else Step(step),
            since=None if since is None else Step(since),
            command_id=None if command_id is None else canonical_id(command_id),
            from_us=_micros(from_),
            to_us=_micros(to),
            by_version=by_version,
        )
        desk = Desk(services.world, services.tree, services.rulebook, info.context.principal, visible)
        try:
            document = await report_of(desk, request)
        except BadReport as bad:
            raise Problem("BAD_FILTER", str(bad)) from bad
        info.context.glances.extend(desk.glances())
        return AuditReportNode(document=document.decode())

    @field("The proof that a step is in the signed order of all games, for everybody who may see the step.")
    async def proof(self, info: Info, step: int) -> StepProofNode:
        services = info.context.services
        visible = await services.look.whole(self.visible)
        info.context.effort.spend(KNOWLEDGE_POINTS)
        await info.context.effort.pause()
        at = within(visible, Step(step))
        return StepProofNode(proof=await proof_of_step(services.world, services.tree, visible, at))

    def _audited_viewer(self, info: Info, seat: int) -> Viewer:
        viewer = viewer_of(ViewerInput(seat=seat))
        try:
            return info.context.viewer(self.visible, viewer)
        except ViewerNotAllowed:
            raise not_allowed(info.context.principal, self.visible, KNOWLEDGE, Viewer(seat)) from None

    def _audited_seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.state.seats):
            raise ViewerNotAllowed(self.visible.game_id, Viewer(seat))
        return seat_of(seat)


def _small(seat: int) -> int:
    return seat if 0 <= seat < 64 else 63


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else micros(moment)
