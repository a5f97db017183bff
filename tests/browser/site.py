"""A running service to be looked at in a browser, and an organiser who opens tables at it. Knows no page."""

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

Json = Any
ANSWER: Final = "{ __typename ... on CommandAccepted { game version } ... on CommandRefused { code refused: text } }"
SECONDS_MAX: Final = 60.0


@dataclass
class Site:
    """The running service, and an organiser of games at it."""

    url: str
    http: httpx.Client
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, document: str, **variables: Json) -> Json:
        said = self.http.post("/graphql", json={"query": document, "variables": variables}, headers=self.headers).json()
        assert "errors" not in said, said["errors"]
        return said["data"]

    def command(self, name: str, types: str, **variables: Json) -> Json:
        """One accepted command. `types`: its variables but the command id."""
        given = ", ".join(f"{each}: ${each}" for each in variables)
        document = f"mutation($id: ID!, {types}) {{ answer: {name}(commandId: $id, {given}) {ANSWER} }}"
        answer = self.ask(document, id=str(uuid.uuid4()), **variables)["answer"]
        assert answer["__typename"] == "CommandAccepted", answer
        return answer

    def table(
        self, ruleset: str = "london", seats: int = 2, title: str = "", *, bots: int = 0, sit: bool = True
    ) -> str:
        """An open table, where the organiser sits (or not) before the bots."""
        types = "$ruleset: String!, $seats: Int!, $title: String!"
        game: str = self.command("openGame", types, ruleset=ruleset, seats=seats, title=title)["game"]
        if sit:
            self.command("takeSeat", "$game: ID!, $seat: Int", game=game, seat=0)
        for seat in range(int(sit), int(sit) + bots):
            self.command("seatBot", "$game: ID!, $seat: Int!", game=game, seat=seat)
        return game

    def begin(self, game: str) -> None:
        self.command("beginGame", "$game: ID!", game=game)

    def game(self, id: str) -> Json:
        return self.ask("query($id: ID!) { game(id: $id) { phase version seats { name taken bot } options } }", id=id)[
            "game"
        ]

    def wait(self, what: Callable[[], Json]) -> Json:
        """What it gives as soon as it gives anything."""
        until = time.monotonic() + SECONDS_MAX
        while time.monotonic() < until:
            if found := what():
                return found
            time.sleep(0.1)
        raise AssertionError(f"not within {SECONDS_MAX:.0f} s")

    def listed(self, **filters: Json) -> list[str]:
        document = "query($phase: Phase) { games(phase: $phase, first: 100) { edges { node { id } } } }"
        return [edge["node"]["id"] for edge in self.ask(document, **filters)["games"]["edges"]]
