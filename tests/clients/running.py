"""The whole service on loopback, with a database of its own, and callers of it as they are anywhere. For clients, pages and
examples."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console

from infra.cli.processes.service import service
from infra.settings import Settings
from tests.conftest import Servers, fresh_database
from tests.dice import new_id

Json = Any

ANSWER = "{ __typename ... on CommandAccepted { gameId version } ... on CommandRefused { code reason: text } }"


@dataclass(frozen=True)
class Running:
    """API and worker as processes of their own. `environment`: what a client or a command line on this machine is told."""

    url: str
    environment: dict[str, str]

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1) + "/graphql"


@contextmanager
def running(servers: Servers, template: str, data: Path) -> Iterator[Running]:
    """For as long as the block lasts."""
    with contextmanager(fresh_database)(servers, template) as database_url:
        named = {
            "EMBERLOG_DATABASE_URL": database_url,
            "EMBERLOG_REDIS_URL": servers.redis_url,
            "EMBERLOG_DATA": str(data),
        }
        with service(Settings.load(named), Console(quiet=True), port=0) as started:
            yield Running(started.url, {**named, "EMBERLOG_URL": started.url})


class Caller:
    """Somebody with a token, over plain HTTP."""

    def __init__(self, url: str, name: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=30, trust_env=False)
        self.token: str = self.ask("mutation($name: String!) { register(name: $name) { token } }", name=name)[
            "register"
        ]["token"]
        self._http.headers["authorization"] = f"Bearer {self.token}"

    def __enter__(self) -> "Caller":
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def post(self, document: str, **variables: Json) -> Json:
        return self._http.post("/graphql", json={"query": document, "variables": variables}).json()

    def events(self, document: str) -> list[Json]:
        """A query or a mutation as server-sent events: the results, up to `complete`."""
        answer = self._http.post("/graphql", json={"query": document}, headers={"accept": "text/event-stream"})
        if answer.status_code != httpx.codes.OK:
            return [answer.json()]
        assert "event: complete" in answer.text, answer.text
        lines = (line.removeprefix("data:").strip() for line in answer.text.splitlines() if line.startswith("data:"))
        return [json.loads(line) for line in lines if line]

    def ask(self, document: str, **variables: Json) -> Json:
        """The data; fails on errors."""
        reply = self.post(document, **variables)
        assert "errors" not in reply, reply["errors"]
        return reply["data"]

    def order(self, name: str, types: str, **variables: Json) -> Json:
        """One accepted command. `types`: those of its variables but the command id."""
        given = ", ".join(f"{each}: ${each}" for each in variables)
        document = f"mutation($id: ID!, {types}) {{ answer: {name}(commandId: $id, {given}) {ANSWER} }}"
        answer = self.ask(document, id=new_id(), **variables)["answer"]
        assert answer["__typename"] == "CommandAccepted", answer
        return answer

    def sandbox(self, ruleset: str, seats: int, *, bots: int, **sandbox: Json) -> str:
        """An open sandbox whose last seats are the house's; gives its id."""
        types = "$ruleset: String!, $seats: Int!, $sandbox: SandboxInput!"
        game: str = self.order("openGame", types, ruleset=ruleset, seats=seats, sandbox=sandbox)["gameId"]
        for seat in range(seats - bots, seats):
            self.order("seatBot", "$game: ID!, $seat: Int!", game=game, seat=seat)
        return game

    def begin(self, game: str) -> None:
        """Its host is this caller."""
        self.order("beginGame", "$game: ID!", game=game)

    def steps(self, game: str) -> list[Json]:
        """All steps there are now, page by page."""
        document = """query($game: ID!, $after: Cursor) { game(id: $game) { steps(after: $after, first: 500) {
          pageInfo { hasNextPage endCursor } edges { node { version line { text } patch } } } } }"""
        nodes: list[Json] = []
        after = None
        while True:
            page = self.ask(document, game=game, after=after)["game"]["steps"]
            nodes += [edge["node"] for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                return nodes
            after = page["pageInfo"]["endCursor"]
