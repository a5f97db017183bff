"""The OpenAPI document is served, names every plain route and no other, and says what the routes really answer."""

import re
from typing import Any

import httpx
import jsonschema_rs
import pytest
from litestar.routes import HTTPRoute

from api.app import create_app
from api.delivery.openapi import document
from api.problems import CODES
from api.web.embeds import EMBED_PATHS
from api.web.pages import AT_THE_ROOT, SHELL_PATHS
from api.web.shells import GAME_PATHS
from api.web.verifier import ADDRESS
from tests.api.conftest import Served, services_over
from tests.api.memory import memory_world

PAGES = {*SHELL_PATHS, *AT_THE_ROOT, *EMBED_PATHS, ADDRESS, "/assets/{path:path}", "/docs", "/docs/{path:path}"} - {
    *GAME_PATHS
}
"""For browsers: they are not an API. At the addresses of games there are pictures too."""


def test_it_names_every_plain_route_and_no_other() -> None:
    app = create_app(services_over(memory_world()))
    routes = {
        (re.sub(":(?:str|path)", "", route.path), method.lower())
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path not in PAGES
        for method in route.methods
        if method not in ("OPTIONS", "HEAD")
    }
    paths: dict[str, Any] = document()["paths"]
    assert {(path, method) for path, methods in paths.items() for method in methods} == routes


def test_every_code_and_every_reference_is_there() -> None:
    described = document()
    codes = described["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    assert codes == sorted(CODES)
    responses = described["paths"]["/graphql"]["post"]["responses"]
    assert {str(code.status) for code in CODES.values() if (code.status or 0) >= 400} <= set(responses)
    names = [method["operationId"] for path in described["paths"].values() for method in path.values()]
    assert len(names) == len(set(names))


def _validator(name: str) -> Any:
    schemas = document()["components"]["schemas"]
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    )


async def test_it_is_served_and_may_be_stored(served: Served, http: httpx.AsyncClient) -> None:
    answer = await http.get(f"{served.url}/openapi.json")
    assert answer.json() == document() and answer.headers["content-encoding"] == "gzip"
    known = await http.get(f"{served.url}/openapi.json", headers={"if-none-match": answer.headers["etag"]})
    assert known.status_code == 304


@pytest.mark.parametrize(
    ("method", "path", "sent", "name"),
    [
        ("GET", "/health", {}, "Health"),
        ("GET", "/ready", {}, "Readiness"),
        ("GET", "/graphql", {"params": {"query": "{ me { id } }"}}, "GraphQLResponse"),
        ("POST", "/graphql", {"json": {"query": "{ me { id } nothing }"}}, "GraphQLResponse"),
        ("GET", "/graphql", {"params": {"query": 'mutation { register(name: "A") { token } }'}}, "Problem"),
        ("POST", "/graphql", {"content": b"{"}, "Problem"),
        ("PUT", "/graphql", {}, "Problem"),
    ],
)
async def test_the_routes_answer_what_it_says(
    served: Served, http: httpx.AsyncClient, method: str, path: str, sent: dict[str, Any], name: str
) -> None:
    answer = await http.request(method, f"{served.url}{path}", **sent)
    _validator(name).validate(answer.json())
    described = document()["paths"][path].get(method.lower())
    if described is not None:
        response = described["responses"][str(answer.status_code)]
        assert answer.headers["content-type"].partition(";")[0] in response["content"]
