"""A game on somebody else's page: `/embed/games/ID` in a frame of any site, and `/oembed`, which says how.

The page in the frame has no person: it sends no token, and the browser keeps its storage apart from the site's own.
"""

import re
from collections.abc import Mapping
from html import escape
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import msgspec
from litestar import HttpMethod, Response, route
from litestar.handlers import HTTPRouteHandler

from api.http import problem_response
from api.pictures.of_game import PREVIEW
from api.pictures.routes import AnyRequest, PictureServer, language_of
from api.problems import Problem, problem_of
from api.web.pages import ALWAYS, POLICY, Asset, served
from api.web.shells import SITE, Head, Shells, origin_of

EMBED: Final = "embed.html"
EMBED_POLICY: Final = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
    "form-action 'self'", "form-action 'none'"
)
EMBED_HEADERS: Final = {**ALWAYS, "content-security-policy": EMBED_POLICY}
EMBED_PATHS: Final = ("/embed/games/{game:str}", "/embed/games/{game:str}/{step:str}")

WIDTH: Final = 800
HEIGHT: Final = 560
LEAST: Final = 200
CACHE_SECONDS: Final = 300

_GAME: Final = re.compile(r"/games/([0-9a-f-]{36})(?:/(\d{1,9}))?(\.png)?")
_HEADERS: Final = {"cache-control": "no-cache", "access-control-allow-origin": "*", "x-content-type-options": "nosniff"}


def embed_routes(shells: Shells, server: PictureServer, tree: Mapping[str, Asset]) -> list[HTTPRouteHandler]:
    """The page for frames, and what tells others about it."""
    page = tree[EMBED]

    @route(list(EMBED_PATHS), http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=False)
    def embed(request: AnyRequest) -> Response[bytes]:
        """A board alone, live or replaying."""
        return served(request, page, more=EMBED_HEADERS)

    @route("/oembed", http_method=[HttpMethod.GET, HttpMethod.HEAD])
    async def oembed(request: AnyRequest) -> Response[bytes]:
        """How to embed a game's page, by the oEmbed specification: 404 for what is none, 501 for another format."""
        try:
            answer = await _described(shells, server, request)
        except Exception as error:
            return problem_response(problem_of(error, "an embed"))
        if answer is None:
            problem = Problem("NOT_ACCEPTABLE", "The format is json.")
            response = problem_response(problem)
            response.status_code = 501
            return response
        return Response(msgspec.json.encode(answer), media_type="application/json", headers=_HEADERS)

    return [embed, oembed]


async def _described(shells: Shells, server: PictureServer, request: AnyRequest) -> dict[str, Any] | None:
    """What oEmbed says of an address; None for a format that is not made. Raises Problem NOT_FOUND, RATE_LIMITED."""
    query = request.query_params
    if query.get("format", "json") != "json":
        return None
    origin, address = origin_of(request), urlsplit(str(query.get("url", "")))
    match = _GAME.fullmatch(address.path)
    foreign = bool(address.netloc) and address.netloc != urlsplit(origin).netloc
    if match is None or foreign or await server.visible(request, match[1]) is None:
        raise Problem("NOT_FOUND", "`url` is the address of a game that spectators may see, or of its picture.")
    head = await shells.of_game(request, match[1], match[2], language_of(dict(parse_qsl(address.query))))
    if not head.is_game:
        raise Problem("NOT_FOUND", "This game cannot be shown now.")
    width, height = _fitted(query)
    return _photo(head, origin, width, height) if match[3] else _frame(head, origin, width, height)


def _fitted(query: Mapping[str, str]) -> tuple[int, int]:
    """The size of the frame within what the other site has room for."""
    width, height = (_most(query.get(name), most) for name, most in (("maxwidth", WIDTH), ("maxheight", HEIGHT)))
    return (width, min(height, max(LEAST, width * HEIGHT // WIDTH)))


def _most(text: str | None, default: int) -> int:
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 6:
        return default
    return max(LEAST, min(default, int(text)))


def _described_head(head: Head, origin: str) -> dict[str, Any]:
    return {
        "version": "1.0",
        "title": head.title,
        "provider_name": SITE,
        "provider_url": f"{origin}/",
        "cache_age": CACHE_SECONDS,
        "thumbnail_url": f"{origin}{head.picture}",
        "thumbnail_width": PREVIEW.pixels,
        "thumbnail_height": PREVIEW.high,
    }


def _frame(head: Head, origin: str, width: int, height: int) -> dict[str, Any]:
    frame = (
        f'<iframe src="{escape(f"{origin}/embed{head.path}")}" width="{width}" height="{height}" '
        f'title="{escape(head.title)}" loading="lazy" frameborder="0" allowfullscreen></iframe>'
    )
    return {**_described_head(head, origin), "type": "rich", "html": frame, "width": width, "height": height}


def _photo(head: Head, origin: str, width: int, height: int) -> dict[str, Any]:
    """The picture itself, in its own proportions."""
    wide = min(width, height * PREVIEW.width // PREVIEW.height)
    return {
        **_described_head(head, origin),
        "type": "photo",
        "url": f"{origin}{head.picture}",
        "width": wide,
        "height": wide * PREVIEW.height // PREVIEW.width,
    }


__all__ = ["EMBED_PATHS", "EMBED_POLICY", "embed_routes"]
