"""`GET /bundle/game/ID`: the evidence of a game as one file: of all of it, or of what the caller may know so far."""

import hashlib
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from api.addresses import counted_address
from api.delivery.caching import REVALIDATED, VARY, matches
from api.delivery.encodings import accepts_gzip, packed
from api.http import problem_response
from api.operations import Operations
from api.problems import CODES, Problem, problem_of
from domain.engine.viewer import Viewer, viewer_named
from domain.proof.bundle import SUFFIX
from domain.proof.note import BadNote
from services.log.findings import Broken
from services.log.signed_tree import TreeDamaged
from services.principals import in_game
from services.reads.bundle import NoEvidence, Sources, bundle_of, part_of
from services.reads.evidence import is_record_open
from services.reads.look import ViewerNotAllowed
from services.rulings.sightings import Glance, is_sighting

MEDIA: Final = "application/vnd.emberlog.bundle+zip"
POINTS: Final = 400
"""What a bundle costs, beside a point for each of its steps: the whole game is read."""
_HEADERS: Final = {
    "access-control-allow-origin": "*",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
}


def bundle_routes(operations: Operations) -> list[HTTPRouteHandler]:
    """Serve the evidence of games: who sends no token gets what everybody may have."""

    @route("/bundle/game/{game:str}", http_method=[HttpMethod.GET, HttpMethod.HEAD])
    async def game_bundle(request: Request[Any, Any, State]) -> Response[bytes]:
        """The evidence of a game."""
        try:
            return await _answer(operations, request, str(request.path_params["game"]))
        except Exception as error:
            return _refused(operations, error)

    return [game_bundle]


async def _answer(operations: Operations, request: Request[Any, Any, State], game_id: str) -> Response[bytes]:
    address = counted_address(None if request.client is None else request.client.host)
    caller = await operations.caller(
        request.headers.get("authorization"), address, request.headers.get("user-agent", "")
    )
    operations.rates.take(caller, POINTS)
    services = operations.services
    visible = await services.look.game(caller.principal, game_id)
    if visible is None:
        raise Problem("NOT_FOUND", "There is no such game for you.")
    operations.rates.take(caller, int(visible.version))
    sources = Sources(services.world, services.tree, services.rulebook, caller.principal, visible)
    since = _since(request.query_params.get("since"))
    if is_record_open(caller.principal, visible):
        return await _sent(request, await bundle_of(sources, since), visible.game_id)
    viewer = services.look.viewer(caller.principal, visible, _viewer(request.query_params.get("viewer")))
    data = await part_of(sources, viewer, since)
    if caller.principal is not None and is_sighting(visible.state, viewer, in_game(caller.principal, game_id)):
        await services.look.write_down(caller.principal, [Glance(visible.game_id, viewer, visible.version)])
    return await _sent(request, data, f"{visible.game_id}-part")


def _viewer(name: str | None) -> Viewer | None:
    """The viewer that an address names; None for the caller's own."""
    viewer = None if name is None else viewer_named(name)
    if viewer is None and name is not None:
        raise Problem("BAD_REQUEST", "The viewer is a seat's number (from 0), `spectator` or `arbiter`.")
    return viewer


def _since(note: str | None) -> bytes | None:
    """The earlier note that an address names by its text, if it names one."""
    return None if note is None else note.encode()


async def _sent(request: Request[Any, Any, State], data: bytes, name: str) -> Response[bytes]:
    """The file. Nobody may keep it without asking again: a person in it may be erased (GAME-PERSON-02)."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    headers = {
        **_HEADERS,
        "cache-control": REVALIDATED,
        "content-disposition": f'attachment; filename="{name}{SUFFIX}"',
        "etag": tag,
        "vary": VARY,
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
        case ViewerNotAllowed():
            problem = Problem("NOT_FOUND", str(error))
        case BadNote():
            problem = Problem("BAD_REQUEST", f"The note in `since` cannot be read: {error.why}.")
        case TreeDamaged() | Broken():
            problem = Problem("NOT_FOUND", "The evidence of this game does not hold, so nobody is given it.")
        case _:
            problem = problem_of(error, "a bundle")
            if CODES[problem.code].status in (None, 200):
                problem = Problem("NOT_FOUND", str(problem))
    operations.metrics.problems.labels(problem.code).inc()
    return problem_response(problem)
