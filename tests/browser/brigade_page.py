"""The board of The Brigade in a page of its own, with whole games to show on it. Knows the view, and no rule."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from domain.engine.viewer import ARBITER, SPECTATOR
from tests.browser.boards import Played, served
from tests.browser.brigade_views import View

LAY: Final = """async () => {
  const get = async (path) => (await fetch(path)).json();
  const { default: makeBoard } = await import('/assets/js/boards/brigade/board.js');
  window.nameOn = (await import('/assets/js/boards/kit.js')).nameOn;
  window.board = await makeBoard(await get('/table'));
  await board.ready();
  document.getElementById('board').append(board.element);
  window.views = { all: await get('/views'), spectator: await get('/spectator') };
  window.asks = await get('/asks');
  window.at = (version, eyes = 'all', more = {}) => board.show(views[eyes][version - 1],
    { before: views[eyes][version - 2] ?? null, viewer: null, animate: false, ...more });
  // The board learns its size in a frame of its own, and on a busy machine that is late.
  await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
}"""


@dataclass(frozen=True)
class Laid:
    """A board in a page, with the game whose views it shows. `errors`: what the console complained about."""

    game: Played
    page: Any
    errors: list[str]
    views: tuple[View, ...]

    @property
    def position_versions(self) -> list[int]:
        """The versions at which there is something on the table."""
        return [version for version, view in enumerate(self.views, 1) if view["position"] and view["position"]["tiles"]]


@contextmanager
def laid_out(chromium: Any, game: Played) -> Iterator[Laid]:
    """A page with the board and a game. Fails when its console complained."""
    answers = {
        "/table": msgspec.json.encode(game.setup),
        "/views": game.views(ARBITER),
        "/spectator": game.views(SPECTATOR),
        "/asks": game.asks(),
    }
    with served(answers) as origin:
        page = chromium.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        errors: list[str] = []
        page.on(
            "console",
            lambda spoken_text: errors.append(spoken_text.text) if spoken_text.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(origin)
        page.evaluate(LAY)
        yield Laid(game, page, errors, tuple(json.loads(game.views(ARBITER))))
        page.close()
    assert errors == []
