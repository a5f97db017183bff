"""The catalogues of the languages as files, for clients that build sentences themselves."""

from functools import cache
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from api.web.pages import ALWAYS, FOR_GOOD, Asset, asset_of, served
from services.languages import LOCALES, catalogue, scopes

SUFFIX: Final = ".ftl"


def catalogue_route(release: str) -> HTTPRouteHandler:
    """`GET /languages/<scope>/<locale>.ftl`. With `?release=` of today's release it may be stored for good."""

    @route("/languages/{scope:str}/{file:str}", http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=False)
    def catalogue_text(request: Request[Any, Any, State], scope: str, file: str) -> Response[bytes]:
        """What one scope says in one language."""
        locale = file.removesuffix(SUFFIX)
        if scope not in scopes() or locale not in LOCALES or not file.endswith(SUFFIX):
            raise NotFoundException
        current = request.query_params.get("release") == release
        return served(request, _file(scope, locale), more=FOR_GOOD if current else ALWAYS)

    return catalogue_text


@cache
def _file(scope: str, locale: str) -> Asset:
    return asset_of(catalogue(scope, locale).text.encode(), "text/plain; charset=utf-8")
