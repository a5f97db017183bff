"""The documents at `/docs`: static pages that `make docs` has built (tools/docs_site).

They are listed at start, and each is read when it is first asked for. The theme and the search are not this project's
code. So browsers keep these pages in a sandbox, away from what the service's own pages store: a person's token."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect

from api.web.pages import ALWAYS, MEDIA_TYPES, POLICY, Asset, asset_of, served

SITE: Final = Path(__file__).parent / "site"
INDEX: Final = "index.html"
MISSING: Final = "404.html"

POLICY_OF_DOCS: Final = f"{POLICY}; sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"
_HEADERS: Final = {**ALWAYS, "content-security-policy": POLICY_OF_DOCS}

NOT_BUILT: Final = asset_of(
    b"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    b"<title>Documents</title>"
    b"<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}"
    b":root{color-scheme:light dark}</style><h1>Documents</h1>"
    b"<p>This checkout has not built its documents: run <code>make docs</code> and start the service again.</p>"
    b"<p>Until then they are the Markdown files in the folder <code>docs</code>. The <a href=/rules>rules</a> and the "
    b"<a href=/schema>schema</a> have pages of their own. <a href=/>All games</a></p>",
    "text/html",
)


def docs_routes(folder: Path = SITE) -> list[HTTPRouteHandler]:
    """Serve the site in this folder below `/docs`. A page has no suffix in its address.

    Paths are keys of what was listed at start, never file names.
    """
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.suffix in MEDIA_TYPES}

    @cache
    def asset(name: str) -> Asset:
        path = files[name]
        return asset_of(path.read_bytes(), MEDIA_TYPES[path.suffix])

    @route(["/docs", "/docs/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=False)
    def docs(request: Request[Any, Any, State]) -> Response[bytes] | Redirect:
        """A page of the documents, or a file that it uses."""
        path = str(request.path_params.get("path", "")).strip("/") or INDEX
        for name in (path, f"{path}.html"):
            if name in files:
                return served(request, asset(name), more=_HEADERS)
        if f"{path}/{INDEX}" in files:  # its links count from the folder
            return Redirect(f"/docs/{path}/index")
        return served(request, asset(MISSING) if MISSING in files else NOT_BUILT, 404, _HEADERS)

    return [docs]


__all__ = ["INDEX", "MISSING", "NOT_BUILT", "POLICY_OF_DOCS", "SITE", "docs_routes"]
