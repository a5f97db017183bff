"""The signed tree over HTTP, as C2SP tlog-tiles lays it out: `/log/checkpoint`, `/log/key` and `/log/tile/...`.

What lies beyond the newest checkpoint is not there for anybody: the signer publishes nothing before its time.
"""

import hashlib
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from api.delivery.caching import matches
from domain.proof.tiles import HEIGHT, WIDTH, tile_named
from services.log.signed_tree import SignedTree, signed_size

TEXT: Final = "text/plain; charset=utf-8"
DIGITS_MAX: Final = 15
TILE: Final = "application/octet-stream"
_HEADERS: Final = {
    "access-control-allow-origin": "*",
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
}
NOW: Final = {**_HEADERS, "cache-control": "public, no-cache"}
FOR_GOOD: Final = {**_HEADERS, "cache-control": "public, max-age=31536000, immutable"}


def log_routes(tree: SignedTree) -> list[HTTPRouteHandler]:
    """Serve the files of a signer's public folder."""

    @route("/log/checkpoint", http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=True)
    def checkpoint(request: Request[Any, Any, State]) -> Response[bytes]:
        """The newest signed note."""
        return _sent(request, tree.checkpoint(), TEXT, NOW)

    @route("/log/checkpoint/{size:str}", http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=True)
    def checkpoint_covering(request: Request[Any, Any, State]) -> Response[bytes]:
        """The oldest signed note of a tree with at least so many leaves."""
        return _sent(request, tree.covering(_size(str(request.path_params["size"]))), TEXT, NOW)

    @route("/log/key", http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=True)
    def key(request: Request[Any, Any, State]) -> Response[bytes]:
        """The public key that the notes are signed with."""
        text = tree.key()
        return _sent(request, None if text is None else text.encode(), TEXT, NOW)

    @route("/log/key-ml-dsa-44", http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=True)
    def ml_dsa_key(request: Request[Any, Any, State]) -> Response[bytes]:
        """The public key of the lines by ML-DSA-44; not there while nobody has switched them on."""
        text = tree.ml_dsa_key()
        return _sent(request, None if text is None else text.encode(), TEXT, NOW)

    @route("/log/tile/{level:str}/{tile:path}", http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=True)
    def tile(request: Request[Any, Any, State]) -> Response[bytes]:
        """A tile by level and index, whole or partial."""
        named = tile_named(f"tile/{request.path_params['level']}/{str(request.path_params['tile']).removeprefix('/')}")
        if named is None or not _is_signed(tree, *named):
            raise NotFoundException
        return _sent(request, tree.tile(*named), TILE, FOR_GOOD)

    return [checkpoint, checkpoint_covering, key, ml_dsa_key, tile]


def _size(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < len(text) <= DIGITS_MAX:
        raise NotFoundException
    return max(int(text), 1)


def _is_signed(tree: SignedTree, level: int, index: int, width: int) -> bool:
    """Whether the newest checkpoint covers all hashes of a tile."""
    return index * WIDTH + width <= signed_size(tree) >> level * HEIGHT


def _sent(
    request: Request[Any, Any, State], body: bytes | None, media: str, headers: dict[str, str]
) -> Response[bytes]:
    if body is None:
        raise NotFoundException
    headers = {**headers, "etag": f'"{hashlib.sha256(body).hexdigest()[:32]}"'}
    if matches(request.headers.get("if-none-match"), headers["etag"]):
        return Response(b"", status_code=304, headers=headers, media_type=media)
    return Response(body, headers=headers, media_type=media)
