"""One HTTP answer: its coding, its tag, and what caches may do with it."""

from collections.abc import Mapping
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import State

from api.delivery.caching import NEVER, VARY, etag_of, matches
from api.delivery.encodings import SMALL_BYTES, accepts_gzip, packed

AnyRequest = Request[Any, Any, State]

NOT_MODIFIED: Final = 304


async def answered(
    request: AnyRequest, body: bytes, *, media: str, status: int, headers: Mapping[str, str], is_secret: bool
) -> Response[bytes]:
    """The body, compressed if the client takes it and nothing in it is secret."""
    all_headers = {**headers, "vary": VARY}
    if not is_secret and len(body) >= SMALL_BYTES and accepts_gzip(request.headers.get("accept-encoding")):
        body = await packed(body)
        all_headers["content-encoding"] = "gzip"
    all_headers.setdefault("cache-control", NEVER)
    return Response(body, status_code=status, media_type=media, headers=all_headers)


def not_modified(
    request: AnyRequest, data: bytes, *, media: str, policy: str, headers: Mapping[str, str]
) -> tuple[Mapping[str, str], Response[bytes] | None]:
    """The headers of an answer that may be stored, and the whole response if the client has this very data already."""
    etag = etag_of(media, data)
    tagged = {**headers, "etag": etag, "cache-control": policy}
    if not matches(request.headers.get("if-none-match"), etag):
        return tagged, None
    return tagged, Response(b"", status_code=NOT_MODIFIED, headers={**tagged, "vary": VARY}, media_type=media)


__all__ = ["answered", "not_modified"]
