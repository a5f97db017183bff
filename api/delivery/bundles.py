"""`GET /bundle/game/ID`: the evidence of a finished game as one file, which never changes."""

import hashlib
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from api.addresses import counted_address
from api.delivery.caching import IMMUTABLE, matches
from api.delivery.encodings import accepts_gzip, packed
from api.http import problem_response
from api.limits import Caller
from api.operations import Operations
from api.problems import CODES, Problem, problem_of
from domain.proof.bundle import SUFFIX
from services.log.findings import Broken
from services.log.signed_tree import TreeDamaged
from services.reads.bundle import NoEvidence, bundle_of
from services.reads.evidence import is_record_open

MEDIA: Final = "application/vnd.emberlog.bundle+zip"
POINTS: Final = 400
"""What a bundle costs, beside a point for each of its steps: the whole game is read."""
_HEADERS: Final = {
    "access-control-allow-origin": "*",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
}


def bundle_routes(operations: Operations) -> list[HTTPRouteHandler]:
    """Serve the evidence of games that are over and open to everybody, without a token."""

    @route("/bundle/game/{game:str}", http_method=[HttpMethod.GET, HttpMethod.HEAD])
    async def game_bundle(request: Request[Any, Any, State]) -> Response[bytes]:
        """The evidence of a game."""
        try:
            return await _answer(operations, request, str(request.path_params["game"]))
        except Exception as error:
            return _refused(operations, error)

    return [game_bundle]


async def _answer(operations: Operations, request: Request[Any, Any, State], game_id: str) -> Response[bytes]:
    caller = Caller(None, counted_address(None if request.client is None else request.client.host))
    operations.rates.take(caller, POINTS)
    services = operations.services
    visible = await services.look.game(None, game_id)
    if visible is None or not is_record_open(None, visible):
        raise Problem("NOT_FOUND", "There is no such game whose evidence everybody may have. It must be over.")
    operations.rates.take(caller, int(visible.version))
    data = await bundle_of(services.world, services.tree, visible)
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    headers = {
        **_HEADERS,
        "cache-control": IMMUTABLE,
        "content-disposition": f'attachment; filename="{visible.game_id}{SUFFIX}"',
        "etag": tag,
        "vary": "Accept-Encoding",
    }
    if matches(request.headers.get("if-none-match"), tag):
        return Response(b"", status_code=304, headers=headers, media_type=MEDIA)
    if accepts_gzip(request.headers.get("accept-encoding")):
        coded = {**headers, "content-encoding": "gzip", "etag": f"W/{tag}"}
        return Response(await packed(data), headers=coded, media_type=MEDIA)
    return Response(data, headers=headers, media_type=MEDIA)


def _refused(operations: Operations, error: Exception) -> Response[bytes]:
    match error:
        case NoEvidence():
            problem = Problem("NOT_FOUND", str(error))
        case TreeDamaged() | Broken():
            problem = Problem("NOT_FOUND", "The evidence of this game does not hold, so nobody is given it.")
        case _:
            problem = problem_of(error, "a bundle")
            if CODES[problem.code].status in (None, 200):
                problem = Problem("NOT_FOUND", str(problem))
    operations.metrics.problems.labels(problem.code).inc()
    return problem_response(problem)
