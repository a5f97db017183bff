"""The web application: its routes, its lifespan, and the response to errors that no route answers.

`create_app(services)` needs only an `ApiServices`; `infra.wiring` makes one and `infra.asgi` serves the app. Run it
with websocket compression off and a bounded graceful shutdown: streams last as long as their games.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler

from api.delivery.bundles import bundle_routes
from api.delivery.catalogues import catalogue_route
from api.delivery.log_files import log_routes
from api.delivery.openapi import document
from api.graphql.schema import sdl
from api.http import graphql_routes, problem_response
from api.operations import Operations
from api.pictures.of_game import Pictures
from api.pictures.routes import PictureServer, picture_routes
from api.pictures.studio import Studio
from api.problems import Problem, problem_of
from api.services import ApiServices
from api.single_flight import SingleFlight
from api.web.docs import docs_routes
from api.web.embeds import embed_routes
from api.web.pages import Asset, asset_of, page_routes, read_assets, served, wants_page
from api.web.release import Release, release
from api.web.shells import Head, Shells, shell_routes
from api.web.verifier import verifier_routes
from api.websocket import websocket_route

__all__ = ["ApiServices", "create_app"]

_log = logging.getLogger("emberlog.api")

_CODES: Final = {
    400: "BAD_REQUEST",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    413: "TOO_LARGE",
}

PATH_QUOTED_MAX: Final = 100
"""How much of an address an answer repeats."""

_BESIDE: Final = frozenset({"worker", "signer", "clock", "nodes"})
"""Parts that are reported and without which this process is ready: it serves every request."""

# No browser adds the header of a token by itself, so pages of any origin may call: they cannot act as somebody else.
_CORS: Final = CORSConfig(
    allow_origins=["*"],
    allow_methods=["GET", "POST"],
    allow_headers=["authorization", "content-type", "if-none-match", "last-event-id"],
    expose_headers=["etag", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"],
)


def _problem_of_http(error: HTTPException, request: Request[Any, Any, State], limit: int) -> Problem:
    """What is wrong with a request that reached no route, and what to do about it."""
    if error.status_code == 413:
        return Problem("TOO_LARGE", f"A request has at most {limit} bytes.", max=limit)
    text = {
        404: f"Nothing is at `{quote(request.url.path)[:PATH_QUOTED_MAX]}`. The API is at `/graphql`; `/openapi.json` "
        "lists the other addresses for programs.",
        405: f"This address does not allow {request.method}. `/openapi.json` lists what each address allows.",
    }.get(error.status_code, error.detail)
    return Problem(_CODES.get(error.status_code, "BAD_REQUEST"), text)


def create_app(services: ApiServices) -> Litestar:
    """The application over `services`. It enters `services.reads.watch` when it starts, and leaves it when it stops."""
    operations = Operations(services)

    tree, of_release = _pages()
    pictures = Pictures(services.look, Studio(), of_release.id)
    server = PictureServer(operations, pictures)
    shells = Shells(server, services.look, tree, of_release)

    @asynccontextmanager
    async def watching(_: Litestar) -> AsyncIterator[None]:
        counting = asyncio.create_task(operations.unavailable_counts.run())
        async with services.watch, operations.sessions:
            yield
        counting.cancel()
        await pictures.close()

    limit = services.limits.body_bytes_max

    def respond(request: Request[Any, Any, State], error: Exception) -> Response[bytes]:
        """The response to an error that no route answered."""
        if isinstance(error, HTTPException):
            problem = _problem_of_http(error, request, limit)
        else:
            problem = problem_of(error, request.url.path)
        operations.metrics.problems.labels(problem.code).inc()
        if problem.code == "NOT_FOUND" and wants_page(request):
            return shells.page(request, Head("There is no such page", path=quote(request.url.path)), 404)
        return problem_response(problem)

    return Litestar(
        [
            graphql_routes(operations),
            websocket_route(operations),
            *_probes(operations),
            *page_routes(tree, (of_release.id, of_release.files)),
            *shell_routes(shells, server),
            *picture_routes(server),
            *embed_routes(shells, server, tree),
            *docs_routes(),
            *verifier_routes(),
            *_documents(),
            catalogue_route(),
            *log_routes(services.tree),
            *bundle_routes(operations),
        ],
        lifespan=[watching],
        cors_config=_CORS,
        exception_handlers={Exception: respond},
        request_max_body_size=limit,
        openapi_config=None,
        logging_config=None,
    )


@cache
def _pages() -> tuple[Mapping[str, Asset], Release]:
    """The files of the pages, read once for all applications of a process."""
    tree = read_assets()
    return tree, release(tree)


def _probes(operations: Operations) -> list[HTTPRouteHandler]:
    services, metrics = operations.services, operations.metrics
    readiness = SingleFlight(services.readiness)
    if services.wire_refusals is not None:
        metrics.count_on_the_wire(services.wire_refusals)
    if services.replica_reads is not None:
        metrics.show_replica(services.replica_reads)

    @get("/health", sync_to_thread=False)
    def health() -> dict[str, str]:
        """Whether this process is alive. It depends on nothing else."""
        return {"status": "alive"}

    @get("/ready")
    async def ready() -> Response[dict[str, object]]:
        """Whether the parts that it needs answer. It also names parts that are away and that it can do without."""
        parts = await readiness()
        away = {name: why for name, why in parts.items() if why is not None and name not in _BESIDE}
        report: dict[str, object] = {
            "status": "away" if away else "ready",
            "parts": {name: why or "answers" for name, why in parts.items()},
        }
        return Response(report, status_code=503 if away else 200)

    async def measured() -> bytes:
        watched = services.watch.watched
        metrics.watchers.set(sum(watched.values()))
        metrics.watched_games.set(len(watched))
        if services.projection_lag is not None:
            try:
                metrics.lag.set(await services.projection_lag())
            except Exception as error:
                metrics.lag.set(float("nan"))
                _log.warning("the projection lag is not known: %s", type(error).__name__)
        return metrics.text()

    measurement = SingleFlight(measured)

    @get("/metrics", media_type="text/plain; version=0.0.4; charset=utf-8")
    async def metrics_text() -> bytes:
        """The metrics for Prometheus."""
        return await measurement()

    return [health, ready, metrics_text]


@cache
def _schema() -> Asset:
    return asset_of(sdl().encode(), "text/plain")


@cache
def _openapi() -> Asset:
    return asset_of(msgspec.json.encode(document()), "application/json")


def _documents() -> list[HTTPRouteHandler]:
    schema, openapi = _schema(), _openapi()

    @get("/schema.graphql", sync_to_thread=False)
    def schema_text(request: Request[Any, Any, State]) -> Response[bytes]:
        """The schema in GraphQL's schema language."""
        return served(request, schema, more={"cache-control": "no-cache"})

    @get("/openapi.json", sync_to_thread=False)
    def openapi_text(request: Request[Any, Any, State]) -> Response[bytes]:
        """The plain HTTP parts as an OpenAPI document."""
        return served(request, openapi, more={"cache-control": "no-cache"})

    return [schema_text, openapi_text]
