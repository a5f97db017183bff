"""The documents at `/docs`: static pages that `make docs` has built (tools/docs_site), read once at start."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from api.web.pages import Asset, read_assets, served

SITE: Final = Path(__file__).parent / "site"
INDEX: Final = "index.html"
MISSING: Final = "404.html"

NOT_BUILT: Final = Asset(
    b"<!doctype html><html lang=en><meta charset=utf-8><title>Documents</title><h1>Documents</h1>"
    b"<p>This checkout has not built its documents: run <code>make docs</code> and start the service again.</p>",
    "text/html",
    '"not-built"',
)


def docs_routes(site: Mapping[str, Asset] | None = None) -> list[HTTPRouteHandler]:
    """Serve the site below `/docs`. A page has no suffix in its address.

    Paths are keys of what was read at start, never file names.
    """
    tree = site if site is not None else read_assets(SITE) if SITE.is_dir() else {}
    missing = tree.get(MISSING, NOT_BUILT)

    @route(["/docs", "/docs/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=False)
    def docs(request: Request[Any, Any, State]) -> Response[bytes]:
        """A page of the documents, or a file that it uses."""
        path = str(request.path_params.get("path", "")).strip("/") or INDEX
        file = tree.get(path) or tree.get(f"{path}.html")
        return served(request, file or missing, 200 if file else 404)

    return [docs]


__all__ = ["INDEX", "MISSING", "NOT_BUILT", "SITE", "docs_routes"]
