"""Walk-through 1, "undone after seeing a card": what a seat knew before and after, and what it learned in between."""

from collections.abc import Sequence

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import seats_of
from services.audit.knowledge import Knowledge, knowledge_of
from services.audit.reports.report import COUNTED_FROM_ONE, ROWS_MAX, Desk, ReportRequest, Section, seat_text
from services.audit.reports.taken_back import rulings_section, take_back_at, take_back_sections
from services.languages import NamedLine
from services.reads.look import unnamed_step

TAKEN_BACK = "game.StepsTakenBack"


async def undone(desk: Desk, request: ReportRequest) -> bytes:
    """The report. `seat`: who took back; `step`: where they took it back, or decided anew; `since`: the step that they
    went back to."""
    seat, named = desk.seat(request.seat), desk.step(request.step)
    desk.check_viewer(seat)
    visible = desk.visible
    back = take_back_at(desk, named)
    at = named if back is None else Step(back.version - 1)
    usual = Step(max(at - 1, 1)) if back is None else back.event.to
    since = min(desk.step(usual if request.since is None else request.since), at)
    known = knowledge_of(visible, seat, at, since)
    steps = visible.history.steps[known.since : at if back is None else back.version]
    between = [(step, unnamed_step(visible.history, step, seat)) for step in steps]
    rows = tuple(
        (str(step.version), *_line_of(each.line), _text(visible.history.taken_back_at(step.version, visible.version)))
        for step, each in between[:ROWS_MAX]
    )
    cited = [rule for _, each in between if each.line is not None for rule in each.line.rules]
    sections = [
        Section(
            "What this report says",
            (
                f"It compares what seat {seat} could know after step {known.since} with what it could know after step "
                f"{at}. It is computed from the log by the views of this build. It does not say what a person looked "
                "at.",
            ),
        ),
        *([] if back is None else await take_back_sections(desk, seat, back)),
        _take_backs([(step.version, each.line) for step, each in between]),
        Section(
            "The steps in between, as this seat sees them",
            (COUNTED_FROM_ONE,),
            columns=("step", "type", "who", "line", "taken back at step"),
            rows=rows,
        ),
        _learned(known),
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


def _line_of(line: NamedLine | None) -> tuple[str, str, str]:
    if line is None:
        return "", "", "something that this seat was not told"
    return line.type, seat_text(line.seat), line.text


def _text(step: Step | None) -> str:
    return "" if step is None else str(step)


def _take_backs(lines: Sequence[tuple[Step, NamedLine | None]]) -> Section:
    """The take-backs that this seat was told of."""
    heading = "Take-backs"
    rows = tuple(
        (str(step), seat_text(line.seat), line.text, canonical(line.facts).decode(), ", ".join(line.rules))
        for step, line in lines
        if line is not None and line.type == TAKEN_BACK
    )
    if not rows:
        return Section(heading, ("No step in between takes anything back.",))
    return Section(heading, columns=("step", "who", "line", "facts", "rules"), rows=rows)


def _learned(known: Knowledge) -> Section:
    rows = tuple((str(each.version), each.line.type, canonical(each.line.facts).decode()) for each in known.learned)
    if not rows:
        return Section("What only this seat was told", ("Nothing: everybody was told the same.",))
    return Section("What only this seat was told", columns=("step", "type", "facts"), rows=rows[:ROWS_MAX])


def _gained(known: Knowledge) -> Section:
    rows = tuple(
        (str(change["op"]), str(change["path"]), canonical(change["value"]).decode() if "value" in change else "")
        for change in known.patch
    )
    return Section("How its view changed", columns=("what", "where", "value"), rows=rows[:ROWS_MAX])


def _others(desk: Desk, since: Step, at: Step) -> Section:
    """How many steps told each other seat something of its own, which a take-back would expose."""
    if not all(desk.may_view(seat) for seat in seats_of(len(desk.visible.state.seats))):
        return Section("The other seats", ("Only those who may see all seats are told what the others learned.",))
    rows = tuple(
        (f"seat {seat}", str(len(knowledge_of(desk.visible, seat, at, since).learned)))
        for seat in seats_of(len(desk.visible.state.seats))
    )
    return Section("The other seats", columns=("seat", "steps that told it more than everybody"), rows=rows)
