"""The pages: one tree of files, read once at start, and the shell that every page begins as.

Pages read what they show from the public API. What is served here is therefore the same for every caller.
"""

import functools
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from api.delivery.caching import matches
from api.delivery.encodings import SMALL_BYTES, accepts_gzip, gzipped

FOLDER: Final = Path(__file__).parent / "static"
SHELL: Final = "index.html"

SHELL_PATHS: Final = (
    "/",
    "/audit/games/{game:str}",
    "/audit/versions",
    "/audit/versions/{page:str}",
    "/games",
    "/games/{game:str}",
    "/games/{game:str}/{step:str}",
    "/games/{game:str}/rulings/{number:str}",
    "/learn/{ruleset:str}",
    "/new",
    "/recover",
    "/rules",
    "/rules/{page:str}",
    "/schema",
    "/wall",
)

AT_THE_ROOT: Final[Mapping[str, str]] = {"/favicon.ico": "icon.svg", "/robots.txt": "robots.txt"}

MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
"""Every kind of file the tree may hold. Texts are sent as UTF-8. Any other kind is an error at start."""

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; style-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

ALWAYS: Final[Mapping[str, str]] = {
    "cache-control": "no-cache",  # stored, but revalidated each time: a new release is one reload away
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


FOR_GOOD: Final[Mapping[str, str]] = {**ALWAYS, "cache-control": "public, max-age=31536000, immutable"}
"""For a file whose address names its release."""
_RELEASE: Final = re.compile(r"[0-9a-f]{16}")
_PICTURES: Final = "max-age=86400"
_PACKED_ALREADY: Final = ("image/png",)
LEVEL_BEST: Final = 9
WORTH: Final = 0.9
"""Files that do not become smaller than this are served as they are."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is served. `etag`: strong, of its bytes. `gzip`: made at start; None if it saves little."""

    body: bytes
    media_type: str
    etag: str
    gzip: bytes | None = None


def read_assets(folder: Path = FOLDER) -> Mapping[str, Asset]:
    """Return every file below `folder` by its path with slashes. Raises ValueError for an unknown kind of file."""
    return {
        path.relative_to(folder).as_posix(): _asset(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def _asset(path: Path) -> Asset:
    media_type = MEDIA_TYPES.get(path.suffix)
    if media_type is None:
        raise ValueError(f"pages have no files such as {path.name}")
    return _packed_once(path.read_bytes(), media_type)


@functools.cache
def _packed_once(body: bytes, media_type: str) -> Asset:
    """Packed once for a file of the tree, however many applications a process makes."""
    return asset_of(body, media_type)


def asset_of(body: bytes, media_type: str) -> Asset:
    """A file with these bytes."""
    packed = gzipped(body, LEVEL_BEST) if len(body) >= SMALL_BYTES and media_type not in _PACKED_ALREADY else None
    gzip = packed if packed is not None and len(packed) < len(body) * WORTH else None
    return Asset(body, media_type, f'"{hashlib.sha256(body).hexdigest()[:32]}"', gzip)


def release_of(assets: Mapping[str, Asset]) -> str:
    """What this release of the pages is known by: what was made with other files is made anew."""
    return hashlib.sha256("".join(each.etag for each in assets.values()).encode()).hexdigest()[:16]


def page_routes(
    assets: Mapping[str, Asset] | None = None, of_release: tuple[str, Mapping[str, Asset]] | None = None
) -> list[HTTPRouteHandler]:
    """Serve the tree below `/assets`. The shell is served by `api.web.shells`.

    `of_release`: what this release is known by, and its files (`api.web.release`); they are also served below that
    name. Paths are keys of what was read at start, never file names.
    """
    tree = read_assets() if assets is None else assets

    @route("/assets/{path:path}", http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=False)
    def asset(request: Request[Any, Any, State]) -> Response[bytes]:
        """A script, a stylesheet or a picture."""
        path = str(request.path_params["path"]).removeprefix("/")
        first, _, rest = path.partition("/")
        current = of_release is not None and first == of_release[0]
        # A page of another release that asks for a part gets that of today, which it must not store.
        file = of_release[1].get(rest) if of_release and _RELEASE.fullmatch(first) else tree.get(path)
        if file is None or file.media_type == "text/html":
            raise NotFoundException
        return served(request, file, more=FOR_GOOD if current else ALWAYS)

    @route(list(AT_THE_ROOT), http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=False)
    def at_the_root(request: Request[Any, Any, State]) -> Response[bytes]:
        """What browsers and robots look for at a fixed address."""
        return served(request, tree[AT_THE_ROOT[request.url.path]])

    return [asset, at_the_root]


def wants_page(request: Request[Any, Any, State]) -> bool:
    """Whether a reader in a browser is at this address, and not a program or a part of a page."""
    media_types = request.headers.get("accept", "")
    return request.method in ("GET", "HEAD") and "text/html" in media_types and "/assets/" not in request.url.path


def served(
    request: Request[Any, Any, State], asset: Asset, status: int = 200, more: Mapping[str, str] = ALWAYS
) -> Response[bytes]:
    """The response with this file, in gzip if the caller takes it, or without its bytes where they have them already.

    `more`: headers. Each coding has a tag of its own, as RFC 9110 (8.8.3.3) requires of strong tags.
    """
    packed = asset.gzip if accepts_gzip(request.headers.get("accept-encoding")) else None
    etag = asset.etag if packed is None else f'{asset.etag[:-1]}-gzip"'
    headers = {**more, "etag": etag, "vary": "Accept-Encoding"}
    if asset.media_type.startswith("image/"):
        headers["cache-control"] = (
            headers["cache-control"] if more is FOR_GOOD else _PICTURES
        )  # browsers request the icon at every change of the address
    if status == 200 and matches(request.headers.get("if-none-match"), etag):
        return Response(b"", status_code=304, headers=headers, media_type=asset.media_type)
    if packed is not None:
        headers["content-encoding"] = "gzip"
    return Response(packed or asset.body, status_code=status, headers=headers, media_type=asset.media_type)


__all__ = [
    "ALWAYS",
    "FOLDER",
    "MEDIA_TYPES",
    "POLICY",
    "SHELL",
    "SHELL_PATHS",
    "Asset",
    "asset_of",
    "page_routes",
    "read_assets",
    "release_of",
    "served",
    "wants_page",
]
