"""Pictures over plain HTTP: of a game after a step, for a spectator, and of a ruleset's cover."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from api.addresses import counted_address
from api.delivery.caching import matches
from api.delivery.encodings import accepts_gzip, packed
from api.http import REFUSED_SECONDS, problem_response
from api.limits import Caller
from api.operations import Operations
from api.pictures.of_game import SIZES, Kind, Pictures, Wanted
from api.pictures.studio import DrawingFailed
from api.problems import CODES, Problem, problem_of
from domain.engine.step import Step
from services.languages import ENGLISH, UnknownLocale, locale_of
from services.reads.horizon import VisibleGame

AnyRequest = Request[Any, Any, State]

LOOK_POINTS: Final = 40
"""What any request for a picture or for a game's page costs: the game is looked up."""
DRAW_POINTS: Final = 4_000
"""What a picture costs that has to be drawn: it takes a tenth of a second or two, beside everything else."""

MEDIA: Final[dict[Kind, str]] = {"svg": "image/svg+xml", "png": "image/png"}
HEADERS: Final = {
    # Names stand in pictures, and may be erased at any moment (GAME-PERSON-02): caches must ask each time.
    "cache-control": "public, no-cache",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class PictureServer:
    """Answers requests for pictures. A picture shows what a spectator may know, to all callers (GAME-DELAY-02)."""

    def __init__(self, operations: Operations, pictures: Pictures) -> None:
        self._operations = operations
        self._pictures = pictures

    def caller(self, request: AnyRequest) -> Caller:
        """The address that asks: nobody sends a token for a picture or for a page."""
        return Caller(None, counted_address(None if request.client is None else request.client.host))

    def draws_for(self, request: AnyRequest) -> bool:
        """Whether a page should name a picture that may have to be drawn: not to a caller who has asked for much."""
        return not self._operations.rates.is_greedy(self.caller(request))

    async def visible(self, request: AnyRequest, game_id: str) -> VisibleGame | None:
        """The game as a spectator may see it now; None where there is none for them. Raises Problem RATE_LIMITED."""
        self._operations.rates.take(self.caller(request), LOOK_POINTS)
        return await self._operations.services.look.game(None, game_id)

    async def of_game(self, request: AnyRequest, game_id: str, step: str | None, kind: Kind) -> Response[bytes]:
        """The picture of a game after a step; None: after the last one that a spectator may know."""
        try:
            version = None if step is None else _step(step)
            visible = await self.visible(request, game_id)
            if visible is None:
                raise Problem("NOT_FOUND", "There is no such game for spectators.")
            return await self._answer(
                request,
                lambda: self._pictures.of_game(
                    visible, version, _size(request), kind, language_of(request.query_params)
                ),
            )
        except Exception as error:
            return await self._refused(error)

    async def of_ruleset(self, request: AnyRequest, name: str) -> Response[bytes]:
        """The cover of a ruleset, or of the site. `name`: its id with the ending of the format."""
        try:
            ruleset, _, ending = name.rpartition(".")
            kind = kind_of(ending)
            if kind is None or not ruleset:
                raise Problem("NOT_FOUND", "The address of a cover is that of its ruleset with `.svg` or `.png`.")
            self._operations.rates.take(self.caller(request), LOOK_POINTS)
            return await self._answer(
                request,
                lambda: self._pictures.of_ruleset(
                    ruleset, _size(request, "cover"), kind, language_of(request.query_params)
                ),
            )
        except Exception as error:
            return await self._refused(error)

    async def _answer(self, request: AnyRequest, find: Callable[[], Wanted]) -> Response[bytes]:
        wanted = find()
        headers = {**HEADERS, "etag": f'"{wanted.tag}"'}
        media = MEDIA[wanted.kind]
        if matches(request.headers.get("if-none-match"), headers["etag"]):
            return Response(b"", status_code=304, headers=headers, media_type=media)
        if not self._pictures.is_drawn(wanted):
            self._operations.rates.take(self.caller(request), DRAW_POINTS)
        return await self._sent(request, await self._pictures.drawn(wanted), headers, media)

    async def _sent(self, request: AnyRequest, body: bytes, headers: Mapping[str, str], media: str) -> Response[bytes]:
        """The picture, in gzip where that is worth it: a drawing as text becomes a seventh of its size."""
        if media != MEDIA["svg"] or not accepts_gzip(request.headers.get("accept-encoding")):
            return Response(body, headers=headers, media_type=media)
        coded = {**headers, "content-encoding": "gzip", "etag": f"W/{headers['etag']}", "vary": "Accept-Encoding"}
        return Response(await packed(body), headers=coded, media_type=media)

    async def _refused(self, error: Exception) -> Response[bytes]:
        """An error in words. What is an answer with status 200 to GraphQL is none to somebody who wants a picture."""
        if isinstance(error, DrawingFailed):
            problem = Problem("UNAVAILABLE", "The picture of this position could not be drawn.")
        else:
            problem = problem_of(error, "a picture")
            if CODES[problem.code].status in (None, 200):
                problem = Problem("NOT_FOUND", str(problem))
        self._operations.metrics.problems.labels(problem.code).inc()
        if problem.code == "RATE_LIMITED":
            await asyncio.sleep(REFUSED_SECONDS)
        return problem_response(problem)


def picture_routes(server: PictureServer) -> list[HTTPRouteHandler]:
    """`GET /covers/ID.svg`, `.png`. Pictures of games stand at the addresses of their pages (`api.web.shells`)."""

    @route("/covers/{name:str}", http_method=[HttpMethod.GET, HttpMethod.HEAD])
    async def cover(request: AnyRequest) -> Response[bytes]:
        """The cover of a ruleset, or of the site."""
        return await server.of_ruleset(request, str(request.path_params["name"]))

    return [cover]


def kind_of(ending: str) -> Kind | None:
    """The format that the ending of an address names."""
    return ending if ending in ("svg", "png") else None  # type: ignore[return-value]


def split(name: str) -> tuple[str, Kind | None]:
    """The last part of an address as what it names and the format of a picture; None: it is a page's address."""
    stem, _, ending = name.rpartition(".")
    kind = kind_of(ending)
    return (name, None) if kind is None else (stem, kind)


def language_of(query: Mapping[str, str]) -> str:
    """What an address names with `lang`, as a link has it that somebody shares in another language than English."""
    try:
        return locale_of(query.get("lang", ENGLISH))
    except UnknownLocale:
        return ENGLISH


def _step(text: str) -> Step:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Problem("NOT_FOUND", "A picture's address has the number of a step.")
    return Step(int(text))


def _size(request: AnyRequest, default: str = "preview") -> str:
    size = str(request.query_params.get("size", default))
    if size not in SIZES:
        raise Problem("BAD_REQUEST", f"`size` is one of {', '.join(sorted(SIZES))}.")
    return size


__all__ = ["DRAW_POINTS", "LOOK_POINTS", "PictureServer", "kind_of", "language_of", "picture_routes", "split"]
