"""Whether a whole head is one that the service takes: what the parser lets pass, and the handshakes of websockets."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from api.problems import Problem
from infra.wire import answers
from infra.wire.limits import WireLimits

Headers = Sequence[tuple[bytes, bytes]]

METHODS: Final = frozenset({b"GET", b"HEAD", b"POST", b"OPTIONS", b"PUT", b"PATCH", b"DELETE"})
"""Methods that reach the routes; these answer what they do not have. CONNECT, TRACE and all others end here."""
VERSIONS: Final = ("1.1", "1.0")
CHECKED: Final = frozenset({b"host", b"content-length", b"transfer-encoding"})

HANDSHAKE_LINE_BYTES_MAX: Final = 8_000
"""Of a line in the head of a websocket's handshake: the library that reads it once more takes 8,192."""

_HOST: Final = re.compile(rb"(?:[A-Za-z0-9._~%-]+|\[[0-9A-Fa-f:.]+\])?(?::[0-9]{0,5})?")
_HOST_BYTES_MAX: Final = 255 + 6
_UPGRADE_HEADERS: Final = (b"upgrade", b"http2-settings")


def check(method: bytes, version: str, headers: Headers, limits: WireLimits) -> Problem | None:
    """What is wrong with a head of bounded size, or None. `headers`: those among them whose names are `CHECKED`."""
    if version not in VERSIONS:
        return answers.malformed("The service speaks HTTP/1.1.")
    if method not in METHODS:
        return answers.method_not_allowed()
    lengths, codings = _values(b"content-length", headers), _values(b"transfer-encoding", headers)
    if any(int(each) > limits.body_bytes_max for each in lengths):  # the parser has checked that it is a number
        return answers.body_too_large(limits)
    if codings and (version != "1.1" or len(codings) > 1 or codings[0].strip().lower() != b"chunked"):
        return answers.malformed("The only transfer coding is `chunked`, in HTTP/1.1.")
    return _check_host(version, _values(b"host", headers))


def size_of(target: bytes, headers: Headers) -> int:
    """The bytes of a head, without the method, the version and spaces that do not matter."""
    return len(target) + sum(len(name) + len(value) + 4 for name, value in headers)


def _check_host(version: str, hosts: Sequence[bytes]) -> Problem | None:
    """RFC 9112 (3.2): HTTP/1.1 names the host once. Nothing depends on which one, so there are no allowed hosts."""
    if len(hosts) > 1 or (not hosts and version == "1.1"):
        return answers.malformed("A request has one header `Host`.")
    if hosts and (len(hosts[0]) > _HOST_BYTES_MAX or not _HOST.fullmatch(hosts[0].strip())):
        return answers.malformed("The header `Host` is not a host.")
    return None


def check_handshake(method: bytes, version: str, target: bytes, headers: Headers) -> Problem | None:
    """What else is wrong with the head of a websocket's handshake, or None."""
    if method != b"GET" or version != "1.1":
        return answers.malformed("A websocket begins with a GET request of HTTP/1.1.")
    if _values(b"transfer-encoding", headers) or any(each != b"0" for each in _values(b"content-length", headers)):
        return answers.malformed("A websocket's handshake has no body.")
    if len(target) > HANDSHAKE_LINE_BYTES_MAX:
        return answers.target_too_long(HANDSHAKE_LINE_BYTES_MAX)
    if any(len(name) + len(value) > HANDSHAKE_LINE_BYTES_MAX for name, value in headers):
        limits = WireLimits(head_bytes_max=HANDSHAKE_LINE_BYTES_MAX)
        return answers.head_too_large(limits)
    if not target.isascii():
        return answers.malformed("The address has characters that are not ASCII.")
    return None


def without_upgrade(method: str, target: bytes, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The head again, without the wish to change the protocol."""
    lines = [b"%b %b HTTP/1.1" % (method.encode(), target)]
    for name, value in headers:
        if name == b"connection":
            options = [each.strip() for each in value.split(b",")]
            value = b", ".join(each for each in options if each.lower() not in _UPGRADE_HEADERS)  # noqa: PLW2901
        if name not in _UPGRADE_HEADERS:
            lines.append(b"%b: %b" % (name, value))
    return b"\r\n".join([*lines, b"", b""])


def _values(wanted: bytes, headers: Headers) -> list[bytes]:
    return [value for name, value in headers if name == wanted]


__all__ = ["CHECKED", "check", "check_handshake", "size_of", "without_upgrade"]
