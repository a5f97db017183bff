"""The wire's own answers: problems, as whole HTTP responses, to requests that no route may receive."""

import http
from typing import Final

from api.problems import STATUS, Problem, body_of
from infra.wire.limits import WireLimits

RETRY_SECONDS: Final = 5
_PASSING: Final = (408, 503)
"""Statuses after which the same request may be sent again."""


def response_of(problem: Problem, defaults: list[tuple[bytes, bytes]]) -> bytes:
    """The bytes of a response that is this problem. The connection is closed after it. `defaults`: more headers."""
    body, status = body_of(problem), STATUS[problem.code]
    headers = [
        *defaults,
        (b"content-type", b"application/problem+json"),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
    ]
    if status in _PASSING:
        headers.append((b"retry-after", b"%d" % RETRY_SECONDS))
    first = f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}\r\n".encode()
    return b"".join((first, *(b"%b: %b\r\n" % header for header in headers), b"\r\n", body))


def malformed(what: str) -> Problem:
    """The request is not HTTP/1.1 as RFC 9112 has it. `what`: a sentence of ours; it holds nothing that was sent."""
    return Problem("BAD_REQUEST", what)


def head_too_large(limits: WireLimits) -> Problem:
    """The request line and the headers have too many bytes, or there are too many headers."""
    most, headers = limits.head_bytes_max, limits.headers_max
    text = f"A request has at most {headers} headers, and {most} bytes before its body. Send fewer or shorter headers."
    return Problem("HEAD_TOO_LARGE", text, max=most, headersMax=headers)


def target_too_long(most: int) -> Problem:
    """The address in the request line is too long."""
    return Problem("ADDRESS_TOO_LONG", f"An address has at most {most} bytes. Send the operation by POST.", max=most)


def body_too_large(limits: WireLimits) -> Problem:
    """The body has too many bytes."""
    most = limits.body_bytes_max
    return Problem("TOO_LARGE", f"A request has at most {most} bytes.", max=most)


def too_slow(part: str, seconds: float) -> Problem:
    """The head or the body did not arrive in time."""
    text = f"The {part} of the request did not arrive within {seconds:g} seconds. Send it again, faster."
    return Problem("REQUEST_TOO_SLOW", text, maxSeconds=seconds, retryAfterMs=RETRY_SECONDS * 1_000)


def method_not_allowed() -> Problem:
    """The method is not one that any route has."""
    return Problem("METHOD_NOT_ALLOWED", "Use GET, HEAD or POST.")


def too_many_connections() -> Problem:
    """The service, or this address, has as many connections as it may have, and all of them are in use."""
    text = f"There are too many connections. Close some, or try again in {RETRY_SECONDS} seconds."
    return Problem("TOO_MANY_CONNECTIONS", text, retryAfterMs=RETRY_SECONDS * 1_000)
