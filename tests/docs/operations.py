"""Carries out the GraphQL of a page in its order, with the variables that a reader would give. Checks that every answer is a yes."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
from graphql import OperationDefinitionNode, OperationType, parse

from tests.clients.running import Running
from tests.dice import new_id

WAIT_SECONDS_MAX = 30
EVENTS_MAX = 5

Json = Any


class Reader:
    """A reader who works through a page: takes a token with the first operation that gives one, plays in the last game opened."""

    def __init__(self, service: Running) -> None:
        self._http = httpx.Client(base_url=service.url, timeout=30, trust_env=False)
        self._given: dict[str, Json] = {"name": "Reader", "after": "0"}

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def carry_out(self, document: str) -> Iterator[tuple[str, Json]]:
        """Each operation's name and answer, in order; fails on an error and on any answer that is not acceptance."""
        for operation in parse(document).definitions:
            assert isinstance(operation, OperationDefinitionNode) and operation.name is not None, (
                "operations have names"
            )
            name = operation.name.value
            variables = self._variables(operation)
            sent = {"query": document, "operationName": name, "variables": variables}
            if operation.operation is OperationType.SUBSCRIPTION:
                yield name, list(self._events(sent))
            else:
                data = _data(self._http.post("/graphql", json=sent).json())
                self._learn(data, opens=name == "Open")
                yield name, data

    def _variables(self, operation: OperationDefinitionNode) -> dict[str, Json]:
        names = {each.variable.name.value: each for each in operation.variable_definitions or ()}
        if "command" in names:
            self._given["command"] = self._mine()["legal"][0]["json"]
        if "choice" in names:
            self._given["choice"] = self._mine()["legal"][0]["choice"]
        if "at" in names:
            self._given["at"] = self._mine()["version"]
        types = {name: str(getattr(each.type, "type", each.type).name.value) for name, each in names.items()}
        given = ("game", "choice", "token")
        made = {name: new_id() for name, type_ in types.items() if type_ == "ID" and name not in given}
        return {**made, **{name: self._given[name] for name in names if name not in made}}

    def _mine(self) -> Json:
        """The version and what is legal, as soon as it is this reader's turn."""
        request = {
            "query": "query($game: ID!) { game(id: $game) { version legal { choice json } } }",
            "variables": {"game": self._given["game"]},
        }
        until = time.monotonic() + WAIT_SECONDS_MAX
        while time.monotonic() < until:
            game = _data(self._http.post("/graphql", json=request).json())["game"]
            if game["legal"]:
                return game
            time.sleep(0.1)
        raise AssertionError("it was never this reader's turn")

    def _learn(self, data: Json, *, opens: bool) -> None:
        for answer in data.values():
            if not isinstance(answer, dict):
                continue
            assert answer.get("__typename", "CommandAccepted") == "CommandAccepted", answer
            if "details" in answer:  # a narrower token, for a program
                self._given["token"] = answer["details"]["id"]
            elif isinstance(answer.get("token"), str):
                self._http.headers["authorization"] = f"Bearer {answer['token']}"
            if opens:
                self._given["game"] = answer["gameId"]

    def _events(self, sent: Json) -> Iterator[Json]:
        """The first few, over server-sent events."""
        with self._http.stream("POST", "/graphql", json=sent, headers={"accept": "text/event-stream"}) as answer:
            assert answer.status_code == 200, answer.read()
            data = (line.removeprefix("data:") for line in answer.iter_lines() if line.startswith("data:"))
            for _, message in zip(range(EVENTS_MAX), data, strict=False):
                yield _data(json.loads(message))


def _data(answer: Json) -> Json:
    assert "errors" not in answer, answer["errors"]
    return answer["data"]
