"""A running service to be looked at in a browser, and an organiser who opens tables at it. Knows no page."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.clients.running import Caller

Json = Any
SECONDS_MAX: Final = 60.0


@dataclass
class Site:
    """The running service, and an organiser of games at it."""

    url: str
    organiser: Caller

    def ask(self, document: str, **variables: Json) -> Json:
        """The data, for the organiser; fails on errors."""
        return self.organiser.ask(document, **variables)

    def open_game(
        self, ruleset: str = "london", seats: int = 2, title: str = "", *, bots: int = 0, sit: bool = True
    ) -> str:
        """An open table, where the organiser sits (or not) before the bots."""
        types = "$ruleset: String!, $seats: Int!, $title: String!"
        game: str = self.organiser.order("openGame", types, ruleset=ruleset, seats=seats, title=title)["gameId"]
        if sit:
            self.organiser.order("takeSeat", "$game: ID!, $seat: Int", game=game, seat=0)
        for seat in range(int(sit), int(sit) + bots):
            self.organiser.order("seatBot", "$game: ID!, $seat: Int!", game=game, seat=seat)
        return game

    def begin(self, game: str) -> None:
        self.organiser.begin(game)

    def game(self, id: str) -> Json:
        return self.ask("query($id: ID!) { game(id: $id) { phase version seats { name taken bot } options } }", id=id)[
            "game"
        ]

    def wait(self, what: Callable[[], Json]) -> Json:
        """What it gives as soon as it gives anything."""
        until = time.monotonic() + SECONDS_MAX
        while time.monotonic() < until:
            if result := what():
                return result
            time.sleep(0.1)
        raise AssertionError(f"not within {SECONDS_MAX:.0f} s")

    def listed(self, **filters: Json) -> list[str]:
        document = "query($phase: Phase) { games(phase: $phase, first: 100) { edges { node { id } } } }"
        return [edge["node"]["id"] for edge in self.ask(document, **filters)["games"]["edges"]]
