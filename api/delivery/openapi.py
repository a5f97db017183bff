"""The plain HTTP parts as an OpenAPI document: for proxies, monitors, and programs without a GraphQL client.

What can be asked for over `/graphql` is in the schema, at `/schema.graphql`; this says how it travels.
"""

from collections.abc import Mapping
from typing import Any, Final

from api.problems import CODES

OPENAPI: Final = "3.1.0"
PROBLEM: Final = "application/problem+json"
HASH: Final = "^[0-9a-f]{64}$"

Json = dict[str, Any]


def document() -> Json:
    """The document as JSON."""
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "Emberlog over HTTP",
            "version": "1.0",
            "description": "GraphQL requests and streams of events, probes, and texts. The operations are in the "
            "GraphQL schema, at `/schema.graphql`.",
        },
        "paths": {
            "/graphql": {"get": _graphql_get(), "post": _graphql_post()},
            "/health": {"get": _health()},
            "/ready": {"get": _ready()},
            "/metrics": {"get": _text("metrics", "The metrics for Prometheus. They name no player, game or token.")},
            "/schema.graphql": {"get": _text("schema", "The schema in GraphQL's schema language.", is_stored=True)},
            "/languages/{name}/{file}": {"get": _catalogue()},
            "/bundle/game/{game}": {"get": _bundle()},
            "/log/checkpoint": {"get": _log("checkpoint", "The newest note that the signer of the log has signed.")},
            "/log/checkpoint/{size}": {
                "get": _log("checkpointCovering", "The oldest note of a tree with at least so many leaves.", "size")
            },
            "/log/key": {"get": _log("logKey", "The public key of the signer of the log.")},
            "/log/key-ml-dsa-44": {"get": _log("logKeyMlDsa", "The public key of the lines by ML-DSA-44.")},
            "/log/tile/{level}/{tile}": {"get": _log("tile", _TILES, "level", "tile", media=_BYTES)},
            "/games/{game}": {"get": _picture_of_game("newestPicture", "its last step", "game")},
            "/games/{game}/{step}": {"get": _picture_of_game("picture", "a step", "game", "step")},
            "/covers/{name}": {
                "get": _picture("cover", "The cover of a ruleset: its id with `.svg` or `.png`.", "name")
            },
            "/oembed": {"get": _oembed()},
            "/openapi.json": {"get": _text("openapi", "This document.", "application/json", is_stored=True)},
        },
        "components": {"schemas": _schemas(), "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


# ---------------------------------------------------------------- GraphQL


def _graphql_get() -> Json:
    parameters = [
        _in_query("query", "The operation's text; left out if `extensions` names its hash.", {"type": "string"}),
        _in_query("variables", "JSON: the values of its variables.", {"type": "string"}),
        _in_query("operationName", "Which operation of the text to carry out.", {"type": "string"}),
        _in_query(
            "extensions",
            'JSON: `{"persistedQuery": {"version": 1, "sha256Hash": "..."}}`, the SHA-256 of the text.',
            {"type": "string"},
        ),
        _header("If-None-Match", "The `etag` of the answer that the client has."),
        _header("Last-Event-ID", "Of a stream: the `id` of the last event that the client has."),
    ]
    unchanged = {"description": "The client has this very answer.", "headers": _caching()}
    return {
        "operationId": "graphqlByGet",
        "summary": "A query, or with `Accept: text/event-stream` a subscription, with everything in the address.",
        "description": "Mutations are sent by POST. `cache-control` says whether others may have the answer as well.",
        "security": [{}, {"token": []}],
        "parameters": parameters,
        "responses": _graphql_responses() | {"304": unchanged},
    }


def _graphql_post() -> Json:
    return {
        "operationId": "graphqlByPost",
        "summary": "Any operation; with `Accept: text/event-stream` as a stream of events.",
        "security": [{}, {"token": []}],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _ref("GraphQLRequest")}},
        },
        "responses": _graphql_responses(),
    }


def _graphql_responses() -> Json:
    answer = {"schema": _ref("GraphQLResponse")}
    return {
        "200": {
            "description": "The answer: `data`, `errors` or both, and what it has cost. Or a stream of events `next`, "
            "each with the cursor of its step as `id`, and at last one event `complete`.",
            "headers": _caching() | _rates(),
            "content": {
                "application/json": answer,
                "application/graphql-response+json": answer,
                "text/event-stream": {"schema": {"type": "string"}},
            },
        },
        **{str(status): _problem(status) for status in sorted(_statuses())},
    }


def _statuses() -> dict[int, list[str]]:
    """The statuses of whole problems -> their codes."""
    statuses: dict[int, list[str]] = {}
    for name, code in CODES.items():
        if code.status is not None and code.status >= 400:
            statuses.setdefault(code.status, []).append(name)
    return statuses


def _problem(status: int) -> Json:
    codes = " ".join(f"`{code}`: {CODES[code].meaning}" for code in sorted(_statuses()[status]))
    problem: Json = {"description": codes, "content": {PROBLEM: {"schema": _ref("Problem")}}}
    if status in (429, 503):
        problem["headers"] = {"Retry-After": _header_schema("Seconds to wait.", "integer")}
    return problem


# ---------------------------------------------------------------- probes and texts


def _health() -> Json:
    return {
        "operationId": "health",
        "summary": "Whether the process is alive. It depends on nothing else.",
        "responses": {"200": {"description": "It is.", "content": {"application/json": {"schema": _ref("Health")}}}},
    }


def _ready() -> Json:
    content = {"application/json": {"schema": _ref("Readiness")}}
    return {
        "operationId": "ready",
        "summary": "Whether the parts answer that the process needs, each by its name.",
        "responses": {
            "200": {"description": "All that it needs answer.", "content": content},
            "503": {"description": "One of them does not.", "content": content},
        },
    }


def _text(name: str, summary: str, media: str = "text/plain", *, is_stored: bool = False) -> Json:
    schema = {"type": "object"} if media == "application/json" else {"type": "string"}
    responses: Json = {"200": {"description": "The text.", "content": {media: {"schema": schema}}}}
    if is_stored:
        responses["200"]["headers"] = _caching()
        responses["304"] = {"description": "The client has this very text.", "headers": _caching()}
    return {"operationId": name, "summary": summary, "responses": responses}


# ---------------------------------------------------------------- the signed tree


_BYTES: Final = "application/octet-stream"
_TILES: Final = "Hashes of the signed tree, as C2SP tlog-tiles lays them out."
_LOG: Final = {
    "game": "The id of the game.",
    "size": "How many leaves the tree has at least.",
    "level": "The level of the tile, from 0.",
    "tile": "The rest of the tile's path: groups of three digits, and `.p/` with its width if it is partial.",
}


def _log(name: str, summary: str, *parameters: str, media: str = "text/plain") -> Json:
    described = _text(name, summary, media, is_stored=True)
    described["parameters"] = [
        {"name": each, "in": "path", "required": True, "description": _LOG[each], "schema": {"type": "string"}}
        for each in parameters
    ]
    described["responses"]["404"] = _problem(404)
    return described


def _bundle() -> Json:
    described = _log(
        "bundle",
        "The evidence of a game in one file: of all of it, or of what you may know so far.",
        "game",
        media="application/vnd.emberlog.bundle+zip",
    )
    described["parameters"] += [
        _in_query("viewer", "Of a part: `spectator`, `arbiter` or a seat's number, from 0.", {"type": "string"}),
        _in_query(
            "since",
            "The text of an earlier note of this log. The file then has it, and the proof that the log continues it.",
            {"type": "string"},
        ),
    ]
    described["responses"]["400"] = _problem(400)
    return described


def _catalogue() -> Json:
    described = _text("catalogue", "What one scope says in one language, in the syntax of Fluent.", is_stored=True)
    described["description"] = "`Catalogue.address` in the schema names the whole address, which is stored for good."
    described["parameters"] = [
        {"name": name, "in": "path", "required": True, "description": what, "schema": {"type": "string"}}
        for name, what in (("name", "The id of a ruleset, or `game`."), ("file", "A locale with `.ftl`."))
    ]
    digest = _in_query("digest", "What tells the text from that of another release.", {"type": "string"})
    described["parameters"].append(digest)
    described["responses"]["404"] = _problem(404)
    return described


# ---------------------------------------------------------------- pictures


def _picture_of_game(name: str, what: str, *parameters: str) -> Json:
    described = _picture(
        name,
        f"A picture of a game after {what}: the address of the page with `.svg` or `.png` at its end.",
        *parameters,
    )
    described["description"] = (
        "It shows what a spectator may know, whoever asks. Names in it may be erased, so caches ask each time."
    )
    return described


def _picture(name: str, summary: str, *parameters: str) -> Json:
    text: Json = {"type": "string"}
    in_path = [
        {"name": each, "in": "path", "required": True, "description": f"The {each}.", "schema": text}
        for each in parameters
    ]
    size = _in_query("size", "How large it is drawn.", {"enum": ["board", "cover", "miniature", "preview"]})
    content = {media: {"schema": text} for media in ("image/svg+xml", "image/png", "text/html")}
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [*in_path, size, _header("If-None-Match", "The `etag` of the picture that the client has.")],
        "responses": {
            "200": {"description": "The picture.", "headers": _caching(), "content": content},
            "304": {"description": "The client has this very picture.", "headers": _caching()},
            **{str(status): _problem(status) for status in (400, 404, 429, 503)},
        },
    }


def _oembed() -> Json:
    text, number = {"type": "string"}, {"type": "integer"}
    names = ("type", "version", "title", "html", "url", "provider_name", "provider_url", "thumbnail_url")
    numbers = ("width", "height", "cache_age", "thumbnail_width", "thumbnail_height")
    schema = _object(
        dict.fromkeys(names, text) | dict.fromkeys(numbers, number), ["type", "version", "width", "height"]
    )
    return {
        "operationId": "oembed",
        "summary": "How to embed a game: a frame for the address of its page, a photo for that of its picture.",
        "parameters": [
            {**_in_query("url", "The address of a game's page or `.png`.", text), "required": True},
            _in_query("format", "Always `json`.", {"enum": ["json"]}),
            _in_query("maxwidth", "The room that there is, in pixels.", number),
            _in_query("maxheight", "The room that there is, in pixels.", number),
        ],
        "responses": {
            "200": {
                "description": "What the oEmbed specification says.",
                "content": {"application/json": {"schema": schema}},
            },
            "501": {"description": "Another format than json.", "content": {PROBLEM: {"schema": _ref("Problem")}}},
            **{str(status): _problem(status) for status in (404, 429)},
        },
    }


# ---------------------------------------------------------------- schemas


def _schemas() -> Json:
    text, number, anything = {"type": "string"}, {"type": "integer"}, {"type": "object"}
    cost = _object({"requested": number, "left": number, "limit": number, "fullAfterMs": number}, ["requested"])
    staleness = _object({"asOf": {"type": "string", "format": "date-time"}, "ageMsMax": number}, ["asOf", "ageMsMax"])
    extensions = _object({"cost": cost, "staleness": staleness}, [])
    error = _object(
        {
            "message": text,
            "path": {"type": "array"},
            "locations": {"type": "array"},
            "extensions": _object({"code": {"enum": sorted(CODES)}}, ["code"]),
        },
        ["message", "extensions"],
    )
    persisted = _object({"version": {"const": 1}, "sha256Hash": {"type": "string", "pattern": HASH}}, ["sha256Hash"])
    return {
        "GraphQLRequest": _object(
            {
                "query": text,
                "variables": {"type": ["object", "null"]},
                "operationName": {"type": ["string", "null"]},
                "extensions": _object({"persistedQuery": persisted}, []),
            },
            [],
        ),
        "GraphQLResponse": _object(
            {
                "data": {"type": ["object", "null"]},
                "errors": {"type": "array", "items": error, "maxItems": 10},
                "extensions": extensions,
            },
            ["extensions"],
        ),
        "Problem": _object(
            {
                "type": text,
                "title": text,
                "status": number,
                "detail": text,
                "code": {"enum": sorted(CODES)},
                "errors": {"type": "array", "items": error, "minItems": 1},
                "extensions": extensions,
            },
            ["type", "title", "status", "detail", "code", "errors"],
        ),
        "Health": _object({"status": {"const": "alive"}}, ["status"]),
        "Readiness": _object({"status": {"enum": ["ready", "away"]}, "parts": anything}, ["status", "parts"]),
    }


def _object(properties: Mapping[str, Any], required: list[str]) -> Json:
    return {"type": "object", "properties": dict(properties), "required": required}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _in_query(name: str, description: str, schema: Json) -> Json:
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}


def _header(name: str, description: str) -> Json:
    return {"name": name, "in": "header", "required": False, "description": description, "schema": {"type": "string"}}


def _header_schema(description: str, type: str = "string") -> Json:
    return {"description": description, "schema": {"type": type}}


def _caching() -> Json:
    return {
        "ETag": _header_schema("Names this very answer, for `If-None-Match`. Answers to a POST and errors have none."),
        "Cache-Control": _header_schema("Who may store the answer, and for how long."),
        "Vary": _header_schema("What else the answer depends on."),
    }


def _rates() -> Json:
    return {
        "RateLimit-Limit": _header_schema("Points that the caller has at most.", "integer"),
        "RateLimit-Remaining": _header_schema("Points that the caller has now.", "integer"),
        "RateLimit-Reset": _header_schema("Seconds until the caller has all of them.", "integer"),
    }


__all__ = ["document"]
