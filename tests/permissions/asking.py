"""Asks a service in memory everything that the matrix speaks of, as every caller in every phase."""

import dataclasses
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import httpx

from api.limits import ApiLimits
from api.problems import ERRORS_MAX
from api.services import ApiServices
from tests.api.conftest import Served, services_over
from tests.api.memory import MemoryLog
from tests.dice import new_id
from tests.permissions.documents import Json, document, fields_of, outcome, read_of, word_for
from tests.permissions.expected import Matrix, Row, Viewing
from tests.permissions.scenes import CALLERS, Cast, Scene

GENEROUS: Final = 10_000
ARGUMENTS: Final = {
    "Query.ruleset": 'id: "great_fire"', "Query.rule": 'id: "GAME-SEAT-01"', "Query.rules": 'ruleset: "game"',
    "Query.games": "first: 1", "Game.steps": "first: 2", "Game.why": "step: $step",
    "Game.scoreTracks": "from: $mid, to: $mid",
}  # fmt: skip
"""What plain fields and those with a viewer are asked with, beside `as`."""
BELOW: Final = {"Why": "why"}
SWITCHED: Final = ("play", "seating", "look", "forks", "explain")
CHARS_MAX: Final = 12_000
STREAM: Final = """subscription Matrix($g: ID!) { r0: gameSteps(game: $g%s) { version } }"""


def generous() -> ApiLimits:
    """Every limit far away: the matrix is about permissions."""
    usual = ApiLimits()
    numbers = {each.name: getattr(usual, each.name) for each in dataclasses.fields(usual)}
    return ApiLimits(**{name: number * GENEROUS for name, number in numbers.items() if not isinstance(number, bool)})


class _Part:
    """One of the use cases, made anew whenever the log is put back."""

    def __init__(self, now: "Now", name: str) -> None:
        self._now = now
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(getattr(self._now.services, self._name), name)


class Now:
    """The use cases over a cast's world, and the way back after a command was accepted."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self.services = services_over(cast.world, generous())
        log = cast.world.log
        assert isinstance(log, MemoryLog)
        self._log = log
        self._rows = {game: list(rows) for game, rows in log.rows.items()}
        self._stored = {game: dict(stored) for game, stored in log.stored.items()}

    def served(self) -> ApiServices:
        """What the application is made of."""
        parts: Any = {name: _Part(self, name) for name in SWITCHED}
        return dataclasses.replace(self.services, **parts)

    def put_back(self, game: str) -> None:
        """The game as it was, and use cases that remember nothing."""
        self._log.rows[game] = list(self._rows[game])
        self._log.stored[game] = dict(self._stored[game])
        self.services = services_over(self._cast.world, generous())


@dataclass(frozen=True)
class Asking:
    """One caller in one phase. `now` takes accepted commands back."""

    served: Served
    http: httpx.AsyncClient
    cast: Cast
    now: Now
    phase: str
    caller: str

    @property
    def scene(self) -> Scene:
        """The game that the caller meets."""
        return self.cast.scene(self.phase, self.caller)

    async def reads(self, matrix: Matrix) -> dict[str, str]:
        """What comes of every row of a query; for the plain fields one row each."""
        texts = {str(row): _text(row) for row in matrix.rows if not row.name.startswith(("Mutation", "Subscription"))}
        for type_name in ("Query", "Game") if self.phase == next(iter(matrix.phases)) else ("Game",):
            for name in matrix.plain[type_name]:
                texts[f"{type_name}.{name}"] = _wrapped(f"{type_name}.{name}", ARGUMENTS.get(f"{type_name}.{name}", ""))
        return await self._read(texts)

    async def looks(self, matrix: Matrix) -> dict[str, str]:
        """What comes of every field with a viewer, for every viewer."""
        outcomes: dict[str, str] = {}
        for viewing in matrix.viewings:  # one request for each: an answer names only so many errors
            texts = {
                look_name(field, viewing): _wrapped(field, _with_as(ARGUMENTS.get(field, ""), viewing.as_))
                for field in matrix.viewer_fields
            }
            outcomes |= await self._read(texts)
        return outcomes

    async def _read(self, texts: dict[str, str]) -> dict[str, str]:
        outcomes: dict[str, str] = {}
        for names in _batches(texts):
            response = await self._post(document("query", [texts[name] for name in names]))
            for number, name in enumerate(names):
                word = outcome(response, f"r{number}", _keys(name)) if "data" in response else _whole(response)
                if word == "data" and name.startswith("Game.version"):
                    version = response["data"][f"r{number}"]["version"]
                    word = {self.scene.head: "head", self.scene.head - 10: "horizon"}.get(version, str(version))
                outcomes[name] = word
        return outcomes

    async def send(self, row: Row) -> str:
        """What comes of a mutation. The game is put back when it was carried out."""
        text = read_of(row.name, row.arguments)
        response = await self._post(document("mutation", [text]))
        word = outcome(response, "r0", ()) if "data" in response else _whole(response)
        if word in ("accepted", "data"):
            self.now.put_back(self.scene.game)
        return word

    async def follow(self, viewing: Viewing) -> str:
        """What comes first on the stream of the game's steps."""
        as_ = f", as: {viewing.as_}" if viewing.as_ else ""
        headers = {**self._headers(), "accept": "text/event-stream"}
        body = {"query": STREAM % as_, "variables": {"g": self.scene.game}}
        async with self.http.stream("POST", f"{self.served.url}/graphql", json=body, headers=headers) as answer:
            if answer.status_code != 200:
                await answer.aread()
                return _whole(answer.json())
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    return _streamed(json.loads(line.removeprefix("data:")))
        return "nothing"

    async def _post(self, query: str) -> Json:
        scene = self.scene
        values = {
            "g": scene.game, "id": new_id(), "own": scene.own, "step": scene.own_step, "mid": scene.mid, "head": scene.head,
            "json": {name: value for name, value in scene.legal.items() if name != "seat"}, "foreign": {**scene.legal, "seat": 0},
        }  # fmt: skip
        used = {name: value for name, value in values.items() if f"${name}:" in query}
        body = {"query": query, "variables": used}
        answer = await self.http.post(f"{self.served.url}/graphql", json=body, headers=self._headers())
        response: Json = answer.json()
        return response

    def _headers(self) -> dict[str, str]:
        token = self.cast.tokens.get(self.caller)
        return {} if token is None else {"authorization": f"Bearer {token}"}


def callers(served: Served, http: httpx.AsyncClient, cast: Cast, now: Now, phase: str) -> list[Asking]:
    """Everybody in one phase."""
    return [Asking(served, http, cast, now, phase, caller) for caller in CALLERS]


def look_name(field: str, viewing: Viewing) -> str:
    """How a field for one viewer is named in the outcomes."""
    return f"{field} as {viewing.as_ or 'nobody else'}"


def _with_as(arguments: str, as_: str) -> str:
    return ", ".join(each for each in (arguments, f"as: {as_}" if as_ else "") if each)


def _text(row: Row) -> str:
    type_name, _, name = row.name.partition(".")
    if type_name in BELOW:
        below = fields_of(type_name)[name]
        inner = read_of(row.name, "") if below.args == {} else ""
        return f"game(id: $g) {{ {BELOW[type_name]}({row.arguments}) {{ {inner} }} }}"
    return _wrapped(row.name, row.arguments)


def _wrapped(name: str, arguments: str) -> str:
    if name == "Query.game":
        return "game(id: $g) { id }"
    text = read_of(name, arguments)
    return text if name.startswith("Query.") else f"game(id: $g) {{ {text} }}"


def _keys(name: str) -> tuple[str, ...]:
    """Where in the answer to a root field the value is."""
    type_name, _, field = name.partition("(")[0].partition(" ")[0].partition(".")
    if type_name == "Query":
        return ()
    return (BELOW[type_name], field) if type_name in BELOW else (field,)


def _batches(texts: dict[str, str]) -> Iterable[list[str]]:
    """The names in groups whose documents are short enough to be cached by the service, and whose errors are all
    named."""
    batch: list[str] = []
    size = 0
    for name, text in texts.items():
        if batch and (size + len(text) > CHARS_MAX or len(batch) >= ERRORS_MAX):
            yield batch
            batch, size = [], 0
        batch.append(name)
        size += len(text)
    yield batch


def _whole(response: Json) -> str:
    return str(response["errors"][0]["extensions"]["code"])


def _streamed(payload: Json) -> str:
    return _whole(payload) if "errors" in payload else word_for(payload["data"]["r0"])
