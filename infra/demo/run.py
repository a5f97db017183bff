"""Runs the demo, from the first token to the final scores.

The tokens are created as `emberlog token create` does it. Then players and spectators are clients of the public API.
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
from domain.rulesets import CURRENT
from infra.cli.client import Api
from infra.cli.commands.verify import verify_and_print
from infra.cli.problems import ExitCode, Problem
from infra.cli.servers import Servers
from infra.demo.clock import read_clock
from infra.demo.display import Display
from infra.demo.game import NAMES, DemoGame, begin_game
from infra.demo.player import Pace, Player
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
    "query ($game: ID!) { game(id: $game) { version result { ending rules { id } "
    "places { seat place points sources { source points rules { id } } } } } }"
)
_CLOCKS: Final = "query ($game: ID!) { game(id: $game) { clocks { seat left } } }"
_LAST_TRACK: Final = (
    "query ($game: ID!, $step: Int!) { game(id: $game) { scoreTracks(from: $step, to: $step) { version } } }"
)


@dataclass(frozen=True)
class Plan:
    """What to play: a ruleset, the number of seats, and the most commands per second (0: no limit). `clock`: a
    `ClockInput`; None: without clocks."""

    ruleset: AnyRuleset
    seats: int
    pace: float
    clock: dict[str, Any] | None = None

    @classmethod
    def of(cls, ruleset: str | None, seats: int | None, pace: float, clock: str | None = None) -> "Plan":
        """The plan that the arguments name. Raises Problem if it is impossible. Without a ruleset: the first one."""
        chosen = next(iter(CURRENT.values())) if ruleset is None else CURRENT.get(ruleset)
        if chosen is None:
            raise Problem(
                f"There is no ruleset “{ruleset}”. The rulesets are {', '.join(CURRENT)}.", ExitCode.NOT_THERE
            )
        usual = min(max(SEATS_USUAL, chosen.seats_min), chosen.seats_max)
        count = usual if seats is None else seats
        most = min(chosen.seats_max, len(NAMES))
        if not chosen.seats_min <= count <= most:
            raise Problem(f"{chosen.title} has {chosen.seats_min} to {most} seats, not {count}.", ExitCode.USAGE)
        return cls(chosen, count, pace, None if clock is None else read_clock(clock))


async def play_demo(url: str, servers: Servers, plan: Plan, out: Console) -> str:
    """Play one game to its end and display it. Returns its id. Raises Problem if the finished game does not verify."""
    async with (
        AsyncExitStack() as open_,
        wired(servers.database_url, servers.redis_url, connections_max=4) as use_cases,
    ):
        made = [
            await use_cases.world.principals.create(f"{name} (demo bot)", frozenset()) for name in NAMES[: plan.seats]
        ]
        players = [await open_.enter_async_context(Api(url, token)) for _, token in made]
        spectator = await open_.enter_async_context(Api(url))
        demo = await begin_game(players, plan.ruleset.id, f"{plan.ruleset.title}, a demo", plan.clock)
        out.print(
            f"Game {demo.game_id}: {plan.seats} bots play {plan.ruleset.title} over {url}/graphql",
            markup=False,
            soft_wrap=True,
        )
        display = await _play(demo, plan, spectator, out)
        await _print_result(demo, spectator, display, out)
        await _print_clocks(demo, spectator, out)
        await _wait_for_tracks(demo, spectator, out)
        if await verify_and_print(use_cases.world, demo.game_id, out, out) != ExitCode.DONE:
            raise Problem("The game does not verify. This is a bug in Emberlog.", ExitCode.CHECK_FAILED)
    return demo.game_id


async def _play(demo: DemoGame, plan: Plan, spectator: Api, out: Console) -> Display:
    pace, bot = Pace(plan.pace), plan.ruleset.bots[plan.ruleset.substitute]
    display = Display(out, demo.title, demo.names)
    with display.drawn():
        async with asyncio.TaskGroup() as tasks:
            scores = tasks.create_task(_follow_scores(demo, spectator, display, pace))
            ends = [tasks.create_task(_follow_lines(demo, spectator, display))]
            for api in demo.players:
                ends.append(tasks.create_task(Player(api, demo.game_id, plan.ruleset, bot, pace).play()))
            await asyncio.wait(ends)
            scores.cancel()
        await _take_scores(demo, spectator, display, pace)
    return display


async def _follow_lines(demo: DemoGame, spectator: Api, display: Display) -> None:
    async for step in spectator.follow(_STEPS, field="gameSteps", after=0, game=demo.game_id):
        line = step["line"]
        if line is None:
            display.add_line(step["version"], None, ())
        else:
            display.add_line(step["version"], line["text"], [rule["id"] for rule in line["rules"]])


async def _follow_scores(demo: DemoGame, spectator: Api, display: Display, pace: Pace) -> None:
    while True:
        await _take_scores(demo, spectator, display, pace)
        await asyncio.sleep(SCORES_EVERY_SECONDS)


async def _take_scores(demo: DemoGame, spectator: Api, display: Display, pace: Pace) -> None:
    game = (await spectator.ask(_SCORES, game=demo.game_id))["game"]
    scores: dict[int, list[tuple[str, int]]] = {}
    for point in game["scoresNow"]:
        scores.setdefault(point["seat"], []).append((point["source"], point["ifOver"]))
    turn = (game["viewJson"]["position"] or {}).get("turn")
    display.scores, display.commands = scores, pace.commands
    display.turn = turn if isinstance(turn, int) else None
    display.refresh()


async def _print_result(demo: DemoGame, spectator: Api, display: Display, out: Console) -> None:
    game = (await spectator.ask(_RESULT, game=demo.game_id))["game"]
    result = game["result"]
    if result is None:
        raise Problem("The game stopped without a result. This is a bug in Emberlog.", ExitCode.CHECK_FAILED)
    out.print()
    out.print(_scores(demo.names, result["places"]))
    out.print(
        f"Over after {display.commands} commands and {game['version']} steps ({result['ending'].replace('_', ' ')}; "
        "decided by "
        f"{', '.join(rule['id'] for rule in result['rules'])}).",
        markup=False,
        soft_wrap=True,
    )


async def _print_clocks(demo: DemoGame, spectator: Api, out: Console) -> None:
    """What each player had left on the clock, in a game that has clocks."""
    game = (await spectator.ask(_CLOCKS, game=demo.game_id))["game"]
    left = [f"{demo.names[clock['seat']]} {clock['left'] / 1000:.1f} s" for clock in game["clocks"]]
    if left:
        out.print(f"Left on the clocks: {', '.join(left)}.", markup=False, soft_wrap=True)


def _scores(names: Sequence[str], places: Sequence[dict[str, Any]]) -> Grid:
    """The final scores, the best place first, one column per source."""
    sources = list(dict.fromkeys(each["source"] for place in places for each in place["sources"]))
    grid = Grid(box=box.SIMPLE_HEAD, title="Final scores", pad_edge=False)
    for name in ("place", "seat", "points", *(source.replace("_", " ") for source in sources)):
        grid.add_column(name, justify="left" if name == "seat" else "right")
    for place in sorted(places, key=lambda each: (each["place"], each["seat"])):
        points = {each["source"]: each["points"] for each in place["sources"]}
        cells = (str(points.get(source, 0)) for source in sources)
        grid.add_row(str(place["place"]), names[place["seat"]], str(place["points"]), *cells)
    return grid


async def _wait_for_tracks(demo: DemoGame, spectator: Api, out: Console) -> None:
    """Wait until the rows of the worker, which is another process, reach the last step."""
    last = (await spectator.ask(_RESULT, game=demo.game_id))["game"]["version"]
    deadline = asyncio.get_running_loop().time() + TRACKS_SECONDS_MAX
    while asyncio.get_running_loop().time() < deadline:
        if (await spectator.ask(_LAST_TRACK, game=demo.game_id, step=last))["game"]["scoreTracks"]:
            out.print(f"The worker has folded all {last} steps into the score tracks.", markup=False)
            return
        await asyncio.sleep(0.05)
    raise Problem(
        "The worker has not folded the last step of the game. Read its log in the data folder.", ExitCode.NOT_AVAILABLE
    )


def examples(game_id: str, url: str, usual_url: str) -> str:
    """What to try next, as lines to copy. `usual_url`: the address that clients use by default."""
    here = "" if url == usual_url else f" --url {url}"
    return (
        f"The API:            {url}/graphql\n"
        f"Step through it:    emberlog replay {game_id}\n"
        f"One step, one seat: emberlog replay {game_id} --step 40 --as 1\n"
        f"Watch all its steps: emberlog watch {game_id} --after 0{here}\n"
        f"Prove it:           emberlog verify {game_id}\n"
        f"Export it:          emberlog export {game_id} > game.ndjson\n"
        "In a checkout, emberlog is in .venv/bin."
    )
