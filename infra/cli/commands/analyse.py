"""`emberlog analyse`: the win chances of a game from step to step, computed in this process. Nothing is stored."""

import asyncio
import math
import time
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from domain.engine.viewer import SPECTATOR, Viewer
from infra.cli.options import GameId, Token, ViewerName, errors, out
from infra.cli.problems import ExitCode, Problem, no_such_game
from infra.cli.render.progress import progress_bar
from infra.cli.servers import game_id_of, open_use_cases, principal_of
from infra.cli.viewers import permitted_viewer
from infra.settings import Settings
from projections.analysis.chances import Estimate
from projections.analysis.playouts import PlayoutKey
from projections.analysis.steps import AnalysedStep, StepChooser
from services.ports import WinChanceRow
from services.reads.chances import ChancesAtStep, chances_of
from services.reads.horizon import VisibleGame
from services.reads.look import step_for

PLAYOUTS_MAX: Final = 100_000
CHECK_FACTOR: Final = 10
BAR_CELLS: Final = 24
Playouts = Annotated[
    int | None, typer.Option("--playouts", min=1, max=PLAYOUTS_MAX, help="Playouts a step. Default: the setting's.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object a step.")]
Check = Annotated[
    bool, typer.Option("--check", help="Also play ten times as many, and print how far the chances are from those.")
]


def analyse(
    game: GameId,
    playouts: Playouts = None,
    viewer: ViewerName = None,
    as_json: AsJson = False,
    check: Check = False,
    token: Token = None,
) -> None:
    """Compute the win chances of a game, from many playouts of worlds that fit what a viewer knows.

    The viewer is a spectator unless `--as` names another, which only a finished game allows.

    Examples: `emberlog analyse GAME`, `emberlog analyse GAME --playouts 10 --check`
    """
    asyncio.run(_analyse(game, playouts, viewer or "spectator", as_json=as_json, check=check, token=token))


async def _analyse(
    game: str, playouts: int | None, name: str, *, as_json: bool, check: bool, token: str | None
) -> None:
    settings = Settings.load()
    async with open_use_cases(settings) as use_cases:
        principal = await principal_of(use_cases, token)
        visible = await use_cases.look.game(principal, game_id_of(game))
        if visible is None:
            raise no_such_game(game)
        viewer = permitted_viewer(use_cases.look, principal, visible, name)
    if viewer != SPECTATOR and not visible.state.over:
        raise Problem("While a game runs, only what spectators know is analysed.", ExitCode.USAGE)
    number = playouts or settings.playouts
    began = time.process_time()
    rows = computed(visible, viewer, number, errors)
    spent = time.process_time() - began
    if as_json:
        for row in rows:
            out.print(msgspec.json.encode(row).decode(), markup=False, soft_wrap=True, highlight=False)
    else:
        out.print(_drawn(visible, rows))
        played = sum(row.playouts for row in rows)
        out.print(f"{played} playouts in {spent:.1f} s of processor time: {played / max(spent, 1e-9):.0f} a second.")
    if check:
        many = computed(visible, viewer, number * CHECK_FACTOR, errors)
        out.print(checked(rows, many), markup=False, soft_wrap=True)


def steps_of(visible: VisibleGame) -> list[AnalysedStep]:
    """The steps of a game that are analysed, as far as the caller may see it."""
    history = visible.history
    chooser, steps, state = StepChooser(history.game, history.game_id), list[AnalysedStep](), None
    for step in history.steps[: visible.version]:
        state = history.game.evolve(state, step.event, step.moment)
        if chooser.is_worth_it(step, state):
            steps.append(AnalysedStep(step.version, step.hash, state))
    return steps


def computed(visible: VisibleGame, viewer: Viewer, playouts: int, console: Console) -> list[ChancesAtStep]:
    """The chances at every analysed step, with a progress bar."""
    rows: list[ChancesAtStep] = []
    with progress_bar(console) as bar:
        for step in bar.track(steps_of(visible), description="playing on"):
            began = time.process_time()
            key = PlayoutKey(visible.game_id, step.version, viewer)
            estimate = Estimate(visible.game.in_force(step.state), step.state, key, playouts)
            estimate.advance(playouts)
            made = estimate.result(int((time.process_time() - began) * 1_000_000))
            row = WinChanceRow(made.version, made.playouts, made.won, made.points, made.nobody, made.cost_us)
            rows.append(chances_of(row))
    return rows


def checked(few: Sequence[ChancesAtStep], many: Sequence[ChancesAtStep]) -> str:
    """How far chances are from those of ten times as many playouts, in a sentence."""
    pairs = [
        (a, b)
        for one, other in zip(few, many, strict=True)
        if one.playouts
        for a, b in zip(one.seats, other.seats, strict=True)
    ]
    if not pairs:
        return "There is no step whose outcome was open, so there is nothing to compare."
    distances = [abs(a.share - b.share) for a, b in pairs]
    mean = sum(distances) / len(distances)
    root = math.sqrt(sum(each * each for each in distances) / len(distances))
    within = sum(abs(a.share - b.share) <= 2 * math.hypot(a.standard_error, b.standard_error) for a, b in pairs) / len(
        pairs
    )
    return (
        f"Against {CHECK_FACTOR} times as many playouts: mean error {mean:.1%}, root mean square {root:.1%}, largest "
        f"{max(distances):.1%}; {within:.0%} within two standard errors."
    )


def _drawn(visible: VisibleGame, rows: Sequence[ChancesAtStep]) -> Table:
    grid = Table(box=None, pad_edge=False, header_style="dim")
    grid.add_column("step", justify="right", style="dim")
    for name in visible.seat_names:
        grid.add_column(name, justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True, min_width=BAR_CELLS)
    grid.add_column("what happened", overflow="ellipsis", no_wrap=True)
    for row in rows:
        step = step_for(visible.history, visible.history.steps[row.version - 1], SPECTATOR, visible.version)
        shares = (f"{seat.share:4.0%} ±{seat.standard_error:3.0%}" for seat in row.seats)
        line = "" if step.line is None else step.line.text
        grid.add_row(str(row.version), *shares, _bar(row), line)
    return grid


def _bar(row: ChancesAtStep) -> str:
    """The chances as one line of digits: each seat has as many cells as its share."""
    return "".join(str(seat.seat % 10) * round(seat.share * BAR_CELLS) for seat in row.seats)[:BAR_CELLS]
