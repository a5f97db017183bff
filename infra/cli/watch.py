"""`emberlog watch`: a game live, over the public API and nothing else, so that it sees what any client could see."""

from typing import Any, Final

from rich.console import Console
from rich.text import Text

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from infra.cli.client import Api
from infra.cli.draw import printable
from infra.cli.problems import no_such_game

_GAME: Final = "query ($game: ID!) { game(id: $game) { version title phase } }"
_STEPS: Final = """
subscription ($game: ID!, $after: Cursor, $as: ViewerInput) {
  gameSteps(game: $game, after: $after, as: $as) { version line { text rules { id } } }
}
"""


def viewer_input(viewer: Viewer | None) -> dict[str, Any] | None:
    """A viewer as the API asks for it; None for the caller's own eyes."""
    match viewer:
        case None:
            return None
        case int() if viewer == SPECTATOR:
            return {"kind": "SPECTATOR"}
        case int() if viewer == ARBITER:
            return {"kind": "ARBITER"}
        case seat:
            return {"seat": seat}


async def watch(api: Api, game_id: str, viewer: Viewer | None, after: int | None, out: Console) -> None:
    """Print every step past `after` (None: from now on) as it comes, until the game is over."""
    game = (await api.ask(_GAME, game=game_id))["game"]
    if game is None:
        raise no_such_game(game_id)
    start = game["version"] if after is None else after
    if out.is_terminal:
        out.print(
            f"{printable(game['title']) or game_id}: {game['phase'].lower()}, step {game['version']}. Ctrl-C leaves.",
            style="dim",
        )
    steps = api.follow(_STEPS, field="gameSteps", after=start, **{"game": game_id, "as": viewer_input(viewer)})
    async for step in steps:
        out.print(step_line(step), soft_wrap=True)


def step_line(step: dict[str, Any]) -> Text:
    """A step as the API tells it, in one line."""
    number = (f"{step['version']:>5}  ", "dim")
    line = step["line"]
    if line is None:
        return Text.assemble(number, ("Something happened that these eyes may not know.", "dim italic"))
    rules = ", ".join(rule["id"] for rule in line["rules"])
    return Text.assemble(number, printable(line["text"]), (f"  [{rules}]", "dim cyan"))
