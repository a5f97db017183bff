"""Walk-through 4, "the engine paid two coins too few": a step, why it was so, and what other versions make of it."""

from collections.abc import Sequence

from domain.engine.codec import canonical
from domain.engine.errata import Erratum
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.engine.viewer import ARBITER
from domain.game import Game
from domain.rulesets import RULESETS
from services.audit.reports.report import (
    COUNTED_FROM_ONE,
    ROWS_MAX,
    BadReport,
    Desk,
    ReportRequest,
    Section,
    moment,
    seat_text,
)
from services.ports import RawStep, StoredCommand
from services.readjudicate.carried import AnotherGeneration, carried
from services.readjudicate.findings import Readjudicated, SeatResult
from services.readjudicate.games import readjudicate
from services.readjudicate.recorded import names_version, recorded_commands
from services.reads.look import unnamed_step
from services.reads.patch import changes


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
            (COUNTED_FROM_ONE,),
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
        _what_may_follow(visible.game.ruleset, visible.state.over),
        _play_on(visible.game.in_force(visible.history.state_at(at)), at, cited),
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


def _what_may_follow(ruleset: AnyRuleset, over: bool) -> Section:
    kinds = () if ruleset.amendments is None else ruleset.amendments.kinds
    names = ", ".join(str(kind.__struct_config__.tag).rpartition(".")[2] for kind in kinds) or "none"
    fix = (
        "The game is over, so nothing in it is fixed any more: a ruling on points or places may be made."
        if over
        else "Fix it here: try a ruling of the kind fix with `Game.dryRuling`, or with the preview on the game's page. "
        "It shows what each seat would see, the points and the commands, and carries nothing out."
    )
    return Section(
        "What may follow",
        (
            fix,
            "Play on elsewhere: a game is played to its end by the version that it was opened with, unless a ruling of "
            "the kind ruleset moves it to a later one. A ruling of the kind play on, with the erratum in its words, "
            "tells the seats that the point was looked at.",
            f"Other games: `emberlog readjudicate {ruleset.id} --from {ruleset.version} --to VERSION` finds every game "
            "that an erratum touches.",
        ),
        (("amendments of this ruleset", names),),
    )


def _play_on(ruleset: AnyRuleset, at: Step, cited: Sequence[str]) -> Section:
    """Words that an arbiter may put beside a ruling to play on."""
    errata = [each for each in _known(ruleset) if each.rule in cited and each.since > ruleset.version]
    words = [
        f"Step {at} was looked at. It follows version {ruleset.version} of the rules, by which this game was played "
        "then (GAME-VERSION-01)."
    ]
    words += [
        f"The erratum {each.id} corrects {each.rule} from version {each.since} on. Here it stays: {each.before}"
        for each in errata
    ]
    words.append("Nothing is changed. Play on.")
    return Section(
        "Words for a ruling to play on",
        (" ".join(words),),
        (("rules to name", ", ".join(dict.fromkeys((*(each.rule for each in errata), "GAME-VERSION-01")))),),
    )


def _known(ruleset: AnyRuleset) -> Sequence[Erratum]:
    """The errata of the newest version that this build has."""
    versions = [key for key in RULESETS if key[0] == ruleset.id]
    return RULESETS[max(versions)].errata if versions else ruleset.errata


def _errata(ruleset: AnyRuleset, cited: Sequence[str]) -> Section:
    known = [each for each in _known(ruleset) if each.rule in cited]
    rows = tuple((each.id, str(each.since), each.rule, each.before, each.after) for each in known)
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
    cause = desk.visible.history.steps[desk.step(request.step) - 1].body.command
    return [_this_command(desk, cause, other, rows, commands), _differences(local), _results(local, follow)]


def _this_command(
    desk: Desk, cause: str, other: AnyRuleset, rows: Sequence[RawStep], commands: Sequence[StoredCommand]
) -> Section:
    """What the other version makes of the command in doubt: a fix brings what differs."""
    heading, game = f"This command by version {other.version}", desk.visible.game
    recorded = recorded_commands(game, rows, commands)
    each = next((each for each in recorded if each.stored.command_id == cause), None)
    if each is None or each.before is None or each.after is None or names_version(each.command):
        return Section(heading, ("It names the version by which the game is played.",))
    state, by = carried(each.before, other), Game(other)
    try:
        _, after = by.advance(state, each.command, by.chance(state), each.stored.time_us, each.past)
    except Refused as refused:
        return Section(heading, (f"It is refused there: {refused.code}.",), (("rules", ", ".join(refused.rules)),))
    was, now = game.view(each.after, ARBITER), game.view(carried(after, game.in_force(each.after)), ARBITER)
    differing = tuple(
        (str(change["op"]), str(change["path"]), canonical(change["value"]).decode() if "value" in change else "")
        for change in changes(was, now)
    )
    if not differing:
        return Section(heading, ("It leads to the same position there: a fix by that version has nothing to change.",))
    text = "Here is what is otherwise in the position after it. A fix in this game brings the part that still matters."
    return Section(heading, (text,), columns=("what", "where", "value"), rows=differing[:ROWS_MAX])


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
