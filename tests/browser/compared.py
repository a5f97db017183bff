"""Two recordings of the same tour, piece by piece: what must differ is replaced, everything else has to be the same. Opens nothing."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.browser.tours import Recording
from tests.browser.wire import Exchange

Json = Any
Pieces = Mapping[str, str]
_COUNTED: Final = (
    "ratelimit-remaining",
    "ratelimit-reset",
    "date",
    "content-length",
    "sec-websocket-key",
    "sec-websocket-accept",
)
"""Headers that hang on the time of day, on chance, on how many questions were asked before, or are
compared with the content."""
_SEALED: Final = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{12}(?=…)")
"""The commitment to the secret, which differs between any two games (GAME-CHANCE-01)."""
_ADDRESS: Final = re.compile(r"127\.0\.0\.1:\d+")
_WATCHERS: Final = re.compile(r'"watchers": ?\d+')
_WATCHING: Final = re.compile(r'<span class="small soft">\d+ watching</span>|(?:\n *- text:)? \d+ watching\b')
"""The same on a page, and as a screen reader finds it: how many sockets a game has at a moment hangs on the pace of the machine."""
_FRESH: Final = re.compile(r"\b(about|amount|delay|dialog|field|find|hatch|name|option|seats|title)-[0-9]+\b")
"""Ids that a page gives its elements anew each time it draws them."""
_TAG: Final = re.compile(r'(<[A-Za-z][\w-]*)((?: [^\s"=>]+="[^"]*")+)')
_ATTRIBUTE: Final = re.compile(r'([^\s"=>]+)="([^"]*)"')
_AGO: Final = re.compile(r"(?<=moved )[\w ]+(?= ago| now)")


def plain(text: str) -> str:
    """Without what must differ; what takes its place is as long, wherever its length is told to anybody."""
    text = _SEALED.sub(lambda results: "#" * len(results.group()), text)
    text = _WATCHING.sub("", _AGO.sub("a while", text))
    return _WATCHERS.sub('"watchers":0', _ADDRESS.sub("here", text))


def pieces(recording: Recording) -> Pieces:
    """Every piece of content by what it is, with its size before anything was replaced.

    Questions that hang on the pace of the machine (the points and steps of how many steps at once) are taken apart into steps.
    """
    results: dict[str, set[str]] = {}
    for exchange in recording.relay.exchanges():
        for name, content in _pieces(exchange):
            results.setdefault(plain(name), set()).add(f"{len(_ADDRESS.sub('here', content))} {plain(content)}")
    for name, screen in recording.screens.items():
        results[f"screen {name}"] = {plain(_FRESH.sub(r"\1", _in_order(screen)))}
    return {name: "\n".join(sorted(contents)) for name, contents in results.items()}


def _in_order(screen: str) -> str:
    """With attributes and classes in order, which otherwise hangs on how many live steps came at once and were drawn as one."""
    return _TAG.sub(lambda results: results.group(1) + _sorted(results.group(2)), screen)


def _sorted(attributes: str) -> str:
    pairs = sorted(_ATTRIBUTE.findall(attributes))
    return "".join(
        f' {name}="{" ".join(sorted(value.split())) if name == "class" else value}"' for name, value in pairs
    )


def _pieces(exchange: Exchange) -> Iterator[tuple[str, str]]:
    request = _text(exchange.question, exchange.request)
    if exchange.path == "frame":
        yield from _frame(exchange, request)
        return
    if exchange.status == 304:
        return  # a file of the pages that the browser has kept; which ones hangs on its pace
    is_picture = exchange.path.split("?")[0].endswith(".svg") and not exchange.path.startswith("/assets/")
    answer, theirs = exchange.answer, _headers(exchange.response_headers, is_picture)
    assert exchange.status in (101, 200, 304, 404), (exchange.status, exchange.path)
    mine = "" if exchange.path.startswith("/assets/") else _headers(exchange.request_headers, is_picture)
    yield f"headers {exchange.path} {mine}", f"{exchange.status} {theirs}"
    length = dict(exchange.response_headers).get("content-length")
    assert length is None or int(length) == len(exchange.response), "bytes that no answer holds"
    parts = list(_by_step(exchange.question, answer))
    yield from parts or [(f"{exchange.path} {request}", _text(answer, exchange.response))]


def _by_step(question: Json, answer: Json) -> Iterator[tuple[str, str]]:
    if (
        not isinstance(answer, dict)
        or not isinstance(answer.get("data"), dict)
        or not isinstance(answer["data"].get("game"), dict)
    ):
        return
    game, viewer = answer["data"]["game"], json.dumps(question["variables"].get("as"))
    if set(game) == {"scoreTracks"}:
        for row in game["scoreTracks"]:
            yield f"points {viewer} {row['version']}", json.dumps(row)
    elif set(game) == {"version", "steps"}:
        for edge in game["steps"]["edges"]:
            yield f"step {viewer} {edge['node']['version']}", json.dumps(edge["node"], sort_keys=True)
    elif set(game) == {"entries"}:
        for at, edge in enumerate(game["entries"]["edges"]):
            yield f"mark {viewer} {at}", json.dumps(edge["node"])
    elif set(game) == {"version", "mySeat", "toAct", "legal"}:
        yield f"legal {game['version']}", json.dumps(game)
    elif {"version", "ruleset", "mySeat", "phase"} <= set(game):
        yield f"facts {game['version']}", plain(json.dumps(game, sort_keys=True))


def _frame(exchange: Exchange, request: str) -> Iterator[tuple[str, str]]:
    answer = exchange.answer
    if isinstance(exchange.question, dict) and exchange.question.get("type") in ("ping", "pong"):
        return  # the browser answers a ping of the service, whenever that comes
    if answer and answer.get("type") == "next" and "gameSteps" in (answer["payload"].get("data") or {}):
        step = answer["payload"]["data"]["gameSteps"]
        yield f"live {step['version']}", json.dumps(step, sort_keys=True)
    elif answer and answer.get("type") in ("ping", "pong"):
        return
    elif request[:1] == "{":  # not the frame that closes a socket, which may or may not come before the recording ends
        yield "socket asked " + re.sub(r'"after": "\d+"', "", request), ""
    elif exchange.response[:1] == b"{":
        yield "socket told " + _text(_without_budget(answer), exchange.response), ""


def _without_budget(answer: Json) -> Json:
    """What is left of a reader's budget hangs on the clock."""
    payload = answer.get("payload") if isinstance(answer, dict) else None
    cost = payload.get("extensions", {}).get("cost") if isinstance(payload, dict) else None
    if not isinstance(cost, dict):
        return answer
    extensions = {**payload["extensions"], "cost": {"requested": cost.get("requested")}}  # type: ignore[index]
    return {**answer, "payload": {**payload, "extensions": extensions}}  # type: ignore[dict-item]


def _text(answer: Json, raw: bytes) -> str:
    if isinstance(answer, dict):
        answer = {name: part for name, part in answer.items() if name != "extensions"}  # what is left, by the clock
    return raw.decode("utf-8", "replace") if answer is None else json.dumps(answer, sort_keys=True)


def _headers(headers: tuple[tuple[str, str], ...], is_picture: bool) -> str:
    """The tag of a picture hangs on its step's hash, which differs between any two games."""
    blank = {*_COUNTED, "etag", "if-none-match"} if is_picture else _COUNTED
    return json.dumps([[name, "" if name in blank else value] for name, value in headers])


def differences(one: Pieces, two: Pieces) -> list[str]:
    """What one recording has and the other has not, in words; empty for twins.

    Points that did not change are told at the ends of a question only, so those of one recording may have no like in the other.
    The facts of a game are asked when it moves, so at which of its versions hangs on the pace of the machine.
    """
    results = [
        f"{name}: {_apart(one[name], two[name])}" for name in sorted(one.keys() & two.keys()) if one[name] != two[name]
    ]
    alone = [name for name in sorted(one.keys() ^ two.keys()) if not name.startswith(("points ", "facts "))]
    return [*results, *(f"only one has {name}: {(one | two)[name][:300]}" for name in alone)]  # type: ignore[operator]


def _apart(one: str, two: str) -> str:
    at = next((at for at, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), 0)
    return f"…{one[max(at - 60, 0) : at + 80]}… and …{two[max(at - 60, 0) : at + 80]}…"
