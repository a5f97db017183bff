"""What another version of the ruleset makes of a recorded game, as the report "the engine paid too few" has it."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import ARBITER
from domain.game import Game
from domain.rulesets import RULESETS
from services.audit.reports.report import ROWS_MAX, BadReport, Desk, ReportRequest, Section, change_rows
from services.ports import RawStep, StoredCommand
from services.readjudicate.carried import AnotherGeneration, carried
from services.readjudicate.events_only import NOT_COMPARED
from services.readjudicate.findings import Readjudicated, SeatResult
from services.readjudicate.games import readjudicate
from services.readjudicate.ports import may_read_runs
from services.readjudicate.recorded import names_version, recorded_commands
from services.reads.patch import changes

RUNS_MAX = 50
GAMES_MAX = 200


@dataclass(frozen=True, slots=True)
class Compared:
    """What another version makes of a game. `in_short`: that in sentences."""

    sections: Sequence[Section]
    in_short: Sequence[str]


async def compared(
    desk: Desk, request: ReportRequest, rows: Sequence[RawStep], commands: Sequence[StoredCommand]
) -> Compared:
    """What another version makes of the command in doubt, of the game, and of other games. Raises BadReport."""
    played = desk.visible.game.ruleset
    versions = [version for id, version in RULESETS if id == played.id and version != played.version]
    if request.by_version is not None:
        if request.by_version not in versions:
            raise BadReport(f"This build has the versions {', '.join(map(str, versions)) or 'none'} beside it.")
        versions = [request.by_version]
    if not versions:
        none = "This build has no other version of the ruleset."
        return Compared([Section("By another version", (none,))], [none])
    other = RULESETS[played.id, max(versions)]
    try:
        local = readjudicate(desk.visible.game_id, played, other, rows, commands, "local")
        follow = readjudicate(desk.visible.game_id, played, other, rows, commands, "followed")
    except AnotherGeneration as generation:
        return _events_only(
            str(generation), readjudicate(desk.visible.game_id, played, other, rows, commands, "events")
        )
    cause = desk.visible.history.steps[desk.step(request.step) - 1].body.command
    this = _this_command(desk, cause, other, rows, commands)
    differing, n = local.legality + local.play, other.version
    sentences = (
        f"By version {n}: {this.text[0][0].lower()}{this.text[0][1:]}",
        f"Version {n} answers {differing} of the {local.commands} commands of this game otherwise, where each is "
        "decided on the state as it was recorded.",
    )
    sections = [this, _differences(local), _results(local, follow), *await _other_games(desk, local)]
    return Compared(sections, sentences)


def _events_only(why: str, replayed: Readjudicated) -> Compared:
    """What a version of another generation makes of the recorded events."""
    n, end = replayed.to_version, replayed.why or "every event could be replayed"
    facts = (
        ("commands whose events were replayed", str(replayed.commands)),
        ("other seats to act, or other points, after them", str(replayed.play)),
        ("replayed", end),
        ("as played", _places(replayed.played) or "it has no end yet"),
        ("by its events", _places(replayed.result) or "it has no end there"),
    )
    rows = tuple(
        (str(each.ordinal), str(each.version), each.command, ", ".join(each.was), ", ".join(each.now))
        for each in replayed.differences
    )
    columns = ("number", "after step", "command", "as played", f"by version {n}") if rows else ()
    text = (
        f"Version {n} is of another generation and cannot decide the commands of this game; its events were replayed."
    )
    return Compared(
        [Section(f"The events of this game by version {n}", (why, NOT_COMPARED), facts, columns, rows)], [text]
    )


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
    differing = change_rows(changes(was, now))
    if not differing:
        return Section(heading, ("It leads to the same position there: a fix by that version has nothing to change.",))
    text = "Here is what is otherwise in the position after it. A fix in this game brings the part that still matters."
    return Section(heading, (text,), columns=("what", "where", "value"), rows=differing)


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
            ("as played", _places(local.played) or "it has no end yet"),
            ("followed", _places(follow.result) or "it has no end there"),
        ),
    )


async def _other_games(desk: Desk, local: Readjudicated) -> list[Section]:
    """The games that the newest whole run over all games has found to differ, for those who may read runs."""
    if not may_read_runs(desk.principal):
        return []
    heading, runs = "Other games that it touches", desk.world.readjudications
    key = (local.ruleset, local.from_version, local.to_version, "local")
    run = next(
        (
            each
            for each in await runs.runs(limit=RUNS_MAX)
            if each.ended_us is not None and (each.ruleset, each.from_version, each.to_version, each.mode) == key
        ),
        None,
    )
    if run is None:
        command = f"`emberlog readjudicate {local.ruleset} --from {local.from_version} --to {local.to_version}`"
        return [Section(heading, (f"Nobody has looked yet. {command} looks, and this report then has them.",))]
    games = await runs.games(run.id, differing=True, after=None, limit=GAMES_MAX)
    facts = (("run", run.id), ("games that were decided", str(run.games)), ("games that differ", str(run.differ)))
    rows = tuple((each.game, str(each.legality), str(each.play), str(each.first_step or "")) for each in games)
    text = (
        f"At most {GAMES_MAX} are listed; the page `/audit/versions/{run.id}` has all. Games that go on do not count."
    )
    columns = ("game", "allowed or refused otherwise", "another position", "first after step")
    return [Section(heading, (text,), facts, columns if rows else (), rows)]


def _places(result: Sequence[SeatResult]) -> str:
    return "; ".join(f"seat {each.seat}: place {each.place}, {each.points} points" for each in result)
