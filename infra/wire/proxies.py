"""Whom the service believes when it is told about a caller's address: the proxies that the settings name."""

import functools
import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, HTTPScope, Scope, WebSocketScope

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Headers = Iterable[tuple[bytes, bytes]]

HOPS_MAX: Final = 16
"""How many entries of `X-Forwarded-For` are read, from its end. A request passes fewer proxies."""
_SCHEMES: Final = ("http", "https")
_CHARS_MAX: Final = 64


@dataclass(frozen=True)
class Proxies:
    """The proxies in front of the service. Without any, no header changes the address that a caller is counted by."""

    networks: tuple[Network, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Proxies":
        """The proxies of a comma-separated list of addresses and networks. Raises ValueError with a sentence."""
        return cls(tuple(_network(part.strip()) for part in text.split(",") if part.strip()))

    def __str__(self) -> str:
        return ", ".join(str(each.network_address if each.num_addresses == 1 else each) for each in self.networks)

    def include(self, host: str | None) -> bool:
        """Whether this address is a proxy's."""
        return bool(self.networks) and host is not None and len(host) <= _CHARS_MAX and _among(host, self.networks)

    def caller(self, peer: str | None, headers: Headers) -> str | None:
        """The caller's address: `peer`, or what the proxies say.

        Each proxy appends the address that it was called from. So the last entry that is not itself a proxy's is the
        caller's; what stands before it may be invented. An entry that is not an address ends the search.
        """
        if not self.include(peer):
            return peer
        address = peer
        for entry in _entries(b"x-forwarded-for", headers):
            parsed = _address(entry)
            if parsed is None:
                break
            address = str(parsed)
            if not self.include(address):
                break
        return address

    def scheme(self, peer: str | None, headers: Headers) -> str | None:
        """The scheme, `http` or `https`, that the last proxy was called with; None if no proxy says so."""
        if not self.include(peer):
            return None
        entry = next(iter(_entries(b"x-forwarded-proto", headers)), "").lower()
        return entry if entry in _SCHEMES else None


class BelievingApp:
    """An ASGI app whose callers have the address and the scheme that the proxies name."""

    def __init__(self, app: ASGI3Application, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Pass a connection on to the app."""
        if scope["type"] != "lifespan":
            self._believe(scope)
        await self._app(scope, receive, send)

    def _believe(self, scope: HTTPScope | WebSocketScope) -> None:
        client = scope["client"]
        peer = None if client is None else client[0]
        if not self._proxies.include(peer):
            return
        caller, scheme = self._proxies.caller(peer, scope["headers"]), self._proxies.scheme(peer, scope["headers"])
        if caller is not None and caller != peer:
            scope["client"] = (caller, 0)
        if scheme is not None:
            scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme


def _entries(name: bytes, headers: Headers) -> Sequence[str]:
    """The entries of a header, the last one first."""
    values = b",".join(value for header, value in headers if header == name)
    return [entry.strip() for entry in reversed(values.decode("latin-1").rsplit(",", HOPS_MAX)[-HOPS_MAX:])]


def _address(text: str) -> Address | None:
    """The address of an entry, which may have a port: `192.0.2.1:80`, `[2001:db8::1]:80`."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return _plain(text) if len(text) <= _CHARS_MAX else None


@functools.lru_cache(maxsize=1_024)
def _among(host: str, networks: tuple[Network, ...]) -> bool:
    address = _plain(host)
    return address is not None and any(address in network for network in networks)


def _plain(text: str) -> Address | None:
    """An address; one of IPv4 that is written as IPv6 becomes IPv4."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return address if mapped is None else mapped


def _network(text: str) -> Network:
    try:
        network = ipaddress.ip_network(text)
    except ValueError:
        raise ValueError(
            f"“{text[:_CHARS_MAX]}” is not an address or a network such as 10.0.0.7 or 10.0.0.0/24 "
            "(the bits after the prefix are zero)."
        ) from None
    if network.prefixlen == 0:
        raise ValueError(f"{text} names everybody; then every caller could choose an address. Name the proxies alone.")
    return network


__all__ = ["HOPS_MAX", "BelievingApp", "Proxies"]
