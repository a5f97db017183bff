"""What the audit desk shows: entries of the ledger, knowledge, tempo, receipts and reports."""

import hashlib
from datetime import date, datetime
from typing import Final

import msgspec
import strawberry

from api.graphql.clocks.clock import ClockNode
from api.graphql.command import ObjectionNode, objection
from api.graphql.fields import Info, field
from api.graphql.languages import DEFAULT_LOCALE, LocaleArgument, locale_of_argument
from api.graphql.paging import PageInfo
from api.graphql.record import CommandOutcome
from api.graphql.scalars import Cursor, Json, time_of
from api.graphql.step import LineNode
from domain.engine.step import Step
from domain.log.record import decode_command
from domain.log.refusals import decode_refusal
from services.audit.knowledge import Knowledge, Learned
from services.audit.ledger import LedgerEntry, taken_back_at
from services.audit.ports import Receipt, TokenRecord
from services.audit.tempo import Decision, TempoFacts, Usual
from services.languages import NamedLine
from services.reads.clocks import clocks_of
from services.reads.horizon import VisibleGame

CLOCK_POINTS: Final = 20
PHRASE_POINTS: Final = 20
"""What clocks and a sentence cost: some steps are folded for each."""


@strawberry.type(name="LedgerToken", description="The token by which a command came, without its secret.")
class LedgerTokenNode:
    record: strawberry.Private[TokenRecord]

    @field("Its id, which is no secret.")
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.record.id)

    @field("What its principal calls it; empty for nothing.")
    def label(self) -> str:
        return self.record.label

    @field("How it came to be: `registered`, `issued`, `recovered` or `personal`.")
    def kind(self) -> str:
        return self.record.kind

    @field("The moment at which its owner got it.")
    def made_at(self) -> datetime:
        return time_of(self.record.made_us)

    @field("The last day on which it was used, in UTC; null if it never was.")
    def used_on(self) -> date | None:
        return self.record.used_on


@strawberry.type(name="LedgerEntry", description="A command that reached the rules, with what became of it.")
class LedgerEntryNode:
    entry: strawberry.Private[LedgerEntry]
    visible: strawberry.Private[VisibleGame]

    @field("Its place among the commands of the game, counted from 1.")
    def ordinal(self) -> int:
        return self.entry.stored.ordinal

    @field("The `commandId` that it was sent with.")
    def command_id(self) -> strawberry.ID:
        return strawberry.ID(self.entry.stored.command_id)

    @field("When the whole request had been read, to the microsecond.")
    def received_at(self) -> datetime:
        return time_of(self.entry.stored.received_us)

    @field("When the service decided it.")
    def time(self) -> datetime:
        return time_of(self.entry.stored.time_us)

    @field("Who sent it: an id for `Query.principal`, or the name of a part of the service.")
    def principal_id(self) -> strawberry.ID:
        return strawberry.ID(self.entry.stored.principal)

    @field("For which seat; null for none.")
    def seat(self) -> int | None:
        return self.entry.stored.seat

    @field("By which token; null for those who do not audit the game, and for bots.")
    def token(self) -> LedgerTokenNode | None:
        return None if self.entry.token is None else LedgerTokenNode(record=self.entry.token)

    @field("Whether it was carried out or refused.", CommandOutcome)
    def outcome(self) -> str:
        return self.entry.stored.outcome

    @field("Its type: the ruleset or `game`, a dot, the command.")
    def type(self) -> str:
        command = decode_command(self.visible.game.script, self.entry.stored.body)
        return str(type(command).__struct_config__.tag)

    @field("What it did, in a sentence; null for a refused one, and for those of every ruleset, as `game.TakeSeat`.")
    def phrase(self, info: Info, locale: LocaleArgument = DEFAULT_LOCALE) -> str | None:
        stored, spoken = self.entry.stored, locale_of_argument(locale)
        info.context.effort.spend(PHRASE_POINTS)
        words = info.context.services.explain.phrase_of(self.visible, stored)
        return None if words is None else words.text_in(spoken)

    @field("The command exactly, seat included.")
    def json(self) -> Json:
        return msgspec.Raw(self.entry.stored.body)

    @field("What the rules said against it; null if it was carried out.", ObjectionNode | None)
    def refusal(self) -> ObjectionNode | None:
        answer = self.entry.stored.answer
        if not answer:
            return None
        return objection(decode_refusal(answer), self.visible.game.ruleset.id, self.visible.seat_names)

    @field("Its first step; of a refused command, the version it met.")
    def first_version(self) -> int:
        return self.entry.stored.first_version

    @field("Its last step; of a refused command, the version it met.")
    def last_version(self) -> int:
        return self.entry.stored.last_version

    @field("The step that took its steps back (GAME-BACK-05); null while they stand, and for a refused command.")
    def taken_back_at(self) -> int | None:
        return taken_back_at(self.visible, self.entry.stored)

    @field("Its link in the chain of the game's commands, in hex.")
    def link(self) -> str:
        return self.entry.stored.link.hex()

    @field("Its position in the order of all games, counted from 1; null before a signed note covers it.")
    def place(self) -> int | None:
        return self.entry.place

    @field(
        "The clocks of all seats that persons play, right after its last step; of a refused command, at the version it "
        "met. Empty before play begins, and in a game without clocks.",
        list[ClockNode],
    )
    def clocks(self, info: Info) -> object:
        at = Step(self.entry.stored.last_version)
        if self.visible.state.clock_terms is None:
            return []
        return info.context.effort.do(
            lambda: [ClockNode(now=each) for each in clocks_of(self.visible.history.state_at(at))], CLOCK_POINTS
        )


@strawberry.type(name="LedgerEdge")
class LedgerEdge:
    cursor: Cursor
    node: LedgerEntryNode = strawberry.field(description="The command with who, when and what.")


@strawberry.type(name="LedgerConnection", description="Commands of a game in the order of their decisions.")
class LedgerConnection:
    edges: list[LedgerEdge]
    page_info: PageInfo


@strawberry.type(name="Learned", description="A step that told one viewer more than it told everybody.")
class LearnedNode:
    each: strawberry.Private[Learned]

    @field("The number of the step, counted from 1.")
    def version(self) -> int:
        return self.each.version

    @field("What the viewer was told.", LineNode)
    def line(self) -> NamedLine:
        return self.each.line


@strawberry.type(name="Knowledge", description="What a seat could know after a step, and what it gained since another.")
class KnowledgeNode:
    known: strawberry.Private[Knowledge]

    @field("The step after which it knew this.")
    def at(self) -> int:
        return self.known.at

    @field("The earlier step that it is compared with.")
    def since(self) -> int:
        return self.known.since

    @field("Its view without names, as exact JSON.")
    def view_json(self) -> Json:
        return self.known.view

    @field("SHA-256 of the canonical JSON (RFC 8785) of `viewJson`, in hex.")
    def digest(self) -> str:
        return self.known.digest

    @field("What its view gained or lost since then, as a JSON Patch (RFC 6902).")
    def patch(self) -> Json:
        return self.known.patch

    @field("The steps in between that told it more than they told everybody.")
    def learned(self) -> list[LearnedNode]:
        return [LearnedNode(each=each) for each in self.known.learned]


@strawberry.type(name="TempoDecision", description="How long a seat thought about one decision.")
class TempoDecisionNode:
    each: strawberry.Private[Decision]

    @field("The first step that the decision brought.")
    def version(self) -> int:
        return self.each.version

    @field("From the step before it until its request had been read, in milliseconds.")
    def thought_ms(self) -> int:
        return min(self.each.thought_us // 1000, 2**31 - 1)

    @field("Among how many legal commands it was chosen.")
    def legal(self) -> int:
        return self.each.legal

    @field("How many of a hundred decisions of this seat took no longer.")
    def percentile(self) -> int:
        return self.each.share

    @field("How many of a hundred decisions in all games of this person took no longer; null where `Tempo.usual` is.")
    def usual_percentile(self) -> int | None:
        return self.each.usual_share


@strawberry.type(
    name="TempoUsual",
    description="How long the person at a seat thinks in all games of this ruleset that are over. A bot's decisions do "
    "not count, and of a person with many games only the newest 5,000 decisions do.",
)
class TempoUsualNode:
    usual: strawberry.Private[Usual]

    @field("How many decisions were timed.")
    def decisions(self) -> int:
        return self.usual.decisions

    @field("Half of these decisions took no longer, in milliseconds; null for none.")
    def half_ms(self) -> int | None:
        return _ms(self.usual.half_us)

    @field("Nine of ten of these decisions took no longer, in milliseconds; null for none.")
    def most_ms(self) -> int | None:
        return _ms(self.usual.most_us)


@strawberry.type(
    name="Tempo",
    description="Facts of a seat's tempo beside those of the other seats that persons hold. They are no score: with "
    "three and more seats nobody has an honest baseline for collusion, and a slow decision proves nothing.",
)
class TempoNode:
    facts: strawberry.Private[TempoFacts]

    @field("How many decisions of the seat were timed. A bot's are not.")
    def decisions(self) -> int:
        return self.facts.decisions

    @field("Half of its decisions took no longer, in milliseconds; null for none.")
    def half_ms(self) -> int | None:
        return _ms(self.facts.half_us)

    @field("Nine of ten of its decisions took no longer, in milliseconds; null for none.")
    def most_ms(self) -> int | None:
        return _ms(self.facts.most_us)

    @field("How many decisions of the other seats were timed.")
    def others_decisions(self) -> int:
        return self.facts.others_decisions

    @field("Half of the others' decisions took no longer, in milliseconds; null for none.")
    def others_half_ms(self) -> int | None:
        return _ms(self.facts.others_half_us)

    @field("Nine of ten of the others' decisions took no longer, in milliseconds; null for none.")
    def others_most_ms(self) -> int | None:
        return _ms(self.facts.others_most_us)

    @field("The usual time of the person who holds the seat, over all their games. Null for anybody but arbiters.")
    def usual(self) -> TempoUsualNode | None:
        return None if self.facts.usual is None else TempoUsualNode(usual=self.facts.usual)

    @field("Its ten slowest decisions, the slowest first.")
    def slowest(self) -> list[TempoDecisionNode]:
        return [TempoDecisionNode(each=each) for each in self.facts.slowest]


@strawberry.type(name="Receipt", description="Steps that one connection of a seat has taken.")
class ReceiptNode:
    each: strawberry.Private[Receipt]

    @field("A random name of the connection.")
    def connection(self) -> str:
        return self.each.connection

    @field("When the first of these steps was taken.")
    def first_at(self) -> datetime:
        return time_of(self.each.first_us)

    @field("When the last of these steps was taken.")
    def last_at(self) -> datetime:
        return time_of(self.each.last_us)

    @field("The first of these steps.")
    def first_version(self) -> int:
        return self.each.first_version

    @field("The last of these steps.")
    def last_version(self) -> int:
        return self.each.last_version


@strawberry.type(name="AuditReport", description="A report for people and programs. Made twice it is the same text.")
class AuditReportNode:
    document: str = strawberry.field(
        description="The report as canonical JSON (RFC 8785): `title`, and `sections` with `heading`, `text`, `facts`, "
        "`columns` and `rows`. `emberlog report` writes the same bytes."
    )

    @field("SHA-256 of the text, in hex.")
    def sha256(self) -> str:
        return hashlib.sha256(self.document.encode()).hexdigest()


def _ms(time_us: int | None) -> int | None:
    return None if time_us is None else min(time_us // 1000, 2**31 - 1)
