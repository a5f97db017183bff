"""A take-back as the report "undone after seeing a card" has it: by what right, how far, and what was dealt again."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.rulings.decide import bench_of
from domain.game.take_back.events import Right, StepsTakenBack
from domain.game.take_back.frontier import Frontier
from domain.game.take_back.motion import Crossing, CrossingKind
from domain.game.take_back.past import Past
from domain.game.take_back.rules import free_left
from services.audit.knowledge import knowledge_of
from services.audit.reports.report import DRAWS, ROWS_MAX, Desk, Section, change_rows, counted, moment, seat_text
from services.log.past import Pasts
from services.reads.evidence import is_record_open

_RIGHTS: Final[dict[Right, str]] = {
    "free": "by itself, within its frontier (GAME-BACK-02)",
    "consent": "with the consent of the others (GAME-BACK-04)",
    "ruling": "by a ruling (GAME-RULING-06)",
}
_CROSSED: Final[dict[CrossingKind, str]] = {
    "decision": "another decided",
    "chance": "something was drawn",
    "knowledge": "seats learned what was hidden",
    "revealed": "a seat showed something of its own",
    "set_up": "the game was set up",
    "left": "a seat left the game",
    "ruling": "a ruling changed the position",
    "ended": "the game ended",
}


class TakeBackAt(NamedTuple):
    """A take-back and the step that it is."""

    version: Step
    event: StepsTakenBack


def take_back_at(desk: Desk, at: Step) -> TakeBackAt | None:
    """The take-back that step `at` is, or that came in the same command; None if there is none."""
    steps = desk.visible.history.steps[: desk.visible.version]
    command = steps[at - 1].body.command
    for step in reversed(steps):
        if step.body.command == command and isinstance(step.event, StepsTakenBack):
            return TakeBackAt(step.version, step.event)
    return None


async def take_back_sections(desk: Desk, seat: Seat, back: TakeBackAt) -> list[Section]:
    """All about one take-back, for somebody who may see as `seat`."""
    past = await Pasts(desk.world.log).of(desk.visible.history, desk.visible.version)
    return [
        _right(desk, back),
        *_frontier(desk, back, past),
        _crossed(back.event.crossed),
        _redealt(desk, back, past),
        _before_and_after(desk, seat, back),
    ]


def take_back_in_short(back: TakeBackAt) -> tuple[str, ...]:
    """What the take-back comes to, in sentences."""
    event = back.event
    who = "The game" if event.seat is None else f"Seat {event.seat}"
    crossed = ", ".join(dict.fromkeys(_CROSSED[each.kind] for each in event.crossed))
    return (
        f"{who} went {counted(event.steps, 'step')} back in step {back.version}, to step {event.to}: "
        f"{_RIGHTS[event.why]}.",
        f"In between: {crossed}." if crossed else "In between nobody had learned, drawn or shown anything.",
        "What no seat knew was dealt again." if event.redealt else "Nothing was dealt again.",
    )


def rulings_section(desk: Desk, first: Step, last: Step, number: int | None) -> Section:
    """The rulings that name one of these steps, and the one of this number."""
    heading = "Rulings on it"
    rulings = (
        each
        for each in bench_of(desk.visible.state).rulings
        if each.number == number or any(first <= step <= last for step in each.steps)
    )
    rows = tuple(
        (
            str(each.number), str(each.version), each.kind.replace("_", " "), each.by, ", ".join(each.rules),
            "yes" if each.valid else "no: replaced after an appeal", each.note_hash,
        )
        for each in rulings
    )  # fmt: skip
    if not rows:
        return Section(heading, ("No ruling names one of these steps.",))
    return Section(
        heading,
        ("The words of a ruling stand beside the log; the game's page shows them to those who may read them.",),
        columns=("ruling", "step", "kind", "by", "rules", "stands", "hash of its words"),
        rows=rows[:ROWS_MAX],
    )


def _right(desk: Desk, back: TakeBackAt) -> Section:
    event, step = back.event, desk.visible.history.steps[back.version - 1]
    terms = desk.visible.state.take_backs
    limit = "" if terms.revealed_max is None else f"{terms.revealed_max} for a seat"
    return Section(
        "The take-back",
        facts=(
            ("step", str(back.version)),
            ("when", moment(step.body.time_us)),
            ("who", seat_text(event.seat)),
            ("by what right", _RIGHTS[event.why]),
            ("motion, by its step", "" if event.motion is None else str(event.motion)),
            ("ruling", "" if event.ruling is None else str(event.ruling)),
            ("step that was named", str(event.named)),
            ("step that the game went back to", str(event.to)),
            ("steps that were taken back", str(event.steps)),
            ("policy of the game", terms.policy),
            ("free take-backs of what a seat has shown", limit),
        ),
    )


def _frontier(desk: Desk, back: TakeBackAt, past: Past) -> list[Section]:
    """How far the seat could go by itself just before. Only those who may see as that seat are told."""
    seat = back.event.seat
    if seat is None or not desk.may_view(seat):
        return []
    cause = _cause(past, back)
    state = past[cause].before()
    line: Frontier = desk.visible.game.frontier(state, seat, past[:cause])
    left = free_left(state, seat)
    return [
        Section(
            "Its frontier just before",
            (f"Seat {seat} could go back by itself to the step that is named here, and not beyond what stops it.",),
            (
                ("frontier", f"step {line.to}"),
                ("free take-backs of what it has shown that were left", "" if left is None else str(left)),
            ),
            ("step", "what stops it", "seats"),
            _rows(line.crossings),
        )
    ]


def _crossed(crossed: Sequence[Crossing]) -> Section:
    heading = "What it crossed"
    if not crossed:
        return Section(heading, ("Nothing: nobody had learned, drawn or shown anything.",))
    text = "It lay between the two positions. What a seat has learned it still knows: a take-back cannot undo that."
    return Section(heading, (text,), columns=("step", "what", "seats"), rows=_rows(crossed)[:ROWS_MAX])


def _rows(crossed: Sequence[Crossing]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (str(each.version), _CROSSED[each.kind], ", ".join(f"seat {seat}" for seat in each.seats)) for each in crossed
    )


def _redealt(desk: Desk, back: TakeBackAt, past: Past) -> Section:
    heading, event = "What was dealt again", back.event
    if not event.redealt:
        return Section(heading, ("Nothing: nothing that was drawn or learned was crossed, so all lies as it lay.",))
    text = (
        f"All that no seat knew after step {event.to} was dealt again by chance; hands stay as they are. It may have "
        "fallen the same, as likely as any other way (GAME-BACK-06)."
    )
    if not is_record_open(desk.principal, desk.visible):
        return Section(heading, (text, "Its draws are shown when the game is over."))
    done = past[_cause(past, back)]
    state = done.before()
    chance = desk.visible.game.chance(state)
    time_us = desk.visible.history.steps[back.version - 1].body.time_us
    desk.visible.game.decide(state, done.command, chance, time_us, past[: _cause(past, back)])
    rows = tuple((str(each.step), str(each.index), str(each.bound), str(each.outcome)) for each in chance.draws)
    return Section(
        heading, (text, DRAWS), (("draws", str(len(rows))),), ("after step", "draw", "of", "outcome"), rows[:ROWS_MAX]
    )


def _cause(past: Past, back: TakeBackAt) -> int:
    """Which of the commands took back."""
    return next(at for at, done in enumerate(past) if done.first <= back.version <= done.last)


def _before_and_after(desk: Desk, seat: Seat, back: TakeBackAt) -> Section:
    to, before = back.event.to, Step(back.version - 1)
    restored = knowledge_of(desk.visible, seat, back.version, to)
    known = knowledge_of(desk.visible, seat, before, to)
    rows = change_rows(restored.patch)
    text = (
        "The table has what differs between its view after the take-back and its view after the step gone back to."
        if rows
        else "After the take-back it sees what it saw after the step gone back to."
    )
    return Section(
        f"What seat {seat} could see before and after",
        (text,),
        (
            (f"view after step {to}, gone back to", known.digest_since),
            (f"view after step {before}, just before", known.digest),
            (f"view after step {back.version}, the take-back", restored.digest),
        ),
        ("what", "where", "value") if rows else (),
        rows,
    )
