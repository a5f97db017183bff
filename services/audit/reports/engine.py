"""Walk-through 4, "the engine paid two coins too few": a step, why it was so, and what other versions make of it."""

from collections.abc import Sequence

from domain.engine.errata import Erratum
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.engine.viewer import ARBITER
from domain.game.events import GameForked, GameOpened
from domain.log.record import Recorded
from domain.rulesets import RULESETS
from services.audit.not_allowed import ENGINE
from services.audit.reports.other_version import compared
from services.audit.reports.report import (
    Desk,
    ReportRequest,
    Section,
    in_short,
    moment,
    seat_text,
)
from services.ports import RawStep, StoredCommand
from services.readjudicate.recorded import names_version, recorded_commands
from services.reads.evidence import is_record_open


async def engine(desk: Desk, request: ReportRequest) -> bytes:
    """The report. `step`: the one in doubt; `by_version`: the version to compare with, the newest without it."""
    desk.check_open(ENGINE)
    at = desk.step(request.step)
    visible = desk.visible
    step = visible.history.steps[at - 1]
    line = desk.line_of(step, ARBITER)
    commands = await desk.commands()
    cause = next((each for each in commands if each.command_id == step.body.command), None)
    rows = await desk.world.log.read(visible.game_id, limit=max(visible.version, 1))
    cited = () if line is None else line.rules
    other = await compared(desk, request, rows, commands)
    once_more = _decided_once_more(desk, cause, rows, commands)
    sections = [
        in_short(once_more, *other.in_short),
        Section(
            "The step",
            facts=(
                ("number", str(at)),
                ("type", step.body.type),
                ("line", "" if line is None else line.text),
                ("event", _record(desk, step)),
                ("decided", moment(step.body.time_us)),
                ("hash", step.hash.hex()),
            ),
        ),
        _cause(cause),
        desk.rules_section(cited),
        _errata(visible.game.ruleset, cited),
        *other.sections,
        _what_may_follow(visible.game.ruleset, visible.state.over),
        _play_on(visible.game.in_force(visible.history.state_at(at)), at, cited),
    ]
    return desk.bytes_of("engine", f"Step {at}: what the rules made of it", sections)


def _record(desk: Desk, step: Recorded) -> str:
    """The event exactly. That of the first step has the secret of all chance, which nobody reads before the end."""
    is_sealed = isinstance(step.event, GameOpened | GameForked) and not is_record_open(desk.principal, desk.visible)
    return "It is shown when the game is over (GAME-CHANCE-03)." if is_sealed else bytes(step.body.data).decode()


def _decided_once_more(
    desk: Desk, cause: StoredCommand | None, rows: Sequence[RawStep], commands: Sequence[StoredCommand]
) -> str:
    """Whether the rules of the game's own version bring the recorded steps, in a sentence."""
    game = desk.visible.game
    if cause is None:
        return "The command of this step is not in the log, so nothing is decided once more."
    for each in recorded_commands(game, rows, commands):
        if each.stored.command_id != cause.command_id:
            continue
        if each.before is None:
            break
        if names_version(each.command):
            return "It is the ruling that names the version to play on by, so it is not decided once more by one."
        try:
            events = game.decide(each.before, each.command, game.chance(each.before), each.stored.time_us, each.past)
        except Refused as refused:
            return f"This command, decided once more by the version that it was played by, IS REFUSED: {refused.code}."
        recorded = [step.event for step in desk.visible.history.steps[cause.first_version - 1 : cause.last_version]]
        version = game.in_force(each.before).version
        what = "brings the same steps" if list(events) == recorded else "BRINGS OTHER STEPS"
        return f"This command, decided once more by version {version} of the rules, by which it was played, {what}."
    return "It opened the game, so there is nothing to decide once more."


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
        "The game is over, and nothing is ruled after its end: what follows is for the organiser to decide."
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
