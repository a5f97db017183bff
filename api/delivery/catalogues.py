"""The catalogues of the languages as files, for clients that build sentences themselves."""

from functools import cache
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from api.web.pages import ALWAYS, FOR_GOOD, Asset, asset_of, served
from services.languages import LOCALES, Catalogue, catalogue, scopes

SUFFIX: Final = ".ftl"


def address_of(source: Catalogue) -> str:
    """The path of a catalogue, which another text never has: it names the digest."""
    return f"/languages/{source.scope}/{source.locale}{SUFFIX}?digest={source.digest}"


def catalogue_route() -> HTTPRouteHandler:
    """`GET /languages/<scope>/<locale>.ftl`. With the digest of today's text it may be stored for good."""

    @route("/languages/{name:str}/{file:str}", http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=False)
    def catalogue_text(request: Request[Any, Any, State]) -> Response[bytes]:
        """What one scope says in one language."""
        name, file = str(request.path_params["name"]), str(request.path_params["file"])
        locale = file.removesuffix(SUFFIX)
        if name not in scopes() or locale not in LOCALES or not file.endswith(SUFFIX):
            raise NotFoundException
        digest, source = request.query_params.get("digest"), catalogue(name, locale)
        return served(request, _file(source.text), more=FOR_GOOD if digest == source.digest else ALWAYS)

    return catalogue_text


@cache
def _file(text: str) -> Asset:
    return asset_of(text.encode(), "text/plain")
