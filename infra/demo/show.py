"""The demo from the first token to the final scores. Everything after the tokens goes over the public API.

Tokens are made as `emberlog token create` makes them; then players and spectators are clients like any other.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table as Grid

from domain.engine.ruleset import AnyRuleset
from domain.rulesets import RULESETS
from infra.cli.audit import verify
from infra.cli.client import Api
from infra.cli.problems import DONE, NOT_THERE, USAGE, Problem
from infra.cli.world import Servers
from infra.demo.player import Pace, Player
from infra.demo.seats import NAMES, Table, begun_game
from infra.demo.stage import Stage
from infra.wiring import wired

SEATS_USUAL: Final = 4
SCORES_EVERY_SECONDS: Final = 0.4
TRACKS_SECONDS_MAX: Final = 10.0

_STEPS: Final = (
    "subscription ($game: ID!, $after: Cursor) { gameSteps(game: $game, after: $after, as: {kind: SPECTATOR}) "
    "{ version line { text rules { id } } } }"
)
_SCORES: Final = (
    "query ($game: ID!) { game(id: $game) { viewJson(as: {kind: SPECTATOR}) "
    "scoresNow(as: {kind: SPECTATOR}) { seat source ifOver } } }"
)
_RESULT: Final = (
    "query ($game: ID!) { game(id: $game) { version result { ending rules "
    "places { seat place points sources { source points rules } } } } }"
)
_LAST_TRACK: Final = (
    "query ($game: ID!, $step: Int!) { game(id: $game) { scoreTracks(from: $step, to: $step) { version } } }"
)


@dataclass(frozen=True)
class Plan:
    """What to play: a ruleset of the shelf, how many seats, how many commands a second at most (0: no limit)."""

    ruleset: AnyRuleset
    seats: int
    pace: float

    @classmethod
    def of(cls, ruleset: str | None, seats: int | None, pace: float) -> "Plan":
        """The asked plan, or the Problem with it. Without a ruleset it is the first on the shelf."""
        chosen = next(iter(RULESETS.values())) if ruleset is None else RULESETS.get(ruleset)
        if chosen is None:
            raise Problem(f"There is no ruleset “{ruleset}”. On the shelf: {', '.join(RULESETS)}.", NOT_THERE)
        usual = min(max(SEATS_USUAL, chosen.seats_min), chosen.seats_max)
        many = usual if seats is None else seats
        most = min(chosen.seats_max, len(NAMES))
        if not chosen.seats_min <= many <= most:
            raise Problem(f"{chosen.title} has {chosen.seats_min} to {most} seats, not {many}.", USAGE)
        return cls(chosen, many, pace)


async def play_demo(url: str, servers: Servers, plan: Plan, out: Console) -> str:
    """Play one game to its end and show it; gives the game's id. Raises Problem when the finished game does not verify."""
    async with (
        AsyncExitStack() as open_,
        wired(servers.database_url, servers.redis_url, connections_max=4) as use_cases,
    ):
        made = [
            await use_cases.world.principals.create(f"{name} (demo bot)", frozenset()) for name in NAMES[: plan.seats]
        ]
        players = [await open_.enter_async_context(Api(url, token)) for _, token in made]
        spectator = await open_.enter_async_context(Api(url))
        table = await begun_game(players, plan.ruleset.id, f"{plan.ruleset.title}, a demo")
        out.print(
            f"Game {table.game_id}: {plan.seats} bots play {plan.ruleset.title} over {url}/graphql",
            markup=False,
            soft_wrap=True,
        )
        stage = await _played(table, plan, spectator, out)
        await _tell_result(table, spectator, stage, out)
        await _wait_for_tracks(table, spectator, out)
        if await verify(use_cases.world, table.game_id, out, out) != DONE:
            raise Problem("The game does not verify: that is a bug in Emberlog.", 1)
    return table.game_id


async def _played(table: Table, plan: Plan, spectator: Api, out: Console) -> Stage:
    pace, bot = Pace(plan.pace), tuple(plan.ruleset.bots.values())[-1]
    stage = Stage(out, table.title, table.names)
    with stage.shown():
        async with asyncio.TaskGroup() as tasks:
            scores = tasks.create_task(_follow_scores(table, spectator, stage, pace))
            ends = [tasks.create_task(_follow_lines(table, spectator, stage))]
            for api in table.players:
                ends.append(tasks.create_task(Player(api, table.game_id, plan.ruleset, bot, pace).play()))
            await asyncio.wait(ends)
            scores.cancel()
        await _take_scores(table, spectator, stage, pace)
    return stage


async def _follow_lines(table: Table, spectator: Api, stage: Stage) -> None:
    async for step in spectator.follow(_STEPS, field="gameSteps", after=0, game=table.game_id):
        line = step["line"]
        if line is None:
            stage.take_line(step["version"], None, ())
        else:
            stage.take_line(step["version"], line["text"], [rule["id"] for rule in line["rules"]])


async def _follow_scores(table: Table, spectator: Api, stage: Stage, pace: Pace) -> None:
    while True:
        await _take_scores(table, spectator, stage, pace)
        await asyncio.sleep(SCORES_EVERY_SECONDS)


async def _take_scores(table: Table, spectator: Api, stage: Stage, pace: Pace) -> None:
    game = (await spectator.ask(_SCORES, game=table.game_id))["game"]
    scores: dict[int, list[tuple[str, int]]] = {}
    for point in game["scoresNow"]:
        scores.setdefault(point["seat"], []).append((point["source"], point["ifOver"]))
    turn = (game["viewJson"]["position"] or {}).get("turn")
    stage.scores, stage.commands = scores, pace.commands
    stage.turn = turn if isinstance(turn, int) else None
    stage.refresh()


async def _tell_result(table: Table, spectator: Api, stage: Stage, out: Console) -> None:
    game = (await spectator.ask(_RESULT, game=table.game_id))["game"]
    result = game["result"]
    if result is None:
        raise Problem("The game stopped without a result: that is a bug in Emberlog.", 1)
    out.print()
    out.print(_scores(table.names, result["places"]))
    out.print(
        f"Over after {stage.commands} commands and {game['version']} steps ({result['ending'].replace('_', ' ')}; decided by "
        f"{', '.join(result['rules'])}).",
        markup=False,
        soft_wrap=True,
    )


def _scores(names: Sequence[str], places: Sequence[dict[str, Any]]) -> Grid:
    """The final scores, the best place first, a column a source."""
    sources = list(dict.fromkeys(each["source"] for place in places for each in place["sources"]))
    grid = Grid(box=box.SIMPLE_HEAD, title="Final scores", pad_edge=False)
    for name in ("place", "seat", "points", *(source.replace("_", " ") for source in sources)):
        grid.add_column(name, justify="left" if name == "seat" else "right")
    for place in sorted(places, key=lambda each: (each["place"], each["seat"])):
        points = {each["source"]: each["points"] for each in place["sources"]}
        cells = (str(points.get(source, 0)) for source in sources)
        grid.add_row(str(place["place"]), names[place["seat"]], str(place["points"]), *cells)
    return grid


async def _wait_for_tracks(table: Table, spectator: Api, out: Console) -> None:
    """The worker is a process of its own: see that its rows reach the last step."""
    last = (await spectator.ask(_RESULT, game=table.game_id))["game"]["version"]
    deadline = asyncio.get_running_loop().time() + TRACKS_SECONDS_MAX
    while asyncio.get_running_loop().time() < deadline:
        if (await spectator.ask(_LAST_TRACK, game=table.game_id, step=last))["game"]["scoreTracks"]:
            out.print(f"The worker has folded all {last} steps into the score tracks.", markup=False)
            return
        await asyncio.sleep(0.05)
    raise Problem("The worker did not fold the game's last step; see its log in the data folder.", 3)


def examples(game_id: str, url: str, usual_url: str) -> str:
    """What to try next, as lines to copy. `usual_url`: where clients look when nobody says otherwise."""
    here = "" if url == usual_url else f" --url {url}"
    return (
        f"The API:            {url}/graphql\n"
        f"Step through it:    emberlog replay {game_id}\n"
        f"One step, one seat: emberlog replay {game_id} --step 40 --as 1\n"
        f"Watch it again:     emberlog watch {game_id} --after 0{here}\n"
        f"Prove it:           emberlog verify {game_id}\n"
        f"Take it with you:   emberlog export {game_id} > game.ndjson\n"
        "(emberlog is in .venv/bin.)"
    )
