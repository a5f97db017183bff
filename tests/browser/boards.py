"""Seeded games as the pages get them, and the pages' own files on a loopback port, to try a board in a browser.

Names no ruleset and draws nothing.
"""

import mimetypes
import os
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.step import Moment
from domain.engine.viewer import Viewer
from domain.game import BeginGame, Game, GameState, OpenGame, SeatBot
from domain.game.names import NO_NAMES, seat_names
from domain.rulesets import CURRENT
from tests.rulesets.games import Choose, mixed

_BROWSERS: Final = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
"""The same engine twice. The first has no windows around its pages, which cost a test a third of its time."""
CHROMIUM: Final = Path(
    os.environ.get("EMBERLOG_CHROMIUM") or next((each for each in _BROWSERS if each.exists()), _BROWSERS[-1])
)
CHROMIUM_FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
needs_browser: Final = pytest.mark.skipif(
    not CHROMIUM.exists(), reason=f"no browser: {CHROMIUM} is absent (EMBERLOG_CHROMIUM names another)"
)
STATIC: Final = Path(__file__).parents[2] / "api" / "web" / "static"
POLICY: Final = "default-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'"
"""As strict as the policy under which the pages are served."""

COMMANDS_MAX: Final = 6000
_HOST: Final = "host"
_BLANK: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Board</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<link rel="stylesheet" href="/assets/css/base.css"><main id="board"></main>'
)
JSON = Any


@dataclass(frozen=True)
class Played:
    """A whole game between bots. `states[n]` is the table after version n + 1; `asked`: version -> (seat, what was legal
    for it then, what it played)."""

    game: Game
    states: tuple[GameState, ...]
    choices: Mapping[int, tuple[int, tuple[Any, ...], Any]]
    _views: dict[Viewer, bytes] = field(default_factory=dict)

    @cached_property
    def setup(self) -> JSON:
        """What a board module is made with."""
        box, last = self.game.ruleset, self.states[-1]
        return msgspec.to_builtins(
            {
                "ruleset": {"id": box.id, "title": box.title, "version": box.version},
                "components": box.printed(),
                "seats": [
                    {"seat": at, "name": name, "bot": seat.bot}
                    for at, (seat, name) in enumerate(zip(last.seats, seat_names(last, NO_NAMES), strict=True))
                ],
            },
            enc_hook=dict,  # a ruleset may print its components as read-only mappings
        )

    def view(self, version: int, viewer: Viewer) -> JSON:
        """`viewJson` of `viewer` at `version`."""
        return msgspec.to_builtins(self.game.view(self.states[version - 1], viewer))

    def legal(self, version: int) -> list[JSON]:
        """What the seat that was asked at `version` could play, as the API gives it; [] where nobody was."""
        return msgspec.to_builtins(list(self.choices[version][1])) if version in self.choices else []

    def views(self, viewer: Viewer) -> bytes:
        """Every view of `viewer`, one a version, as one JSON list."""
        if viewer not in self._views:
            self._views[viewer] = msgspec.json.encode([self.game.view(state, viewer) for state in self.states])
        return self._views[viewer]

    def asks(self) -> bytes:
        """Version -> legal commands, for every version at which a seat was asked, as JSON."""
        return msgspec.json.encode({str(version): legal for version, (_, legal, _) in self.choices.items()})


def played(
    ruleset: str, seats: int, name: str, choose: Choose | None = None, options: Mapping[str, JSON] | None = None
) -> Played:
    """The game called `name`: everything in it follows from its name. `choose`: the play of `tests.rulesets.games.mixed`."""
    dice = random.Random(name)
    box = CURRENT[ruleset]
    game, choose = Game(box), choose or mixed(box)
    order = OpenGame(by=_HOST, ruleset=ruleset, seats=seats, options=options or {})
    _, state = game.open(order, dice.randbytes(32), 0)
    states = [state]
    choices: dict[int, tuple[int, tuple[Any, ...], Any]] = {}
    opening = [*(SeatBot(by=_HOST, seat=seat) for seat in range(seats)), BeginGame(by=_HOST)]
    for command in opening:
        state = _went(game, states, command)
    while seats_to_act := game.to_act(state):
        assert len(choices) < COMMANDS_MAX, f"{ruleset} {name} does not end"
        seat = dice.choice(seats_to_act)
        legal = game.legal(state, seat)
        chosen = choose(state.position, seat, legal, dice, game.bot_chance(state, seat))
        choices[state.version] = (seat, legal, chosen)
        state = _went(game, states, chosen)
    return Played(game, tuple(states), choices)


def _went(game: Game, states: list[GameState], command: Any) -> GameState:
    """The state after `command`; the one after each of its events is added to `states`."""
    before = states[-1]
    chance: Chance = game.chance(before)
    for event in game.advance(before, command, chance, 0)[0]:
        states.append(game.evolve(states[-1], event, Moment(0, ends=False)))
    return states[-1]


class _Pages(BaseHTTPRequestHandler):
    answers: Mapping[str, bytes] = {}

    def do_GET(self) -> None:
        """The blank page at /, the pages' files under /assets/, and what the test has put beside them."""
        path = self.path.partition("?")[0]
        body = b"" if path == "/favicon.ico" else self.answers.get(path)
        if path == "/":
            body = body or _BLANK.encode()
        elif body is None and path.startswith("/assets/"):
            file = (STATIC / path.removeprefix("/assets/")).resolve()
            body = file.read_bytes() if file.is_file() and file.is_relative_to(STATIC) else None
        kind = mimetypes.guess_type(path)[0] or ("text/html" if path == "/" else "application/json")
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing: tests have their own voice."""


@contextmanager
def served(answers: Mapping[str, bytes]) -> Iterator[str]:
    """The pages' static files, a blank page at / and `answers` by path, on a free loopback port. Gives the origin."""
    handler = type("Pages", (_Pages,), {"answers": dict(answers)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)  # it ends as soon as that
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium, driven by playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_FLAGS)
        try:
            yield chromium
        finally:
            chromium.close()
