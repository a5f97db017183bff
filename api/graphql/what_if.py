"""Why, why not, and what if, as the schema shows them. Looks only through eyes it was handed; decides nothing."""

from datetime import datetime
from typing import Any

import strawberry

from api.graphql.fields import shown
from api.graphql.nodes import Info, LineNode, RuleNode, StepNode, ViewerKind, cited, line_node
from api.graphql.scalars import Json, time_of
from domain.engine.chance import Draw
from domain.engine.refusal import Refused
from domain.engine.viewer import ARBITER, Viewer, with_names
from domain.game.terms import Delay, Fault, Origin, Sandbox
from services.explain import Highlight, RefusalRecord, Why
from services.horizon import VisibleGame
from services.trial import Foreseen, ScoreChange, Trial


@strawberry.type(name="Objection", description="A rule's no to a command.")
class ObjectionNode:
    """Of a trial or of `whyNot`."""

    refused: strawberry.Private[Refused]
    names: strawberry.Private[tuple[str, ...]]

    @strawberry.field
    def code(self) -> str:
        """snake_case, stable."""
        return self.refused.code

    @strawberry.field
    def text(self) -> str:
        """With the seats' names."""
        return with_names(self.refused.text, self.names)

    @shown("The rules that say no, the most telling first.")
    def rules(self, info: Info) -> list[RuleNode]:
        """Looked up in the rulebook."""
        return cited(info, self.refused.rules)

    @shown("What is needed to understand it.")
    def facts(self) -> Json:
        """Never anything hidden from the caller."""
        return self.refused.facts


@strawberry.type(name="ForeseenEvent", description="An event that a command would bring.")
class ForeseenNode:
    """Of a `DryRun`."""

    line: LineNode | None = strawberry.field(description="As the caller's seat would be told it; null if it would not.")
    certain: bool = strawberry.field(
        description="Whether it is the same whatever is hidden and whatever chance brings."
    )


@strawberry.type(name="ScoreChange", description="What one source of one seat's score would gain.")
class ScoreChangeNode:
    """Of a `DryRun`."""

    seat: int
    source: str
    banked: int
    if_over: int
    certain: bool


@strawberry.type(
    name="DryRun",
    description=(
        "What a command would bring, tried on worlds in which all that the caller's seat cannot know was dealt again. Nothing "
        "was carried out and nothing is kept. What is not certain is an example."
    ),
)
class DryRunNode:
    """A `Trial` of the services."""

    version: int = strawberry.field(description="The version it was tried on.")
    refused: ObjectionNode | None = strawberry.field(description="Why it would be refused; null if it would not.")
    events: list[ForeseenNode]
    scores: list[ScoreChangeNode] = strawberry.field(description="Only what changes, as far as the seat may see it.")
    ends: bool = strawberry.field(description="Whether the game would be over.")
    worlds: int = strawberry.field(description="In how many worlds it was tried.")


def dry_run_node(trial: Trial, names: tuple[str, ...]) -> DryRunNode:
    """A trial for the seat that asked."""
    return DryRunNode(
        version=trial.version,
        refused=None if trial.refused is None else ObjectionNode(refused=trial.refused, names=names),
        events=[_foreseen(each) for each in trial.events],
        scores=[_score_change(each) for each in trial.scores],
        ends=trial.ends,
        worlds=trial.worlds,
    )


def _foreseen(each: Foreseen) -> ForeseenNode:
    return ForeseenNode(line=line_node(each.line), certain=each.certain)


def _score_change(each: ScoreChange) -> ScoreChangeNode:
    return ScoreChangeNode(
        seat=each.seat, source=each.source, banked=each.banked, if_over=each.if_over, certain=each.certain
    )


@strawberry.type(
    name="Draw", description="What chance gave: one of `bound` outcomes, from 0. Anybody can derive it again."
)
class DrawNode:
    """GAME-CHANCE-03 and docs/rules say how."""

    step: int
    index: int
    bound: int
    outcome: int


@strawberry.type(name="StepCommand", description="The command that brought a step.")
class AskedNode:
    """For eyes that may know it."""

    seat: int | None
    phrase: str | None = strawberry.field(description="What it asks, in a sentence; null for the table's own commands.")
    json: Json


@strawberry.type(name="Why", description="What explains a step.")
class WhyNode:
    """A `Why` of the services."""

    step: StepNode
    command_id: strawberry.ID
    command: AskedNode | None = strawberry.field(
        description="What was asked: one's own, and everybody's once the game is over; else null."
    )
    steps: list[StepNode] = strawberry.field(
        description="All steps that the same command brought, this one among them."
    )
    draws: list[DrawNode] | None = strawberry.field(
        description="All that the command asked of chance, once the game is over; null before."
    )

    @shown("The rules that the step rests on, with their text, the most telling first.")
    def rules(self, info: Info) -> list[RuleNode]:
        """None where the eyes may not know what happened."""
        line = self.step.seen.line
        return [] if line is None else cited(info, line.rules)


def why_node(why: Why, viewer: Viewer, seen: VisibleGame) -> WhyNode:
    """An explanation through these eyes."""
    asked: AskedNode | None = None
    if why.command is not None:
        asked = AskedNode(seat=why.seat, phrase=why.phrase, json=why.command)
    return WhyNode(
        step=StepNode(seen=why.step, viewer=viewer, history=seen.history),
        command_id=strawberry.ID(why.step.command_id),
        command=asked,
        steps=[StepNode(seen=each, viewer=viewer, history=seen.history) for each in why.steps],
        draws=None if why.draws is None else [_draw(each) for each in why.draws],
    )


def _draw(each: Draw) -> DrawNode:
    return DrawNode(step=each.step, index=each.index, bound=each.bound, outcome=each.outcome)


@strawberry.type(name="Highlight", description="A moment of a game, for the track of a replay.")
class HighlightNode:
    """Of `Game.highlights`."""

    version: int
    kind: str = strawberry.field(
        description=(
            "`TURN` (a turn began), `SCORE` (points changed), `REVEAL` (something hidden was turned up) or `END`. There may "
            "be more kinds one day."
        )
    )
    text: str
    seat: int | None


def highlight_node(highlight: Highlight) -> HighlightNode:
    """`highlight` as the API shows it."""
    return HighlightNode(
        version=highlight.version, kind=highlight.kind.upper(), text=highlight.text, seat=highlight.seat
    )


@strawberry.type(name="Refusal", description="A refused command, as it is kept.")
class RefusalNode:
    """Of `Game.refusals`."""

    kept: strawberry.Private[RefusalRecord]
    version: int = strawberry.field(description="The version it met.")
    seat: int | None
    code: str
    text: str

    @shown("When it was refused.")
    def time(self) -> datetime:
        """UTC."""
        return time_of(self.kept.time_us)

    @shown("The rules that said no.")
    def rules(self, info: Info) -> list[RuleNode]:
        """Looked up in the rulebook."""
        return cited(info, self.kept.rules)

    @shown("What is needed to understand it.")
    def facts(self) -> Json:
        """As it was answered."""
        return self.kept.facts


def refusal_node(kept: RefusalRecord) -> RefusalNode:
    """One kept refusal."""
    return RefusalNode(kept=kept, version=kept.version, seat=kept.seat, code=kept.code, text=kept.text)


# ---------------------------------------------------------------- terms of a game


@strawberry.type(
    name="Delay", description="How far spectators are behind the game (GAME-DELAY-01). One of the two is 0."
)
class DelayNode:
    """Fixed when the game was opened."""

    steps: int
    seconds: int


def delay_node(delay: Delay | None) -> DelayNode | None:
    """None: no delay."""
    return None if delay is None else DelayNode(steps=delay.steps, seconds=delay.seconds)


@strawberry.type(name="Origin", description="Where a sandbox was forked from (GAME-FORK-01).")
class OriginNode:
    """A permanent link."""

    game: strawberry.ID
    version: int
    seat: int | None = strawberry.field(description="Whose eyes' knowledge it keeps; null for eyes of no seat.")
    kind: ViewerKind | None


@strawberry.type(name="Fault", description="A disturbance that was ordered for a sandbox (GAME-SAND-03).")
class FaultNode:
    """As it was ordered."""

    at: int
    kind: str
    ms: int


@strawberry.type(name="Sandbox", description="A game that counts for nothing (GAME-SAND-01).")
class SandboxNode:
    """As it was opened."""

    seeded: bool = strawberry.field(description="Whether its chance was chosen by who opened it.")
    pace_ms: int = strawberry.field(description="How long the house waits before each of its commands.")
    faults: list[FaultNode]
    origin: OriginNode | None


def sandbox_node(sandbox: Sandbox | None) -> SandboxNode | None:
    """None: a game that counts."""
    if sandbox is None:
        return None
    return SandboxNode(
        seeded=sandbox.seeded,
        pace_ms=sandbox.pace_ms,
        faults=[_fault(each) for each in sandbox.faults],
        origin=None if sandbox.origin is None else _origin(sandbox.origin),
    )


def _fault(fault: Fault) -> FaultNode:
    return FaultNode(at=fault.at, kind=fault.kind, ms=fault.ms)


def _origin(origin: Origin) -> OriginNode:
    seat = origin.viewer if origin.viewer >= 0 else None
    kind: Any = None if seat is not None else ViewerKind.ARBITER if origin.viewer == ARBITER else ViewerKind.SPECTATOR
    return OriginNode(game=strawberry.ID(origin.game), version=origin.version, seat=seat, kind=kind)
