"""Walk-through 1, "undone after seeing a card": what a seat knew before and after, and what it learned in between."""

from collections.abc import Mapping, Sequence

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import Seat, seats_of
from services.audit.knowledge import Knowledge, knowledge_of
from services.audit.not_allowed import UNDONE
from services.audit.reports.report import (
    ROWS_MAX,
    Desk,
    ReportRequest,
    Section,
    change_rows,
    counted,
    in_short,
    seat_text,
)
from services.audit.reports.taken_back import (
    TakeBackAt,
    rulings_section,
    take_back_at,
    take_back_in_short,
    take_back_sections,
)
from services.languages import NamedLine

TAKEN_BACK = "game.StepsTakenBack"


async def undone(desk: Desk, request: ReportRequest) -> bytes:
    """The report. `seat`: who took back; `step`: where they took it back, or decided anew; `since`: the step that they
    went back to."""
    seat, named = desk.seat(request.seat), desk.step(request.step)
    desk.check_viewer(seat, UNDONE)
    visible = desk.visible
    back = take_back_at(desk, named)
    at = named if back is None else Step(back.version - 1)
    usual = Step(max(at - 1, 1)) if back is None else back.event.to
    since = min(desk.step(usual if request.since is None else request.since), at)
    known = knowledge_of(visible, seat, at, since)
    steps = visible.history.steps[known.since : at if back is None else back.version]
    between = [(step.version, desk.line_of(step, seat)) for step in steps]
    rows = tuple(
        (str(version), *_line_of(line), _text(visible.history.taken_back_at(version, visible.version)))
        for version, line in between[:ROWS_MAX]
    )
    cited = [rule for _, line in between if line is not None for rule in line.rules]
    sections = [
        _in_short(seat, known, back),
        Section(
            "What this report says",
            (
                f"It compares what seat {seat} could know after step {known.since} with what it could know after step "
                f"{at}. It is computed from the log by the views of this build. It does not say what a person looked "
                "at.",
            ),
        ),
        *([] if back is None else await take_back_sections(desk, seat, back)),
        *_take_backs(between, back),
        Section(
            "The steps in between, as this seat sees them",
            columns=("step", "type", "who", "line", "taken back at step"),
            rows=rows,
        ),
        _learned(known, dict(between)),
        _gained(known),
        Section(
            "Digests",
            facts=(
                (f"view after step {known.since}", known.digest_since),
                (f"view after step {at}", known.digest),
                (f"hash of step {at}", visible.history.steps[at - 1].hash.hex()),
            ),
        ),
        _others(desk, known.since, at),
        rulings_section(desk, Step(since + 1), steps[-1].version if steps else at, back and back.event.ruling),
        desk.rules_section(cited),
    ]
    return desk.bytes_of("undone", f"Seat {seat}: what it knew at steps {known.since} and {at}", sections)


def _in_short(seat: Seat, known: Knowledge, back: TakeBackAt | None) -> Section:
    facts = len(known.learned)
    span = f"Between steps {known.since} and {known.at}"
    return in_short(
        f"Step {known.at} takes nothing back, and neither does its command." if back is None else "",
        *([] if back is None else take_back_in_short(back)),
        f"{span} seat {seat} was told nothing that not everybody was told."
        if not facts
        else f"{span} seat {seat} was told {counted(facts, 'thing')} that not everybody was told. It still knows that.",
    )


def _line_of(line: NamedLine | None) -> tuple[str, str, str]:
    if line is None:
        return "", "", "something that this seat was not told"
    return line.type, seat_text(line.seat), line.text


def _text(step: Step | None) -> str:
    return "" if step is None else str(step)


def _take_backs(lines: Sequence[tuple[Step, NamedLine | None]], back: TakeBackAt | None) -> list[Section]:
    """The other take-backs that this seat was told of."""
    rows = tuple(
        (str(step), seat_text(line.seat), line.text, ", ".join(line.rules))
        for step, line in lines
        if line is not None and line.type == TAKEN_BACK and (back is None or step != back.version)
    )
    if not rows:
        return [Section("Take-backs", ("No step in between takes anything back.",))] if back is None else []
    heading = "Take-backs" if back is None else "Other take-backs in between"
    return [Section(heading, columns=("step", "who", "line", "rules"), rows=rows)]


def _learned(known: Knowledge, lines: Mapping[Step, NamedLine | None]) -> Section:
    heading = "What only this seat was told"
    rows: list[tuple[str, ...]] = []
    for each in known.learned:
        line = lines.get(each.version)
        text = "" if line is None else line.text
        rows.append((str(each.version), text, canonical(each.line.facts).decode()))
    if not rows:
        return Section(heading, ("Nothing: everybody was told the same.",))
    return Section(heading, columns=("step", "line", "facts"), rows=tuple(rows[:ROWS_MAX]))


def _gained(known: Knowledge) -> Section:
    heading, rows = "How its view changed", change_rows(known.patch)
    if not rows:
        return Section(heading, ("It did not change.",))
    text = f"From step {known.since} to step {known.at}. Places are those in its view as JSON (`Game.viewJson`)."
    return Section(heading, (text,), columns=("what", "where", "value"), rows=rows)


def _others(desk: Desk, since: Step, at: Step) -> Section:
    """How many steps told each other seat something of its own, which a take-back would expose."""
    if not all(desk.may_view(seat) for seat in seats_of(len(desk.visible.state.seats))):
        return Section("The other seats", ("Only those who may see all seats are told what the others learned.",))
    rows = tuple(
        (f"seat {seat}", str(len(knowledge_of(desk.visible, seat, at, since).learned)))
        for seat in seats_of(len(desk.visible.state.seats))
    )
    return Section("The other seats", columns=("seat", "steps that told it more than everybody"), rows=rows)
