"""Walk-through 3, "the site was down": a seat and some hours, its time, what its connections took, and outages."""

from collections.abc import Sequence

from domain.engine.viewer import Seat
from services.audit.not_allowed import SITE_DOWN
from services.audit.ports import Outage, UnavailableMinute
from services.audit.reports.lost_time import Span, clock_lost_us, give_back_section, time_section
from services.audit.reports.report import (
    ROWS_MAX,
    BadReport,
    Desk,
    ReportRequest,
    Section,
    counted,
    in_short,
    moment,
    seconds,
)

HOURS_MAX_US = 31 * 86_400_000_000


async def site_down(desk: Desk, request: ReportRequest) -> bytes:
    """The report. `seat`, `from_us`, `to_us`: whose time, and when."""
    seat = desk.seat(request.seat)
    if desk.reach is None:
        raise desk.not_allowed(SITE_DOWN, seat)
    desk.check_viewer(seat, SITE_DOWN)  # receipts are of this seat alone
    if request.from_us is None or request.to_us is None or not 0 < request.to_us - request.from_us <= HOURS_MAX_US:
        raise BadReport("Name the hours: a beginning and an end after it, at most 31 days.")
    span = (request.from_us, request.to_us)
    outages = await desk.world.audit.outages(from_us=span[0], to_us=span[1], limit=ROWS_MAX)
    refused = await desk.world.audit.unavailable(from_us=span[0], to_us=span[1], limit=ROWS_MAX)
    stints = stints_of(desk, seat, span)
    down = [_cut((each.from_us, each.to_us), span) for each in outages if each.process == "api"]
    lost_us = clock_lost_us(desk, seat, down)
    sections = [
        _in_short(seat, down, overlap(stints, down), lost_us, refused),
        Section(
            "What this report says",
            (
                "An outage is a time of more than 30 s in which no process of the service said that it runs. Each says "
                "so every 10 s, so an outage may begin up to 10 s before the service was away, and commands may have "
                "been decided in that time. A player's own connection may fail without an outage. A process that ran, "
                "but lacked the database or Redis, answered UNAVAILABLE. That is counted for everybody together, and "
                "says nothing of this seat alone.",
            ),
            (("seat", f"seat {seat}"), ("from", moment(span[0])), ("to", moment(span[1]))),
        ),
        _outages(outages),
        _unavailable(refused),
        _stints(stints, span),
        await _receipts(desk, seat, span),
        time_section(desk, seat, span),
        give_back_section(desk, seat, lost_us, overlap(stints, down)),
    ]
    return desk.bytes_of("site-down", f"Seat {seat} from {moment(span[0])} to {moment(span[1])}", sections)


def _in_short(
    seat: Seat, down: Sequence[Span], overlap_us: int, lost_us: int | None, refused: Sequence[UnavailableMinute]
) -> Section:
    answers, minutes = sum(each.answers for each in refused), len({each.minute_us for each in refused})
    lacking = (
        f"In {counted(minutes, 'minute')} of them it answered UNAVAILABLE, to {counted(answers, 'request')} of anybody."
        if refused
        else ""
    )
    if not down:
        never = f"In these hours the API of the service was never away, so seat {seat} lost no time by it."
        return in_short(never, lacking)
    away = seconds(sum(b - a for a, b in down))
    cost = "" if lost_us is None else f"Its clock lost {seconds(lost_us)} by that."
    return in_short(
        f"In these hours the API of the service was away for {away}, in {counted(len(down), 'outage')}.",
        f"Seat {seat} was to act in {seconds(overlap_us)} of it. {cost}".strip(),
        lacking,
    )


def _stints(stints: Sequence[Span], span: Span) -> Section:
    heading = "When this seat was to act"
    if not stints:
        return Section(heading, ("Never in these hours.",))
    rows = tuple((moment(a), moment(b), seconds(b - a)) for a, b in stints[:ROWS_MAX])
    text = "One that ends with the hours had not ended by then, or by the last step that the log has."
    return Section(heading, (text,) if stints[-1][1] == span[1] else (), (), ("from", "to", "length"), rows)


def stints_of(desk: Desk, seat: Seat, span: Span) -> list[Span]:
    """When the seat might act, cut to a time. The last one goes on until the end of that time."""
    visible, stints, since = desk.visible, list[Span](), None
    state = None
    for step in visible.history.steps[: visible.version]:
        state = visible.game.evolve(state, step.event, step.moment)
        if step.body.state is None:
            continue
        acting = seat in visible.game.to_act(state)
        if acting and since is None:
            since = step.body.time_us
        elif not acting and since is not None:
            stints.append((since, step.body.time_us))
            since = None
    if since is not None:
        stints.append((since, span[1]))
    return [_cut(each, span) for each in stints if each[1] > span[0] and each[0] < span[1]]


def _cut(each: Span, span: Span) -> Span:
    return max(each[0], span[0]), min(each[1], span[1])


def overlap(first: Sequence[Span], second: Sequence[Span]) -> int:
    """How long some time of each lies over the other. The times of one do not lie over one another."""
    return sum(max(0, min(b, d) - max(a, c)) for a, b in first for c, d in second)


def _outages(outages: Sequence[Outage]) -> Section:
    if not outages:
        return Section("Outages", ("None: some process of each kind ran all the time.",))
    rows = tuple(
        (each.process, moment(each.from_us), moment(each.to_us), seconds(each.to_us - each.from_us)) for each in outages
    )
    return Section("Outages", columns=("part", "from", "to", "length"), rows=rows)


def _unavailable(refused: Sequence[UnavailableMinute]) -> Section:
    heading = "Requests that were answered UNAVAILABLE"
    if not refused:
        return Section(heading, ("None is known of.",))
    text = "By the process that answered, and by the minute; an answer may be counted up to ten seconds late."
    rows = tuple((moment(each.minute_us), each.process, str(each.answers)) for each in refused)
    return Section(heading, (text,), columns=("minute that began", "process", "answers"), rows=rows)


async def _receipts(desk: Desk, seat: Seat, span: Span) -> Section:
    rows = await desk.world.audit.receipts(desk.visible.game_id, seat, from_us=span[0], to_us=span[1], limit=ROWS_MAX)
    lines = tuple(
        (each.connection, moment(each.first_us), moment(each.last_us), f"{each.first_version} to {each.last_version}")
        for each in rows
    )
    heading = "What its connections took"
    if not lines:
        return Section(heading, ("No receipt is there. They are made for pages and programs that follow the game.",))
    return Section(heading, columns=("connection", "from", "to", "steps"), rows=lines)
