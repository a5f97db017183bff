"""A service that answers as a test says, for the kit in Python: no socket and no waiting."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from emberlog_client import Backoff, Client

Json = Any
Answer = Json | Exception | httpx.Response | Callable[[Json], Json]

TOKEN = "emb_a-secret-of-nobody"
LOST = httpx.ReadError("the connection was lost")
IMPATIENT = Backoff(first_seconds=0.0, max_seconds=0.0, give_up_seconds=5.0)


@dataclass
class Fake:
    """Answers in order; an exception is a lost connection, a list of events is a stream."""

    answers: list[Answer]
    requests: list[Json] = field(default_factory=list)
    headers: list[httpx.Headers] = field(default_factory=list)

    def client(self, **more: Any) -> Client:
        http = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        return Client("http://service.example", TOKEN, http=http, **{"backoff": IMPATIENT, **more})

    def _answer(self, request: httpx.Request) -> httpx.Response:
        sent = json.loads(request.content)
        self.requests.append(sent)
        self.headers.append(request.headers)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, httpx.Response):
            return answer
        return httpx.Response(200, json=answer(sent) if callable(answer) else answer)


def stream(*events: Json, ends: bool = True) -> httpx.Response:
    """Server-sent events: results, then `complete` or a connection that is simply lost."""
    body = "".join(
        f": a comment\r\n\nevent: next\nid: 7\ndata: {json.dumps(each, ensure_ascii=False)}\n\n" for each in events
    )
    body += "event: complete\ndata:\n\n" if ends else ""
    return httpx.Response(200, content=body.encode(), headers={"content-type": "text/event-stream; charset=utf-8"})


def step(version: int, text: str = "Something happened.", patch: Json = None) -> Json:
    line = {"type": "game.SeatTaken", "text": text, "seat": None, "facts": {}, "rules": []}
    return {"data": {"gameSteps": {
        "gameId": "g", "version": version, "cursor": str(version), "time": "2026-01-01T00:00:00Z", "commandId": "c", "turn": 0, "line": line,
        **({} if patch is None else {"patch": patch}),
    }}}  # fmt: skip


def error(code: str, **facts: Json) -> Json:
    return {"data": None, "errors": [{"message": f"It is {code}.", "extensions": {"code": code, **facts}}]}
