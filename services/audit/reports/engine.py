"""Walk-through 4, "the engine paid two coins too few": a step, why it was so, and what other versions make of it."""

from collections.abc import Sequence

from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import ARBITER
from domain.rulesets import RULESETS
from services.audit.reports.report import ROWS_MAX, BadReport, Desk, ReportRequest, Section, moment, seat_text
from services.ports import RawStep, StoredCommand
from services.readjudicate.carried import AnotherGeneration
from services.readjudicate.findings import Readjudicated, SeatResult
from services.readjudicate.games import readjudicate
from services.reads.look import unnamed_step


async def engine(desk: Desk, request: ReportRequest) -> bytes:
    """The report. `step`: the one in doubt; `by_version`: the version to compare with, the newest without it."""
    desk.check_open()
    at = desk.step(request.step)
    visible = desk.visible
    step = visible.history.steps[at - 1]
    line = unnamed_step(visible.history, step, ARBITER).line
    commands = await desk.commands()
    cause = next((each for each in commands if each.command_id == step.body.command), None)
    rows = await desk.world.log.read(visible.game_id, limit=max(visible.version, 1))
    cited = () if line is None else line.rules
    sections = [
        Section(
            "The step",
            facts=(
                ("number", str(at)),
                ("type", step.body.type),
                ("line", "" if line is None else line.text),
                ("event", bytes(step.body.data).decode()),
                ("decided", moment(step.body.time_us)),
                ("hash", step.hash.hex()),
            ),
        ),
        _cause(cause),
        desk.rules_section(cited),
        _errata(visible.game.ruleset, cited),
        *_by_others(desk, request, rows, commands),
        Section(
            "What may follow",
            (
                "Fix it here: a ruling of the kind fix, by one of the amendments of the ruleset; the preview of a "
                "ruling shows what each seat would see.",
                "Play on elsewhere: a game is played to its end by the version that it was opened with. A ruling of "
                "the kind play on, with the erratum in its words, tells the seats that the point was looked at.",
                f"Other games: `emberlog readjudicate {visible.state.ruleset} --from "
                f"{visible.state.ruleset_version} --to VERSION` finds every game that an erratum touches.",
            ),
        ),
    ]
    return desk.bytes_of("engine", f"Step {at}: what the rules made of it", sections)


def _cause(cause: StoredCommand | None) -> Section:
    if cause is None:
        return Section("The command", ("The command of this step is not in the log.",))
    return Section(
        "The command",
        facts=(
            ("number in the ledger", str(cause.ordinal)),
            ("seat", seat_text(cause.seat)),
            ("exactly", cause.body.decode()),
            ("steps", f"{cause.first_version} to {cause.last_version}"),
        ),
    )


def _errata(ruleset: AnyRuleset, cited: Sequence[str]) -> Section:
    versions = [key for key in RULESETS if key[0] == ruleset.id]
    known = RULESETS[max(versions)].errata if versions else ruleset.errata
    rows = tuple((each.id, str(each.since), each.rule, each.before, each.after) for each in known if each.rule in cited)
    if not rows:
        return Section("Known errata of these rules", ("None.",))
    return Section("Known errata of these rules", columns=("erratum", "since", "rule", "before", "after"), rows=rows)


def _by_others(
    desk: Desk, request: ReportRequest, rows: Sequence[RawStep], commands: Sequence[StoredCommand]
) -> list[Section]:
    played = desk.visible.game.ruleset
    versions = [version for id, version in RULESETS if id == played.id and version != played.version]
    if request.by_version is not None:
        if request.by_version not in versions:
            raise BadReport(f"This build has the versions {', '.join(map(str, versions)) or 'none'} beside it.")
        versions = [request.by_version]
    if not versions:
        return [Section("By another version", ("This build has no other version of the ruleset.",))]
    other = RULESETS[played.id, max(versions)]
    try:
        local = readjudicate(desk.visible.game_id, played, other, rows, commands, "local")
        follow = readjudicate(desk.visible.game_id, played, other, rows, commands, "followed")
    except AnotherGeneration as generation:
        return [Section("By another version", (str(generation),))]
    return [_differences(local), _results(local, follow)]


def _differences(local: Readjudicated) -> Section:
    heading = f"Each command decided by version {local.to_version}, on the state as it was recorded"
    facts = (
        ("commands", str(local.commands)),
        ("allowed or refused otherwise", str(local.legality)),
        ("another position after them", str(local.play)),
        ("the same position, and the record says more or less of it", str(local.records)),
    )
    rows = tuple(
        (str(each.ordinal), str(each.version), each.kind.replace("_", " "), each.command, ", ".join(each.now))
        for each in local.differences
    )
    return Section(heading, (), facts, ("number", "after step", "what", "command", "now"), rows[:ROWS_MAX])


def _results(local: Readjudicated, follow: Readjudicated) -> Section:
    end = follow.why or "every command could be carried out"
    return Section(
        f"The result, if version {local.to_version} had been played throughout",
        (f"Followed from the first command: {end}.",),
        (
            ("as played", _places(local.played)),
            ("followed", _places(follow.result)),
        ),
    )


def _places(result: Sequence[SeatResult]) -> str:
    return "; ".join(f"seat {each.seat}: place {each.place}, {each.points} points" for each in result) or "no end"
